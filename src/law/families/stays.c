/* Values that stay for so many trips each, as many as a law of the scale has: a root that sends its rows one by one to one rank after the other. One law for how
 * long they stay, and one for what comes then, by how often that was. */
#include "law/law.h"

#include "base/checked.h"

typedef struct stays {
    const sx_samples *samples;
    uint32_t counter; /* the innermost that tells samples apart */
    int64_t trips
        [SX_RUNS]; /* for which a value stays, in each run; 0: it never changes there */
} stays;

static bool follows(const sx_sample *before, const sx_sample *s, uint32_t counter)
{
    return before->rank == s->rank && s->counter[counter] == before->counter[counter] + 1;
}

/* What divides all trips in which a value changes; false where it changes in each of some run, or in none at all. */
static bool find_trips(stays *s)
{
    const sx_samples *samples = s->samples;
    bool any = false;
    for (size_t i = 1; i < samples->n; i++) {
        const sx_sample *now = &samples->sample[i];
        if (!follows(now - 1, now, s->counter) || now->value == now[-1].value)
            continue;
        int64_t *trips = &s->trips[now->run];
        *trips = sx_gcd(*trips, now->counter[s->counter]);
        any = true;
        if (*trips == 1)
            return false;
    }
    return any;
}

/* Samples of how long values stay, one for each run that shows it; else of the values, by how often they changed. */
static sx_samples part_of(sx_arena *arena, const stays *s, bool of_trips)
{
    const sx_samples *all = s->samples;
    size_t *index = SX_NEW_ARRAY(arena, size_t, all->n), n = 0;
    for (size_t i = 0; index && i < all->n; i++) {
        const sx_sample *sample = &all->sample[i];
        const int64_t trips = s->trips[sample->run];
        const bool is_first = i == 0 || sample[-1].run != sample->run;
        if (trips && (of_trips ? is_first : sample->counter[s->counter] % trips == 0))
            index[n++] = i;
    }
    sx_samples part = { 0 };
    if (!index || n == 0)
        return part;
    part = sx_samples_subset(arena, all, index, n);
    sx_sample *sample = sx_arena_copy(arena, part.sample, n, sizeof *sample);
    for (size_t i = 0; sample && i < n; i++) {
        int32_t *counter = &sample[i].counter[s->counter];
        const int64_t trips = s->trips[sample[i].run];
        *counter = of_trips ? 0 : (int32_t)(*counter / trips);
        if (of_trips)
            sample[i].value = trips;
    }
    part.sample = sample;
    part.beat = NULL;
    part.trips = part.root = part.peer = part.end = NULL;
    if (of_trips) {
        part.varying = 0;
        part.is_rank = part.is_peer = part.is_tag = part.lists = false;
        part.is_size = true;
    }
    return part;
}

sx_status sx_law_stays(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    sx_law trips = { 0 };
    stays s = { .samples = samples, .counter = sx_samples_innermost(samples) };
    if (samples->beat || !samples->varying || samples->lists)
        return SX_OK;
    if (!find_trips(&s))
        return SX_OK;
    const sx_samples of_trips = part_of(arena, &s, true),
                     values = part_of(arena, &s, false);
    if (!of_trips.sample || !values.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = sx_law_find(arena, runs, &of_trips, &trips, err);
    if (st || !trips.expr)
        return st;
    const sx_expr *counter =
        sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + s.counter);
    st = sx_law_by_index(arena, runs, samples, &values, s.counter,
                         sx_expr_two(arena, SX_EXPR_DIV, counter, trips.expr),
                         SX_LAW_WHOLE, ret_law, err);
    if (!st && ret_law->expr)
        ret_law->evidence = sx_evidence_join(arena, ret_law->evidence, trips.evidence);
    return st;
}
