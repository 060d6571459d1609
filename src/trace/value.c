#include "trace/value.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

const sx_piece *sx_value_piece(const sx_value *value, sx_rank rank)
{
    if (value->kind != SX_VALUE_PIECES && value->kind != SX_VALUE_DRAWN)
        return NULL;
    for (size_t i = 0; i < value->npieces; i++) {
        const sx_piece *piece = &value->piece[i];
        if (piece->all || sx_ranklist_contains(&piece->ranks, rank))
            return piece;
    }
    return NULL;
}

const sx_seq *sx_value_seq(const sx_value *value, sx_rank rank)
{
    const sx_piece *piece =
        value->kind == SX_VALUE_PIECES ? sx_value_piece(value, rank) : NULL;
    return piece ? piece->seq : NULL;
}

uint64_t sx_value_own_steps(const sx_value *value, sx_rank rank)
{
    uint64_t own = 0;
    for (uint32_t i = 0; i < value->nsteps; i++)
        if (value->step[i].kind == SX_VALUE_BY_RANK ||
            sx_value_seq(&value->step[i], rank))
            own |= UINT64_C(1) << i;
    return own;
}

/* The values of one rank, one for each step that it has. */
typedef struct row {
    int64_t *value;
    uint32_t width;
    sx_rank rank;
} row;

static int by_values(const void *a, const void *b)
{
    const row *x = a, *y = b;
    if (x->width != y->width)
        return x->width < y->width ? -1 : 1;
    for (uint32_t i = 0; i < x->width; i++)
        if (x->value[i] != y->value[i])
            return x->value[i] < y->value[i] ? -1 : 1;
    return (x->rank > y->rank) - (x->rank < y->rank);
}

static bool same_values(const row *a, const row *b)
{
    return a->width == b->width &&
           memcmp(a->value, b->value, a->width * sizeof *a->value) == 0;
}

static int by_first_rank(const void *a, const void *b)
{
    const sx_piece *x = a, *y = b;
    sx_rank i = sx_ranklist_first(&x->ranks), j = sx_ranklist_first(&y->ranks);
    return (i > j) - (i < j);
}

