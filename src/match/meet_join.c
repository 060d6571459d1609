#include "match/meet_join.h"

#include <stdlib.h>

static int by_first_rank(const void *a, const void *b)
{
    sx_rank x = sx_ranklist_first(&((const sx_piece *)a)->ranks),
            y = sx_ranklist_first(&((const sx_piece *)b)->ranks);
    return (x > y) - (x < y);
}

/* A piece more, or more ranks for one that has the same values. */
static sx_status add_piece(sx_arena *arena, sx_value *value, sx_piece *piece,
                           const sx_piece *more, sx_error *err)
{
    size_t i = 0;
    while (i < value->npieces && !sx_seq_equal(piece[i].seq, more->seq))
        i++;
    if (i == value->npieces) {
        piece[value->npieces++] = *more;
        return SX_OK;
    }
    return sx_ranklist_union(arena, &piece[i].ranks, &more->ranks, &piece[i].ranks, err);
}

/* Whether there is one value for both; then it is *ret_value. */
static sx_status join_values(sx_arena *arena, const sx_value *a,
                             const sx_ranklist *ranks_a, const sx_value *b,
                             const sx_ranklist *ranks_b, sx_value *ret_value,
                             bool *ret_joined, sx_error *err)
{
    bool laws = a->kind == SX_VALUE_EXPR && b->kind == SX_VALUE_EXPR;
    bool pieces = a->kind == SX_VALUE_PIECES && b->kind == SX_VALUE_PIECES &&
                  a->relative == b->relative;
    sx_status status = SX_OK;
    *ret_joined = pieces || (laws && sx_expr_equal(a->expr, b->expr));
    *ret_value = *a;
    if (!pieces)
        return SX_OK;
    const sx_value *from[2] = { a, b };
    const sx_ranklist *ranks[2] = { ranks_a, ranks_b };
    sx_piece *piece = SX_NEW_ARRAY(arena, sx_piece, a->npieces + b->npieces);
    if (!piece)
        return sx_fail(err, SX_NOMEM, "out of memory");
    ret_value->npieces = 0;
    ret_value->piece = piece;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < from[side]->npieces && !status; i++) {
            sx_piece more = from[side]->piece[i];
            if (more.all)
                more.ranks = *ranks[side];
            more.all = false;
            status = add_piece(arena, ret_value, piece, &more, err);
        }
    if (!status)
        qsort(piece, ret_value->npieces, sizeof *piece, by_first_rank);
    if (ret_value->npieces == 1)
        piece[0].all = true;
    return status;
}

static sx_status join_events(sx_arena *arena, sx_meeting *a, const sx_meeting *b,
                             bool *ret_joined, sx_error *err)
{
    sx_node *x = a->node;
    const sx_node *y = b->node;
    sx_param *param = SX_NEW_ARRAY(arena, sx_param, x->nparams);
    bool joined = x->op == y->op && sx_node_present(x) == sx_node_present(y);
    sx_status status = param ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t i = 0; i < x->nparams && joined && !status; i++) {
        param[i].id = x->param[i].id;
        status = join_values(arena, &x->param[i].value, &a->ranks, &y->param[i].value,
                             &b->ranks, &param[i].value, &joined, err);
    }
    *ret_joined = joined && !status;
    if (!*ret_joined)
        return status;
    x->param = param;
    return sx_times_pool(arena, y->times, y->ntimes, &x->times, &x->ntimes, err);
}

/* Who takes part is said in a loop of more ranks. */
static void tell_ranks(sx_block *block, const sx_ranklist *ranks)
{
    for (size_t i = 0; i < block->n; i++)
        if (block->node[i]->ranks.kind == SX_DOMAIN_ALL)
            block->node[i]->ranks =
                (sx_domain) { .kind = SX_DOMAIN_RANKS, .ranks = *ranks };
}

static sx_status join_loops(sx_arena *arena, sx_meeting *a, const sx_meeting *b,
                            bool *ret_joined, sx_error *err)
{
    sx_block *x = &a->node->body;
    const sx_block *y = &b->node->body;
    sx_value trips;
    sx_status status = join_values(arena, &a->node->trips, &a->ranks, &b->node->trips,
                                   &b->ranks, &trips, ret_joined, err);
    /* Loops that make other numbers of trips are others. */
    *ret_joined = *ret_joined && (trips.kind == SX_VALUE_EXPR || trips.npieces == 1);
    if (status || !*ret_joined)
        return status;
    sx_node **node = SX_NEW_ARRAY(arena, sx_node *, x->n + y->n);
    if (!node)
        return sx_fail(err, SX_NOMEM, "out of memory");
    tell_ranks(x, &a->ranks);
    tell_ranks(&b->node->body, &b->ranks);
    for (size_t i = 0; i < x->n + y->n; i++)
        node[i] = i < x->n ? x->node[i] : y->node[i - x->n];
    *x = (sx_block) { x->n + y->n, node };
    a->node->trips = trips;
    return SX_OK;
}

sx_status sx_meeting_join(sx_arena *arena, sx_meeting *a, const sx_meeting *b,
                          bool *ret_joined, sx_error *err)
{
    *ret_joined = false;
    if (a->node->kind != b->node->kind)
        return SX_OK;
    sx_status status = a->node->kind == SX_NODE_LOOP
                           ? join_loops(arena, a, b, ret_joined, err)
                           : join_events(arena, a, b, ret_joined, err);
    if (status || !*ret_joined)
        return status;
    return sx_ranklist_union(arena, &a->ranks, &b->ranks, &a->ranks, err);
}
