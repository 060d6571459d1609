#include "trace/value.h"

const char *sx_label_name(sx_label label)
{
    static const char *const name[] = {
#define LABEL_NAME(label, text) text,
        SX_LABEL_LIST(LABEL_NAME)
#undef LABEL_NAME
    };
    return name[label];
}

sx_value sx_value_constant(sx_arena *arena, int64_t value)
{
    sx_piece *piece = SX_NEW(arena, sx_piece);
    const sx_seq *seq = sx_seq_constant(arena, value);
    sx_value result = { .kind = SX_VALUE_PIECES, .npieces = 1 };
    if (piece && seq) {
        piece->all = true;
        piece->seq = seq;
        result.piece = piece;
    }
    return result;
}

sx_value sx_value_expr(const sx_expr *expr, sx_evidence evidence)
{
    return (sx_value) { .kind = SX_VALUE_EXPR, .expr = expr, .evidence = evidence };
}

const sx_seq *sx_value_seq(const sx_value *value, sx_rank rank)
{
    if (value->kind != SX_VALUE_PIECES)
        return NULL;
    for (size_t i = 0; i < value->npieces; i++) {
        const sx_piece *piece = &value->piece[i];
        if (piece->all || sx_ranklist_contains(&piece->ranks, rank))
            return piece->seq;
    }
    return NULL;
}
