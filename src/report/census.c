#include "report/census.h"

#include "base/checked.h"
#include "report/uniform.h"
#include "trace/prune.h"
#include "trace/walk.h"

static const sx_domain everybody = { .kind = SX_DOMAIN_ALL };

/* The parameters that the counts depend on. */
#define BIT(id) (UINT64_C(1) << SX_PARAM_##id)
static const uint64_t counted = BIT(COMM) | BIT(PEER) | BIT(COUNT) | BIT(TYPE) |
                                BIT(RCOUNT) | BIT(RTYPE) | BIT(INPLACE) | BIT(COUNTS) |
                                BIT(RCOUNTS) | BIT(TYPES) | BIT(RTYPES) | BIT(NDESTS);
static const uint64_t lists = BIT(INPLACE) | BIT(COUNTS) | BIT(RCOUNTS);

typedef struct census {
    const sx_trace *trace;
    sx_arena *arena;
    sx_place_of *place; /* on rank 0 */
    const sx_census_options *options;
    sx_census_sink sink;
    void *context;
    uint64_t trips[SX_MAX_DEPTH]; /* of the loops around */
    uint64_t *keep; /* nodes that must be counted rank by rank */
    sx_error *err;
} census;

static bool is_send(sx_op op)
{
    return sx_op_class_of(op) == SX_OP_SEND || sx_op_class_of(op) == SX_OP_SENDRECV;
}

static bool may_be_null(const sx_expr *expr)
{
    if (!expr)
        return false;
    return (sx_expr_is_int(expr, SX_NULL)) || may_be_null(expr->arg[0]) ||
           may_be_null(expr->arg[1]) || may_be_null(expr->arg[2]);
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
    bool pieces = value->kind == SX_VALUE_PIECES || value->kind == SX_VALUE_DRAWN;
    for (size_t i = 0; pieces && i < value->npieces && !found; i++)
        found = seq_has_null(value->piece[i].seq);
    return found;
}

/* How often the event's values must be evaluated rank by rank: for every iteration of the
 * loops whose counters they follow. Long expressions count for more than one. */
static uint64_t evaluations(const census *c, const sx_node *node, int64_t ranks,
                            uint64_t times)
{
    const sx_param *count = sx_node_param(node, SX_PARAM_COUNT);
    const sx_param *peer = sx_node_param(node, SX_PARAM_PEER);
    uint64_t work = (uint64_t)ranks, counters = 0, of_peer = 0;
    if (sx_mul_overflows(work, sx_uniform_effort(c->place, node), &work))
        return UINT64_MAX;
    if (!count)
        return sx_mul_overflows(work, times, &work) ? UINT64_MAX : work;
    if (count->value.kind == SX_VALUE_EXPR)
        sx_expr_uses(count->value.expr, &counters, NULL);
    if (peer && peer->value.kind == SX_VALUE_EXPR)
        sx_expr_uses(peer->value.expr, &of_peer, NULL);
    for (counters |= of_peer; counters; counters &= counters - 1) {
        if (sx_mul_overflows(work, c->trips[__builtin_ctzll(counters)], &work))
            return UINT64_MAX;
    }
    return work;
}

/* The counts of an event on their way to the sink, as bytes. */
typedef struct lines {
    census *c;
    const sx_share *share;
    int64_t type_size;
} lines;

static sx_status take_line(void *context, const sx_line *line)
{
    const lines *l = context;
    sx_share share = *l->share;
    int64_t last;
    if (sx_mul_overflows(line->first, l->type_size, &share.bytes) ||
        sx_mul_overflows(line->stride, l->type_size, &share.stride) ||
        sx_mul_overflows(share.stride, line->steps - 1, &last) ||
        sx_add_overflows(share.bytes, last, &last))
        return sx_fail(l->c->err, SX_OVERFLOW,
                       "the bytes of a message do not fit in 64 bits");
    if (share.bytes < 0 || last < 0)
        return sx_fail(l->c->err, SX_INVALID, "a message has a negative number of bytes");
    share.steps = line->steps;
    share.times = line->times;
    if (line->set) {
        share.set = line->set;
        share.ranks = line->set->count;
    }
    return l->c->sink(l->c->context, &share, l->c->err);
}

