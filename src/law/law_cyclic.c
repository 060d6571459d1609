/* What is left of N blocks that are dealt out in turn, one place after the other along an axis, as a counter passes over them: the
 * panels of a factorisation. Place c of q has (N - c + q - 1) div q - (i - c + q - 1) div q of those from the i-th on. */
#include "law/column.h"
#include "law/law.h"

#include "base/checked.h"

/* Along one axis: what all its places have together falls by `each` from trip to trip, from each * left in the first. */
typedef struct cyclic {
    uint32_t grid, axis, counter;
    int64_t each, left;
} cyclic;

/* SX_NULL: none yet. */
static bool add_value(int64_t *at, int64_t value)
{
    if (*at != SX_NULL && *at != value)
        return false;
    *at = value;
    return true;
}

static const struct sx_place *place_of(const sx_runs *runs, const sx_sample *s,
                                       uint32_t grid)
{
    return &runs->place[s->rank * SX_MAX_GRIDS + grid];
}

/* What all places of a run have in the first two trips; false where a place has none, or several. */
static bool sums_of(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                    size_t from, const cyclic *of, int64_t *ret_sum)
{
    const uint32_t run = samples->sample[from].run;
    const int64_t q = place_of(runs, &samples->sample[from], of->grid)->dim[of->axis];
    for (int trip = 0; trip < 2; trip++) {
        int64_t *at = SX_NEW_ARRAY(arena, int64_t, (size_t)q);
        for (int64_t k = 0; at && k < q; k++)
            at[k] = SX_NULL;
        for (size_t i = from; at && i < samples->n && samples->sample[i].run == run;
             i++) {
            const sx_sample *s = &samples->sample[i];
            if (s->counter[of->counter] == trip &&
                !add_value(&at[place_of(runs, s, of->grid)->coord[of->axis]], s->value))
                return false;
        }
        ret_sum[trip] = 0;
        for (int64_t k = 0; at && k < q; k++)
            if (at[k] == SX_NULL ||
                sx_add_overflows(ret_sum[trip], at[k], &ret_sum[trip]))
                return false;
        if (!at)
            return false;
    }
    return true;
}

/* One number of blocks, of one size, in all runs? */
static bool find_blocks(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                        cyclic *of)
{
    of->each = 0;
    for (size_t i = 0; i < samples->n; i++) {
        int64_t sum[2];
        if (i > 0 && samples->sample[i].run == samples->sample[i - 1].run)
            continue;
        if (!sums_of(arena, runs, samples, i, of, sum))
            return false;
        const int64_t each = sum[0] - sum[1];
        if (each <= 0 || sum[0] % each != 0 ||
            (of->each && (of->each != each || of->left != sum[0] / each)))
            return false;
        of->each = each;
        of->left = sum[0] / each;
    }
    return of->each > 0;
}

/* (what - c + q - 1) div q */
static const sx_expr *dealt(sx_arena *arena, const cyclic *of, const sx_expr *what)
{
    const sx_expr *c = sx_expr_var(arena, SX_VAR_COORD, of->grid, of->axis),
                  *q = sx_expr_var(arena, SX_VAR_DIM, of->grid, of->axis);
    const sx_expr *sum =
        sx_expr_two(arena, SX_EXPR_ADD, sx_expr_two(arena, SX_EXPR_SUB, what, c), q);
    return sx_expr_two(arena, SX_EXPR_DIV,
                       sx_expr_two(arena, SX_EXPR_SUB, sum, sx_expr_int(arena, 1)), q);
}

/* Counted from the trip's own block, or from the one behind it. */
static const sx_expr *law_of(sx_arena *arena, const sx_samples *samples, const cyclic *of,
                             int64_t behind)
{
    const sx_expr *trip =
        sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + of->counter);
    trip = sx_expr_two(arena, SX_EXPR_ADD, trip, sx_expr_int(arena, behind));
    const sx_expr *left = sx_expr_two(
        arena, SX_EXPR_SUB, dealt(arena, of, sx_expr_int(arena, of->left + behind)),
        dealt(arena, of, trip));
    return sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, of->each), left);
}

/* Three extents, in one of which the blocks go round at least twice. */
static sx_evidence evidence_of(const sx_runs *runs, const sx_samples *samples,
                               const cyclic *of)
{
    enum { EXTENTS = 3, ROUNDS = 2 };
    int64_t seen[EXTENTS];
    size_t n = 0;
    bool round = false;
    for (size_t i = 0; i < samples->n && (n < EXTENTS || !round); i++) {
        const int64_t q = place_of(runs, &samples->sample[i], of->grid)->dim[of->axis];
        size_t k = 0;
        round = round || (q > 1 && of->left >= ROUNDS * q);
        while (k < n && seen[k] != q)
            k++;
        if (k == n && n < EXTENTS)
            seen[n++] = q;
    }
    if (n == EXTENTS && round)
        return (sx_evidence) { .label = SX_LABEL_PROVED };
    return (sx_evidence) {
        .label = SX_LABEL_EXACT,
        .reason =
            "blocks that are dealt out in turn show in three different extents, and "
            "in two rounds: add an input"
    };
}

sx_status sx_law_cyclic(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    size_t first;
    const bool has_law = samples->beat != NULL;
    if (has_law || !samples->is_size || samples->lists || !samples->varying)
        return SX_OK;
    for (size_t i = 0; i < samples->n; i++)
        if (sx_is_special(samples->sample[i].value) || samples->sample[i].value < 0)
            return SX_OK;
    cyclic of = { .counter = samples->ncounters - 1 };
    while (!(samples->varying >> of.counter & 1))
        of.counter--;
    for (of.grid = 0; of.grid < runs->ngrids; of.grid++)
        for (of.axis = 0; of.axis < runs->grid[of.grid].ndims; of.axis++)
            for (int64_t behind = 0; behind < 2; behind++) {
                if (!find_blocks(arena, runs, samples, &of))
                    break;
                const sx_expr *expr = law_of(arena, samples, &of, behind);
                if (!expr)
                    return sx_fail(err, SX_NOMEM, "out of memory");
                if (sx_column_matches(runs, samples, expr, &first)) {
                    *ret_law = (sx_law) { expr, evidence_of(runs, samples, &of) };
                    return SX_OK;
                }
            }
    return SX_OK;
}
