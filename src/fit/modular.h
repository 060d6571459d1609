/* Arithmetic modulo the prime 2^61 - 1, and rationals from their residues. Large enough
 * that a number which is not 0 is 0 modulo it only by accident, small enough that 64
 * products fit in 128 bits before a reduction. */
#ifndef SX_FIT_MODULAR_H
#define SX_FIT_MODULAR_H

#include "base/rational.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SX_PRIME (((uint64_t)1 << 61) - 1)

__extension__ typedef __int128 sx_int128;
__extension__ typedef unsigned __int128 sx_uint128;

static inline uint64_t sx_modular_reduce(sx_uint128 x)
{
    /* 2^61 = 1: fold the high part twice (128 -> 68 -> 62 bits). */
    x = (x & SX_PRIME) + (x >> 61);
    uint64_t y = (uint64_t)(x & SX_PRIME) + (uint64_t)(x >> 61);
    return y >= SX_PRIME ? y - SX_PRIME : y;
}

static inline uint64_t sx_modular_from(int64_t x)
{
    if (x >= 0)
        return (uint64_t)x < SX_PRIME ? (uint64_t)x : (uint64_t)x % SX_PRIME;
    uint64_t m = (0 - (uint64_t)x) % SX_PRIME;
    return m ? SX_PRIME - m : 0;
}

static inline uint64_t sx_modular_mul(uint64_t a, uint64_t b)
{
    return sx_modular_reduce((sx_uint128)a * b);
}

static inline uint64_t sx_modular_sub(uint64_t a, uint64_t b)
{
    return a >= b ? a - b : a + SX_PRIME - b;
}

/* The sum of row[i] * residue[i] over n <= 64 places. */
static inline uint64_t sx_modular_dot(const int64_t *row, const uint64_t *residue,
                                      size_t n)
{
    sx_uint128 sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (sx_uint128)sx_modular_from(row[i]) * residue[i];
    return sx_modular_reduce(sum);
}

/* The inverse of a != 0. */
uint64_t sx_modular_inverse(uint64_t a);

/* The only rational with this residue whose parts are below 2^30; false when there is
 * none. */
bool sx_modular_rational(uint64_t residue, sx_rational *ret);

#endif
