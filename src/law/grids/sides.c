/* Grids that follow from the sides of a domain (trace/sides.h), of which the inputs tell no more than a range. */
#include "law/grids/parts.h"

bool sx_grids_tell_sides(const sx_topology_run *run, size_t nruns)
{
    enum { SCALES = 3 };
    return sx_topology_scales(run, nruns) >= SCALES;
}

static bool explains_all(const sx_slot_table *table, const sx_grid_law *law,
                         const size_t *which, size_t n)
{
    bool all = true;
    for (size_t k = 0; k < n && all; k++)
        all = table->of_comm[which[k]] || law->slot[k].explained;
    return all;
}

/* The ways to cut domains are many: some of them explains some end points of any program. */
static bool is_better(const sx_slot_table *table, const sx_grid_law *law,
                      const sx_grid_law *than, const size_t *which, size_t n)
{
    const unsigned all = (1u << law->ndims) - 1;
    return (!than ||
            (law->explained > than->explained && law->domains > than->domains)) &&
           sx_grids_walked(law, table, which, n).axes == all;
}

sx_status sx_grids_by_sides(sx_arena *arena, const sx_runs *runs,
                            const sx_slot_table *table, const sx_topology_run *run,
                            const size_t *which, size_t nslots, const sx_grid_law **law,
                            size_t *nlaws, sx_error *err)
{
    const sx_grid_law *found = NULL, *best = *nlaws ? *law : NULL;
    size_t n = 0;
    if (runs->ngrids > 0 || !sx_grids_tell_sides(run, runs->n) ||
        (best && explains_all(table, best, which, nslots)))
        return SX_OK;
    sx_status st = sx_topology_law(arena, run, runs->n, nslots, sx_policy_sides,
                                   SX_POLICY_RATIOS, &found, &n, err);
    if (!st && n > 0 && is_better(table, found, best, which, nslots)) {
        *law = found;
        *nlaws = n;
    }
    return st;
}
