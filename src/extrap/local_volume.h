/* How many points a rank has: what it computes goes with that in most programs. The laws of sizes have it, in parts: a side of a box of
 * points is a product of the blocks along the other axes. So the blocks that laws name are looked for, those of a rank's own place
 * along each axis of one grid, and their product is the volume, remainders and all. Along axes of that grid of which laws name no block ranks are taken to have even shares, as cells of a
 * multipartition have, one for each stage of a sweep; where each has as much whatever the extent, models over P take that up. */
#ifndef SX_EXTRAP_LOCAL_VOLUME_H
#define SX_EXTRAP_LOCAL_VOLUME_H

#include "trace/place.h"

/* NULL and 0 where laws name no blocks. */
typedef struct sx_local_volume {
    uint32_t axes;
    const sx_expr *block[SX_MAX_DIMS]; /* each of them block(N, extent, place) */
    uint32_t evens;
    sx_expr even
        [SX_MAX_DIMS]; /* extents of the axes without one; in no arena, as blocks are in that of the formula */
} sx_local_volume;

/* Of the grid whose blocks are named most; along an axis with several N that which is named most. Refused laws have no say. Errors: SX_NOMEM. O(laws x
 * different blocks). */
sx_status sx_local_volume_find(sx_arena *arena, const sx_trace *formula,
                               sx_local_volume *ret_volume, sx_error *err);

/* The points of a rank, of a rank on the mean, and on how many sides of the grid it stands: an end of an axis each. */
typedef struct sx_local_points {
    double own, mean, sides;
} sx_local_points;

/* Of the rank at a place of a trace that was instantiated from the formula; where that has no value, or there are no points, it has one as all others, and
 * stands on no side. */
sx_local_points sx_local_volume_at(const sx_local_volume *volume,
                                   const sx_place_of *place);

#endif
