/* Domains of unequal sides, which programs cut so that parts are as even, or their surface as small, as may be. A number says the sides,
 * of which only the ratio counts: the first in the highest digits, SX_SIDES_DIGITS / ndims digits each, so that 26 x 22 x 30 are 26000022000030. */
#ifndef SX_TRACE_SIDES_H
#define SX_TRACE_SIDES_H

#include <stdbool.h>
#include <stdint.h>

enum { SX_SIDES_DIGITS = 18, SX_SIDES_DIMS = 4 };

/* 0 when a side is less than 1 or has too many digits. */
int64_t sx_sides_number(uint32_t ndims, const int64_t *side);

/* False when a side is 0. */
bool sx_sides_of(int64_t number, uint32_t ndims, int64_t *ret_side);

/* How long a part of a side is: the quotient, or that rounded. */
typedef enum sx_sides_part {
    SX_SIDES_QUOTIENT,
    SX_SIDES_FLOOR,
    SX_SIDES_CEILING
} sx_sides_part;

/* The p parts with the least surface; of several those that are fewest along the first axis, then the second. p >= 1; ndims 2 to 4.
 * O(factorisations of p). */
void sx_sides_least_surface(int64_t p, const int64_t *side, uint32_t ndims,
                            sx_sides_part part, int64_t *ret_dim);

/* Prime factors of p, the largest first, each along the axis on which parts are longest then, of several the first one. */
void sx_sides_longest(int64_t p, const int64_t *side, uint32_t ndims, int64_t *ret_dim);

/* Two axes: the most parts along the first, of which there are no more than along the second by the ratio of the sides; 1 where that is none. */
void sx_sides_ratio(int64_t p, const int64_t *side, int64_t *ret_dim);

#endif
