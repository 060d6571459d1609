/* Shorter forms of values that are pieces: listed by rank, or step by step. */
#include "trace/merge_parts.h"

#include "base/checked.h"

#include <stdlib.h>

/* More are not joined step by step, so that the work stays small beside that of merging. */
enum { STEP_PIECES = 256 };

static sx_status no_memory(const sx_canonical *c)
{
    return sx_fail(c->err, SX_NOMEM, "out of memory");
}

/* Its runs, and the terms of its sets with their dims: its size as text, roughly. */
static uint64_t weight_of(const sx_value *value)
{
    uint64_t weight = 0;
    if (value->kind == SX_VALUE_BY_RANK)
        return sx_seq_weight(value->by_rank);
    for (uint32_t k = 0; value->kind == SX_VALUE_BY_STEP && k < value->nsteps; k++)
        weight += weight_of(&value->step[k]);
    for (size_t i = 0; value->kind == SX_VALUE_PIECES && i < value->npieces; i++) {
        const sx_piece *piece = &value->piece[i];
        weight += sx_seq_weight(piece->seq);
        for (size_t t = 0; !piece->all && t < piece->ranks.n; t++)
            weight += 1 + piece->ranks.term[t].ndims;
    }
    return weight;
}

static bool covers(const sx_value *value, const sx_ranklist *participants)
{
    sx_rank covered = 0;
    for (size_t i = 0; i < value->npieces; i++)
        covered += value->piece[i].ranks.count;
    return value->npieces > 1 && covered == participants->count;
}

/* Lists constant pieces by rank where that is shorter. */
static sx_status list_by_rank(const sx_canonical *c, const sx_ranklist *participants,
                              sx_value *value)
{
    size_t n = (size_t)participants->count;
    int64_t *number = calloc(n, sizeof *number);
    sx_rank *rank = calloc(n, sizeof *rank);
    sx_status status = number && rank ? SX_OK : no_memory(c);
    for (size_t i = 0; i < value->npieces && !status; i++) {
        const sx_piece *piece = &value->piece[i];
        sx_ranklist_expand(&piece->ranks, rank);
        for (sx_rank k = 0; k < piece->ranks.count; k++)
            number[sx_ranklist_position(participants, rank[k])] =
                sx_seq_at(piece->seq, 0);
    }
    const sx_seq *seq = NULL;
    if (!status) {
        seq = sx_seq_from_values(c->arena, number, n, true);
        status = seq ? SX_OK : no_memory(c);
    }
    free(number);
    free(rank);
    sx_value listed = { .kind = SX_VALUE_BY_RANK,
                        .relative = value->relative,
                        .by_rank = seq,
                        .evidence = value->evidence };
    if (!status && weight_of(&listed) < weight_of(value))
        *value = listed;
    return status;
}

/* The executions after which all pieces begin again; 0 when that is too many to be steps. */
static uint32_t common_period(const sx_value *value)
{
    uint64_t period = 1;
    for (size_t i = 0; i < value->npieces; i++) {
        uint64_t length = value->piece[i].seq->length;
        if (length > SX_VALUE_STEPS)
            return 0;
        period = period / (uint64_t)sx_gcd((int64_t)period, (int64_t)length) * length;
        if (period > SX_VALUE_STEPS)
            return 0;
    }
    return (uint32_t)period;
}

/* The pieces that have the same number at step k become one. */
static sx_status join_at(const sx_canonical *c, const sx_value *value, uint32_t k,
                         const sx_ranklist *participants, sx_value *ret_step)
{
    sx_piece *piece = SX_NEW_ARRAY(c->arena, sx_piece, value->npieces);
    size_t n = 0, same;
    sx_status status = piece ? SX_OK : no_memory(c);
    for (size_t i = 0; i < value->npieces && !status; i++) {
        const sx_piece *from = &value->piece[i];
        int64_t number = sx_seq_at(from->seq, k);
        for (same = 0; same < n && sx_seq_at(piece[same].seq, 0) != number; same++) {
        }
        if (same < n) {
            status = sx_rank_sets_union(c->sets, &piece[same].ranks, &from->ranks,
                                        &piece[same].ranks, c->err);
            continue;
        }
        piece[n].ranks = from->ranks;
        piece[n].seq = sx_seq_constant(c->arena, number);
        status = piece[n++].seq ? SX_OK : no_memory(c);
    }
    if (!status && n == 1)
        piece[0].all = sx_rank_sets_same(&piece[0].ranks, participants);
    *ret_step = (sx_value) { .kind = SX_VALUE_PIECES, .npieces = n, .piece = piece };
    return status;
}

/* Gives the pieces step by step where that is shorter, and every step has fewer groups of ranks than all
 * steps together. */
static sx_status list_by_step(const sx_canonical *c, const sx_ranklist *participants,
                              sx_value *value)
{
    uint32_t n = common_period(value);
    size_t most = 0;
    sx_status status = SX_OK;
    if (n < 2 || value->npieces > STEP_PIECES)
        return SX_OK;
    sx_value *step = SX_NEW_ARRAY(c->arena, sx_value, n);
    if (!step)
        return no_memory(c);
    for (uint32_t k = 0; k < n && !status; k++) {
        status = join_at(c, value, k, participants, &step[k]);
        most = step[k].npieces > most ? step[k].npieces : most;
        if (!status && covers(&step[k], participants))
            status = list_by_rank(c, participants, &step[k]);
    }
    sx_value listed = { .kind = SX_VALUE_BY_STEP,
                        .relative = value->relative,
                        .nsteps = n,
                        .step = step,
                        .evidence = value->evidence };
    if (!status && most < value->npieces && weight_of(&listed) < weight_of(value))
        *value = listed;
    return status;
}

sx_status sx_canonical_shorten(const sx_canonical *canonical,
                               const sx_ranklist *participants, sx_value *value)
{
    if (!covers(value, participants))
        return SX_OK;
    return common_period(value) == 1 ? list_by_rank(canonical, participants, value)
                                     : list_by_step(canonical, participants, value);
}
