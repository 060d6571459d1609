/* Calls that stand twice: merged rank by rank, a call may come before a neighbour for the ranks that do not make that one, and
 * behind it for the others. What no rank does both of has no order, so the two can stand together. */
#ifndef SX_ALIGN_UNITE_H
#define SX_ALIGN_UNITE_H

#include "align/runs.h"

/* Unites nodes of the merged program that are the same call of different ranks, where one can move to the other past nodes
 * in which none of its ranks takes part, or with those in which some do, if the other has none of theirs. The events of every rank stay as they
 * are, and in their order. Errors: SX_NOMEM. O(nodes x ranks), times those between. */
sx_runs_step sx_runs_unite;

/* Node b goes into node a: the same call, or loops over the same calls, of other ranks. *ret_in are the ranks of both. Errors:
 * SX_NOMEM. */
sx_status sx_unite_nodes(sx_arena *arena, const sx_runs *runs, sx_node *a,
                         const sx_node *b, const bool *in_a, const bool *in_b,
                         const bool *within, const bool **ret_in);

#endif
