#include "match/steps.h"

#include "base/checked.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MOST_REQUESTS = 1 << 16 };

struct sx_steps {
    const sx_trace *trace;
    const sx_groups *groups;
    sx_walk *walk;
    sx_rank rank;
    /* Names of requests of the step at hand and of the one before, by turns. */
    int turn;
    size_t capacity[2];
    int64_t *request[2];
};

sx_status sx_steps_create(const sx_trace *trace, const sx_groups *groups,
                          sx_steps **ret_steps, sx_error *err)
{
    sx_steps *steps = calloc(1, sizeof *steps);
    if (!steps)
        return sx_fail(err, SX_NOMEM, "out of memory");
    steps->trace = trace;
    steps->groups = groups;
    sx_status status = sx_walk_create(trace, &steps->walk, err);
    if (status)
        sx_steps_destroy(steps);
    else
        *ret_steps = steps;
    return status;
}

void sx_steps_destroy(sx_steps *steps)
{
    if (!steps)
        return;
    sx_walk_destroy(steps->walk);
    free(steps->request[0]);
    free(steps->request[1]);
    free(steps);
}

sx_status sx_steps_start(sx_steps *steps, sx_rank rank, sx_error *err)
{
    steps->rank = rank;
    return sx_walk_start(steps->walk, rank, err);
}

static bool has(const sx_event *event, sx_param_id id)
{
    return event->present >> id & 1;
}

/* The X(..) lists of operations have a call that returns at once behind each that waits. */
static bool returns_at_once(sx_op op)
{
    switch (op) {
    case SX_OP_Bsend: /* into a buffer of the program's own */
    case SX_OP_Isend:
    case SX_OP_Ibsend:
    case SX_OP_Issend:
    case SX_OP_Irsend:
    case SX_OP_Irecv:
    case SX_OP_Imrecv:
    case SX_OP_Comm_idup:
        return true;
    default:
        return (op >= SX_OP_Ibarrier && op <= SX_OP_Iexscan) ||
               (op >= SX_OP_Ineighbor_allgather && op <= SX_OP_Ineighbor_alltoallw);
    }
}

static bool is_persistent(sx_op op)
{
    return (op >= SX_OP_Send_init && op <= SX_OP_Rsend_init) || op == SX_OP_Recv_init;
}

bool sx_step_requests(sx_op op)
{
    return (returns_at_once(op) && op != SX_OP_Bsend) || is_persistent(op);
}

static sx_status not_there(const sx_steps *steps, const sx_event *e, int64_t peer,
                           sx_error *err)
{
    return sx_fail(err, SX_INVALID,
                   "rank %" PRId64 " names rank %" PRId64 " of a communicator of %" PRId64
                   " in %s",
                   steps->rank, peer, e->comm_size, sx_op_name(e->node->op));
}

/* One direction; a step with an end point of which the trace does not say which rank it is becomes unplaced. */
static sx_status end_point(const sx_steps *steps, const sx_event *e, sx_param_id peer,
                           sx_param_id tag, sx_step *step, sx_end *ret_end, sx_error *err)
{
    int64_t to = has(e, peer) ? e->value[peer] : SX_NULL;
    *ret_end = (sx_end) { .there = to != SX_NULL,
                          .rank = to,
                          .tag = has(e, tag) ? e->value[tag] : SX_ANY };
    if (!ret_end->there)
        return SX_OK;
    if (step->group < 0)
        step->kind = SX_STEP_UNPLACED;
    else if (to == SX_ANY && ret_end == &step->from)
        return SX_OK;
    else if (to < 0 || to >= e->comm_size)
        return not_there(steps, e, to, err);
    else if (!sx_groups_world(steps->groups, step->comm, steps->rank, to, &ret_end->rank))
        step->kind = SX_STEP_UNPLACED;
    return SX_OK;
}

static int64_t bytes_of(const sx_steps *steps, const sx_event *e)
{
    int64_t type = has(e, SX_PARAM_TYPE) ? e->value[SX_PARAM_TYPE] : -1, bytes;
    bool known = has(e, SX_PARAM_COUNT) && !sx_is_special(e->value[SX_PARAM_COUNT]) &&
                 type >= 0 && (uint64_t)type < steps->trace->ntypes &&
                 !sx_mul_overflows(e->value[SX_PARAM_COUNT],
                                   steps->trace->type[type].size, &bytes);
    return known ? bytes : -1;
}

/* Of probes and receives of what was probed, those that take the message are receives. */
static sx_step_kind kind_of(sx_op op)
{
    if (is_persistent(op))
        return SX_STEP_PREPARE;
    return op == SX_OP_Probe || op == SX_OP_Iprobe ? SX_STEP_PROBE : SX_STEP_MESSAGE;
}

