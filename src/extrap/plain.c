#include "extrap/plain.h"

#include "trace/executions.h"
#include "trace/merge.h"
#include "trace/place.h"

#include <stdlib.h>

enum { MOST_LISTED = 1 << 20 }; /* elements of all lists of all ranks: some seconds */

typedef struct plainer {
    sx_arena *arena;
    const sx_trace *trace;
    sx_place_of **place; /* of every rank */
    uint32_t depth; /* loops around */
    const sx_seq **trips[SX_MAX_DEPTH]; /* of each, by rank */
    int64_t listed; /* elements so far */
    sx_error *err;
} plainer;

static sx_status nomem(const plainer *pl)
{
    return sx_fail(pl->err, SX_NOMEM, "out of memory");
}

/* ---- who takes part ---- */

/* Those of the enclosing set that the domain has, as a ranklist; `in` afterwards. */
static sx_status plain_set(const plainer *pl, const bool *around, sx_domain *domain,
                           bool **ret_in)
{
    sx_rank p = pl->trace->p;
    bool *in = SX_NEW_ARRAY(pl->arena, bool, (size_t)p);
    sx_rank *rank = SX_NEW_ARRAY(pl->arena, sx_rank, (size_t)p);
    size_t n = 0;
    if (!in || !rank)
        return nomem(pl);
    for (sx_rank r = 0; r < p; r++) {
        sx_status st =
            around[r] ? sx_place_in(pl->place[r], domain, &in[r], pl->err) : SX_OK;
        if (st)
            return st;
        if (in[r])
            rank[n++] = r;
    }
    *domain = (sx_domain) { .kind = SX_DOMAIN_RANKS };
    *ret_in = in;
    return sx_ranklist_from_ranks(pl->arena, rank, n, &domain->ranks, pl->err);
}

/* ---- values ---- */

typedef struct by_rank {
    sx_piece *piece;
    size_t n;
} by_rank;

static bool open_pieces(const plainer *pl, const bool *in, by_rank *pieces)
{
    size_t n = 0;
    for (sx_rank r = 0; r < pl->trace->p; r++)
        n += in[r];
    *pieces = (by_rank) { SX_NEW_ARRAY(pl->arena, sx_piece, n), 0 };
    return pieces->piece != NULL;
}

static sx_status add_piece(const plainer *pl, by_rank *pieces, sx_rank r,
                           const sx_seq *seq)
{
    sx_piece *piece = &pieces->piece[pieces->n++];
    piece->seq = seq;
    return seq ? sx_ranklist_range(pl->arena, r, 1, &piece->ranks, pl->err) : nomem(pl);
}

/* A value that no counter enters. */
static sx_status plain_constant(const plainer *pl, const bool *in, uint32_t comm,
                                sx_value *value)
{
    by_rank pieces;
    if (value->kind != SX_VALUE_EXPR)
        return SX_OK;
    if (!open_pieces(pl, in, &pieces))
        return nomem(pl);
    sx_status st = SX_OK;
    for (sx_rank r = 0; !st && r < pl->trace->p; r++) {
        int64_t number;
        if (!in[r])
            continue;
        sx_expr_env env = sx_place_env(pl->place[r], comm, NULL, 0);
        st = sx_expr_eval(value->expr, &env, &number, pl->err);
        if (!st)
            st = add_piece(pl, &pieces, r, sx_seq_constant(pl->arena, number));
    }
    *value = (sx_value) { .kind = SX_VALUE_PIECES,
                          .npieces = pieces.n,
                          .piece = pieces.piece };
    return st;
}

/* ---- lists ---- */

typedef struct list_of {
    const sx_expr *expr, *length; /* NULL: 1, or the size of the communicator */
    bool for_each; /* of its ranks one element */
    const sx_expr *comm;
    uint32_t outermost; /* counters of loops outside of this depth do not occur */
    int64_t *value;
    size_t n, capacity;
} list_of;

