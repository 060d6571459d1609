/* Extents of powers of two in which every factor two goes to the axis whose turn it is: a domain that is halved where it is longest, or
 * one axis after the other. The order is a number whose digits are axes, 1 the fastest, in the order of their turns; the last
 * ndims digits, which are all axes, come over and over. Where some axes are longer at first, they are in the digits before. */
#ifndef SX_TRACE_HALVED_H
#define SX_TRACE_HALVED_H

#include <stdbool.h>
#include <stdint.h>

/* Digits at the most, and axes. */
enum { SX_HALVED_DIGITS = 18, SX_HALVED_DIMS = 4 };

/* False when p is no power of two, or the order is none of ndims axes. */
bool sx_halved_dims(int64_t p, int64_t order, uint32_t ndims, int64_t *ret_dim);

/* The order when the axis order[0] is halved first, order[1] second .. among those that are as long, and axis a is 2^ahead[a] times as
 * long at first as the shortest, for which ahead is 0: the shortest number for that. 0 when it has more digits than there may be. */
int64_t sx_halved_order(uint32_t ndims, const uint32_t *order, const uint32_t *ahead);

#endif
