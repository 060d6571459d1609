/* Sizes that are a number of points without what is left over when all ranks, or all along an axis, have the same of them, or with what is filled up for that:
 * N div x x, and (N + x - 1) div x x. Programs whose parts are all of one size have these where they speak of the whole. */
#include "law/column.h"
#include "law/law.h"

#include "base/checked.h"

/* The numbers of points that give every sample. */
typedef struct points {
    int64_t least, most;
} points;

static bool narrow(points *fit, int64_t value, int64_t extent, bool filled)
{
    if (extent < 2 || value < extent * extent || value % extent != 0)
        return false;
    const int64_t least = filled ? value - extent + 1 : value,
                  most = filled ? value : value + extent - 1;
    fit->least = least > fit->least ? least : fit->least;
    fit->most = most < fit->most ? most : fit->most;
    return fit->least <= fit->most;
}

static bool points_of(const sx_runs *runs, const sx_samples *samples, const sx_expr *x,
                      bool filled, points *ret_fit)
{
    int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], extent;
    *ret_fit = (points) { 1, INT32_MAX };
    for (size_t i = 0; i < samples->n; i++) {
        const sx_expr_env env = sx_sample_env(runs, samples, i, counter);
        if (sx_expr_eval(x, &env, &extent, NULL) || extent > INT16_MAX ||
            !narrow(ret_fit, samples->sample[i].value, extent, filled))
            return false;
    }
    return true;
}

static const sx_expr *law_of(sx_arena *arena, const sx_expr *x, const points *fit,
                             bool filled)
{
    const sx_expr *n = sx_expr_int(arena, filled ? fit->most : fit->least);
    if (filled)
        n = sx_expr_two(arena, SX_EXPR_ADD, n,
                        sx_expr_two(arena, SX_EXPR_SUB, x, sx_expr_int(arena, 1)));
    return sx_expr_two(arena, SX_EXPR_MUL, sx_expr_two(arena, SX_EXPR_DIV, n, x), x);
}

static sx_status try_extent(sx_arena *arena, const sx_runs *runs,
                            const sx_samples *samples, const sx_expr *x, sx_law *ret_law,
                            sx_error *err)
{
    static const char reason[] = "a number of points that is cut to a multiple of the "
                                 "ranks shows by what is left over only";
    points fit;
    size_t first;
    if (!x)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (int filled = 0; filled < 2 && !ret_law->expr; filled++) {
        if (!points_of(runs, samples, x, filled, &fit))
            continue;
        const sx_expr *law = law_of(arena, x, &fit, filled);
        if (!law)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (sx_column_matches(runs, samples, law, &first))
            *ret_law = (sx_law) { law, { .label = SX_LABEL_EXACT, .reason = reason } };
    }
    return SX_OK;
}

sx_status sx_law_multiple(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                          sx_law *ret_law, sx_error *err)
{
    enum { FEWEST = 3 };
    if (!samples->is_size || sx_samples_runs(samples) < FEWEST ||
        sx_samples_have_special(samples))
        return SX_OK;
    sx_status st = try_extent(arena, runs, samples,
                              sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0), ret_law, err);
    for (uint32_t g = 0; g < runs->ngrids && !st; g++)
        for (uint32_t a = 0; a < runs->grid[g].ndims && !st && !ret_law->expr; a++)
            st = try_extent(arena, runs, samples, sx_expr_var(arena, SX_VAR_DIM, g, a),
                            ret_law, err);
    return st;
}
