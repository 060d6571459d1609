#include "match/resolve.h"

#include <stdlib.h>

static bool seq_has_any(const sx_seq *seq)
{
    bool any = sx_seq_is_packed(seq);
    for (uint32_t i = 0; i < seq->n && !any; i++)
        any =
            seq->run[i].sub ? seq_has_any(seq->run[i].sub) : seq->run[i].first == SX_ANY;
    return any;
}

static bool expr_has_any(const sx_expr *expr)
{
    bool any = sx_expr_is_int(expr, SX_ANY);
    for (int i = 0; i < 3 && !any; i++)
        any = expr->arg[i] && expr_has_any(expr->arg[i]);
    return any;
}

static bool value_has_any(const sx_value *value)
{
    bool any = false;
    for (size_t i = 0; i < value->npieces && !any; i++)
        any = seq_has_any(value->piece[i].seq);
    for (uint32_t i = 0; i < value->nsteps && !any; i++)
        any = value_has_any(&value->step[i]);
    return any || (value->by_rank && seq_has_any(value->by_rank)) ||
           (value->kind == SX_VALUE_EXPR && expr_has_any(value->expr));
}

/* The parameter that says from whom; NULL: it receives nothing. */
static sx_param *source_of(const sx_node *node)
{
    sx_op_class class = sx_op_class_of(node->op);
    bool probes = node->op == SX_OP_Probe || node->op == SX_OP_Iprobe;
    return class == SX_OP_RECV && !probes ? sx_node_param(node, SX_PARAM_PEER)
           : class == SX_OP_SENDRECV      ? sx_node_param(node, SX_PARAM_SOURCE)
                                          : NULL;
}

static bool block_has_any(const sx_block *block)
{
    bool any = false;
    for (size_t i = 0; i < block->n && !any; i++) {
        const sx_node *node = block->node[i];
        const sx_param *source = node->kind == SX_NODE_EVENT ? source_of(node) : NULL;
        any = node->kind == SX_NODE_LOOP ? block_has_any(&node->body)
                                         : source && value_has_any(&source->value);
    }
    return any;
}

bool sx_wildcards_any(const sx_trace *trace)
{
    return block_has_any(&trace->program);
}

typedef struct resolver {
    sx_arena *arena;
    const sx_trace *trace;
    sx_place_of *place;
    size_t n;
    sx_sender *sender; /* by node, rank and execution */
    unsigned depth; /* loops around */
    const sx_node *loop[SX_MAX_DEPTH];
    size_t left;
} resolver;

/* The senders of some ranks, which have the same ones. */
typedef struct group {
    const sx_seq *seq;
    size_t n;
    sx_rank *rank;
} group;

typedef struct grouping {
    bool relative;
    size_t n, capacity;
    group *group;
} grouping;

int sx_sender_order(const void *a, const void *b)
{
    const sx_sender *x = a, *y = b;
    if (x->node->id != y->node->id)
        return x->node->id < y->node->id ? -1 : 1;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return (x->execution > y->execution) - (x->execution < y->execution);
}

/* The rank of `of` in the communicator. */
static sx_status rank_in(const resolver *r, uint32_t comm, sx_rank of, int64_t *ret_size,
                         int64_t *ret_rank, sx_error *err)
{
    *ret_size = r->trace->p;
    *ret_rank = of;
    sx_status status = comm ? sx_place_move(r->place, of, err) : SX_OK;
    if (!status && comm)
        sx_place_comm(r->place, comm, ret_size, ret_rank);
    return status;
}

