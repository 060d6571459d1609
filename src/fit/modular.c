#include "fit/modular.h"

/* Runs Euclid's algorithm on (prime, a) until the remainder is at most `limit`; gives the
 * remainder and the factor with remainder = factor * a modulo the prime. */
static void euclid(uint64_t a, uint64_t limit, int64_t *ret_remainder,
                   int64_t *ret_factor)
{
    int64_t r0 = (int64_t)SX_PRIME, r1 = (int64_t)a, f0 = 0, f1 = 1;
    while (r1 > (int64_t)limit) {
        int64_t q = r0 / r1, r = r0 - q * r1, f = f0 - q * f1;
        r0 = r1;
        r1 = r;
        f0 = f1;
        f1 = f;
    }
    *ret_remainder = r1;
    *ret_factor = f1;
}

uint64_t sx_modular_inverse(uint64_t a)
{
    int64_t one, factor;
    euclid(a, 1, &one, &factor);
    return sx_modular_from(factor);
}

bool sx_modular_rational(uint64_t residue, sx_rational *ret)
{
    /* 2 (2^30 - 1)^2 is below the prime, which makes the rational unique. */
    const int64_t limit = (1 << 30) - 1;
    int64_t num, den;
    euclid(residue, (uint64_t)limit, &num, &den);
    if (den > limit || den < -limit || den == 0)
        return false;
    *ret = sx_rational_make(num, den);
    return true;
}
