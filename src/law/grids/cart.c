/* The grid of a Cartesian communicator of all ranks, whose dims the program says. */
#include "law/grids/parts.h"

#include "trace/policy.h"

#include <string.h>

static bool has_dims(const sx_runs *runs, const sx_slot_table *table,
                     const sx_grid_law *law, int64_t (*dims)[SX_MAX_DIMS])
{
    bool same = sx_grids_dims(runs, law->policy, law->arg, dims);
    for (size_t i = 0; same && i < runs->n; i++)
        same = memcmp(dims[i], table->cart[i], law->ndims * sizeof **dims) == 0;
    return same;
}

/* The runs with the dims of the communicator as if they were told: policies that have others are out. */
static const sx_topology_run *tell(sx_arena *arena, const sx_runs *runs,
                                   const sx_slot_table *table, const sx_topology_run *run)
{
    sx_topology_run *told = sx_arena_copy(arena, run, runs->n, sizeof *run);
    for (size_t i = 0; told && i < runs->n && !run[0].told_ndims; i++) {
        told[i].told_ndims = table->cart_ndims;
        told[i].told = table->cart[i];
    }
    return told;
}

/* Dims that no policy has are the runs' own. False where there are too many of them for that. */
static bool state(sx_runs *runs, const sx_slot_table *table, sx_grid_law *law)
{
    enum { FEWEST = 2 };
    if (law->ndims - FEWEST >= SX_POLICY_STATED)
        return false;
    law->policy = &sx_policy_stated[law->ndims - FEWEST];
    runs->stated_ndims = law->ndims;
    runs->stated = table->cart;
    return true;
}

/* By MPI_Dims_create, in the order in which it gives them? */
static bool is_dims_create(const sx_policy *policy)
{
    static const char *const name[] = { "dims_create-", "dims_simgrid-" };
    for (size_t k = 0; k < sizeof name / sizeof *name; k++)
        if (strncmp(policy->name, name[k], strlen(name[k])) == 0)
            return !strstr(policy->name, "-reversed");
    return false;
}

/* Who makes a Cartesian communicator mostly asks MPI_Dims_create: of policies that fit alike it comes first. */
static void prefer_dims_create(sx_grid_law *law, size_t n)
{
    size_t i = 0;
    while (i < n && !is_dims_create(law[i].policy))
        i++;
    if (i < n) {
        const sx_grid_law own = law[i];
        memmove(&law[1], law, i * sizeof *law);
        law[0] = own;
    }
}

/* Is an axis of three as long in all runs? */
static bool holds_axis(const sx_runs *runs, const sx_slot_table *table)
{
    enum { NDIMS = 3 };
    bool holds = false;
    for (uint32_t a = 0; table->cart_ndims == NDIMS && a < NDIMS && !holds; a++) {
        holds = true;
        for (size_t i = 1; i < runs->n && holds; i++)
            holds = table->cart[i][a] == table->cart[0][a];
    }
    return holds;
}

sx_status sx_grids_from_cart(sx_arena *arena, sx_runs *runs, const sx_slot_table *table,
                             const sx_topology_run *run, size_t nslots,
                             const sx_grid_law **ret_law, uint32_t *ret_g,
                             bool *ret_found, sx_error *err)
{
    size_t npolicies;
    sx_policy *policy = sx_grids_policies(arena, runs, table->cart_ndims, &npolicies);
    int64_t(*dims)[SX_MAX_DIMS] = sx_arena_alloc(arena, runs->n, sizeof *dims);
    const sx_topology_run *told = tell(arena, runs, table, run);
    const sx_grid_law *law = NULL;
    size_t nlaws = 0, n = 0;
    if (!policy || !dims || !told)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (holds_axis(runs, table))
        sx_grids_add_held(runs, policy, &npolicies);
    sx_status st = sx_topology_law(arena, told, runs->n, nslots, policy, npolicies, &law,
                                   &nlaws, err);
    if (!st && nlaws > 0 && !law->policy->dims && sx_grids_tell_sides(told, runs->n))
        st = sx_topology_law(arena, told, runs->n, nslots, sx_policy_sides,
                             SX_POLICY_RATIOS, &law, &nlaws, err);
    sx_grid_law *fits = st ? NULL : SX_NEW_ARRAY(arena, sx_grid_law, nlaws + 1);
    for (size_t i = 0; fits && i < nlaws; i++) {
        fits[n] = law[i];
        n += (!law[i].policy->dims && !run[0].told_ndims &&
              state(runs, table, &fits[n])) ||
             has_dims(runs, table, &law[i], dims);
    }
    if (fits)
        prefer_dims_create(fits, n);
    *ret_found = n > 0;
    *ret_law = fits;
    if (st || !fits)
        return st ? st : sx_fail(err, SX_NOMEM, "out of memory");
    return n ? sx_grids_take(arena, runs, fits, n, (sx_walked) { 0 }, ret_g, err) : SX_OK;
}