static bool append(list_of *list, int64_t value)
{
    if (list->n == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 64;
        int64_t *more = realloc(list->value, capacity * sizeof *more);
        if (!more)
            return false;
        list->value = more;
        list->capacity = capacity;
    }
    list->value[list->n++] = value;
    return true;
}

/* The elements of one execution. */
static sx_status add_elements(plainer *pl, list_of *list, sx_rank r,
                              const int64_t *counter)
{
    sx_expr_env env = sx_place_env(pl->place[r], 0, counter, pl->depth);
    int64_t comm = 0, length, size, own, value;
    sx_status st = list->comm ? sx_expr_eval(list->comm, &env, &comm, pl->err) : SX_OK;
    if (st)
        return st;
    if (comm < 0 || (uint64_t)comm >= pl->trace->ncomms)
        return sx_fail(pl->err, SX_INVALID, "a list on no communicator");
    sx_place_comm(pl->place[r], (uint32_t)comm, &size, &own);
    env = sx_place_env(pl->place[r], (uint32_t)comm, counter, pl->depth);
    length = list->for_each ? size : 1;
    if (list->length)
        st = sx_expr_eval(list->length, &env, &length, pl->err);
    if (!st && (length < 0 || length > MOST_LISTED - pl->listed))
        st = sx_fail(pl->err, SX_LIMIT, "lists have too many elements");
    if (!st)
        pl->listed += length;
    for (env.element = 0; !st && env.element < length; env.element++) {
        st = sx_expr_eval(list->expr, &env, &value, pl->err);
        if (!st && !append(list, value))
            st = nomem(pl);
    }
    return st;
}

static sx_status list_of_rank(plainer *pl, list_of *list, sx_rank r,
                              const sx_seq **ret_seq)
{
    const sx_seq *trips[SX_MAX_DEPTH];
    sx_span span;
    sx_executions at;
    sx_status st = SX_OK;
    for (uint32_t d = 0; d < pl->depth; d++)
        trips[d] = pl->trips[d][r];
    if (!sx_span_find(trips, pl->depth, list->outermost, 1, &span))
        return sx_fail(pl->err, SX_LIMIT, "a list has too many values");
    list->n = 0;
    sx_executions_init(&at, trips, pl->depth, span.first);
    for (uint64_t k = 0; !st && k < span.n && sx_executions_next(&at); k++)
        st = add_elements(pl, list, r, at.counter);
    if (!st && list->n == 0 && !append(list, 0)) /* nobody asks */
        st = nomem(pl);
    if (!st)
        *ret_seq = sx_seq_from_values(pl->arena, list->value, list->n, true);
    return st;
}

static const sx_expr *expr_of(const sx_node *node, sx_param_id id)
{
    const sx_param *param = id < SX_PARAMS ? sx_node_param(node, id) : NULL;
    return param ? param->value.expr : NULL;
}

static sx_status plain_list(plainer *pl, const bool *in, const sx_node *from,
                            sx_param *param)
{
    by_rank pieces;
    uint64_t counters = 0, of_length = 0;
    sx_param_id length = sx_param_list_length_in(param->id, sx_node_present(from));
    list_of list = { .expr = param->value.expr,
                     .length = expr_of(from, length),
                     .for_each = length == SX_PARAM_COMM_SIZE,
                     .comm = expr_of(from, SX_PARAM_COMM) };
    sx_expr_uses(list.expr, &counters, NULL);
    if (list.length)
        sx_expr_uses(list.length, &of_length, NULL);
    counters |= of_length;
    list.outermost = counters ? (uint32_t)__builtin_ctzll(counters) : pl->depth;
    if (!open_pieces(pl, in, &pieces))
        return nomem(pl);
    sx_status st = SX_OK;
    for (sx_rank r = 0; !st && r < pl->trace->p; r++) {
        const sx_seq *seq = NULL;
        if (!in[r])
            continue;
        st = list_of_rank(pl, &list, r, &seq);
        if (!st)
            st = add_piece(pl, &pieces, r, seq);
    }
    free(list.value);
    param->value = (sx_value) { .kind = SX_VALUE_PIECES,
                                .npieces = pieces.n,
                                .piece = pieces.piece };
    return st;
}