static sx_status message(const sx_steps *steps, const sx_event *e, sx_step *step,
                         sx_error *err)
{
    sx_op_class class = sx_op_class_of(e->node->op);
    sx_status status = SX_OK;
    step->kind = kind_of(e->node->op);
    step->bytes = bytes_of(steps, e);
    if (e->node->op == SX_OP_Mrecv || e->node->op == SX_OP_Imrecv)
        return SX_OK;
    if (class != SX_OP_RECV)
        status = end_point(steps, e, SX_PARAM_PEER, SX_PARAM_TAG, step, &step->to, err);
    if (class == SX_OP_RECV && !status)
        status = end_point(steps, e, SX_PARAM_PEER, SX_PARAM_TAG, step, &step->from, err);
    if (class == SX_OP_SENDRECV && !status)
        status =
            end_point(steps, e, SX_PARAM_SOURCE, SX_PARAM_RTAG, step, &step->from, err);
    return status;
}

static void together(const sx_steps *steps, const sx_event *e, sx_step *step)
{
    bool end = e->node->op == SX_OP_Finalize;
    step->kind = step->group < 0 && !end ? SX_STEP_UNPLACED : SX_STEP_TOGETHER;
    if (end) {
        step->comm = 0;
        step->group = 0;
        step->size = steps->trace->p;
    }
    step->root = has(e, SX_PARAM_ROOT) ? e->value[SX_PARAM_ROOT] : SX_NULL;
}

static sx_status requests(sx_steps *steps, const sx_event *e, sx_step *step,
                          sx_error *err)
{
    size_t n = 0;
    int at = steps->turn;
    if (!has(e, SX_PARAM_REQS))
        return SX_OK;
    sx_status status = sx_walk_list(steps->walk, SX_PARAM_REQS, 0, NULL, &n, err);
    if (!status && n > MOST_REQUESTS)
        status =
            sx_fail(err, SX_LIMIT, "more than %d requests in one call", MOST_REQUESTS);
    if (!status && n > steps->capacity[at]) {
        int64_t *grown = realloc(steps->request[at], 2 * n * sizeof *grown);
        if (!grown)
            return sx_fail(err, SX_NOMEM, "out of memory");
        steps->request[at] = grown;
        steps->capacity[at] = 2 * n;
    }
    if (!status && n)
        status = sx_walk_list(steps->walk, SX_PARAM_REQS, n, steps->request[at], &n, err);
    step->listed = true;
    step->nrequests = n;
    step->request = steps->request[at];
    return status;
}

/* *ret_counts: whether it has to be looked at. */
static sx_status look(sx_steps *steps, const sx_event *e, sx_step *step, bool *ret_counts,
                      sx_error *err)
{
    sx_op op = e->node->op;
    sx_op_class class = sx_op_class_of(op);
    bool placed = has(e, SX_PARAM_COMM) && !sx_is_special(e->value[SX_PARAM_COMM]);
    *step =
        (sx_step) { .node = e->node,
                    .execution = e->execution,
                    .comm = placed ? e->comm : 0,
                    .group =
                        placed ? sx_groups_of(steps->groups, e->comm, steps->rank) : -1,
                    .size = e->comm_size,
                    .root = SX_NULL,
                    .waits = !returns_at_once(op) };
    *ret_counts = true;
    if (class == SX_OP_SEND || class == SX_OP_RECV || class == SX_OP_SENDRECV)
        return message(steps, e, step, err);
    if (op == SX_OP_Finalize || (placed && op != SX_OP_Comm_create_group &&
                                 (class == SX_OP_COLLECTIVE || class == SX_OP_COMM))) {
        together(steps, e, step);
        return SX_OK;
    }
    bool frees = op == SX_OP_Request_free || op == SX_OP_Cancel;
    step->kind = frees                  ? SX_STEP_FREE
                 : class == SX_OP_START ? SX_STEP_START
                                        : SX_STEP_COMPLETE;
    step->any = op == SX_OP_Waitany || op == SX_OP_Waitsome || op == SX_OP_Testany ||
                op == SX_OP_Testsome;
    *ret_counts = frees || class == SX_OP_START || class == SX_OP_COMPLETION;
    return *ret_counts ? requests(steps, e, step, err) : SX_OK;
}

sx_status sx_steps_next(sx_steps *steps, sx_step *ret_step, bool *ret_more,
                        uint64_t *ret_events, sx_error *err)
{
    sx_event event;
    bool counts = false;
    steps->turn = !steps->turn;
    for (;;) {
        sx_status status = sx_walk_next(steps->walk, &event, ret_more, err);
        if (status || !*ret_more)
            return status;
        ++*ret_events;
        status = look(steps, &event, ret_step, &counts, err);
        if (status || counts)
            return status;
    }
}
