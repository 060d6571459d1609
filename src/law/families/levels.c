/* Sizes that double or halve from trip to trip of a loop over levels: the law of the first level, or of the last, times
 * or divided by a power of two. */
#include "law/column.h"
#include "law/law.h"

#include "base/checked.h"

/* Which trip is the level where the power is 1, and whether others are smaller. */
typedef struct way {
    uint32_t counter; /* of the samples' counters */
    bool from_last, falls;
} way;

/* The samples of the level itself, and the most levels between it and another. */
static sx_samples level_of(sx_arena *arena, const sx_samples *samples,
                           const int64_t *exponent, int64_t *ret_most)
{
    size_t *index = SX_NEW_ARRAY(arena, size_t, samples->n), n = 0;
    *ret_most = 0;
    for (size_t i = 0; index && i < samples->n; i++) {
        *ret_most = exponent[i] > *ret_most ? exponent[i] : *ret_most;
        if (exponent[i] == 0)
            index[n++] = i;
    }
    return index && n ? sx_samples_subset(arena, samples, index, n) : (sx_samples) { 0 };
}

/* Where no other counter varies, what a rank has on each level follows from what it has on the first one alone. */
static bool could_double(const sx_samples *samples, const int64_t *exponent, way of)
{
    if (samples->lists || samples->varying != UINT32_C(1) << of.counter)
        return true;
    for (size_t from = 0, i = 0; from < samples->n; from = i) {
        size_t base = from;
        while (i < samples->n && samples->sample[i].rank == samples->sample[from].rank) {
            base = exponent[i] == 0 ? i : base;
            i++;
        }
        for (size_t k = from; k < i && exponent[base] == 0; k++) {
            int64_t value = samples->sample[base].value;
            if (sx_is_special(value) || exponent[k] < 0)
                return true;
            int64_t power = INT64_C(1) << (exponent[k] < 62 ? exponent[k] : 62);
            int64_t doubled = sx_floor_div(value, power);
            if (!of.falls && sx_mul_overflows(value, power, &doubled))
                return true;
            if (samples->sample[k].value != doubled)
                return false;
        }
    }
    return true;
}

/* The same of the first rank alone, who tells most values from such ones. */
static bool first_could_double(sx_arena *arena, const sx_runs *runs,
                               const sx_samples *samples, const sx_expr *power, way of)
{
    sx_samples first = *samples;
    for (first.n = 1; first.n < samples->n &&
                      samples->sample[first.n].rank == samples->sample[0].rank;)
        first.n++;
    int64_t *exponent = SX_NEW_ARRAY(arena, int64_t, first.n);
    return !exponent || !sx_column_values(runs, &first, power, exponent) ||
           could_double(&first, exponent, of);
}

static sx_status try_way(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                         way of, sx_law *ret_law, sx_error *err)
{
    enum { LEVELS = 2 }; /* beyond the first: two numbers double by accident */
    const sx_expr *power = sx_samples_trip(arena, samples, of.counter, of.from_last);
    size_t first;
    sx_law law = { 0 };
    if (power && !first_could_double(arena, runs, samples, power, of))
        return SX_OK;
    int64_t *exponent = SX_NEW_ARRAY(arena, int64_t, samples->n), most;
    if (!exponent || !power)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!sx_column_values(runs, samples, power, exponent))
        return SX_OK;
    if (!could_double(samples, exponent, of))
        return SX_OK;
    sx_samples level = level_of(arena, samples, exponent, &most);
    if (!level.sample || most < LEVELS || level.n == samples->n)
        return SX_OK;
    level.beat = NULL;
    level.varying &= ~(UINT32_C(1) << of.counter);
    const sx_law_scope scope = samples->is_size ? SX_LAW_OF_LEVELS : SX_LAW_WHOLE;
    sx_status st = sx_law_find_among(arena, runs, &level, scope, &law, err);
    if (st || !law.expr)
        return st;
    power = sx_expr_make(arena, SX_EXPR_POW, sx_expr_int(arena, 2), power, NULL);
    law.expr =
        sx_expr_make(arena, of.falls ? SX_EXPR_DIV : SX_EXPR_MUL, law.expr, power, NULL);
    if (!law.expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (sx_column_matches(runs, samples, law.expr, &first))
        *ret_law = law;
    return SX_OK;
}

sx_status sx_law_levels(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    sx_status st = SX_OK;
    if (samples->is_rank || !samples->varying)
        return SX_OK;
    for (uint32_t c = samples->ncounters; !st && !ret_law->expr && c-- > 0;)
        for (unsigned code = 0; !st && !ret_law->expr && code < 4; code++) {
            way of = { c, code / 2, code % 2 == 0 };
            bool innermost = (samples->varying >> c) == 1;
            if (samples->varying >> c & 1 &&
                (!of.from_last || (samples->trips && innermost)))
                st = try_way(arena, runs, samples, of, ret_law, err);
        }
    return st;
}
