/* Sizes, and roots, that are the number of ranks or an extent, or so many times that, divided by a small number, rounded down or up: half of a
 * ring, ranks in groups of four, two thirds of all. */
#include "law/column.h"
#include "law/law.h"

#include "base/checked.h"

enum { LARGEST_DIVISOR = 16, LARGEST_DENOMINATOR = 8 };

/* How what is divided may be more or less than so many times x: rounded down, up, of one less, or by whatever fits. */
typedef enum manner { DOWN, UP, OF_ONE_LESS, ANYHOW, MANNERS } manner;

/* (times x + add) div k, with an add that the samples ask for; NULL when none does. */
static const sx_expr *divided(sx_arena *arena, const sx_runs *runs,
                              const sx_samples *samples, const sx_expr *x, int64_t times,
                              int64_t k, manner how)
{
    if (times > 1)
        x = sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, times), x);
    int64_t least = 1 - k, most = k, counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], value;
    for (size_t i = 0; x && i < samples->n && least <= most; i++) {
        sx_expr_env env = sx_sample_env(runs, samples, i, counter);
        if (sx_expr_eval(x, &env, &value, NULL))
            return NULL;
        /* k v <= x + add < k (v + 1) */
        int64_t low = k * samples->sample[i].value - value, high = low + k - 1;
        least = low > least ? low : least;
        most = high < most ? high : most;
    }
    const int64_t wanted[] = { 0, k - 1, -1, most < 0 ? most : least };
    if (!x || wanted[how] < least || wanted[how] > most)
        return NULL;
    const sx_expr *sum =
        sx_expr_make(arena, SX_EXPR_ADD, x, sx_expr_int(arena, wanted[how]), NULL);
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

/* The first part of one of these that fits, so many times it: by the smallest number, of which each way to round but down is as good as a larger one. */
static const sx_expr *find_part(sx_arena *arena, const sx_runs *runs,
                                const sx_samples *samples, const sx_expr *const *x,
                                size_t n, int64_t times)
{
    static const int64_t halves[MANNERS] = { 0, 2, 3, 12 }; /* half numbers more */
    const int64_t most = times == 1 ? LARGEST_DIVISOR : LARGEST_DENOMINATOR;
    size_t first;
    for (int64_t cost = 2 * (times + 1); cost <= 2 * most + halves[ANYHOW]; cost++)
        for (int how = DOWN; how < MANNERS; how++) {
            const int64_t k = (cost - halves[how]) / 2;
            if ((cost - halves[how]) % 2 != 0 || k <= times || k > most ||
                sx_gcd(times, k) != 1)
                continue;
            for (size_t i = 0; i < n; i++) {
                const sx_expr *expr =
                    divided(arena, runs, samples, x[i], times, k, (manner)how);
                if (expr && sx_column_matches(runs, samples, expr, &first))
                    return expr;
            }
        }
    return NULL;
}

/* So many times such a part of one of these, rounded down or up, that fits: where the third of several groups begins. */
static const sx_expr *find_multiple(sx_arena *arena, const sx_runs *runs,
                                    const sx_samples *samples, const sx_expr *const *x,
                                    size_t n, int64_t times)
{
    size_t first;
    for (size_t i = 0; i < n; i++)
        for (int64_t k = times + 1; k <= LARGEST_DENOMINATOR; k++)
            for (int64_t add = 0; add < k; add += k - 1) {
                const sx_expr *part =
                    sx_expr_two(arena, SX_EXPR_DIV, sx_expr_plus(arena, x[i], add),
                                sx_expr_int(arena, k));
                const sx_expr *expr =
                    sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, times), part);
                if (expr && sx_column_matches(runs, samples, expr, &first))
                    return expr;
            }
    return NULL;
}

sx_status sx_law_ratio(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    enum { ENOUGH = 4 };
    const sx_expr *x[1 + SX_MAX_GRIDS * SX_MAX_DIMS], *expr = NULL;
    size_t n = 0;
    if ((!samples->is_size && !samples->is_rank) || sx_samples_runs(samples) < 2 ||
        !is_of_scale(samples))
        return SX_OK;
    x[n++] = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t a = 0; a < runs->grid[g].ndims; a++)
            x[n++] = sx_expr_var(arena, SX_VAR_DIM, g, a);
    for (size_t i = 0; i < n; i++)
        if (!x[i])
            return sx_fail(err, SX_NOMEM, "out of memory");
    const bool enough = sx_samples_runs(samples) >= ENOUGH;
    const int64_t most = enough ? LARGEST_DENOMINATOR - 1 : 1;
    for (int64_t times = 1; times <= most && !expr; times++)
        expr = find_part(arena, runs, samples, x, n, times);
    for (int64_t times = 2; times <= most && !expr; times++)
        expr = find_multiple(arena, runs, samples, x, n, times);
    if (!expr)
        return SX_OK;
    *ret_law = (sx_law) {
        expr,
        { .label = SX_LABEL_EXACT,
          .reason = enough ? "how a part of the scale is rounded shows only where it is "
                             "not whole"
                           : "a part of the scale that is rounded shows in four "
                             "inputs: add one" }
    };
    return SX_OK;
}
