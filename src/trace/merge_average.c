/* Totals of Alltoallv and its kin, added up while ranks are merged and divided when all are together.
 * @source paper 001, section 3.3: the average per node instead of what each node sends */
#include "trace/merge_parts.h"

#include "base/checked.h"

#include <stdlib.h>

enum {
    LONGER = 1 << 16
}; /* two periods have a common one up to here, or if one is in the other */

static sx_status no_memory(sx_error *err)
{
    return sx_fail(err, SX_NOMEM, "out of memory");
}

/* 0 where the two are not added. */
static uint64_t common_length(const sx_seq *a, const sx_seq *b)
{
    uint64_t longer = a->length > b->length ? a->length : b->length, n;
    if (sx_mul_overflows(a->length /
                             (uint64_t)sx_gcd((int64_t)a->length, (int64_t)b->length),
                         b->length, &n))
        return 0;
    return n == longer || n <= LONGER ? n : 0;
}

static sx_status add(sx_merge *merge, const sx_seq *a, const sx_seq *b, uint64_t n,
                     const sx_seq **ret_sum)
{
    int64_t *x = n > SIZE_MAX / 2 / sizeof *x ? NULL : malloc(2 * n * sizeof *x);
    sx_status status = SX_OK;
    if (!x)
        return no_memory(merge->err);
    int64_t *y = x + n;
    sx_seq_expand(a, 0, n, x);
    sx_seq_expand(b, 0, n, y);
    for (uint64_t i = 0; i < n && !status; i++)
        if (sx_is_special(x[i]) || sx_is_special(y[i]) ||
            sx_add_overflows(x[i], y[i], &x[i]))
            status = sx_fail(merge->err, SX_OVERFLOW,
                             "the total of an Alltoallv does not fit in 64 bits");
    if (!status && !(*ret_sum = sx_seq_from_values(merge->arena, x, n, true)))
        status = no_memory(merge->err);
    free(x);
    return status;
}

sx_status sx_merge_sum(sx_merge *merge, sx_value *a, const sx_value *b)
{
    sx_piece *piece = SX_NEW_ARRAY(merge->arena, sx_piece, a->npieces + b->npieces);
    sx_status status = SX_OK;
    size_t n = a->npieces;
    if (!piece)
        return no_memory(merge->err);
    for (size_t i = 0; i < n; i++)
        piece[i] = a->piece[i];
    for (size_t j = 0; j < b->npieces && !status; j++) {
        const sx_piece *from = &b->piece[j];
        size_t i = 0;
        while (i < n && !common_length(piece[i].seq, from->seq))
            i++;
        if (i == n) {
            piece[n++] = *from;
            continue;
        }
        status = add(merge, piece[i].seq, from->seq,
                     common_length(piece[i].seq, from->seq), &piece[i].seq);
        if (!status)
            status = sx_rank_sets_union(merge->sets, &piece[i].ranks, &from->ranks,
                                        &piece[i].ranks, merge->err);
    }
    a->piece = piece;
    a->npieces = n;
    return status;
}

/* To the nearest. */
static sx_status divide(sx_arena *arena, const sx_seq *sum, int64_t by,
                        const sx_seq **ret_seq, sx_error *err)
{
    uint64_t n = sum->length;
    int64_t *x = n > SIZE_MAX / sizeof *x ? NULL : malloc(n * sizeof *x);
    if (!x)
        return no_memory(err);
    sx_seq_expand(sum, 0, n, x);
    for (uint64_t i = 0; i < n; i++)
        x[i] = x[i] / by + (x[i] % by >= by - by / 2);
    *ret_seq = sx_seq_from_values(arena, x, n, true);
    free(x);
    return *ret_seq ? SX_OK : no_memory(err);
}

static sx_status average_value(sx_arena *arena, sx_value *value, sx_rank participants,
                               sx_error *err)
{
    sx_piece *piece = sx_arena_copy(arena, value->piece, value->npieces, sizeof *piece);
    sx_status status = piece ? SX_OK : no_memory(err);
    for (size_t i = 0; i < value->npieces && !status; i++)
        status = divide(arena, piece[i].seq,
                        piece[i].all ? participants : piece[i].ranks.count, &piece[i].seq,
                        err);
    value->piece = piece;
    return status;
}

static sx_status average_block(sx_arena *arena, sx_block *block, sx_rank enclosing,
                               sx_error *err)
{
    sx_status status = SX_OK;
    for (size_t i = 0; i < block->n && !status; i++) {
        sx_node *node = block->node[i];
        sx_rank n =
            node->ranks.kind == SX_DOMAIN_RANKS ? node->ranks.ranks.count : enclosing;
        if (node->kind == SX_NODE_LOOP)
            status = average_block(arena, &node->body, n, err);
        for (uint32_t k = 0; k < node->nparams && !status; k++)
            if (sx_merge_is_total(node->op, node->param[k].id))
                status = average_value(arena, &node->param[k].value, n, err);
    }
    return status;
}

sx_status sx_trace_average(sx_arena *arena, sx_trace *trace, sx_error *err)
{
    return average_block(arena, &trace->program, trace->p, err);
}