/* ---- the tree ---- */

static bool is_list(const sx_param *param)
{
    return param->value.kind == SX_VALUE_EXPR &&
           sx_param_list_length(param->id) != SX_PARAM_NONE;
}

/* Sets of ranks first, and communicators of events, which sx_trace_unfold wants as numbers. */
static sx_status plain_sets(plainer *pl, const sx_block *from, const bool *around,
                            sx_block *ret_to)
{
    sx_node **node = SX_NEW_ARRAY(pl->arena, sx_node *, from->n);
    size_t n = 0;
    if (!node)
        return nomem(pl);
    for (size_t i = 0; i < from->n; i++) {
        sx_node *to = sx_arena_copy(pl->arena, from->node[i], 1, sizeof *to);
        bool *in;
        if (!to)
            return nomem(pl);
        to->ntimes = to->nmultisets = 0;
        sx_status st = plain_set(pl, around, &to->ranks, &in);
        if (!st && to->kind == SX_NODE_LOOP)
            st = plain_sets(pl, &from->node[i]->body, in, &to->body);
        if (st)
            return st;
        bool empty =
            to->ranks.ranks.count == 0 || (to->kind == SX_NODE_LOOP && to->body.n == 0);
        if (!empty)
            node[n++] = to;
    }
    *ret_to = (sx_block) { n, node };
    return SX_OK;
}

static bool *flags_of(const plainer *pl, const sx_ranklist *ranks)
{
    bool *in = SX_NEW_ARRAY(pl->arena, bool, (size_t)pl->trace->p);
    sx_rank *rank = SX_NEW_ARRAY(pl->arena, sx_rank, (size_t)ranks->count);
    if (!in || !rank)
        return NULL;
    sx_ranklist_expand(ranks, rank);
    for (sx_rank i = 0; i < ranks->count; i++)
        in[rank[i]] = true;
    return in;
}

static const bool *flags_of_all(const plainer *pl)
{
    bool *in = SX_NEW_ARRAY(pl->arena, bool, (size_t)pl->trace->p);
    for (sx_rank r = 0; in && r < pl->trace->p; r++)
        in[r] = true;
    return in;
}

/* Lists, once trips are numbers (`numbers`), by the expressions of the tree before (`laws`). */
static sx_status plain_lists(plainer *pl, const sx_block *laws, const sx_block *numbers)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < numbers->n; i++) {
        sx_node *to = numbers->node[i];
        const bool *in = flags_of(pl, &to->ranks.ranks);
        if (!in)
            return nomem(pl);
        if (to->kind == SX_NODE_LOOP) {
            st = sx_value_sequences(pl->arena, &to->trips, &to->ranks.ranks, pl->trace->p,
                                    &pl->trips[pl->depth++], pl->err);
            if (!st)
                st = plain_lists(pl, &laws->node[i]->body, &to->body);
            pl->depth--;
            continue;
        }
        for (uint32_t k = 0; !st && k < to->nparams; k++)
            if (is_list(&to->param[k]))
                st = plain_list(pl, in, laws->node[i], &to->param[k]);
    }
    return st;
}

/* ---- loops without a trip ---- */

static bool is_idle(const sx_seq *trips)
{
    bool idle = trips != NULL;
    sx_seq_cursor cursor = { 0 };
    const uint64_t n = !idle ? 0 : sx_seq_is_constant(trips) ? 1 : trips->length;
    for (uint64_t k = 0; idle && k < n; k++)
        idle = sx_seq_at_cursor(trips, &cursor, k) <= 0;
    return idle;
}

