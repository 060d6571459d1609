/* Values in loops over the neighbours that there are: the end points themselves, whatever else depends on the
 * direction, and how many there are. */
#include "law/column.h"
#include "law/directions.h"
#include "law/law.h"

static const sx_expr *innermost(sx_arena *arena, const sx_samples *samples)
{
    return sx_expr_var(arena, SX_VAR_COUNTER, 0,
                       samples->first_counter + samples->ncounters - 1);
}

/* The direction of every sample, by its counter; false when a rank has fewer than its counter says. */
static bool directions_of(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                          const sx_directions *d, int64_t *direction)
{
    int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS];
    const sx_expr *number[SX_DIRECTIONS];
    for (size_t k = 0; k < d->n; k++)
        number[k] = sx_expr_int(arena, (int64_t)k);
    const sx_expr *which =
        sx_directions_pick(arena, d, innermost(arena, samples), number);
    for (size_t i = 0; which && i < samples->n; i++) {
        sx_expr_env env = sx_sample_env(runs, samples, i, counter);
        if (sx_expr_eval(which, &env, &direction[i], NULL) || sx_is_special(direction[i]))
            return false;
    }
    return which != NULL;
}

/* A law for each direction. */
static sx_status by_direction(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                              const sx_directions *d, sx_law *ret_law, sx_error *err)
{
    int64_t *direction = SX_NEW_ARRAY(arena, int64_t, samples->n);
    size_t *index = SX_NEW_ARRAY(arena, size_t, samples->n);
    const sx_expr *value[SX_DIRECTIONS];
    sx_law joined = { .evidence = d->evidence };
    if (!direction || !index)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!directions_of(arena, runs, samples, d, direction))
        return SX_OK;
    for (size_t k = 0; k < d->n; k++) {
        size_t n = 0;
        for (size_t i = 0; i < samples->n; i++)
            if (direction[i] == (int64_t)k)
                index[n++] = i;
        sx_samples part = sx_samples_subset(arena, samples, index, n);
        sx_law law = { 0 };
        if (!part.sample)
            return sx_fail(err, SX_NOMEM, "out of memory");
        part.beat = NULL;
        sx_status st = SX_OK;
        if (n > 0)
            st = sx_law_find_among(arena, runs, &part, SX_LAW_SIMPLE_FAMILIES, &law, err);
        if (st || !law.expr)
            return st;
        value[k] = law.expr;
        joined.evidence = sx_evidence_join(arena, joined.evidence, law.evidence);
    }
    size_t first;
    joined.expr = sx_directions_pick(arena, d, innermost(arena, samples), value);
    if (joined.expr && sx_column_matches(runs, samples, joined.expr, &first))
        *ret_law = joined;
    return SX_OK;
}

/* a + b * (how many directions there are), from two samples that differ. */
static sx_status by_number(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           const sx_directions *d, sx_law *ret_law, sx_error *err)
{
    const sx_expr *number = NULL;
    int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], x0 = 0, x = 0;
    for (size_t k = 0; k < d->n; k++)
        number = number ? sx_expr_make(arena, SX_EXPR_ADD, number, d->exists[k], NULL)
                        : d->exists[k];
    for (size_t i = 0; number && i < samples->n; i++) {
        sx_expr_env env = sx_sample_env(runs, samples, i, counter);
        if (sx_expr_eval(number, &env, i ? &x : &x0, NULL))
            return SX_OK;
        int64_t dv = samples->sample[i].value - samples->sample[0].value;
        if (i == 0 || x == x0)
            continue;
        if (dv % (x - x0) != 0)
            return SX_OK;
        int64_t b = dv / (x - x0), a = samples->sample[0].value - b * x0;
        const sx_expr *expr =
            sx_expr_make(arena, SX_EXPR_MUL, sx_expr_int(arena, b), number, NULL);
        expr = sx_expr_make(arena, SX_EXPR_ADD, expr, sx_expr_int(arena, a), NULL);
        size_t first;
        if (!expr)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (sx_column_matches(runs, samples, expr, &first))
            *ret_law = (sx_law) { expr, d->evidence };
        return SX_OK;
    }
    return SX_OK;
}

sx_status sx_law_directions(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                            sx_law *ret_law, sx_error *err)
{
    sx_status st = SX_OK;
    for (size_t i = 0; i < samples->n; i++)
        if (sx_is_special(samples->sample[i].value))
            return SX_OK;
    for (size_t k = 0; k < runs->ndirections && !st && !ret_law->expr; k++) {
        const sx_directions *d = &runs->directions[k];
        if (samples->ncounters == 0)
            st = by_number(arena, runs, samples, d, ret_law, err);
        else if (samples->is_rank) {
            const sx_expr *peer =
                sx_directions_pick(arena, d, innermost(arena, samples), d->peer);
            size_t first;
            if (peer && sx_column_matches(runs, samples, peer, &first))
                *ret_law = (sx_law) { peer, d->evidence };
        } else {
            st = by_direction(arena, runs, samples, d, ret_law, err);
        }
    }
    return st;
}
