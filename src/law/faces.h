/* Sizes of faces: what is sent along one axis of a grid is spanned by the others. Where extents are equal in all inputs, a size
 * may be told with other axes as well; then the ones that span a face come first, and the others are a doubt. */
#ifndef SX_LAW_FACES_H
#define SX_LAW_FACES_H

#include "law/law.h"

/* `law` is that of sizes of an event with end point `peer` (NULL: it has no law), proved or not. One that is not may change to another
 * that gives all samples too. Errors: SX_NOMEM. O(axes to the power of factors x probes). */
sx_status sx_faces_choose(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                          const sx_expr *peer, sx_law *law, sx_error *err);

/* A law of such sizes that is left open, and has no blocks, becomes the product of blocks along the axes that the end point does not move along, where points
 * divide in all inputs and are as many along each of these; for each trip that has an end point of its own. Both ends of a message have the same blocks. What was the
 * law is a rival. Errors: SX_NOMEM. O(grids x (samples x pieces of the end point's law)). */
bool sx_faces_may_be_dealt_out(const sx_law *law);
sx_status sx_faces_deal_out(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                            const sx_expr *peer, sx_law *law, sx_error *err);

#endif
