#include "match/force.h"

#include "match/resolve.h"
#include "match/room.h"
#include "match/steps.h"

#include <stdlib.h>

/* The senders of all receives at events at which some are from anybody. */
typedef struct forcing {
    const sx_trace *trace;
    sx_steps *steps;
    bool *is_wild; /* by node */
    size_t nknown; /* of the deadlock, in order; behind them stand the others */
    size_t n, capacity;
    sx_sender *sender;
} forcing;

static bool is_receive(const sx_step *step)
{
    sx_op_class class = sx_op_class_of(step->node->op);
    return step->kind <= SX_STEP_PREPARE &&
           (class == SX_OP_RECV || class == SX_OP_SENDRECV);
}

static bool is_known(const forcing *f, const sx_sender *sender)
{
    return f->nknown && bsearch(sender, f->sender, f->nknown, sizeof *f->sender,
                                sx_sender_order) != NULL;
}

/* One receive: the first time is to see which events are wild. */
static sx_status look_at(forcing *f, const sx_step *step, sx_rank rank, bool first,
                         sx_error *err)
{
    const sx_rank from = step->from.there ? step->from.rank : SX_NULL;
    const sx_sender own = { step->node, step->comm, rank, from, step->execution };
    if (first)
        f->is_wild[step->node->id] |= from == SX_ANY;
    if (first || !f->is_wild[step->node->id] || is_known(f, &own))
        return SX_OK;
    if (!sx_match_room(&f->sender, f->n, &f->capacity, sizeof *f->sender))
        return sx_fail(err, SX_NOMEM, "out of memory");
    f->sender[f->n++] = own;
    return SX_OK;
}

static sx_status look_at_all(forcing *f, bool first, sx_error *err)
{
    sx_status status = SX_OK;
    for (sx_rank rank = 0; rank < f->trace->p && !status; rank++) {
        sx_step step;
        uint64_t events = 0;
        bool more = true;
        status = sx_steps_start(f->steps, rank, err);
        while (!status && more) {
            status = sx_steps_next(f->steps, &step, &more, &events, err);
            if (!status && more && is_receive(&step))
                status = look_at(f, &step, rank, first, err);
        }
    }
    return status;
}

static sx_status begin(forcing *f, const sx_progress *progress, const sx_groups *groups,
                       sx_error *err)
{
    f->n = f->nknown = progress->nhalted;
    f->capacity = f->n + 1;
    f->sender = malloc(f->capacity * sizeof *f->sender);
    f->is_wild = calloc((size_t)f->trace->nnodes + 1, sizeof *f->is_wild);
    if (!f->sender || !f->is_wild)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < f->n; i++)
        f->sender[i] = progress->halted[i];
    if (f->n)
        qsort(f->sender, f->n, sizeof *f->sender, sx_sender_order);
    return sx_steps_create(f->trace, groups, &f->steps, err);
}

/* Some members may leave before others have come. */
static bool may_leave(sx_op op)
{
    const sx_exchange exchange = sx_op_exchange(op);
    return !sx_step_requests(op) && op != SX_OP_Allreduce &&
           (exchange == SX_EXCHANGE_ONE || exchange == SX_EXCHANGE_GATHER ||
            exchange == SX_EXCHANGE_SCATTER);
}

static sx_node *barrier_before(sx_arena *arena, const sx_node *node)
{
    sx_node *barrier = sx_node_copy(arena, node);
    sx_param *comm = SX_NEW(arena, sx_param);
    const sx_param *given = sx_node_param(node, SX_PARAM_COMM);
    if (!barrier || !comm)
        return NULL;
    *comm = *given;
    barrier->op = SX_OP_Barrier;
    barrier->param = comm;
    barrier->nparams = 1;
    return barrier;
}

/* In place. */
static sx_status wait_for_all(sx_arena *arena, sx_block *block, sx_error *err)
{
    sx_block made = { 0, SX_NEW_ARRAY(arena, sx_node *, 2 * block->n) };
    sx_status status = made.node ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < block->n && !status; i++) {
        sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP) {
            status = wait_for_all(arena, &node->body, err);
        } else if (may_leave(node->op) && sx_node_param(node, SX_PARAM_COMM)) {
            made.node[made.n] = barrier_before(arena, node);
            if (!made.node[made.n++])
                return sx_fail(err, SX_NOMEM, "out of memory");
        }
        made.node[made.n++] = node;
    }
    if (!status)
        *block = made;
    return status;
}

sx_status sx_deadlock_force(sx_arena *arena, const sx_trace *trace,
                            const sx_progress *progress, sx_trace *ret_trace,
                            size_t *ret_left, sx_error *err)
{
    forcing f = { .trace = trace };
    sx_groups *groups = NULL;
    sx_trace made;
    size_t left = 0;
    if (progress->verdict != SX_PROGRESS_STUCK &&
        progress->verdict != SX_PROGRESS_STUCK_SOME)
        return sx_fail(err, SX_INVALID, "no deadlock was found");
    sx_status status = sx_groups_create(trace, true, &groups, err);
    if (!status)
        status = begin(&f, progress, groups, err);
    if (!status)
        status = look_at_all(&f, true, err);
    if (!status)
        status = look_at_all(&f, false, err);
    const sx_progress taken = { .nsenders = f.n, .sender = f.sender };
    if (!status)
        status = sx_wildcards_resolve(arena, trace, &taken, &made, &left, err);
    if (!status)
        status = wait_for_all(arena, &made.program, err);
    sx_steps_destroy(f.steps);
    sx_groups_destroy(groups);
    free(f.sender);
    free(f.is_wild);
    if (status)
        return status;
    sx_trace_number(&made);
    *ret_trace = made;
    *ret_left = left;
    return SX_OK;
}
