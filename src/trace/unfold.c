#include "base/checked.h"
#include "trace/executions.h"
#include "trace/merge.h"
#include "trace/place.h"

#include <stdlib.h>

/* Longer sequences are kept without a look for repetitions. */
enum { FOLDED = 1 << 16 };

typedef struct unfolding {
    sx_arena *arena;
    const sx_trace *trace;
    sx_place_of *place;
    uint32_t depth; /* loops around */
    const sx_seq *
        *trips[SX_MAX_DEPTH]; /* of each, by rank; NULL where they are not known */
    sx_error *err;
} unfolding;

/* A scalar of an event, or the trips of a loop. */
typedef struct scalar_of {
    const sx_expr *expr;
    const sx_seq **comm; /* by rank; NULL: the world */
    bool relative;
    bool is_index;
    size_t table; /* of an index: entries of what it indexes */
    uint32_t outermost; /* counters of loops outside of this depth do not occur */
} scalar_of;

static sx_status no_memory(const unfolding *u)
{
    return sx_fail(u->err, SX_NOMEM, "out of memory");
}

static sx_status value_at(const unfolding *u, const scalar_of *scalar, sx_rank rank,
                          const sx_executions *at, uint64_t k, int64_t *ret_value)
{
    const sx_seq *comms = scalar->comm ? scalar->comm[rank] : NULL;
    int64_t comm = comms ? sx_seq_at(comms, k) : 0, size, own;
    if (comm < 0 || (uint64_t)comm >= u->trace->ncomms + 2)
        return sx_fail(u->err, SX_INVALID, "an end point in no communicator");
    sx_expr_env env = sx_place_env(u->place, (uint32_t)comm, at->counter, u->depth);
    sx_status status = sx_expr_eval(scalar->expr, &env, ret_value, u->err);
    if (!status && scalar->is_index && !sx_is_special(*ret_value) &&
        (*ret_value < 0 || (uint64_t)*ret_value >= scalar->table))
        status = sx_fail(u->err, SX_INVALID, "there is no table entry %lld",
                         (long long)*ret_value);
    if (status || !scalar->relative || sx_is_special(*ret_value))
        return status;
    sx_place_comm(u->place, (uint32_t)comm, &size, &own);
    if (size < 1 || *ret_value < 0 || *ret_value >= size)
        return sx_fail(u->err, SX_INVALID, "an end point that its communicator has not");
    int64_t distance = sx_floor_mod(*ret_value - own, size);
    *ret_value = 2 * distance > size ? distance - size : distance;
    return SX_OK;
}

static sx_status fill(const unfolding *u, const scalar_of *scalar, sx_rank rank,
                      sx_executions *at, int64_t *value, uint64_t n)
{
    sx_status status = sx_place_move(u->place, rank, u->err);
    for (uint64_t k = 0; k < n && !status; k++) {
        if (!sx_executions_next(at))
            return sx_fail(u->err, SX_INVALID, "fewer executions than were counted");
        status = value_at(u, scalar, rank, at, k, &value[k]);
    }
    return status;
}

/* What a rank has that never executes the node: nobody asks. */
static sx_status sequence_of_none(const unfolding *u, const sx_seq **ret_seq)
{
    *ret_seq = sx_seq_constant(u->arena, 0);
    return *ret_seq ? SX_OK : no_memory(u);
}

/* What one rank has. */
static sx_status sequence_of(const unfolding *u, const scalar_of *scalar, sx_rank rank,
                             const sx_seq **ret_seq)
{
    const sx_seq *trips[SX_MAX_DEPTH];
    uint64_t length = scalar->comm && scalar->comm[rank] ? scalar->comm[rank]->length : 1;
    sx_span span;
    sx_executions at;
    for (uint32_t d = 0; d < u->depth; d++) {
        trips[d] = u->trips[d][rank];
        if (!trips[d])
            return sequence_of_none(u, ret_seq);
    }
    if (!sx_span_find(trips, u->depth, scalar->outermost, length, &span))
        return sx_fail(u->err, SX_LIMIT,
                       "an expression has too many values to be a sequence");
    if (span.n == 0)
        return sequence_of_none(u, ret_seq);
    int64_t *value = calloc(span.n, sizeof *value);
    if (!value)
        return no_memory(u);
    sx_executions_init(&at, trips, u->depth, span.first);
    sx_status status = fill(u, scalar, rank, &at, value, span.n);
    if (!status) {
        *ret_seq = span.n <= FOLDED ? sx_seq_from_values(u->arena, value, span.n, true)
                                    : sx_seq_literal(u->arena, value, span.n);
        status = *ret_seq ? SX_OK : no_memory(u);
    }
    free(value);
    return status;
}

