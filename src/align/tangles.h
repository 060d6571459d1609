/* What ranks fold each in a way of their own: a call of the source in several places of the merged program, each of other ranks. */
#ifndef SX_ALIGN_TANGLES_H
#define SX_ALIGN_TANGLES_H

#include "align/runs.h"

/* Has one of these nodes, or what is in it, a call of the other? */
bool sx_share_a_call(const sx_node *a, const sx_node *b);

/* Do they, and are there ranks of one run of which one has the first node only, or the second? `scratch` is for the search. */
bool sx_are_tangled(const sx_runs *runs, sx_arena *scratch, const sx_node *a,
                    const sx_node *b, const bool *within);

/* How many loops of the block are tangled with a node beside them, or make one trip or none from entry to entry of a rank, or are of other lengths for ranks
 * of a run though nodes in them are tangled. O(nodes of a block squared x ranks). */
size_t sx_tangles_in(const sx_runs *runs, sx_arena *scratch, const sx_block *block,
                     const bool *within);

/* Those of the merged program. Errors: SX_NOMEM. */
sx_status sx_runs_tangles(const sx_runs *runs, size_t *ret_n, sx_error *err);

#endif
