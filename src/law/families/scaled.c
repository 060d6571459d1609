/* Sizes that are what each scale has in common times a law for place and trip: N div P points of each place below in a tree,
 * or of all behind in a chain. The first factor is the greatest common divisor of what a run has. */
#include "law/column.h"
#include "law/law.h"
#include "law/lookalikes.h"

#include "base/checked.h"

/* The common divisors, by run; false where a value is no size, and unless both factors change. */
static bool find_common(const sx_samples *samples, int64_t *common)
{
    const sx_sample *s = samples->sample;
    bool scales = false, places = false;
    for (size_t run = 0; run < SX_RUNS; run++)
        common[run] = 0;
    for (size_t i = 0; i < samples->n; i++) {
        if (sx_is_special(s[i].value) || s[i].value < 0)
            return false;
        common[s[i].run] = sx_gcd(common[s[i].run], s[i].value);
    }
    for (size_t i = 0; i < samples->n; i++) {
        if (common[s[i].run] == 0)
            return false;
        scales = scales || common[s[i].run] != common[s[0].run];
        places = places || common[s[i].run] != s[i].value;
    }
    return scales && places;
}

/* One sample of each rank of each run, with what all have in common; or all of them, divided by that. */
static sx_samples part_of(sx_arena *arena, const sx_samples *samples,
                          const int64_t *common, bool of_scale)
{
    size_t *index = SX_NEW_ARRAY(arena, size_t, samples->n), n = 0;
    const sx_sample *s = samples->sample;
    for (size_t i = 0; index && i < samples->n; i++)
        if (!of_scale || i == 0 || s[i].rank != s[i - 1].rank || s[i].run != s[i - 1].run)
            index[n++] = i;
    sx_samples part = { 0 };
    if (!index)
        return part;
    part = sx_samples_subset(arena, samples, index, n);
    sx_sample *sample = sx_arena_copy(arena, part.sample, n, sizeof *sample);
    for (size_t i = 0; sample && i < n; i++) {
        const int64_t of_run = common[sample[i].run];
        sample[i].value = of_scale ? of_run : sample[i].value / of_run;
    }
    part.sample = sample;
    part.beat = NULL;
    part.beaten = NULL;
    if (of_scale) {
        part.varying = 0;
        part.trips = NULL;
    }
    return part;
}

/* What all places of a scale have alike: one number for each input, of which little else may fit. */
static sx_status find_of_scale(sx_arena *arena, sx_runs *runs, const sx_samples *part,
                               sx_law *law, sx_error *err)
{
    sx_status st = sx_law_find_among(arena, runs, part, SX_LAW_WHOLE, law, err);
    if (!st && !law->expr)
        st = sx_law_form(arena, runs, part, law, err);
    if (!st)
        st = sx_lookalikes_of_scale(arena, runs, part, law, err);
    if (!st)
        st = sx_lookalikes_of_roots(arena, runs, part, law, err);
    if (!st)
        st = sx_lookalikes_of_lines(arena, runs, part, law, err);
    return st;
}

static sx_status find_of_place(sx_arena *arena, sx_runs *runs, const sx_samples *part,
                               sx_law *law, sx_error *err)
{
    sx_status st = sx_law_find_among(arena, runs, part, SX_LAW_WHOLE, law, err);
    return st || law->expr ? st : sx_law_rest(arena, runs, part, law, err);
}

/* The product may have been divided, and not what is multiplied: that is one where nothing is rounded. */
static sx_status doubt_order(sx_arena *arena, const sx_runs *runs,
                             const sx_samples *samples, const sx_expr *of_scale,
                             const sx_expr *of_place, sx_law *law, sx_error *err)
{
    static const char reason[] = "what is multiplied may be divided afterwards";
    const sx_expr *q = of_scale->arg[1];
    size_t first;
    if (of_scale->op != SX_EXPR_DIV)
        return SX_OK;
    const sx_expr *all = sx_expr_two(arena, SX_EXPR_MUL, of_scale->arg[0], of_place);
    const sx_expr *filled =
        sx_expr_two(arena, SX_EXPR_ADD, all, sx_expr_plus(arena, q, -1));
    const sx_expr *rival[] = { sx_expr_two(arena, SX_EXPR_DIV, all, q),
                               sx_expr_two(arena, SX_EXPR_DIV, filled, q) };
    for (int i = 0; i < 2; i++) {
        if (!rival[i])
            return sx_fail(err, SX_NOMEM, "out of memory");
        sx_status st = sx_column_matches(runs, samples, rival[i], &first)
                           ? sx_law_doubt_other(arena, runs, rival[i], reason, law, err)
                           : SX_OK;
        if (st)
            return st;
    }
    return SX_OK;
}

sx_status sx_law_scaled(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    const bool has_law = samples->beat != NULL; /* what one piece gives is no product */
    int64_t common[SX_RUNS];
    sx_law scale = { 0 }, place = { 0 };
    size_t first;
    if (has_law || !samples->is_size || samples->lists || sx_samples_runs(samples) < 2 ||
        !find_common(samples, common))
        return SX_OK;
    const sx_samples scales = part_of(arena, samples, common, true),
                     places = part_of(arena, samples, common, false);
    if (!scales.sample || !places.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = find_of_scale(arena, runs, &scales, &scale, err);
    if (!st && scale.expr)
        st = find_of_place(arena, runs, &places, &place, err);
    if (st || !scale.expr || !place.expr)
        return st;
    sx_law law = { sx_expr_two(arena, SX_EXPR_MUL, scale.expr, place.expr),
                   sx_evidence_join(arena, scale.evidence, place.evidence) };
    if (!law.expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!sx_column_matches(runs, samples, law.expr, &first))
        return SX_OK;
    st = doubt_order(arena, runs, samples, scale.expr, place.expr, &law, err);
    if (!st)
        *ret_law = law;
    return st;
}
