/* A sum of constants times coordinates, learned from points that come one by one: a place's rank, or the digits
 * of that, and the counters of loops. */
#ifndef SX_TRACE_AFFINE_H
#define SX_TRACE_AFFINE_H

#include "trace/expr.h"

enum { SX_AFFINE_DIGITS = 4, SX_AFFINE_AXES = SX_AFFINE_DIGITS + SX_MAX_DEPTH };

typedef struct sx_affine {
    unsigned axes;
    bool started;
    bool known[SX_AFFINE_AXES];
    int64_t slope[SX_AFFINE_AXES];
    int64_t point[SX_AFFINE_AXES], value; /* the last that was seen */
    int64_t most[SX_AFFINE_AXES]; /* the largest coordinates that were seen */
} sx_affine;

/* Takes a point into the sum, of which all but `axes` is 0 in the beginning. Coordinates are never negative. False
 * when there is no such sum, or when the order of the points does not tell it: the slope along an axis is learned at
 * the first step that goes along no other axis whose slope is not known. */
bool sx_affine_take(sx_affine *affine, const int64_t *point, int64_t value);

/* What the sum is where all coordinates are 0. False where some sum on the way to a value may overflow. */
bool sx_affine_origin(const sx_affine *affine, int64_t *ret_origin);

/* The sum, with these expressions for its axes: terms that rise come first, then those that fall, then the number.
 * NULL when out of memory, or when an axis that is needed is NULL. */
const sx_expr *sx_affine_expr(sx_arena *arena, const sx_affine *affine, int64_t origin,
                              const sx_expr *const *axis);

#endif