/* A piece per different row of the n sorted ones; `rank` is scratch of n. */
static sx_status make_pieces(sx_arena *arena, const row *of, size_t n, sx_rank *rank,
                             sx_value *value, sx_error *err)
{
    size_t npieces = 1, end;
    for (size_t i = 1; i < n; i++)
        npieces += !same_values(&of[i], &of[i - 1]);
    sx_piece *piece = SX_NEW_ARRAY(arena, sx_piece, npieces);
    if (!piece)
        return sx_fail(err, SX_NOMEM, "out of memory");
    value->npieces = 0;
    for (size_t i = 0; i < n; i = end) {
        for (end = i; end < n && same_values(&of[end], &of[i]); end++)
            rank[end - i] = of[end].rank;
        sx_piece *next = &piece[value->npieces++];
        next->seq = sx_seq_from_values(arena, of[i].value, of[i].width, true);
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

/* Appends what one step has for the n ascending ranks to their rows. */
static void fill_step(const sx_value *step, const sx_ranklist *participants,
                      sx_rank *rank, row *of)
{
    uint64_t n = (uint64_t)participants->count;
    bool listed = step->kind == SX_VALUE_BY_RANK;
    if (listed)
        sx_seq_expand(step->by_rank, 0, n, rank);
    else
        sx_ranklist_expand(participants, rank);
    for (uint64_t i = 0; i < n; i++) {
        const sx_seq *seq = listed ? NULL : sx_value_seq(step, rank[i]);
        if (listed || seq)
            of[i].value[of[i].width++] = listed ? rank[i] : sx_seq_at(seq, 0);
    }
}

static sx_status to_rows(sx_arena *arena, const sx_value *value,
                         const sx_ranklist *participants, uint32_t width,
                         sx_value *ret_pieces, sx_error *err)
{
    size_t n = (size_t)participants->count;
    row *of = calloc(n, sizeof *of);
    sx_rank *rank = calloc(n, sizeof *rank);
    int64_t *number = calloc(n, width * sizeof *number);
    sx_status status =
        of && rank && number ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < n && !status; i++)
        of[i].value = number + i * width;
    for (uint32_t k = 0; k < width && !status; k++)
        fill_step(value->kind == SX_VALUE_BY_STEP ? &value->step[k] : value, participants,
                  rank, of);
    if (!status)
        sx_ranklist_expand(participants, rank);
    for (size_t i = 0; i < n && !status; i++) {
        of[i].rank = rank[i];
        if (of[i].width == 0)
            status =
                sx_fail(err, SX_INVALID, "there is no value for rank %" PRId64, rank[i]);
    }
    if (!status) {
        qsort(of, n, sizeof *of, by_values);
        status = make_pieces(arena, of, n, rank, ret_pieces, err);
    }
    free(of);
    free(rank);
    free(number);
    return status;
}

sx_status sx_value_to_pieces(sx_arena *arena, const sx_value *value,
                             const sx_ranklist *participants, sx_value *ret_value,
                             sx_error *err)
{
    const sx_rank limit = (sx_rank)1 << 26;
    if (value->kind != SX_VALUE_BY_RANK && value->kind != SX_VALUE_BY_STEP) {
        *ret_value = *value;
        return SX_OK;
    }
    uint32_t width = value->kind == SX_VALUE_BY_STEP ? value->nsteps : 1;
    if (participants->count < 1 || participants->count > limit / width)
        return sx_fail(err, SX_LIMIT, "a value listed for no rank or more than 2^26");
    sx_value pieces = { .kind = SX_VALUE_PIECES,
                        .relative = value->relative,
                        .evidence = value->evidence };
    sx_status status = to_rows(arena, value, participants, width, &pieces, err);
    if (!status)
        *ret_value = pieces;
    return status;
}

sx_status sx_value_sequences(sx_arena *arena, const sx_value *value,
                             const sx_ranklist *participants, sx_rank p,
                             const sx_seq ***ret_seq, sx_error *err)
{
    sx_value pieces;
    sx_status status = sx_value_to_pieces(arena, value, participants, &pieces, err);
    if (status)
        return status;
    const sx_seq **seq = SX_NEW_ARRAY(arena, const sx_seq *, (size_t)p);
    sx_rank *rank = calloc((size_t)p, sizeof *rank);
    for (size_t i = 0; seq && rank && i < pieces.npieces; i++) {
        const sx_piece *piece = &pieces.piece[i];
        const sx_ranklist *set = piece->all ? participants : &piece->ranks;
        sx_ranklist_expand(set, rank);
        for (sx_rank k = 0; k < set->count; k++)
            seq[rank[k]] = piece->seq;
    }
    bool whole = seq && rank;
    free(rank);
    if (!whole)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_seq = seq;
    return SX_OK;
}

static uint64_t piece_weight(const sx_piece *piece)
{
    uint64_t weight = sx_seq_weight(piece->seq);
    for (size_t t = 0; !piece->all && t < piece->ranks.n; t++)
        weight += 1 + piece->ranks.term[t].ndims;
    return weight;
}

uint64_t sx_value_weight(const sx_value *value)
{
    uint64_t weight = 0;
    if (value->kind == SX_VALUE_BY_RANK)
        return sx_seq_weight(value->by_rank);
    if (value->kind == SX_VALUE_EXPR)
        return sx_expr_weight(value->expr);
    for (uint32_t k = 0; value->kind == SX_VALUE_BY_STEP && k < value->nsteps; k++)
        weight += sx_value_weight(&value->step[k]);
    for (size_t i = 0; value->kind == SX_VALUE_PIECES && i < value->npieces; i++)
        weight += piece_weight(&value->piece[i]);
    return weight;
}
