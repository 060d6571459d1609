/* Sizes, and roots, that are the number of ranks or an extent divided by a small number, rounded down or up: half of a
 * ring, ranks in groups of four. */
#include "law/column.h"
#include "law/law.h"

enum { LARGEST_DIVISOR = 16 };

/* (x + add) div k, with the add that the samples ask for; NULL when none does. */
static const sx_expr *divided(sx_arena *arena, const sx_runs *runs,
                              const sx_samples *samples, const sx_expr *x, int64_t k)
{
    int64_t least = 0, most = k - 1, counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], value;
    for (size_t i = 0; i < samples->n && least <= most; i++) {
        sx_expr_env env = sx_sample_env(runs, samples, i, counter);
        if (sx_expr_eval(x, &env, &value, NULL))
            return NULL;
        /* k v <= x + add < k (v + 1) */
        int64_t low = k * samples->sample[i].value - value, high = low + k - 1;
        least = low > least ? low : least;
        most = high < most ? high : most;
    }
    if (least > most)
        return NULL;
    int64_t add = least == 0 ? 0 : most; /* rounded down if possible, else up */
    const sx_expr *sum =
        sx_expr_make(arena, SX_EXPR_ADD, x, sx_expr_int(arena, add), NULL);
    return sx_expr_make(arena, SX_EXPR_DIV, sum, sx_expr_int(arena, k), NULL);
}

/* Small enough for products with the divisor, the same for all ranks of a run, and different in some runs. */
static bool is_of_scale(const sx_samples *samples)
{
    bool differs = false;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i], *before = i ? s - 1 : s;
        if (sx_is_special(s->value) || s->value < 0 || s->value > INT32_MAX)
            return false;
        if (s->value != before->value && s->run == before->run)
            return false;
        differs = differs || s->value != before->value;
    }
    return differs;
}

sx_status sx_law_ratio(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    enum { ENOUGH = 4 };
    const sx_expr *x[2 + SX_MAX_GRIDS * SX_MAX_DIMS];
    size_t n = 0, first;
    if ((!samples->is_size && !samples->is_rank) || sx_samples_runs(samples) < 2 ||
        !is_of_scale(samples))
        return SX_OK;
    x[n++] = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t a = 0; a < runs->grid[g].ndims; a++)
            x[n++] = sx_expr_var(arena, SX_VAR_DIM, g, a);
    for (size_t i = 0; i < n; i++)
        for (int64_t k = 2; k <= LARGEST_DIVISOR; k++) {
            if (!x[i])
                return sx_fail(err, SX_NOMEM, "out of memory");
            const sx_expr *expr = divided(arena, runs, samples, x[i], k);
            if (!expr || !sx_column_matches(runs, samples, expr, &first))
                continue;
            bool enough = sx_samples_runs(samples) >= ENOUGH;
            *ret_law =
                (sx_law) { expr,
                           { .label = SX_LABEL_EXACT,
                             .reason = enough
                                           ? "how a part of the scale is rounded shows "
                                             "only where it is not whole"
                                           : "a part of the scale that is rounded shows "
                                             "in four inputs: add one" } };
            return SX_OK;
        }
    return SX_OK;
}
