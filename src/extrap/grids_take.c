#include "extrap/grids_parts.h"

#include "trace/policy.h"

#include <string.h>

static bool same_dims_everywhere(const sx_runs *runs, const sx_grid_law *a,
                                 const sx_grid_law *b)
{
    for (size_t i = 0; i < runs->n; i++) {
        int64_t x[SX_MAX_DIMS], y[SX_MAX_DIMS];
        if (!a->policy->dims(runs->p[i], a->arg, x) ||
            !b->policy->dims(runs->p[i], b->arg, y) ||
            memcmp(x, y, a->ndims * sizeof *x) != 0)
            return false;
    }
    return true;
}

/* The other policies that give the same dims in every input. */
static sx_status note_rivals(sx_arena *arena, const sx_runs *runs, const sx_grid_law *law,
                             size_t n, sx_grid *grid, sx_error *err)
{
    sx_rival *rival = SX_NEW_ARRAY(arena, sx_rival, n);
    if (!rival)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 1; i < n && grid->nrivals < sx_policy_count; i++)
        if (law[i].ndims == law[0].ndims && same_dims_everywhere(runs, &law[0], &law[i]))
            rival[grid->nrivals++] = (sx_rival) { law[i].policy->name, law[i].arg };
    grid->rival = rival;
    return SX_OK;
}

sx_status sx_grids_take(sx_arena *arena, sx_runs *runs, const sx_grid_law *law, size_t n,
                        uint32_t *ret_g, sx_error *err)
{
    sx_grid grid = { .ndims = law->ndims, .law = law->policy->name, .law_arg = law->arg };
    grid.evidence.label = runs->n > 1 ? SX_LABEL_PROVED : SX_LABEL_EXACT;
    memcpy(grid.periodic, law->periodic, sizeof grid.periodic);
    int64_t(*dims)[SX_MAX_DIMS] = sx_arena_alloc(arena, runs->n, sizeof *dims);
    if (!dims)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < runs->n; i++)
        law->policy->dims(runs->p[i], law->arg, dims[i]);
    sx_status st = note_rivals(arena, runs, law, n, &grid, err);
    return st ? st : sx_runs_add_grid(arena, runs, &grid, dims, ret_g, err);
}
