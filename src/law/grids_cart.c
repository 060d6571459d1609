/* The grid of a Cartesian communicator of all ranks, whose dims the program says. */
#include "law/grids_parts.h"

#include "trace/policy.h"

#include <string.h>

/* The rows of the table with as many axes, and how many. */
static size_t policies_with(uint32_t ndims, sx_policy *policy)
{
    size_t n = 0;
    for (size_t i = 0; i < sx_policy_count; i++)
        if (sx_policies[i].ndims == ndims)
            policy[n++] = sx_policies[i];
    return n;
}

static bool has_dims(const sx_runs *runs, const sx_slot_table *table,
                     const sx_grid_law *law, int64_t (*dims)[SX_MAX_DIMS])
{
    bool same = sx_grids_dims(runs, law->policy, law->arg, dims);
    for (size_t i = 0; same && i < runs->n; i++)
        same = memcmp(dims[i], table->cart[i], law->ndims * sizeof **dims) == 0;
    return same;
}

sx_status sx_grids_from_cart(sx_arena *arena, sx_runs *runs, const sx_slot_table *table,
                             const sx_topology_run *run, size_t nslots,
                             const sx_grid_law **ret_law, uint32_t *ret_g,
                             bool *ret_found, sx_error *err)
{
    sx_policy *policy = SX_NEW_ARRAY(arena, sx_policy, sx_policy_count);
    int64_t(*dims)[SX_MAX_DIMS] = sx_arena_alloc(arena, runs->n, sizeof *dims);
    const sx_grid_law *law = NULL;
    size_t nlaws = 0, n = 0;
    if (!policy || !dims)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st =
        sx_topology_law(arena, run, runs->n, nslots, policy,
                        policies_with(table->cart_ndims, policy), &law, &nlaws, err);
    sx_grid_law *fits = st ? NULL : SX_NEW_ARRAY(arena, sx_grid_law, nlaws + 1);
    for (size_t i = 0; fits && i < nlaws; i++)
        if (has_dims(runs, table, &law[i], dims))
            fits[n++] = law[i];
    *ret_found = n > 0;
    *ret_law = fits;
    if (st || !fits)
        return st ? st : sx_fail(err, SX_NOMEM, "out of memory");
    return n ? sx_grids_take(arena, runs, fits, n, ret_g, err) : SX_OK;
}
