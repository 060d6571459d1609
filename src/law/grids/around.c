/* Grids that go around, of which a program passes over the axes of one rank: what a trip of its loop is for is another axis in each
 * run, so that no step shows. */
#include "law/directions.h"
#include "law/grids/parts.h"

#include <string.h>

/* Do runs make different numbers of trips? */
static bool is_other_by_run(const sx_samples *samples)
{
    int32_t most[SX_RUNS] = { 0 };
    const uint32_t c = samples->ncounters - 1;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        most[s->run] = s->counter[c] > most[s->run] ? s->counter[c] : most[s->run];
    }
    for (size_t i = 1; i < samples->n; i++)
        if (most[samples->sample[i].run] != most[samples->sample[0].run])
            return true;
    return false;
}

/* In the grids that are known. */
static sx_status try_grids(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           int64_t (*dims)[SX_MAX_DIMS], bool *ret_found, sx_error *err)
{
    sx_status st = SX_OK;
    for (uint32_t g = 0; g < runs->ngrids && !st && !*ret_found; g++) {
        for (size_t i = 0; i < runs->n; i++)
            memcpy(dims[i], runs->place[runs->offset[i] * SX_MAX_GRIDS + g].dim,
                   sizeof dims[i]);
        st = sx_directions_around(arena, runs, samples, dims, runs->grid[g].ndims, g,
                                  &runs->directions[runs->ndirections], ret_found, err);
    }
    return st;
}

/* Is there such a list already? Exchanges in several places of a program have the same. */
static bool is_known(const sx_runs *runs, const sx_directions *d)
{
    bool found = false;
    for (size_t k = 0; k < runs->ndirections && !found; k++) {
        const sx_directions *other = &runs->directions[k];
        found = other->grid == d->grid && other->n == d->n;
        for (size_t i = 0; found && i < d->n; i++)
            found = sx_expr_equal(other->exists[i], d->exists[i]) &&
                    sx_expr_equal(other->peer[i], d->peer[i]);
    }
    return found;
}

sx_status sx_grids_from_around(sx_arena *arena, sx_runs *runs, const sx_slot_table *table,
                               bool *open, sx_error *err)
{
    int64_t(*dims)[SX_MAX_DIMS] = sx_arena_alloc(arena, runs->n, sizeof *dims);
    sx_status st = dims ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < table->nvarying && !st; i++) {
        const struct sx_varying *v = &table->varying[i];
        bool found = false;
        if (runs->ndirections < SX_DIRECTION_LISTS && is_other_by_run(&v->samples))
            st = try_grids(arena, runs, &v->samples, dims, &found, err);
        if (st || !found)
            continue;
        runs->ndirections += !is_known(runs, &runs->directions[runs->ndirections]);
        memset(open + v->first, 0, v->nslots);
    }
    return st;
}
