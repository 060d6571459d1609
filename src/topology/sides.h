/* The sides that the domain of a program may have, from the dims of its grids. */
#ifndef SX_TOPOLOGY_SIDES_H
#define SX_TOPOLOGY_SIDES_H

#include "topology/topology.h"

typedef sx_status sx_sides_try(void *of, const sx_policy *policy, int64_t sides);

/* Calls try_sides with sides (trace/sides.h) for each way in which the policy may cut the runs, until one fails: first with the simplest ratio, or
 * the one in the middle of those that cut them so, then with the extreme ones. Ratios are at most 16 for two axes, 5.6 for three and 4
 * for four; those between which nothing was looked for are less than a 25th, a 28th and an eighth apart. Dims that are told rule out others.
 * Errors: SX_NOMEM, and those of try_sides. O(some 10,000 ratios x runs x factorisations). */
sx_status sx_sides_each(const sx_topology_run *run, size_t nruns, const sx_policy *policy,
                        sx_sides_try *try_sides, void *of, sx_error *err);

/* Are they in one of the simplest ratios? */
bool sx_sides_are_simple(const sx_policy *policy, int64_t sides);

#endif
