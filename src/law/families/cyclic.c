/* What is left of N blocks that are dealt out in turn, one place after the other along an axis, as a counter passes over them: the
 * panels of a factorisation. Place c of q has (N - c + q - 1) div q - (i - c + q - 1) div q of those from the i-th on. */
#include "law/column.h"
#include "law/law.h"

#include "base/checked.h"

/* Along one axis, the ranks of a communicator or the elements of a list, of which each has one: what all places have together falls
 * by `each` from trip to trip, from each * left in the first, or from each * left for each place. */
typedef struct cyclic {
    enum { AXIS, RANKS, ELEMENTS } along;
    uint32_t grid, axis, counter;
    bool grows;
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

static int64_t place_of(const sx_runs *runs, const sx_sample *s, const cyclic *of)
{
    if (of->along == AXIS)
        return runs->place[s->rank * SX_MAX_GRIDS + of->grid].coord[of->axis];
    return of->along == RANKS ? runs->comm_rank[s->comm][s->rank] : s->element;
}

static int64_t extent_of(const sx_runs *runs, const sx_sample *s, const cyclic *of)
{
    return of->along == AXIS
               ? runs->place[s->rank * SX_MAX_GRIDS + of->grid].dim[of->axis]
               : runs->comm_size[s->comm][s->rank];
}

/* What all places of a run have in the first two trips; false where a place has none, or several. */
static bool sums_of(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                    size_t from, const cyclic *of, int64_t *ret_sum)
{
    const uint32_t run = samples->sample[from].run;
    const int64_t q = extent_of(runs, &samples->sample[from], of);
    for (int trip = 0; trip < 2; trip++) {
        int64_t *at = SX_NEW_ARRAY(arena, int64_t, (size_t)q);
        for (int64_t k = 0; at && k < q; k++)
            at[k] = SX_NULL;
        for (size_t i = from; at && i < samples->n && samples->sample[i].run == run;
             i++) {
            const sx_sample *s = &samples->sample[i];
            const int64_t c = place_of(runs, s, of);
            if (c < 0 || c >= q ||
                (s->counter[of->counter] == trip && !add_value(&at[c], s->value)))
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

/* Blocks of one size: one number of them in all runs, or as many for each place, which more than one extent tells apart. */
static bool find_blocks(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                        cyclic *of)
{
    int64_t all = 0, each_place = 0;
    bool fixed = true, grows = true;
    of->each = 0;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        int64_t sum[2];
        if (i > 0 && s->run == samples->sample[i - 1].run)
            continue;
        if (!sums_of(arena, runs, samples, i, of, sum))
            return false;
        const int64_t each = sum[0] - sum[1], q = extent_of(runs, s, of);
        if (each <= 0 || sum[0] % each != 0 || (of->each && of->each != each))
            return false;
        if (!of->each) {
            all = sum[0] / each;
            each_place = all / q;
        }
        fixed = fixed && sum[0] / each == all;
        grows = grows && sum[0] / each == each_place * q;
        of->each = each;
    }
    of->grows = !fixed;
    of->left = fixed ? all : each_place;
    return of->each > 0 && (fixed || grows);
}

static const sx_expr *extent(sx_arena *arena, const cyclic *of)
{
    return of->along == AXIS ? sx_expr_var(arena, SX_VAR_DIM, of->grid, of->axis)
                             : sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
}

/* (what - c + q - 1) div q */
static const sx_expr *dealt(sx_arena *arena, const cyclic *of, const sx_expr *what)
{
    const sx_expr *c = of->along == AXIS
                           ? sx_expr_var(arena, SX_VAR_COORD, of->grid, of->axis)
                       : of->along == RANKS ? sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0)
                                            : sx_expr_var(arena, SX_VAR_ELEMENT, 0, 0);
    const sx_expr *q = extent(arena, of);
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
    const sx_expr *all = sx_expr_int(arena, of->left);
    if (of->grows)
        all = sx_expr_two(arena, SX_EXPR_MUL, all, extent(arena, of));
    all = sx_expr_two(arena, SX_EXPR_ADD, all, sx_expr_int(arena, behind));
    const sx_expr *left =
        sx_expr_two(arena, SX_EXPR_SUB, dealt(arena, of, all), dealt(arena, of, trip));
    return sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, of->each), left);
}

/* Three extents, in one of which the blocks go round at least twice; and where there are as many for each place, no other number that grows. */
static sx_evidence evidence_of(const sx_runs *runs, const sx_samples *samples,
                               const cyclic *of)
{
    enum { EXTENTS = 3, ROUNDS = 2 };
    int64_t seen[EXTENTS];
    size_t n = 0;
    bool round = false, whole = true;
    for (size_t i = 0; i < samples->n; i++) {
        const int64_t q = extent_of(runs, &samples->sample[i], of);
        size_t k = 0;
        round = round || (q > 1 && of->left >= (of->grows ? ROUNDS : ROUNDS * q));
        whole = whole && q == runs->p[samples->sample[i].run];
        while (k < n && seen[k] != q)
            k++;
        if (k == n && n < EXTENTS)
            seen[n++] = q;
    }
    if (n == EXTENTS && round && (whole || !of->grows))
        return (sx_evidence) { .label = SX_LABEL_PROVED };
    return (sx_evidence) {
        .label = SX_LABEL_EXACT,
        .reason =
            "blocks that are dealt out in turn show in three different extents, and "
            "in two rounds: add an input"
    };
}

/* Tries what is left from the trip's own block on, and from the one behind it. */
static sx_status try_along(sx_arena *arena, const sx_runs *runs,
                           const sx_samples *samples, cyclic *of, sx_law *ret_law,
                           sx_error *err)
{
    size_t first;
    if (ret_law->expr || !find_blocks(arena, runs, samples, of))
        return SX_OK;
    for (int64_t behind = 0; behind < 2 && !ret_law->expr; behind++) {
        const sx_expr *expr = law_of(arena, samples, of, behind);
        if (!expr)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (sx_column_matches(runs, samples, expr, &first))
            *ret_law = (sx_law) { expr, evidence_of(runs, samples, of) };
    }
    return SX_OK;
}

sx_status sx_law_cyclic(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    const bool has_law = samples->beat != NULL;
    if (has_law || !samples->is_size || !samples->varying)
        return SX_OK;
    for (size_t i = 0; i < samples->n; i++)
        if (sx_is_special(samples->sample[i].value) || samples->sample[i].value < 0)
            return SX_OK;
    cyclic of = { .counter = sx_samples_innermost(samples) };
    sx_status st = SX_OK;
    for (of.grid = 0; !samples->lists && of.grid < runs->ngrids; of.grid++)
        for (of.axis = 0; of.axis < runs->grid[of.grid].ndims && !st; of.axis++)
            st = try_along(arena, runs, samples, &of, ret_law, err);
    of.along = samples->lists ? ELEMENTS : RANKS;
    return st ? st : try_along(arena, runs, samples, &of, ret_law, err);
}