/* One value for each execution of the n senders of a rank; *ret_seq is NULL where one has several. */
static sx_status sequence(const resolver *r, const sx_sender *sender, size_t n,
                          bool relative, const sx_seq **ret_seq, sx_error *err)
{
    int64_t *value = SX_NEW_ARRAY(r->arena, int64_t, n), size, own;
    size_t filled = 0;
    sx_status status = value ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    *ret_seq = NULL;
    for (size_t i = 0; i < n && !status; i++) {
        int64_t from = sender[i].sender;
        if (from >= 0)
            status = rank_in(r, sender[i].comm, sender[i].sender, &size, &from, err);
        if (!status && relative && from >= 0) {
            status = rank_in(r, sender[i].comm, sender[i].rank, &size, &own, err);
            if (status)
                break;
            from = ((from - own) % size + size) % size;
            from = 2 * from > size ? from - size : from;
        }
        bool again = i > 0 && sender[i].execution == sender[i - 1].execution;
        if (status || (again && value[filled - 1] != from))
            return status;
        if (!again && sender[i].execution != filled)
            return SX_OK;
        if (!again)
            value[filled++] = from;
    }
    if (!status)
        *ret_seq = sx_seq_from_values(r->arena, value, filled, true);
    return status || *ret_seq ? status : sx_fail(err, SX_NOMEM, "out of memory");
}

static sx_status add_rank(const resolver *r, grouping *g, const sx_seq *seq, sx_rank rank,
                          size_t most, sx_error *err)
{
    size_t i = 0;
    while (i < g->n && !sx_seq_equal(g->group[i].seq, seq))
        i++;
    if (i == g->n) {
        g->group[g->n++] = (group) { seq, 0, SX_NEW_ARRAY(r->arena, sx_rank, most) };
        if (!g->group[i].rank)
            return sx_fail(err, SX_NOMEM, "out of memory");
    }
    g->group[i].rank[g->group[i].n++] = rank;
    return SX_OK;
}

static size_t ranks_of(const sx_sender *sender, size_t n)
{
    size_t ranks = 0;
    for (size_t i = 0; i < n; i++)
        ranks += i == 0 || sender[i].rank != sender[i - 1].rank;
    return ranks;
}

/* The ranks of an event by what they receive; .n is 0 where that is not to be said. */
static sx_status group_ranks(const resolver *r, const sx_sender *sender, size_t n,
                             bool relative, grouping *ret_grouping, sx_error *err)
{
    size_t ranks = ranks_of(sender, n), from = 0;
    grouping g = { .relative = relative, .group = SX_NEW_ARRAY(r->arena, group, ranks) };
    sx_status status = g.group ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    while (from < n && !status) {
        const sx_seq *seq;
        size_t to = from;
        while (to < n && sender[to].rank == sender[from].rank)
            to++;
        status = sequence(r, sender + from, to - from, relative, &seq, err);
        if (!status && !seq)
            g.n = 0;
        if (status || !seq)
            break;
        status = add_rank(r, &g, seq, sender[from].rank, ranks, err);
        from = to;
    }
    if (!status)
        *ret_grouping = g;
    return status;
}

static int by_first_rank(const void *a, const void *b)
{
    const group *x = a, *y = b;
    return (x->rank[0] > y->rank[0]) - (x->rank[0] < y->rank[0]);
}

static sx_status value_of(const resolver *r, grouping *g, sx_value *ret_value,
                          sx_error *err)
{
    sx_piece *piece = SX_NEW_ARRAY(r->arena, sx_piece, g->n);
    sx_status status = piece ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    qsort(g->group, g->n, sizeof *g->group, by_first_rank);
    for (size_t i = 0; i < g->n && !status; i++) {
        piece[i].seq = g->group[i].seq;
        piece[i].all = g->n == 1;
        if (g->n > 1)
            status = sx_ranklist_from_ranks(r->arena, g->group[i].rank, g->group[i].n,
                                            &piece[i].ranks, err);
    }
    if (!status)
        *ret_value = (sx_value) { .kind = SX_VALUE_PIECES,
                                  .relative = g->relative,
                                  .npieces = g->n,
                                  .piece = piece };
    return status;
}