/* Whether the bytes are known for all ranks at once. */
static bool bytes_at_once(const census *c, const sx_node *node, int64_t ranks,
                          uint64_t times, int64_t *ret_type_size)
{
    int64_t type;
    const sx_param *count = sx_node_param(node, SX_PARAM_COUNT);
    const sx_param *type_param = sx_node_param(node, SX_PARAM_TYPE);
    *ret_type_size = 0;
    for (uint32_t i = 0; i < node->nparams; i++) {
        if (lists >> node->param[i].id & 1)
            return false;
    }
    if (c->options->calls_only || !count || !type_param)
        return true;
    if (!sx_uniform_value(c->place, &type_param->value, &type) || type < 0 ||
        (uint64_t)type >= c->trace->ntypes ||
        !sx_uniform_covers(c->place, &count->value, ranks, times))
        return false;
    *ret_type_size = c->trace->type[type].size;
    return true;
}

/* Counts an event for all its ranks at once; *ret_done is false when that is not possible. */
static sx_status count_at_once(census *c, const sx_node *node, const sx_domain *domain,
                               int64_t ranks, uint64_t times, bool *ret_done)
{
    const sx_param *peer = sx_node_param(node, SX_PARAM_PEER);
    const sx_param *count = sx_node_param(node, SX_PARAM_COUNT);
    bool message = is_send(node->op) && !c->options->calls_only;
    bool null_known = !message || (peer && !value_may_be_null(&peer->value));
    sx_share share = { .node = node,
                       .rank = -1,
                       .ranks = ranks,
                       .times = times,
                       .steps = 1,
                       .message = message,
                       .counted = true };
    lines l = { .c = c, .share = &share };
    bool known = bytes_at_once(c, node, ranks, times, &l.type_size) && null_known;
    *ret_done =
        known || evaluations(c, node, ranks, times) > c->options->most_evaluations;
    if (!*ret_done || times == 0 || ranks == 0)
        return SX_OK;
    if (ranks < c->trace->p) {
        share.set = sx_uniform_set(c->arena, c->place, domain);
        if (!share.set)
            return sx_fail(c->err, SX_NOMEM, "out of memory");
    }
    if (known && l.type_size)
        return sx_uniform_lines(c->place, &count->value, times, take_line, &l);
    share.counted = known;
    share.message = message && null_known;
    return c->sink(c->context, &share, c->err);
}

static void keep_all(census *c, const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        c->keep[node->id] = SX_KEEP_NODE | (c->options->calls_only ? 0 : counted);
        if (node->kind == SX_NODE_LOOP)
            keep_all(c, &node->body);
    }
}

/* Events of a block that each of `ranks` ranks goes through `times` times. */
static sx_status count_block(census *c, const sx_block *block, const sx_domain *domain,
                             int64_t ranks, uint64_t times, unsigned depth)
{
    sx_status status = SX_OK;
    for (size_t i = 0; i < block->n && !status; i++) {
        const sx_node *node = block->node[i];
        const sx_domain *own = node->ranks.kind == SX_DOMAIN_ALL ? domain : &node->ranks;
        const sx_block alone = { 1, &block->node[i] };
        int64_t own_ranks, trips;
        uint64_t inner;
        bool done = false;
        bool known =
            sx_uniform_ranks(c->place, &node->ranks, domain, ranks, &own_ranks) &&
            own_ranks <= c->trace->p;
        if (known && node->kind == SX_NODE_LOOP &&
            sx_uniform_value(c->place, &node->trips, &trips) && trips >= 0 &&
            !sx_mul_overflows(times, (uint64_t)trips, &inner) && depth < SX_MAX_DEPTH) {
            c->trips[depth] = (uint64_t)trips;
            done = true;
            status = count_block(c, &node->body, own, own_ranks, inner, depth + 1);
        } else if (node->kind == SX_NODE_EVENT &&
                   sx_op_class_of(node->op) == SX_OP_REGION) {
            done = true;
        } else if (known && node->kind == SX_NODE_EVENT) {
            status = count_at_once(c, node, own, own_ranks, times, &done);
        }
        if (!done)
            keep_all(c, &alone);
    }
    return status;
}

