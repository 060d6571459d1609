#include "report/count.h"

#include "base/checked.h"
#include "report/prune.h"
#include "report/uniform.h"
#include "trace/walk.h"

#include <string.h>

static const sx_domain everybody = { .kind = SX_DOMAIN_ALL };

/* The parameters that the counts depend on. */
#define BIT(id) (UINT64_C(1) << SX_PARAM_##id)
static const uint64_t counted = BIT(COMM) | BIT(PEER) | BIT(COUNT) | BIT(TYPE) |
                                BIT(RCOUNT) | BIT(RTYPE) | BIT(INPLACE) | BIT(COUNTS) |
                                BIT(RCOUNTS) | BIT(TYPES) | BIT(RTYPES);
static const uint64_t lists = BIT(INPLACE) | BIT(COUNTS) | BIT(RCOUNTS);

typedef struct counter {
    const sx_trace *trace;
    sx_place_of *place; /* on rank 0 */
    const sx_count_options *options;
    bool overflows;
    uint64_t trips[SX_MAX_DEPTH]; /* of the loops around */
    sx_totals *totals;
    uint64_t *keep; /* nodes that must be counted rank by rank */
} counter;

static void add(counter *c, sx_op op, uint64_t calls, uint64_t bytes, bool message)
{
    sx_total *into[2] = { &c->totals->op[op], &c->totals->all };
    for (int i = 0; i < 2; i++) {
        bool over = sx_add_overflows(into[i]->calls, calls, &into[i]->calls) ||
                    sx_add_overflows(into[i]->bytes, bytes, &into[i]->bytes);
        if (message) {
            into[i]->messages += calls;
            into[i]->message_bytes += bytes;
        }
        c->overflows = c->overflows || over;
    }
}

static bool is_send(sx_op op)
{
    return sx_op_class_of(op) == SX_OP_SEND || sx_op_class_of(op) == SX_OP_SENDRECV;
}

static bool may_be_null(const sx_expr *expr)
{
    if (!expr)
        return false;
    return (expr->op == SX_EXPR_INT && expr->value == SX_NULL) ||
           may_be_null(expr->arg[0]) || may_be_null(expr->arg[1]) ||
           may_be_null(expr->arg[2]);
}

static bool seq_has_null(const sx_seq *seq)
{
    bool found = false;
    for (uint32_t i = 0; i < seq->n && !found; i++)
        found = seq->run[i].sub ? seq_has_null(seq->run[i].sub)
                                : seq->run[i].first == SX_NULL;
    return found;
}

static bool value_may_be_null(const sx_value *value)
{
    if (value->kind == SX_VALUE_EXPR)
        return may_be_null(value->expr);
    bool found = value->kind == SX_VALUE_BY_RANK && seq_has_null(value->by_rank);
    for (uint32_t i = 0; value->kind == SX_VALUE_BY_STEP && i < value->nsteps && !found;
         i++)
        found = value_may_be_null(&value->step[i]);
    for (size_t i = 0; value->kind == SX_VALUE_PIECES && i < value->npieces && !found;
         i++)
        found = seq_has_null(value->piece[i].seq);
    return found;
}

/* Bytes of `times` executions by each of `ranks`; false when that needs every rank. */
static bool uniform_bytes(const counter *c, const sx_node *node, int64_t ranks,
                          uint64_t times, int64_t *ret_bytes)
{
    int64_t type, count;
    const sx_param *count_param = sx_node_param(node, SX_PARAM_COUNT);
    const sx_param *type_param = sx_node_param(node, SX_PARAM_TYPE);
    *ret_bytes = 0;
    for (uint32_t i = 0; i < node->nparams; i++) {
        if (lists >> node->param[i].id & 1)
            return false;
    }
    if (!count_param || !type_param)
        return true;
    return sx_uniform_value(c->place, &type_param->value, &type) && type >= 0 &&
           (uint64_t)type < c->trace->ntypes &&
           sx_uniform_sum(c->place, &count_param->value, ranks, times, &count) &&
           !sx_mul_overflows(count, c->trace->type[type].size, ret_bytes) &&
           *ret_bytes >= 0;
}

/* How often the event's count must be evaluated rank by rank: for every iteration of
 * the loops whose counters it follows. */
static uint64_t evaluations(const counter *c, const sx_node *node, int64_t ranks,
                            uint64_t times)
{
    const sx_param *count = sx_node_param(node, SX_PARAM_COUNT);
    uint64_t work = (uint64_t)ranks, counters = 0;
    if (!count || count->value.kind != SX_VALUE_EXPR)
        return count ? work : work * times;
    sx_expr_uses(count->value.expr, &counters, NULL);
    for (; counters; counters &= counters - 1) {
        if (sx_mul_overflows(work, c->trips[__builtin_ctzll(counters)], &work))
            return UINT64_MAX;
    }
    return work;
}

/* Counts an event for all ranks at once; false when that is not possible. */
static bool count_at_once(counter *c, const sx_node *node, int64_t ranks, uint64_t times)
{
    uint64_t calls;
    int64_t bytes = 0;
    const sx_param *peer = sx_node_param(node, SX_PARAM_PEER);
    bool message = is_send(node->op) && !c->options->calls_only;
    if (sx_mul_overflows((uint64_t)ranks, times, &calls)) {
        c->overflows = true;
        return true;
    }
    bool bytes_known =
        c->options->calls_only || uniform_bytes(c, node, ranks, times, &bytes);
    bool null_known = !message || (peer && !value_may_be_null(&peer->value));
    if (!bytes_known || !null_known) {
        if (evaluations(c, node, ranks, times) <= c->options->most_evaluations)
            return false;
        c->totals->op[node->op].uncounted += calls;
        c->totals->all.uncounted += calls;
        bytes = 0;
    }
    add(c, node->op, calls, (uint64_t)bytes, message && null_known);
    return true;
}

