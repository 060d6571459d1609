/* Which policies the runs may follow. */
#include "law/grids_parts.h"

#include "trace/policy.h"

#include <string.h>

/* Were all runs simulated by SimGrid? */
static bool are_simulated(const sx_runs *runs)
{
    static const char name[] = "SMPI ";
    for (size_t i = 0; i < runs->n; i++) {
        const char *mpi = sx_trace_meta(runs->trace[i], "mpi.version");
        if (!mpi || strncmp(mpi, name, sizeof name - 1) != 0)
            return false;
    }
    return true;
}

sx_policy *sx_grids_policies(sx_arena *arena, const sx_runs *runs, uint32_t ndims,
                             size_t *ret_n)
{
    static const char replaced[] = "dims_create-";
    sx_policy *policy = SX_NEW_ARRAY(arena, sx_policy, sx_policy_count);
    const bool simulated = are_simulated(runs);
    size_t n = 0, own = 0;
    for (size_t i = 0; policy && i < sx_policy_count; i++) {
        bool is = strncmp(sx_policies[i].name, replaced, sizeof replaced - 1) == 0;
        const sx_policy *row =
            is && simulated ? &sx_policy_simgrid[own] : &sx_policies[i];
        own += is;
        if (!ndims || row->ndims == ndims)
            policy[n++] = *row;
    }
    *ret_n = n;
    return policy;
}
