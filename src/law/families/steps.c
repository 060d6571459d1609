/* What the place has, and so much more with each element of a list, or with each trip: groups of every so many-th rank, tags of a kind of rank and
 * of a step. One law for the first of each, and one for the steps. */
#include "law/column.h"
#include "law/law.h"

enum { LARGEST = 1 << 30 }; /* of values and indices */

/* Groups are the elements of one list, or the executions by one rank in one entry of the innermost loop that tells samples
 * apart. */
typedef struct steps {
    const sx_samples *samples;
    uint32_t counter; /* ncounters: the element */
    int64_t *step; /* by rank among all */
    bool *known;
} steps;

static int64_t index_of(const steps *s, size_t i)
{
    return sx_samples_number(s->samples, i, s->counter);
}

/* Is each value of the group so much more than the one before, and that the step of its rank? */
static bool is_even(steps *s, size_t from, size_t end)
{
    const sx_sample *sample = s->samples->sample;
    const int64_t rank = sample[from].rank;
    for (size_t i = from; i < end; i++)
        if (sx_is_special(sample[i].value) || sample[i].value > LARGEST ||
            sample[i].value < -LARGEST || index_of(s, i) > LARGEST)
            return false;
    for (size_t i = from + 1; i < end; i++) {
        const int64_t by = index_of(s, i) - index_of(s, i - 1),
                      more = sample[i].value - sample[i - 1].value;
        if (more % by != 0 || (s->known[rank] && s->step[rank] != more / by))
            return false;
        s->step[rank] = more / by;
        s->known[rank] = true;
    }
    return s->known[rank] || index_of(s, from) == 0;
}

/* The steps of all ranks; false where they are uneven, or there are none. */
static bool find_steps(steps *s)
{
    bool any = false;
    for (size_t i = 0, end; i < s->samples->n; i = end) {
        end = sx_samples_end_of_entry(s->samples, i, s->counter);
        if (!is_even(s, i, end))
            return false;
        any = any || s->step[s->samples->sample[i].rank] != 0;
    }
    return any;
}

/* Samples of the first of each group, or of the steps, which say nothing of a rank that has none. */
static sx_samples part_of(sx_arena *arena, const steps *s, bool of_steps)
{
    const sx_samples *all = s->samples;
    size_t *index = SX_NEW_ARRAY(arena, size_t, all->n), n = 0;
    for (size_t i = 0; index && i < all->n;
         i = sx_samples_end_of_entry(all, i, s->counter))
        if (!of_steps || s->known[all->sample[i].rank])
            index[n++] = i;
    sx_samples part = { 0 };
    if (!index)
        return part;
    part = sx_samples_subset(arena, all, index, n);
    sx_sample *sample = sx_arena_copy(arena, part.sample, n, sizeof *sample);
    for (size_t i = 0; sample && i < n; i++) {
        const int64_t step = s->step[sample[i].rank];
        sample[i].value =
            of_steps ? step : sample[i].value - step * index_of(s, index[i]);
        if (s->counter < all->ncounters)
            sample[i].counter[s->counter] = 0;
        else
            sample[i].element = 0;
    }
    part.sample = sample;
    part.beat = NULL;
    if (s->counter < all->ncounters)
        part.varying &= ~(UINT32_C(1) << s->counter);
    else
        part.lists = false;
    part.trips = NULL;
    part.is_rank = part.is_rank && !of_steps;
    part.is_peer = part.is_peer && !of_steps;
    return part;
}

static sx_status put_together(sx_arena *arena, const sx_runs *runs, const steps *s,
                              const sx_law *first, const sx_law *step, sx_law *ret_law,
                              sx_error *err)
{
    const sx_samples *samples = s->samples;
    const sx_expr *index =
        s->counter < samples->ncounters
            ? sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + s->counter)
            : sx_expr_var(arena, SX_VAR_ELEMENT, 0, 0);
    const sx_expr *sum = sx_expr_two(arena, SX_EXPR_ADD, first->expr,
                                     sx_expr_two(arena, SX_EXPR_MUL, index, step->expr));
    size_t other;
    if (!sum)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (sx_column_matches(runs, samples, sum, &other))
        *ret_law =
            (sx_law) { sum, sx_evidence_join(arena, first->evidence, step->evidence) };
    return SX_OK;
}

sx_status sx_law_steps(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    sx_law first = { 0 }, step = { 0 };
    if (samples->beat || (!samples->lists && !samples->varying))
        return SX_OK;
    steps s = { samples,
                samples->lists ? samples->ncounters : sx_samples_innermost(samples),
                SX_NEW_ARRAY(arena, int64_t, (size_t)runs->total),
                SX_NEW_ARRAY(arena, bool, (size_t)runs->total) };
    if (!s.step || !s.known)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!find_steps(&s))
        return SX_OK;
    sx_samples firsts = part_of(arena, &s, false), by = part_of(arena, &s, true);
    if (!firsts.sample || !by.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = sx_law_find_among(arena, runs, &by, SX_LAW_OF_PIECES, &step, err);
    if (!st && step.expr)
        st = sx_law_find_among(arena, runs, &firsts, SX_LAW_COMPOUND, &first, err);
    return st || !first.expr || !step.expr
               ? st
               : put_together(arena, runs, &s, &first, &step, ret_law, err);
}