static void keep_all(counter *c, const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        c->keep[node->id] = SX_KEEP_NODE | (c->options->calls_only ? 0 : counted);
        if (node->kind == SX_NODE_LOOP)
            keep_all(c, &node->body);
    }
}

/* Events of a block that each of `ranks` ranks goes through `times` times. */
static void count_block(counter *c, const sx_block *block, const sx_domain *domain,
                        int64_t ranks, uint64_t times, unsigned depth)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        const sx_domain *own = node->ranks.kind == SX_DOMAIN_ALL ? domain : &node->ranks;
        const sx_block alone = { 1, &block->node[i] };
        int64_t own_ranks, trips;
        uint64_t inner;
        bool known = sx_uniform_ranks(c->place, &node->ranks, domain, ranks, &own_ranks);
        if (known && node->kind == SX_NODE_LOOP &&
            sx_uniform_value(c->place, &node->trips, &trips) && trips >= 0 &&
            !sx_mul_overflows(times, (uint64_t)trips, &inner) && depth < SX_MAX_DEPTH) {
            c->trips[depth] = (uint64_t)trips;
            count_block(c, &node->body, own, own_ranks, inner, depth + 1);
        } else if (!known || node->kind == SX_NODE_LOOP ||
                   !count_at_once(c, node, own_ranks, times)) {
            keep_all(c, &alone);
        }
    }
}

static sx_status count_rank(counter *c, sx_walk *walk, sx_rank rank, sx_error *err)
{
    sx_status status = sx_walk_start_folded(walk, rank, err);
    while (!status) {
        sx_event e;
        bool more = true;
        int64_t bytes = 0;
        uint64_t total = 0;
        status = sx_walk_next(walk, &e, &more, err);
        if (status || !more)
            break;
        if (!c->options->calls_only)
            status = sx_walk_bytes(walk, &bytes, err);
        if (sx_mul_overflows(e.times, (uint64_t)(bytes > 0 ? bytes : 0), &total))
            c->overflows = true;
        add(c, e.node->op, e.times, total,
            !c->options->calls_only && is_send(e.node->op) &&
                e.present >> SX_PARAM_PEER & 1 && e.value[SX_PARAM_PEER] != SX_NULL);
    }
    return status;
}

static sx_status count_rest(counter *c, sx_arena *arena, sx_error *err)
{
    sx_trace rest;
    bool empty = false;
    sx_walk *walk = NULL;
    sx_status status = sx_trace_prune(arena, c->trace, c->keep, &rest, &empty, err);
    if (status || empty)
        return status;
    status = sx_walk_create(&rest, &walk, err);
    for (sx_rank rank = 0; rank < rest.p && !status; rank++)
        status = count_rank(c, walk, rank, err);
    sx_walk_destroy(walk);
    return status;
}

static sx_status count(counter *c, sx_arena *arena, sx_error *err)
{
    c->keep = SX_NEW_ARRAY(arena, uint64_t, c->trace->nnodes);
    c->place = sx_place_create(c->trace);
    if (!c->keep || !c->place)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status status = sx_place_move(c->place, 0, err);
    if (status)
        return status;
    count_block(c, &c->trace->program, &everybody, c->trace->p, 1, 0);
    if (!c->overflows)
        status = count_rest(c, arena, err);
    if (!status && c->overflows)
        status = sx_fail(err, SX_OVERFLOW, "the totals do not fit in 64 bits");
    return status;
}

sx_status sx_totals_count(const sx_trace *trace, const sx_count_options *options,
                          sx_totals *ret_totals, sx_error *err)
{
    sx_totals totals;
    counter c = { .trace = trace, .options = options, .totals = &totals };
    sx_arena *arena = sx_arena_create();
    memset(&totals, 0, sizeof totals);
    sx_status status =
        arena ? count(&c, arena, err) : sx_fail(err, SX_NOMEM, "out of memory");
    if (!status)
        *ret_totals = totals;
    sx_place_destroy(c.place);
    sx_arena_destroy(arena);
    return status;
}

static sx_status count_comms(const sx_trace *trace, sx_place_of *place,
                             sx_comm_total *comm, sx_error *err)
{
    for (sx_rank rank = 0; rank < trace->p && trace->ncomms > 2; rank++) {
        sx_status status = sx_place_move(place, rank, err);
        if (status)
            return status;
        for (uint32_t c = 2; c < trace->ncomms; c++) {
            int64_t size, own;
            sx_place_comm(place, c, &size, &own);
            if (size == 0)
                continue;
            if (comm[c].members++ == 0 || size < comm[c].min_size)
                comm[c].min_size = size;
            if (size > comm[c].max_size)
                comm[c].max_size = size;
            comm[c].groups += own == 0;
        }
    }
    return SX_OK;
}

sx_status sx_comms_count(sx_arena *arena, const sx_trace *trace, sx_comm_total **ret_comm,
                         sx_error *err)
{
    sx_comm_total *comm = SX_NEW_ARRAY(arena, sx_comm_total, trace->ncomms + 2);
    sx_place_of *place = sx_place_create(trace);
    sx_status status = SX_OK;
    if (!comm || !place)
        status = sx_fail(err, SX_NOMEM, "out of memory");
    else
        status = count_comms(trace, place, comm, err);
    sx_place_destroy(place);
    if (status)
        return status;
    comm[0] = (sx_comm_total) { trace->p, 1, trace->p, trace->p };
    comm[1] = (sx_comm_total) { trace->p, trace->p, 1, 1 };
    *ret_comm = comm;
    return SX_OK;
}
