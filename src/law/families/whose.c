/* 0 or 1: whether the item of a trip is one's own, or another's, of items that are distributed in blocks along an axis: who sends what all others wait
 * for. Whose it is has a law (owner.c). */
#include "law/column.h"
#include "law/law.h"

enum { NOBODY = -1, TRIPS = 1 << 16 };

typedef struct search {
    sx_arena *arena, *scratch; /* of the law; of what is tried */
    sx_runs *runs;
    const sx_samples *samples;
    uint32_t counter;
    int64_t trips; /* in any input */
    int64_t *place; /* of each sample */
    int64_t *owner; /* by run and trip */
    sx_sample *named; /* the samples, with the owner as their value */
} search;

static int64_t *owner_at(const search *s, size_t i)
{
    const sx_sample *at = &s->samples->sample[i];
    return &s->owner[at->run * s->trips + at->counter[s->counter]];
}

/* Is one place the one, in each trip, where the value is `when`? */
static bool find_owners(search *s, int64_t when)
{
    for (int64_t i = 0; i < (int64_t)s->runs->n * s->trips; i++)
        s->owner[i] = NOBODY;
    for (size_t i = 0; i < s->samples->n; i++)
        if (s->samples->sample[i].value == when)
            *owner_at(s, i) = s->place[i];
    for (size_t i = 0; i < s->samples->n; i++) {
        const int64_t owner = *owner_at(s, i);
        if (owner == NOBODY ||
            (s->place[i] == owner) != (s->samples->sample[i].value == when))
            return false;
        s->named[i] = s->samples->sample[i];
        s->named[i].value = owner;
    }
    return true;
}

static sx_status try_place(search *s, const sx_expr *place, sx_law *ret_law,
                           sx_error *err)
{
    sx_status st = SX_OK;
    if (!place)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!sx_column_values(s->runs, s->samples, place, s->place))
        return SX_OK;
    for (int64_t when = 1; when >= 0 && !st && !ret_law->expr; when--) {
        sx_samples owners = *s->samples;
        sx_law law = { 0 };
        if (!find_owners(s, when))
            continue;
        owners.sample = s->named;
        owners.is_rank = true;
        owners.beat = NULL;
        owners.beaten = NULL;
        st = sx_law_owner(s->arena, s->runs, &owners, &law, err);
        if (st || !law.expr)
            continue;
        *ret_law = (sx_law) { sx_expr_two(s->arena, when ? SX_EXPR_EQ : SX_EXPR_NE, place,
                                          law.expr),
                              law.evidence };
    }
    return st;
}

/* By the rank, and by its place along each axis of a grid. */
static sx_status try_places(search *s, sx_law *ret_law, sx_error *err)
{
    sx_status st = try_place(s, sx_expr_var(s->arena, SX_VAR_RANK, 0, 0), ret_law, err);
    for (uint32_t g = 0; g < s->runs->ngrids; g++)
        for (uint32_t a = 0; !st && !ret_law->expr && a < s->runs->grid[g].ndims; a++)
            if (s->runs->grid[g].ndims > 1)
                st =
                    try_place(s, sx_expr_var(s->arena, SX_VAR_COORD, g, a), ret_law, err);
    return st;
}

static int64_t trips_of(const sx_samples *samples, uint32_t c)
{
    int64_t trips = 0;
    for (size_t i = 0; i < samples->n; i++)
        if (samples->sample[i].counter[c] >= trips)
            trips = samples->sample[i].counter[c] + 1;
    return trips;
}

static sx_status try_counters(search *s, sx_law *ret_law, sx_error *err)
{
    const sx_samples *samples = s->samples;
    sx_status st = SX_OK;
    s->place = SX_NEW_ARRAY(s->scratch, int64_t, samples->n);
    s->named = SX_NEW_ARRAY(s->scratch, sx_sample, samples->n);
    if (!s->place || !s->named)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t c = samples->ncounters; c-- > 0 && !st && !ret_law->expr;) {
        s->counter = c;
        s->trips = trips_of(samples, c);
        if (!(samples->varying >> c & 1) || s->trips > TRIPS)
            continue;
        s->owner = SX_NEW_ARRAY(s->scratch, int64_t, s->runs->n * (size_t)s->trips);
        st = s->owner ? try_places(s, ret_law, err)
                      : sx_fail(err, SX_NOMEM, "out of memory");
    }
    return st;
}

sx_status sx_law_whose(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    if (!sx_samples_are_truth(samples) || !samples->varying)
        return SX_OK;
    search s = {
        .arena = arena, .scratch = sx_arena_create(), .runs = runs, .samples = samples
    };
    sx_status st = s.scratch ? try_counters(&s, ret_law, err)
                             : sx_fail(err, SX_NOMEM, "out of memory");
    sx_arena_destroy(s.scratch);
    return st;
}