/* Those of the list that take part. */
static sx_status keep_some(const plainer *pl, const bool *in, sx_ranklist *ranks)
{
    sx_rank *rank = SX_NEW_ARRAY(pl->arena, sx_rank, (size_t)ranks->count);
    size_t n = 0;
    if (!rank)
        return nomem(pl);
    sx_ranklist_expand(ranks, rank);
    for (sx_rank i = 0; i < ranks->count; i++)
        if (in[rank[i]])
            rank[n++] = rank[i];
    return n == (size_t)ranks->count
               ? SX_OK
               : sx_ranklist_from_ranks(pl->arena, rank, n, ranks, pl->err);
}

/* The pieces of ranks that take part. */
static sx_status keep_pieces(const plainer *pl, const bool *in, sx_value *value)
{
    if (value->kind != SX_VALUE_PIECES)
        return SX_OK;
    sx_piece *piece = SX_NEW_ARRAY(pl->arena, sx_piece, value->npieces);
    size_t n = 0;
    sx_status st = piece ? SX_OK : nomem(pl);
    for (size_t i = 0; i < value->npieces && !st; i++) {
        piece[n] = value->piece[i];
        if (!piece[n].all)
            st = keep_some(pl, in, &piece[n].ranks);
        n += piece[n].all || piece[n].ranks.count > 0;
    }
    value->piece = piece;
    value->npieces = n;
    return st;
}

static sx_status keep_ranks(const plainer *pl, const bool *in, sx_node *node)
{
    sx_status st = keep_some(pl, in, &node->ranks.ranks);
    if (!st && node->kind == SX_NODE_LOOP)
        st = keep_pieces(pl, in, &node->trips);
    for (uint32_t k = 0; !st && k < node->nparams; k++)
        st = keep_pieces(pl, in, &node->param[k].value);
    return st;
}

/* Of those around, who is there, and makes trips where it is a loop. */
static sx_status find_busy(const plainer *pl, const bool *around, const sx_node *node,
                           bool **ret_in, bool *ret_any)
{
    const sx_seq **trips = NULL;
    bool *in = flags_of(pl, &node->ranks.ranks);
    sx_status st = in ? SX_OK : nomem(pl);
    if (!st && node->kind == SX_NODE_LOOP)
        st = sx_value_sequences(pl->arena, &node->trips, &node->ranks.ranks, pl->trace->p,
                                &trips, pl->err);
    *ret_any = false;
    for (sx_rank r = 0; r < pl->trace->p && !st; r++) {
        in[r] = in[r] && around[r] && !(trips && is_idle(trips[r]));
        *ret_any = *ret_any || in[r];
    }
    *ret_in = in;
    return st;
}

/* Whoever makes no trip of a loop leaves nothing of it. */
static sx_status drop_idle(const plainer *pl, const bool *around, sx_block *block)
{
    sx_status st = SX_OK;
    size_t n = 0;
    for (size_t i = 0; !st && i < block->n; i++) {
        sx_node *node = block->node[i];
        bool *in, any;
        st = find_busy(pl, around, node, &in, &any);
        if (st || !any)
            continue;
        st = keep_ranks(pl, in, node);
        if (!st && node->kind == SX_NODE_LOOP)
            st = drop_idle(pl, in, &node->body);
        if (node->kind == SX_NODE_EVENT || node->body.n > 0)
            block->node[n++] = node;
    }
    block->n = n;
    return st;
}

static sx_status plain_communicator(const plainer *pl, sx_node *node)
{
    const bool *in = flags_of(pl, &node->ranks.ranks);
    node->param =
        sx_arena_copy(pl->arena, node->param, node->nparams, sizeof *node->param);
    if (!in || !node->param)
        return nomem(pl);
    sx_param *comm = sx_node_param(node, SX_PARAM_COMM);
    uint64_t counters = 0;
    if (comm && comm->value.kind == SX_VALUE_EXPR)
        sx_expr_uses(comm->value.expr, &counters, NULL);
    return comm && !counters ? plain_constant(pl, in, 0, &comm->value) : SX_OK;
}

