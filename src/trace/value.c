#include "trace/value.h"

#include <stdlib.h>

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

typedef struct ranked {
    int64_t value;
    sx_rank rank;
} ranked;

static int by_value(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

static int by_first_rank(const void *a, const void *b)
{
    const sx_piece *x = a, *y = b;
    sx_rank i = sx_ranklist_first(&x->ranks), j = sx_ranklist_first(&y->ranks);
    return (i > j) - (i < j);
}

/* A piece per different value of the n sorted pairs; `rank` is scratch of n. */
static sx_status make_pieces(sx_arena *arena, const ranked *pair, size_t n, sx_rank *rank,
                             sx_value *value, sx_error *err)
{
    size_t npieces = 1, end;
    for (size_t i = 1; i < n; i++)
        npieces += pair[i].value != pair[i - 1].value;
    sx_piece *piece = SX_NEW_ARRAY(arena, sx_piece, npieces);
    if (!piece)
        return sx_fail(err, SX_NOMEM, "out of memory");
    value->npieces = 0;
    for (size_t i = 0; i < n; i = end) {
        for (end = i; end < n && pair[end].value == pair[i].value; end++)
            rank[end - i] = pair[end].rank;
        sx_piece *next = &piece[value->npieces++];
        next->seq = sx_seq_constant(arena, pair[i].value);
        if (!next->seq)
            return sx_fail(err, SX_NOMEM, "out of memory");
        sx_status status =
            sx_ranklist_from_ranks(arena, rank, end - i, &next->ranks, err);
        if (status)
            return status;
    }
    qsort(piece, value->npieces, sizeof *piece, by_first_rank);
    value->piece = piece;
    return SX_OK;
}

sx_status sx_value_to_pieces(sx_arena *arena, const sx_value *value,
                             const sx_ranklist *participants, sx_value *ret_value,
                             sx_error *err)
{
    if (value->kind != SX_VALUE_BY_RANK) {
        *ret_value = *value;
        return SX_OK;
    }
    size_t n = (size_t)participants->count;
    if (n == 0 || n > (size_t)1 << 26)
        return sx_fail(err, SX_LIMIT, "a value listed for no rank or more than 2^26");
    ranked *pair = calloc(n, sizeof *pair);
    sx_rank *rank = calloc(n, sizeof *rank);
    int64_t *number = calloc(n, sizeof *number);
    sx_value pieces = { .kind = SX_VALUE_PIECES,
                        .relative = value->relative,
                        .evidence = value->evidence };
    sx_status status = SX_OK;
    if (!pair || !rank || !number)
        status = sx_fail(err, SX_NOMEM, "out of memory");
    if (!status) {
        sx_ranklist_expand(participants, rank);
        sx_seq_expand(value->by_rank, 0, n, number);
        for (size_t i = 0; i < n; i++)
            pair[i] = (ranked) { number[i], rank[i] };
        qsort(pair, n, sizeof *pair, by_value);
        status = make_pieces(arena, pair, n, rank, &pieces, err);
    }
    free(pair);
    free(rank);
    free(number);
    if (!status)
        *ret_value = pieces;
    return status;
}
