#include "trace/merge_parts.h"

#include "base/checked.h"

#include <stdlib.h>

static sx_status no_memory(const sx_merge *merge)
{
    return sx_fail(merge->err, SX_NOMEM, "out of memory");
}

sx_status sx_merge_domain(sx_merge *merge, sx_domain *a, const sx_domain *b)
{
    return sx_rank_sets_union(merge->sets, &a->ranks, &b->ranks, &a->ranks, merge->err);
}

/* The pieces of a by their sequence. */
typedef struct piece_index {
    size_t mask, *slot; /* a piece's number + 1, or 0 */
} piece_index;

static bool index_pieces(piece_index *index, const sx_piece *piece, size_t n)
{
    size_t size = 4;
    while (size < 2 * n)
        size *= 2;
    index->slot = calloc(size, sizeof *index->slot);
    if (!index->slot)
        return false;
    index->mask = size - 1;
    for (size_t i = 0; i < n; i++) {
        size_t s = sx_hash_mix(piece[i].seq->hash) & index->mask;
        while (index->slot[s])
            s = (s + 1) & index->mask;
        index->slot[s] = i + 1;
    }
    return true;
}

/* The piece that says the same, or n. */
static size_t find_piece(const piece_index *index, const sx_piece *piece, size_t n,
                         const sx_piece *like)
{
    size_t s = sx_hash_mix(like->seq->hash) & index->mask;
    for (; index->slot[s]; s = (s + 1) & index->mask)
        if (sx_merge_same_piece(&piece[index->slot[s] - 1], like))
            return index->slot[s] - 1;
    return n;
}

static bool all_special(const sx_seq *seq)
{
    for (uint32_t i = 0; i < seq->n; i++)
        if (seq->run[i].sub ? !all_special(seq->run[i].sub)
                            : !sx_is_special(seq->run[i].first))
            return false;
    return true;
}

static sx_status only_specials(sx_merge *merge, const sx_value *value, bool *ret_only)
{
    *ret_only = true;
    for (size_t i = 0; i < value->npieces && *ret_only; i++) {
        const sx_seq *seq = sx_seq_plain(merge->arena, value->piece[i].seq);
        if (!seq)
            return no_memory(merge);
        *ret_only = all_special(seq);
    }
    return SX_OK;
}

/* Specials are the same either way, so a value that has nothing else takes the other's form. */
static sx_status agree_on_form(sx_merge *merge, sx_value *a, const sx_value *b)
{
    bool only_a, only_b;
    if (a->relative == b->relative)
        return SX_OK;
    sx_status status = only_specials(merge, a, &only_a);
    if (!status)
        status = only_specials(merge, b, &only_b);
    if (status || only_b)
        return status;
    if (!only_a)
        return sx_fail(merge->err, SX_INVALID,
                       "an end point is relative in one trace and absolute in the other");
    a->relative = b->relative;
    return SX_OK;
}

sx_status sx_merge_value(sx_merge *merge, sx_value *a, const sx_value *b)
{
    piece_index index = { 0 };
    sx_piece *piece = SX_NEW_ARRAY(merge->arena, sx_piece, a->npieces + b->npieces);
    sx_status status = agree_on_form(merge, a, b);
    if (status)
        return status;
    if (!piece || !index_pieces(&index, a->piece, a->npieces))
        return no_memory(merge);
    for (size_t i = 0; i < a->npieces; i++)
        piece[i] = a->piece[i];
    size_t n = a->npieces;
    for (size_t j = 0; j < b->npieces && !status; j++) {
        size_t i = find_piece(&index, a->piece, a->npieces, &b->piece[j]);
        if (i == a->npieces)
            piece[n++] = b->piece[j];
        else
            status = sx_rank_sets_union(merge->sets, &piece[i].ranks, &b->piece[j].ranks,
                                        &piece[i].ranks, merge->err);
    }
    free(index.slot);
    if (b->kind == SX_VALUE_DRAWN)
        a->kind = SX_VALUE_DRAWN;
    a->piece = piece;
    a->npieces = n;
    return status;
}

static sx_status merge_times(sx_merge *merge, sx_node *a, const sx_node *b)
{
    if (merge->pool_times)
        return sx_times_pool(merge->arena, b->times, b->ntimes, &a->times, &a->ntimes,
                             merge->err);
    sx_times *times = SX_NEW_ARRAY(merge->arena, sx_times, (size_t)a->ntimes + b->ntimes);
    if (!times)
        return no_memory(merge);
    for (uint32_t i = 0; i < a->ntimes; i++)
        times[i] = a->times[i];
    for (uint32_t i = 0; i < b->ntimes; i++)
        times[a->ntimes + i] = b->times[i];
    a->times = times;
    a->ntimes += b->ntimes;
    return SX_OK;
}

sx_status sx_merge_event(sx_merge *merge, sx_node *a, const sx_node *b)
{
    sx_status status = sx_merge_domain(merge, &a->ranks, &b->ranks);
    for (uint32_t i = 0; i < a->nparams && !status; i++) {
        bool sum = merge->sum_totals && sx_merge_is_total(a->op, a->param[i].id);
        status = (sum ? sx_merge_sum : sx_merge_value)(merge, &a->param[i].value,
                                                       &b->param[i].value);
    }
    if (!status)
        status = sx_merge_deal(merge, a);
    if (!status)
        status = sx_merge_multisets(merge, a, b);
    return status ? status : merge_times(merge, a, b);
}