/* Who takes part; false where that is said by expressions. */
static bool known_set(const sx_domain *domain, const sx_ranklist *enclosing,
                      sx_ranklist *ret_set)
{
    if (domain->kind == SX_DOMAIN_RANKS)
        *ret_set = domain->ranks;
    else if (domain->kind == SX_DOMAIN_ALL && enclosing)
        *ret_set = *enclosing;
    else
        return false;
    return true;
}

static sx_status unfold_scalar(const unfolding *u, const sx_ranklist *participants,
                               scalar_of *scalar, sx_value *value)
{
    uint64_t counters;
    size_t n = (size_t)participants->count;
    sx_rank *rank = calloc(n, sizeof *rank);
    sx_piece *piece = SX_NEW_ARRAY(u->arena, sx_piece, n);
    sx_status status = rank && piece ? SX_OK : no_memory(u);
    scalar->expr = value->expr;
    sx_expr_uses(value->expr, &counters, NULL);
    scalar->outermost = counters ? (uint32_t)__builtin_ctzll(counters) : u->depth;
    sx_value pieces = { .kind = SX_VALUE_PIECES,
                        .relative = scalar->relative,
                        .npieces = n,
                        .piece = piece,
                        .evidence = value->evidence };
    if (!status)
        sx_ranklist_expand(participants, rank);
    for (size_t i = 0; i < n && !status; i++) {
        status = sequence_of(u, scalar, rank[i], &piece[i].seq);
        if (!status)
            status = sx_ranklist_range(u->arena, rank[i], 1, &piece[i].ranks, u->err);
    }
    free(rank);
    if (!status)
        *value = pieces;
    return status;
}

/* Entries of the table that a parameter indexes. */
static size_t table_of(const sx_trace *trace, sx_param_id id)
{
    return id == SX_PARAM_COMM || id == SX_PARAM_NEWCOMM ? trace->ncomms
           : id == SX_PARAM_REDOP                        ? trace->nredops
           : id == SX_PARAM_REGION                       ? trace->nregions
                                                         : trace->ntypes;
}

/* The communicators of the event by rank, which end points refer to; of an event without one NULL. */
static sx_status unfold_comm(const unfolding *u, const sx_ranklist *participants,
                             sx_node *node, const sx_seq ***ret_comms)
{
    sx_param *comm = sx_node_param(node, SX_PARAM_COMM);
    scalar_of scalar = { .comm = NULL,
                         .is_index = true,
                         .table = table_of(u->trace, SX_PARAM_COMM) };
    sx_status status = SX_OK;
    *ret_comms = NULL;
    if (!comm)
        return SX_OK;
    if (comm->value.kind == SX_VALUE_EXPR)
        status = unfold_scalar(u, participants, &scalar, &comm->value);
    return status ? status
                  : sx_value_sequences(u->arena, &comm->value, participants, u->trace->p,
                                       ret_comms, u->err);
}

static sx_status unfold_event(const unfolding *u, const sx_ranklist *participants,
                              sx_node *node)
{
    const sx_seq **comms;
    node->param =
        sx_arena_copy(u->arena, node->param, node->nparams, sizeof *node->param);
    if (!node->param)
        return no_memory(u);
    sx_status status = unfold_comm(u, participants, node, &comms);
    for (uint32_t i = 0; i < node->nparams && !status; i++) {
        sx_param *param = &node->param[i];
        bool end_point = sx_param_is_rank(param->id) && param->id != SX_PARAM_ROOT;
        scalar_of scalar = { .comm = comms,
                             .relative = end_point,
                             .is_index = sx_param_is_index(param->id),
                             .table = table_of(u->trace, param->id) };
        if (param->value.kind == SX_VALUE_EXPR &&
            sx_param_list_length(param->id) == SX_PARAM_NONE)
            status = unfold_scalar(u, participants, &scalar, &param->value);
    }
    return status;
}

static bool has_expressions(const sx_node *node)
{
    bool found = node->kind == SX_NODE_LOOP && node->trips.kind == SX_VALUE_EXPR;
    for (uint32_t i = 0; i < node->nparams && !found; i++)
        found = node->param[i].value.kind == SX_VALUE_EXPR;
    for (size_t i = 0; i < node->body.n && !found; i++)
        found = has_expressions(node->body.node[i]);
    return found;
}

