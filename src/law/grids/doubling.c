/* Grids that show in exchanges at distances that double or halve, and what lies across their diagonal. */
#include "law/doubling.h"
#include "law/grids/parts.h"
#include "law/transposition.h"

#include <string.h>

/* The policies along one axis of whose grid the distances of these samples double or halve. */
static sx_status doubling_grids(sx_arena *arena, const sx_runs *runs,
                                const sx_samples *samples, sx_grid_law *law,
                                size_t *ret_n, sx_error *err)
{
    int64_t(*dims)[SX_MAX_DIMS] = sx_arena_alloc(arena, runs->n, sizeof *dims);
    sx_doubling form;
    *ret_n = 0;
    if (!dims)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t k = 0; k < sx_policy_count; k++) {
        const sx_policy *policy = &sx_policies[k];
        bool valid =
            !policy->has_arg && policy->ndims > 1 && sx_grids_dims(runs, policy, 0, dims);
        if (valid && sx_doubling_fits(runs, samples, dims, policy->ndims, &form) &&
            form.complete)
            law[(*ret_n)++] = (sx_grid_law) { .policy = policy, .ndims = policy->ndims };
    }
    return SX_OK;
}

/* Is it explained by the communicator alone, or by a grid that is known? Notes the axis. */
static bool doubles(sx_runs *runs, const sx_samples *samples,
                    int64_t (*dims)[SX_MAX_DIMS])
{
    sx_doubling form;
    if (sx_doubling_fits(runs, samples, NULL, 0, &form)) {
        runs->doubled_whole = runs->doubled_whole || form.through;
        runs->powers_whole = true;
        return true;
    }
    for (uint32_t g = 0; g < runs->ngrids; g++) {
        for (size_t i = 0; i < runs->n; i++)
            memcpy(dims[i], runs->place[runs->offset[i] * SX_MAX_GRIDS + g].dim,
                   sizeof dims[i]);
        if (!sx_doubling_fits(runs, samples, dims, runs->grid[g].ndims, &form))
            continue;
        if (form.through)
            runs->doubled[g] |= (uint8_t)(1u << form.axis);
        return true;
    }
    return false;
}

/* Do all ranks of all runs have an end point that depends on no counter? Then a grid shows in what they do. */
static bool shows_elsewhere(const sx_runs *runs, const sx_slot_table *table)
{
    bool shows = false;
    for (size_t k = 0, v = 0; k < table->n && !shows; k++) {
        while (v < table->nvarying &&
               k >= table->varying[v].first + table->varying[v].nslots)
            v++;
        if (table->of_comm[k] || (v < table->nvarying && k >= table->varying[v].first))
            continue;
        shows = true;
        for (size_t i = 0; i < runs->n && shows; i++)
            for (int64_t r = 0; r < runs->p[i] && shows; r++)
                shows = !sx_is_special(table->peer[i][k][r]);
    }
    return shows;
}

/* Has some rank of every run none of these? */
static bool is_of_few(const sx_runs *runs, const sx_samples *samples)
{
    bool few = true;
    size_t at = 0;
    for (size_t k = 0; k < runs->n && few; k++) {
        const size_t run = runs->n - 1 - k; /* the largest run comes first */
        int64_t ranks = 0;
        for (int64_t last = -1; at < samples->n && samples->sample[at].run == run; at++) {
            ranks += samples->sample[at].rank != last;
            last = samples->sample[at].rank;
        }
        few = ranks < runs->p[run];
    }
    return few;
}

/* End points whose distance doubles or halves say of what grid their lines are, and are closed. */
sx_status sx_grids_from_doubling(sx_arena *arena, sx_runs *runs,
                                 const sx_slot_table *table, bool *open, sx_error *err)
{
    sx_grid_law *law = SX_NEW_ARRAY(arena, sx_grid_law, sx_policy_count);
    int64_t(*dims)[SX_MAX_DIMS] = sx_arena_alloc(arena, runs->n, sizeof *dims);
    sx_status st = law && dims ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    const bool elsewhere = shows_elsewhere(runs, table);
    for (size_t k = 0; k < table->nvarying && !st; k++) {
        const struct sx_varying *v = &table->varying[k];
        size_t n = 0;
        uint32_t g;
        bool found = doubles(runs, &v->samples, dims);
        if (!found && runs->ngrids < SX_MAX_GRIDS &&
            !(elsewhere && is_of_few(runs, &v->samples)))
            st = doubling_grids(arena, runs, &v->samples, law, &n, err);
        if (!st && n > 0)
            st = sx_grids_take(arena, runs, law, n, (sx_walked) { 0 }, &g, err);
        if (found || (!st && n > 0 && doubles(runs, &v->samples, dims)))
            memset(open + v->first, 0, v->nslots);
    }
    return st;
}

static bool is_transposition(const sx_runs *runs, const sx_slot_table *table, size_t k,
                             uint32_t g, const sx_transposition *form)
{
    bool any = false;
    for (size_t i = 0; i < runs->n; i++) {
        const int64_t *dim = runs->place[runs->offset[i] * SX_MAX_GRIDS + g].dim;
        const int64_t *peer = table->peer[i][k];
        for (int64_t r = 0; r < runs->p[i]; r++) {
            if (peer[r] != SX_NONE && peer[r] != sx_transposition_peer(form, dim, r))
                return false;
            any = any || peer[r] != SX_NONE;
        }
    }
    return any;
}

/* End points across the diagonal of a known grid tell of no other one. */
void sx_grids_close_transpositions(const sx_runs *runs, const sx_slot_table *table,
                                   bool *open)
{
    for (uint32_t k = 0; k < 2 * runs->ngrids; k++) {
        const sx_transposition form = { .high = k % 2 == 0 };
        for (size_t s = 0; runs->grid[k / 2].ndims == 2 && s < table->n; s++)
            if (open[s] && is_transposition(runs, table, s, k / 2, &form))
                open[s] = false;
    }
}
