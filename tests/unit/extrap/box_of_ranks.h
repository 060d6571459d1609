/* Boxes of ranks whose extents differ least, the longest axis first. */
#ifndef SX_TESTS_BOX_OF_RANKS_H
#define SX_TESTS_BOX_OF_RANKS_H

#include "synth.h"

enum { BOX_AXES = 3, BOX_LONG = 0, BOX_SHORT = 2 };

static inline int64_t box_extent(const synth_at *at, int axis)
{
    int64_t dim[BOX_AXES] = { 0, 0, at->p };
    for (int64_t x = 1; x * x * x <= at->p; x++)
        for (int64_t y = x; at->p % x == 0 && x * y * y <= at->p; y++)
            if (at->p % (x * y) == 0 &&
                (dim[0] == 0 || at->p / (x * y) - x < dim[2] - dim[0])) {
                dim[0] = x;
                dim[1] = y;
                dim[2] = at->p / (x * y);
            }
    return dim[2 - axis];
}

static inline int64_t box_stride(const synth_at *at, int axis)
{
    int64_t stride = 1;
    for (int a = 0; a < axis; a++)
        stride *= box_extent(at, a);
    return stride;
}

static inline int64_t box_place(const synth_at *at, int axis)
{
    return at->r / box_stride(at, axis) % box_extent(at, axis);
}

/* The rank so many places away along the axis, around it. */
static inline int64_t box_away(const synth_at *at, int axis, int64_t by)
{
    const int64_t q = box_extent(at, axis), c = box_place(at, axis);
    return at->r + ((c + by + q) % q - c) * box_stride(at, axis);
}

#endif