static bool is_constant(const sx_value *value, int64_t number)
{
    if (value->kind == SX_VALUE_EXPR)
        return sx_expr_is_int(value->expr, number);
    return value->kind == SX_VALUE_PIECES && value->npieces == 1 && value->piece[0].all &&
           sx_seq_is_constant(value->piece[0].seq) &&
           sx_seq_at(value->piece[0].seq, 0) == number;
}

/* Senders that go up or down with the trips of the loop around, the same in each entry, are said by its counter. */
static sx_status by_counter(const resolver *r, sx_value *value, sx_error *err)
{
    const sx_seq *seq = value->piece[0].seq;
    const sx_node *loop = r->depth ? r->loop[r->depth - 1] : NULL;
    if (value->npieces > 1 || !loop || seq->n != 1 || seq->run[0].sub ||
        seq->run[0].stride == 0 || value->relative ||
        !is_constant(&loop->trips, (int64_t)seq->length))
        return SX_OK;
    const sx_expr *counter = sx_expr_var(r->arena, SX_VAR_COUNTER, 0, r->depth - 1),
                  *stride = sx_expr_int(r->arena, seq->run[0].stride),
                  *first = sx_expr_int(r->arena, seq->run[0].first),
                  *by = sx_expr_two(r->arena, SX_EXPR_MUL, counter, stride),
                  *sum = sx_expr_two(r->arena, SX_EXPR_ADD, by, first);
    if (!sum)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *value = sx_value_expr(sum, (sx_evidence) { .label = SX_LABEL_RECORDED });
    return SX_OK;
}

/* The event gets its n senders, by rank or as distances, whichever are fewer. */
static sx_status resolve_event(resolver *r, sx_node *node, const sx_sender *sender,
                               size_t n, sx_error *err)
{
    grouping by[2];
    sx_status status = group_ranks(r, sender, n, false, &by[0], err);
    if (!status && by[0].n == 0) {
        r->left++;
        return SX_OK;
    }
    if (!status)
        status = group_ranks(r, sender, n, true, &by[1], err);
    if (status)
        return status;
    sx_value *value = &source_of(node)->value;
    status = value_of(r, &by[by[1].n < by[0].n], value, err);
    return status ? status : by_counter(r, value, err);
}

static sx_status resolve_block(resolver *r, sx_block *block, sx_error *err)
{
    sx_status status = SX_OK;
    for (size_t i = 0; i < block->n && !status; i++) {
        sx_node *node = block->node[i];
        size_t low = 0, high = r->n, end;
        if (node->kind == SX_NODE_LOOP) {
            r->loop[r->depth++] = node;
            status = resolve_block(r, &node->body, err);
            r->depth--;
            continue;
        }
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (r->sender[middle].node->id < node->id)
                low = middle + 1;
            else
                high = middle;
        }
        for (end = low; end < r->n && r->sender[end].node->id == node->id;)
            end++;
        if (end > low)
            status = resolve_event(r, node, r->sender + low, end - low, err);
    }
    return status;
}

sx_status sx_wildcards_resolve(sx_arena *arena, const sx_trace *trace,
                               const sx_progress *progress, sx_trace *ret_trace,
                               size_t *ret_left, sx_error *err)
{
    resolver r = { .arena = arena,
                   .trace = trace,
                   .place = sx_place_create(trace),
                   .n = progress->nsenders,
                   .sender = sx_arena_copy(arena, progress->sender, progress->nsenders,
                                           sizeof *progress->sender) };
    sx_trace resolved = *trace;
    bool fine =
        r.place && r.sender && !sx_block_copy(arena, &trace->program, &resolved.program);
    sx_status status = fine ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    if (!status && r.n)
        qsort(r.sender, r.n, sizeof *r.sender, sx_sender_order);
    if (!status) {
        sx_trace_number(&resolved);
        status = resolve_block(&r, &resolved.program, err);
    }
    sx_place_destroy(r.place);
    if (status)
        return status;
    *ret_left = r.left;
    *ret_trace = resolved;
    return SX_OK;
}
