/* Sizes of faces: what is sent along one axis of a grid is spanned by the others. Where extents are equal in all inputs, a size
 * may be told with other axes as well; then the ones that span a face come first, and the others are a doubt. */
#ifndef SX_LAW_FACES_H
#define SX_LAW_FACES_H

#include "law/law.h"

/* `law` is that of sizes of an event with end point `peer` (NULL: it has no law), proved or not. One that is not may change to another
 * that gives all samples too. Errors: SX_NOMEM. O(axes to the power of factors x probes). */
sx_status sx_faces_choose(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                          const sx_expr *peer, sx_law *law, sx_error *err);

#endif
