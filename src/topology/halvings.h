/* The orders in which the axes of a grid may have been halved, for grids of a power of two of ranks in all runs. */
#ifndef SX_TOPOLOGY_HALVINGS_H
#define SX_TOPOLOGY_HALVINGS_H

#include "topology/topology.h"

typedef sx_status sx_halvings_try(void *of, const sx_policy *policy, int64_t order);

/* Calls try_order with the orders of this policy by which all runs have the dims that are known, each once, until one fails: a thousand at
 * the most. Those that are the law of a policy without orders are left out. */
sx_status sx_halvings_each(const sx_topology_run *run, size_t nruns,
                           const sx_policy *policy, sx_halvings_try *try_order, void *of);

#endif
