/* End points at distances that double or halve from trip to trip. */
#include "law/doubling.h"
#include "law/column.h"
#include "law/law.h"
#include "law/lookalikes.h"

#include <string.h>

/* No trip goes beyond those of the inputs, each of which is a distance of its own there. The rank so far on may be told from others
 * where some communicator is several times as large. */
static sx_evidence evidence_of_trips(sx_arena *arena, const sx_runs *runs,
                                     const sx_samples *samples, const sx_doubling *form,
                                     int64_t trips)
{
    enum { TIMES = 4, TELLING = 12 };
    static const char reason[] =
        "a distance that doubles or halves shows in three trips, and in two different "
        "numbers of trips: add an input with more";
    const int64_t farthest = INT64_C(1) << (trips - 1);
    int64_t least = INT64_MAX, most = 0;
    bool far = true;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        int64_t size = runs->comm_size[s->comm][s->rank];
        least = size < least ? size : least;
        most = size > most ? size : most;
    }
    for (int64_t d = 1; d <= farthest; d *= 2)
        far = far && !sx_lookalikes_may_be_rows(runs, samples, d);
    sx_evidence e = { .label = SX_LABEL_EXACT, .reason = reason };
    if (form->halves || !form->whole || samples->n < TELLING || least == most ||
        most < TIMES * farthest || !far)
        return e;
    e.label = SX_LABEL_PROVED;
    e.doubt = sx_expr_two(
        arena, SX_EXPR_GE,
        sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + form->counter),
        sx_expr_int(arena, trips));
    return e;
}

/* Three trips tell a doubling from equal steps, and two extents what it follows. */
static sx_evidence evidence_of(sx_arena *arena, const sx_runs *runs,
                               const sx_samples *samples, const sx_doubling *form)
{
    enum { TRIPS = 3, TELLING = 12 };
    bool enough = sx_samples_trips(samples, form->counter, TRIPS) == TRIPS;
    int64_t most = 0, last[SX_RUNS] = { 0 };
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        int64_t trips = s->counter[form->counter] + 1;
        last[s->run] = trips > last[s->run] ? trips : last[s->run];
        most = trips > most ? trips : most;
    }
    bool differ = false;
    for (size_t run = 0; run < runs->n; run++)
        differ = differ || (last[run] && last[run] != most);
    if (enough && differ && samples->n >= TELLING)
        return (sx_evidence) { .label = SX_LABEL_PROVED };
    return evidence_of_trips(arena, runs, samples, form, most);
}

static sx_status try_form(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                          int64_t (*dims)[SX_MAX_DIMS], uint32_t g, sx_law *ret_law,
                          sx_error *err)
{
    sx_doubling form;
    size_t first;
    if (!sx_doubling_fits(runs, samples, dims, dims ? runs->grid[g].ndims : 0, &form))
        return SX_OK;
    const sx_expr *expr = sx_doubling_expr(arena, samples, &form, g);
    if (!expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (sx_column_matches(runs, samples, expr, &first))
        *ret_law = (sx_law) { expr, evidence_of(arena, runs, samples, &form) };
    return SX_OK;
}

/* The same over the trips that are left: distances halve down to one in the last of them. */
static sx_status try_from_last(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                               uint32_t c, sx_law *ret_law, sx_error *err)
{
    const sx_expr *left = sx_samples_trip(arena, samples, c, true);
    int64_t *trip = SX_NEW_ARRAY(arena, int64_t, samples->n);
    sx_sample *sample =
        sx_arena_copy(arena, samples->sample, samples->n, sizeof *samples->sample);
    if (!left || !trip || !sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!sx_column_values(runs, samples, left, trip))
        return SX_OK;
    for (size_t i = 0; i < samples->n; i++)
        sample[i].counter[c] = (int32_t)trip[i];
    sx_samples back = *samples;
    back.sample = sample;
    sx_law law = { 0 };
    size_t first;
    sx_status st = try_form(arena, runs, &back, NULL, 0, &law, err);
    if (st || !law.expr)
        return st;
    law.expr = sx_expr_replace(
        arena, law.expr,
        sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + c), left);
    if (!law.expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (sx_column_matches(runs, samples, law.expr, &first))
        *ret_law = law;
    return SX_OK;
}

sx_status sx_law_doubling(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                          sx_law *ret_law, sx_error *err)
{
    int64_t(*dims)[SX_MAX_DIMS] = NULL;
    sx_status st = SX_OK;
    if (!samples->is_rank || samples->varying == 0)
        return SX_OK;
    dims = sx_arena_alloc(arena, runs->n, sizeof *dims);
    if (!dims)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t g = 0; g < runs->ngrids && !st && !ret_law->expr; g++) {
        if (runs->grid[g].ndims == 1) /* all ranks in a row are their communicator */
            continue;
        for (size_t i = 0; i < runs->n; i++)
            memcpy(dims[i], runs->place[runs->offset[i] * SX_MAX_GRIDS + g].dim,
                   sizeof dims[i]);
        st = try_form(arena, runs, samples, dims, g, ret_law, err);
    }
    if (!st && !ret_law->expr)
        st = try_form(arena, runs, samples, NULL, 0, ret_law, err);
    for (uint32_t c = samples->ncounters;
         samples->trips && !st && !ret_law->expr && c-- > 0;)
        if (samples->varying >> c & 1) {
            st = try_from_last(arena, runs, samples, c, ret_law, err);
            break; /* trips are those of the innermost loop that varies */
        }
    return st;
}
