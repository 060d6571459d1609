/* Which policies the runs may follow. A program that is simulated asks SimGrid for dims, or has those of its user, who knows what MPI
 * gives elsewhere. */
#include "law/grids/parts.h"

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
    static const char asked[] = "dims_create-";
    sx_policy *policy = SX_NEW_ARRAY(
        arena, sx_policy, sx_policy_count + SX_POLICY_SIMGRID + SX_POLICY_HELD);
    const bool simulated = are_simulated(runs);
    size_t n = 0, own = 0;
    for (size_t i = 0; policy && i < sx_policy_count; i++) {
        const bool is = strncmp(sx_policies[i].name, asked, sizeof asked - 1) == 0;
        const bool counts = !ndims || sx_policies[i].ndims == ndims;
        if (is && simulated && counts)
            policy[n++] = sx_policy_simgrid[own];
        if (counts)
            policy[n++] = sx_policies[i];
        own += is;
    }
    *ret_n = n;
    return policy;
}

void sx_grids_add_held(const sx_runs *runs, sx_policy *policy, size_t *n)
{
    const size_t create = SX_POLICY_LINES, simgrid = create + SX_POLICY_HELD_CREATE;
    const size_t first = are_simulated(runs) ? simgrid : SX_POLICY_HELD;
    for (size_t k = 0; k < create; k++)
        policy[(*n)++] = sx_policy_held[k];
    for (size_t k = first; k < SX_POLICY_HELD; k++)
        policy[(*n)++] = sx_policy_held[k];
    for (size_t k = create; k < simgrid; k++)
        policy[(*n)++] = sx_policy_held[k];
}
