#include "law/bound.h"

static sx_status no_memory(sx_error *err)
{
    return sx_fail(err, SX_NOMEM, "out of memory");
}

/* Of each run. False where one has none. */
static bool find_extents(const sx_runs *runs, const sx_expr *extent, int64_t *ret_extent)
{
    for (size_t i = 0; i < runs->n; i++) {
        sx_expr_env env = sx_runs_env(runs, runs->offset[i], 0);
        if (sx_expr_eval(extent, &env, &ret_extent[i], NULL))
            return false;
    }
    return true;
}

/* ---- where a set stops at a fixed place until the end is near, or the other way round ---- */

/* The larger (MAX) or the smaller of the number and so much less than the extent is each run's; several show either. */
static bool is_limited(const sx_runs *runs, const int64_t *extent, sx_bound bound,
                       sx_expr_op op, int64_t number, int64_t less)
{
    size_t at_number = 0, at_less = 0;
    for (size_t i = 0; i < runs->n; i++) {
        const int64_t other = extent[i] - less;
        if (!bound.has[i])
            continue;
        if (bound.value[i] != ((op == SX_EXPR_MAX) == (other > number) ? other : number))
            return false;
        at_number += other != number && bound.value[i] == number;
        at_less += other != number && bound.value[i] == other;
    }
    return at_number > 0 && at_less > 1;
}

static sx_status find_limited(sx_arena *arena, const sx_runs *runs, const sx_expr *extent,
                              sx_bound bound, sx_law *ret_law, sx_error *err)
{
    static const sx_expr_op either[] = { SX_EXPR_MAX, SX_EXPR_MIN };
    int64_t of[SX_RUNS], least = INT64_MAX, most = INT64_MIN;
    if (!extent)
        return no_memory(err);
    if (!find_extents(runs, extent, of))
        return SX_OK;
    for (size_t i = 0; i < runs->n; i++)
        if (bound.has[i]) {
            least = bound.value[i] < least ? bound.value[i] : least;
            most = bound.value[i] > most ? bound.value[i] : most;
        }
    for (size_t i = 0; i < 2; i++) {
        const int64_t number = either[i] == SX_EXPR_MAX ? least : most;
        for (size_t run = 0; run < runs->n; run++) {
            const int64_t less = of[run] - bound.value[run];
            if (!bound.has[run] || bound.value[run] == number ||
                !is_limited(runs, of, bound, either[i], number, less))
                continue;
            ret_law->expr = sx_expr_two(
                arena, either[i], sx_expr_int(arena, number),
                sx_expr_two(arena, SX_EXPR_SUB, extent, sx_expr_int(arena, less)));
            ret_law->evidence = (sx_evidence) { SX_LABEL_EXACT,
                                                "a set that ends at a fixed place or so "
                                                "far from the end of an axis may be "
                                                "another by accident",
                                                NULL };
            return ret_law->expr ? SX_OK : no_memory(err);
        }
    }
    return SX_OK;
}

/* ---- along an axis ---- */

sx_status sx_bound_of_axis(sx_arena *arena, const sx_runs *runs, uint32_t grid,
                           uint32_t axis, sx_bound bound, sx_law *ret_law, sx_error *err)
{
    enum { NEAR = 2 };
    int64_t number = 0, less = 0;
    size_t seen = 0;
    bool is_number = true, is_less = true;
    for (size_t i = 0; i < runs->n; i++) {
        int64_t dim = runs->place[runs->offset[i] * SX_MAX_GRIDS + grid].dim[axis];
        if (!bound.has[i])
            continue;
        if (seen++ == 0) {
            number = bound.value[i];
            less = dim - bound.value[i];
        }
        is_number = is_number && bound.value[i] == number;
        is_less = is_less && dim - bound.value[i] == less;
    }
    const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, grid, axis);
    const sx_expr *fixed = sx_expr_int(arena, number);
    const sx_expr *from_end =
        sx_expr_two(arena, SX_EXPR_SUB, dim, sx_expr_int(arena, less));
    if (!fixed || !from_end)
        return no_memory(err);
    *ret_law = (sx_law) { 0 };
    if (!is_number && !is_less)
        return find_limited(arena, runs, dim, bound, ret_law, err);
    /* With one extent in all inputs: a bound near the end is taken to be counted from there. A set that ends at the second of two places ends at the last. */
    bool take_less = is_less && (!is_number || less < number ||
                                 (bound.is_last && less == 1 && number == 1));
    ret_law->expr = take_less ? from_end : fixed;
    ret_law->evidence.label = seen > 1 ? SX_LABEL_PROVED : SX_LABEL_EXACT;
    if (is_number && is_less) {
        ret_law->evidence.doubt = sx_expr_two(arena, SX_EXPR_NE, fixed, from_end);
        ret_law->evidence.reason =
            "the extent of an axis is the same in all inputs that have the "
            "value: add one with another";
    } else if (seen < 2) {
        ret_law->evidence.reason = "only one input has it";
    } else if (take_less && less > NEAR) {
        ret_law->evidence.label = SX_LABEL_EXACT;
        ret_law->evidence.reason =
            "a set that ends neither at a fixed place nor near the end of an "
            "axis may be another by accident";
    }
    return SX_OK;
}

/* ---- among all ranks ---- */

/* A number beyond the first places is one of several that two inputs have in common; what is at it in all but those may be why they have it. */
static void doubt_number(const sx_runs *runs, sx_bound bound, sx_law *law)
{
    enum { NEAR = 2, ENOUGH = 3 };
    size_t has = 0;
    for (size_t i = 0; i < runs->n; i++)
        has += bound.has[i];
    if (law->expr && law->expr->op == SX_EXPR_INT && law->expr->value > NEAR &&
        has < runs->n && has < ENOUGH)
        law->evidence =
            (sx_evidence) { SX_LABEL_EXACT,
                            "a set that begins or ends at a fixed rank shows in "
                            "two inputs alone: add another that has it",
                            NULL };
}

sx_status sx_bound_of_ranks(sx_arena *arena, sx_runs *runs, sx_bound bound,
                            sx_law *ret_law, sx_error *err)
{
    sx_sample *sample = SX_NEW_ARRAY(arena, sx_sample, runs->n);
    if (!sample)
        return no_memory(err);
    sx_samples samples = { .sample = sample };
    for (size_t i = 0; i < runs->n; i++)
        if (bound.has[i])
            sample[samples.n++] = (sx_sample) { .run = (uint32_t)i,
                                                .rank = runs->offset[i],
                                                .value = bound.value[i] };
    sx_status st = sx_law_constant(arena, runs, &samples, ret_law, err);
    if (!st)
        doubt_number(runs, bound, ret_law);
    if (!st && !ret_law->expr)
        st = sx_law_linear(arena, runs, &samples, ret_law, err);
    if (!st && !ret_law->expr)
        st = sx_law_interpolation(arena, runs, &samples, ret_law, err);
    if (!st && !ret_law->expr)
        st = find_limited(arena, runs, sx_expr_var(arena, SX_VAR_P, 0, 0), bound, ret_law,
                          err);
    return st;
}
