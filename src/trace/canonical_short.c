/* Shorter forms of values that are pieces. */
#include "trace/merge_parts.h"

#include "base/checked.h"

#include <stdlib.h>

static sx_status no_memory(const sx_canonical *c)
{
    return sx_fail(c->err, SX_NOMEM, "out of memory");
}

static bool covers(const sx_value *value, const sx_ranklist *participants)
{
    sx_rank covered = 0;
    for (size_t i = 0; i < value->npieces; i++)
        covered += value->piece[i].ranks.count;
    return value->npieces > 1 && covered == participants->count;
}

sx_status sx_canonical_by_rank(const sx_canonical *c, const sx_ranklist *participants,
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
    if (!status && sx_value_weight(&listed) < sx_value_weight(value))
        *value = listed;
    return status;
}

sx_status sx_canonical_shorten(const sx_canonical *canonical,
                               const sx_ranklist *participants, bool may_list,
                               sx_layout *layout, sx_value *value)
{
    bool constant = true;
    if (!covers(value, participants))
        return SX_OK;
    for (size_t i = 0; i < value->npieces; i++)
        constant = constant && value->piece[i].seq->length == 1;
    if (constant)
        return may_list ? sx_canonical_by_rank(canonical, participants, value) : SX_OK;
    return sx_canonical_by_step(canonical, participants, may_list, layout, value);
}
