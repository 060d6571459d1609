/* What no input shows of grids: dims by hand, and extents that were the same in all inputs. Any number of a law may be made of such an
 * extent, and be another where the extent is; but 0 and 1 are what they are, unless it is so short that its first place, its last and the
 * others are two, or three, where who is at either end is who is not at place 1. */
#ifndef SX_EXTRAP_UNSEEN_H
#define SX_EXTRAP_UNSEEN_H

#include "trace/trace.h"

/* Dims that were given by hand are no law of the inputs, unless they are those of the law of grid `g` of the formula: why; NULL where they are. */
const char *sx_unseen_dims(const sx_trace *formula, const sx_grid *grid, size_t g,
                           int64_t p);

enum { SX_UNSEEN_EXTENTS = 16 };

/* What doubts of such extents leave of laws: nothing; those of end points that ask for no place in these grids, where an extent is short; these and null, where
 * rows may be groups of as many ranks, of which the last is shorter at the target; or all that have no numbers. And but for nothing, those of points that are dealt out over other axes, or all ranks. */
typedef struct sx_unseen {
    enum {
        SX_UNSEEN_NOTHING,
        SX_UNSEEN_ALONG_RANKS,
        SX_UNSEEN_BESIDE_GROUPS,
        SX_UNSEEN_NUMBERLESS
    } spared;
    int64_t p; /* ranks of the target */
    uint64_t grids; /* in doubt */
    const sx_constant *constant; /* of the trace */
    size_t
        nextents; /* in doubt; more than there is room for where it is not known which */
    struct sx_unseen_extent {
        uint32_t grid, axis;
        int64_t extent; /* in all inputs */
    } extent[SX_UNSEEN_EXTENTS];
} sx_unseen;

/* Extents of a grid are in doubt: where `doubt` holds, each part of it that `holds`; NULL: whatever they are. */
void sx_unseen_add(sx_unseen *u, size_t g, const sx_expr *doubt,
                   bool (*holds)(const void *of, const sx_expr *part), const void *of);

/* Is the law spared? One without numbers has variables, and no numbers but 0, 1 and -1, and 2 as the base of digits. As an end point, the first rank and
 * null are none either, and the next rank of all, the last or one at a power of two is no place on an axis, however short that is. Points that
 * are dealt out over axes that are in no doubt have a number of them that is chosen, but it is no multiple of the extents that are: so many to
 * a place, as where the problem grows with the axis, they are not. */
bool sx_unseen_spares(const sx_unseen *u, const sx_expr *expr, bool is_end_point);

#endif