static sx_status count_rank(census *c, sx_walk *walk, const sx_node *const *origin,
                            sx_rank rank)
{
    sx_status status = sx_walk_start_folded(walk, rank, c->err);
    while (!status) {
        sx_event e;
        bool more = true;
        int64_t bytes = 0;
        status = sx_walk_next(walk, &e, &more, c->err);
        if (status || !more)
            break;
        if (!c->options->calls_only)
            status = sx_walk_bytes(walk, &bytes, c->err);
        if (status)
            break;
        sx_share share = { .node = origin[e.node->id],
                           .rank = rank,
                           .ranks = 1,
                           .times = e.times,
                           .steps = 1,
                           .bytes = bytes > 0 ? bytes : 0,
                           .counted = true };
        share.message = !c->options->calls_only && is_send(e.node->op) &&
                        e.present >> SX_PARAM_PEER & 1 &&
                        e.value[SX_PARAM_PEER] != SX_NULL;
        status = c->sink(c->context, &share, c->err);
    }
    return status;
}

static sx_status count_rest(census *c)
{
    sx_trace rest;
    bool empty = false;
    sx_walk *walk = NULL;
    sx_status status = sx_trace_prune(c->arena, c->trace, c->keep, &rest, &empty, c->err);
    if (status || empty)
        return status;
    const sx_node **origin = sx_prune_origins(c->arena, c->trace, c->keep);
    status = origin ? sx_walk_create(&rest, &walk, c->err)
                    : sx_fail(c->err, SX_NOMEM, "out of memory");
    for (sx_rank rank = 0; rank < rest.p && !status; rank++)
        status = count_rank(c, walk, origin, rank);
    sx_walk_destroy(walk);
    return status;
}

static sx_status count_all(census *c)
{
    c->keep = SX_NEW_ARRAY(c->arena, uint64_t, c->trace->nnodes);
    c->place = sx_place_create(c->trace);
    if (!c->keep || !c->place)
        return sx_fail(c->err, SX_NOMEM, "out of memory");
    sx_status status = sx_place_move(c->place, 0, c->err);
    if (!status)
        status = count_block(c, &c->trace->program, &everybody, c->trace->p, 1, 0);
    return status ? status : count_rest(c);
}

sx_status sx_census(const sx_trace *trace, const sx_census_options *options,
                    sx_census_sink sink, void *context, sx_error *err)
{
    census c = { .trace = trace,
                 .options = options,
                 .sink = sink,
                 .context = context,
                 .arena = sx_arena_create(),
                 .err = err };
    sx_status status = c.arena ? count_all(&c) : sx_fail(err, SX_NOMEM, "out of memory");
    sx_place_destroy(c.place);
    sx_arena_destroy(c.arena);
    return status;
}

bool sx_share_of_each(const sx_share *share, uint64_t *ret_calls, uint64_t *ret_bytes)
{
    int64_t sum;
    return !sx_mul_overflows(share->times, share->steps, ret_calls) &&
           sx_line_sum(share->bytes, share->stride, share->steps, &sum) && sum >= 0 &&
           !sx_mul_overflows((uint64_t)sum, share->times, ret_bytes);
}

bool sx_share_total(const sx_share *share, uint64_t *ret_calls, uint64_t *ret_bytes)
{
    uint64_t calls, bytes;
    return sx_share_of_each(share, &calls, &bytes) &&
           !sx_mul_overflows(calls, (uint64_t)share->ranks, ret_calls) &&
           !sx_mul_overflows(bytes, (uint64_t)share->ranks, ret_bytes);
}
