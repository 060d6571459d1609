/* Laws of the item that a trip is for, where items are dealt out in turn along an axis, so that each place makes a trip for each of its own: the place plus so
 * many extents as there were trips. Panels of a matrix in block-cyclic rows and columns, sizes of what is left behind them. */
#include "law/law.h"

/* The item by a sample: place + trip * extent. */
typedef struct dealt {
    const sx_expr *extent, *place;
    uint32_t counter;
} dealt;

/* The same samples, with the item for the counter; .sample NULL where that is no small number, or when out of memory (*ret_failed). */
static sx_samples by_item(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                          const dealt *d, bool *ret_failed)
{
    enum { LARGEST = 1 << 24 };
    sx_samples ret = *samples;
    sx_sample *sample =
        sx_arena_copy(arena, samples->sample, samples->n, sizeof *samples->sample);
    bool fits = sample != NULL;
    *ret_failed = !sample;
    for (size_t i = 0; fits && i < samples->n; i++) {
        int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], extent, place;
        const sx_expr_env env = sx_sample_env(runs, samples, i, counter);
        int32_t *trip = &sample[i].counter[d->counter];
        fits = !sx_expr_eval(d->extent, &env, &extent, NULL) &&
               !sx_expr_eval(d->place, &env, &place, NULL) && place >= 0 &&
               place < extent && *trip >= 0 && *trip < LARGEST / extent;
        if (fits)
            *trip = (int32_t)(place + *trip * extent);
    }
    ret.sample = fits ? sample : NULL;
    ret.trips = ret.root = ret.peer = ret.end = NULL;
    ret.beat = NULL;
    return ret;
}

static sx_status try_axis(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                          const dealt *d, sx_law *ret_law, sx_error *err)
{
    bool failed = !d->extent || !d->place;
    const sx_samples items =
        failed ? (sx_samples) { 0 } : by_item(arena, runs, samples, d, &failed);
    if (failed || !items.sample)
        return failed ? sx_fail(err, SX_NOMEM, "out of memory") : SX_OK;
    const sx_expr *counter =
        sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + d->counter);
    const sx_expr *item =
        sx_expr_two(arena, SX_EXPR_ADD, d->place,
                    sx_expr_two(arena, SX_EXPR_MUL, counter, d->extent));
    return sx_law_by_index(arena, runs, samples, &items, d->counter, item,
                           SX_LAW_OF_LEVELS, ret_law, err);
}

sx_status sx_law_item(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      sx_law *ret_law, sx_error *err)
{
    dealt d = { .counter = sx_samples_innermost(samples) };
    sx_status st = SX_OK;
    if (samples->beat || !samples->varying)
        return SX_OK;
    d.extent = sx_expr_var(arena, SX_VAR_P, 0, 0);
    d.place = sx_expr_var(arena, SX_VAR_RANK, 0, 0);
    st = try_axis(arena, runs, samples, &d, ret_law, err);
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t a = 0; a < runs->grid[g].ndims && !st && !ret_law->expr; a++) {
            d.extent = sx_expr_var(arena, SX_VAR_DIM, g, a);
            d.place = sx_expr_var(arena, SX_VAR_COORD, g, a);
            st = try_axis(arena, runs, samples, &d, ret_law, err);
        }
    return st;
}