static sx_status unfold_block(unfolding *u, const sx_ranklist *enclosing,
                              sx_block *block);

static sx_status unfold_loop(unfolding *u, const sx_ranklist *participants, sx_node *node)
{
    scalar_of trips = { .comm = NULL };
    sx_status status = SX_OK;
    if (u->depth == SX_MAX_DEPTH)
        return sx_fail(u->err, SX_LIMIT, "loops nest deeper than %d", SX_MAX_DEPTH);
    if (node->trips.kind == SX_VALUE_EXPR)
        status = unfold_scalar(u, participants, &trips, &node->trips);
    if (status || node->trips.kind == SX_VALUE_EXPR)
        return status;
    status = sx_value_sequences(u->arena, &node->trips, participants, u->trace->p,
                                &u->trips[u->depth], u->err);
    u->depth++;
    if (!status)
        status = unfold_block(u, participants, &node->body);
    u->depth--;
    return status;
}

static sx_status unfold_block(unfolding *u, const sx_ranklist *enclosing, sx_block *block)
{
    sx_status status = SX_OK;
    block->node = sx_arena_copy(u->arena, block->node, block->n, sizeof *block->node);
    if (!block->node)
        return no_memory(u);
    for (size_t i = 0; i < block->n && !status; i++) {
        sx_ranklist set;
        if (!has_expressions(block->node[i]) ||
            !known_set(&block->node[i]->ranks, enclosing, &set))
            continue;
        sx_node *node = sx_arena_copy(u->arena, block->node[i], 1, sizeof *node);
        if (!node)
            return no_memory(u);
        block->node[i] = node;
        status = node->kind == SX_NODE_LOOP ? unfold_loop(u, &set, node)
                                            : unfold_event(u, &set, node);
    }
    return status;
}

/* Sizes of communicators, and ranks in them. */
static sx_status unfold_member(const unfolding *u, uint32_t comm, bool size,
                               const sx_ranklist *participants, sx_value *value)
{
    size_t n = (size_t)participants->count;
    sx_rank *rank = calloc(n, sizeof *rank);
    int64_t *number = calloc(n, sizeof *number), other;
    sx_status status = rank && number ? SX_OK : no_memory(u);
    if (!status)
        sx_ranklist_expand(participants, rank);
    for (size_t i = 0; i < n && !status; i++) {
        status = sx_place_move(u->place, rank[i], u->err);
        if (!status)
            sx_place_comm(u->place, comm, size ? &number[i] : &other,
                          size ? &other : &number[i]);
    }
    sx_value listed = { .kind = SX_VALUE_BY_RANK, .evidence = value->evidence };
    if (!status) {
        listed.by_rank = sx_seq_from_values(u->arena, number, n, true);
        status = listed.by_rank
                     ? sx_value_to_pieces(u->arena, &listed, participants, value, u->err)
                     : no_memory(u);
    }
    free(rank);
    free(number);
    return status;
}

static sx_status unfold_comms(const unfolding *u, const sx_ranklist *everybody,
                              sx_trace *out)
{
    sx_comm *comm =
        sx_arena_copy(u->arena, u->trace->comm, u->trace->ncomms, sizeof *comm);
    sx_status status = comm ? SX_OK : no_memory(u);
    for (uint32_t i = 2; i < u->trace->ncomms && !status; i++) {
        sx_ranklist set;
        if (!known_set(&comm[i].members, everybody, &set))
            continue;
        if (comm[i].size.kind == SX_VALUE_EXPR)
            status = unfold_member(u, i, true, &set, &comm[i].size);
        if (!status && comm[i].rank.kind == SX_VALUE_EXPR)
            status = unfold_member(u, i, false, &set, &comm[i].rank);
    }
    out->comm = comm;
    return status;
}

sx_status sx_trace_unfold(sx_arena *arena, const sx_trace *trace, sx_trace *ret_trace,
                          sx_error *err)
{
    sx_ranklist everybody;
    sx_trace out = *trace;
    unfolding u = { .arena = arena, .trace = trace, .err = err };
    if (trace->p < 1)
        return sx_fail(err, SX_INVALID, "the number of ranks of a formula trace is open");
    sx_status status = sx_ranklist_range(arena, 0, trace->p, &everybody, err);
    if (status)
        return status;
    u.place = sx_place_create(trace);
    status = u.place ? unfold_comms(&u, &everybody, &out) : no_memory(&u);
    if (!status)
        status = unfold_block(&u, &everybody, &out.program);
    sx_place_destroy(u.place);
    if (!status)
        *ret_trace = out;
    return status;
}