/* In a tree of its own; the one before keeps the laws. */
static sx_status plain_communicators(const plainer *pl, sx_block *block)
{
    sx_status st = SX_OK;
    block->node = sx_arena_copy(pl->arena, block->node, block->n, sizeof *block->node);
    if (!block->node)
        return nomem(pl);
    for (size_t i = 0; !st && i < block->n; i++) {
        sx_node *node = sx_arena_copy(pl->arena, block->node[i], 1, sizeof *node);
        if (!node)
            return nomem(pl);
        block->node[i] = node;
        st = node->kind == SX_NODE_LOOP ? plain_communicators(pl, &node->body)
                                        : plain_communicator(pl, node);
    }
    return st;
}

static sx_status plain_comms(plainer *pl, const bool *all, sx_trace *trace)
{
    trace->comm =
        sx_arena_copy(pl->arena, trace->comm, trace->ncomms, sizeof *trace->comm);
    if (!trace->comm)
        return nomem(pl);
    sx_status st = SX_OK;
    for (size_t c = 2; !st && c < trace->ncomms; c++) {
        sx_comm *comm = &trace->comm[c];
        bool *in;
        st = plain_set(pl, all, &comm->members, &in);
        if (!st)
            st = plain_constant(pl, in, comm->parent, &comm->size);
        if (!st)
            st = plain_constant(pl, in, comm->parent, &comm->rank);
    }
    return st ? st : plain_sets(pl, &trace->program, all, &trace->program);
}

/* Of the named numbers, only those that a run would be told. */
static sx_status plain_parameters(const plainer *pl, sx_trace *trace)
{
    const sx_constant *from = trace->constant;
    size_t n = trace->nconstants;
    trace->constant = SX_NEW_ARRAY(pl->arena, sx_constant, n);
    trace->nconstants = 0;
    trace->pace = NULL;
    if (!trace->constant)
        return nomem(pl);
    for (size_t i = 0; i < n; i++)
        if (from[i].is_param)
            trace->constant[trace->nconstants++] = (sx_constant) {
                .name = from[i].name, .is_param = true, .value = from[i].value
            };
    return SX_OK;
}

static sx_status make_plain(plainer *pl, sx_trace *ret_trace)
{
    sx_trace laws = *pl->trace, numbers;
    for (sx_rank r = 0; r < pl->trace->p; r++) {
        pl->place[r] = sx_place_create(pl->trace);
        sx_status st = pl->place[r] ? sx_place_move(pl->place[r], r, pl->err) : nomem(pl);
        if (st)
            return st;
    }
    const bool *all = flags_of_all(pl);
    sx_status st = all ? plain_comms(pl, all, &laws) : nomem(pl);
    sx_block expressions = laws.program;
    if (!st)
        st = plain_communicators(pl, &laws.program);
    if (!st)
        st = sx_trace_unfold(pl->arena, &laws, &numbers, pl->err);
    if (!st)
        st = plain_lists(pl, &expressions, &numbers.program);
    if (!st)
        st = drop_idle(pl, all, &numbers.program);
    if (st)
        return st;
    numbers.ngrids = 0;
    st = plain_parameters(pl, &numbers);
    if (!st)
        st = sx_trace_canonical(pl->arena, &numbers, pl->err);
    if (!st)
        *ret_trace = numbers;
    return st;
}

sx_status sx_plain_trace(sx_arena *arena, const sx_trace *trace, sx_trace *ret_trace,
                         sx_error *err)
{
    plainer pl = { .arena = arena, .trace = trace, .err = err };
    pl.place = calloc((size_t)trace->p, sizeof(sx_place_of *));
    if (!pl.place)
        return nomem(&pl);
    sx_status st = make_plain(&pl, ret_trace);
    for (sx_rank r = 0; r < trace->p; r++)
        sx_place_destroy(pl.place[r]);
    free(pl.place);
    return st;
}
