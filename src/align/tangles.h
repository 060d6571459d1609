/* What ranks fold each in a way of their own: a call of the source in several places of the merged program, each of other ranks. */
#ifndef SX_ALIGN_TANGLES_H
#define SX_ALIGN_TANGLES_H

#include "align/runs.h"

/* Has one of these nodes, or what is in it, a call of the other? */
bool sx_share_a_call(const sx_node *a, const sx_node *b);

/* Grows the nodes of the block from *from to *end (behind the last) by those of low .. high - 1 that share calls with them, and what is between. */
void sx_grow_stretch(const sx_block *block, size_t low, size_t high, size_t *from,
                     size_t *end);

/* By node of the block, who takes part among those within. NULL when out of memory. O(nodes x ranks). */
const bool **sx_members_of_nodes(sx_arena *arena, const sx_runs *runs,
                                 const sx_block *block, const bool *within);

/* Do nodes a and b of the block share a call, and are there ranks that have one of them only? `in` is who takes part in each. O(calls + ranks). */
bool sx_are_tangled(const sx_runs *runs, const sx_block *block, const bool *const *in,
                    size_t a, size_t b);

/* How many loops of the block are tangled with a node beside them, or make one trip or none from entry to entry of a rank, or are of other lengths for ranks
 * of a run though nodes in them are tangled. O(nodes of a block squared x ranks). */
size_t sx_tangles_in(const sx_runs *runs, sx_arena *scratch, const sx_block *block,
                     const bool *within);

/* Those of the merged program. Errors: SX_NOMEM. */
sx_status sx_runs_tangles(const sx_runs *runs, size_t *ret_n, sx_error *err);

#endif
