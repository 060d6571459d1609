/* Values whose order was given up, where ranks are merged: kept for each rank while they are short, then for
 * several ranks together. */
#include "trace/merge_parts.h"

#include "trace/draw.h"

/* The values of all ranks of the piece, as many for each. */
static sx_status items_of(sx_merge *merge, const sx_piece *piece, sx_multiset *ret_items)
{
    bool dealt = piece->order == SX_ORDER_DEALT;
    return sx_draw_items(merge->arena, piece->seq,
                         dealt ? 1 : (uint64_t)piece->ranks.count, ret_items, NULL);
}

static uint64_t share_of(const sx_piece *piece)
{
    return piece->order == SX_ORDER_DEALT
               ? piece->seq->length / (uint64_t)piece->ranks.count
               : piece->seq->length;
}

/* Puts b's values to a's, whose ranks have as many each. *ret_done is false where they are too many. */
static sx_status join(sx_merge *merge, uint32_t limit, sx_piece *a, const sx_piece *b,
                      bool *ret_done)
{
    sx_multiset x = { .n = 0 }, y = { .n = 0 }, both;
    const sx_seq *seq;
    sx_status status = items_of(merge, a, &x);
    if (!status)
        status = items_of(merge, b, &y);
    if (!status)
        status = sx_multiset_add(merge->arena, &x, &y, &both, NULL);
    if (!status)
        status = sx_draw_seq(merge->arena, &both, limit, &seq, NULL);
    *ret_done = !status;
    if (status)
        return status == SX_NOMEM ? sx_fail(merge->err, status, "out of memory") : SX_OK;
    a->seq = seq;
    a->order = SX_ORDER_DEALT;
    return sx_rank_sets_union(merge->sets, &a->ranks, &b->ranks, &a->ranks, merge->err);
}

/* The piece among the first n that the ranks of *with can share values with; n when there is none. */
static size_t find_equal_share(const sx_piece *piece, size_t n, const sx_piece *with)
{
    size_t i = 0;
    while (i < n && (piece[i].order == SX_ORDER_KEPT || with->order == SX_ORDER_KEPT ||
                     share_of(&piece[i]) != share_of(with)))
        i++;
    return i;
}

static sx_status deal(sx_merge *merge, uint32_t limit, sx_value *value)
{
    sx_piece *piece =
        sx_arena_copy(merge->arena, value->piece, value->npieces, sizeof *piece);
    sx_status status = piece ? SX_OK : sx_fail(merge->err, SX_NOMEM, "out of memory");
    size_t n = 0;
    for (size_t j = 0; j < value->npieces && !status; j++) {
        size_t i = find_equal_share(piece, n, &piece[j]);
        bool done = false;
        if (i < n)
            status = join(merge, limit, &piece[i], &piece[j], &done);
        if (!done)
            piece[n++] = piece[j];
    }
    value->piece = piece;
    value->npieces = n;
    return status;
}

static uint64_t weight_of(const sx_value *value)
{
    uint64_t weight = 0;
    for (size_t i = 0; i < value->npieces; i++)
        if (value->piece[i].order != SX_ORDER_KEPT)
            weight += value->piece[i].seq->n;
    return weight;
}

sx_status sx_merge_deal(sx_merge *merge, sx_node *event)
{
    sx_status status = SX_OK;
    for (uint32_t i = 0; merge->draw_limit && i < event->nparams && !status; i++) {
        sx_param *param = &event->param[i];
        bool count = sx_param_is_count(param->id);
        if (param->value.kind == SX_VALUE_DRAWN &&
            weight_of(&param->value) > merge->draw_limit && sx_draw_may(event, param->id))
            status = deal(merge, count ? merge->draw_limit : 0, &param->value);
    }
    return status;
}
