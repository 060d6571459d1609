/* Exact rationals of 64-bit parts, always in lowest terms with a positive denominator.
 * For coefficients of formulas: small numbers whose exactness matters. */
#ifndef SX_BASE_RATIONAL_H
#define SX_BASE_RATIONAL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct sx_rational {
    int64_t num, den;
} sx_rational;

/* Lowest terms; den != 0, neither INT64_MIN. */
sx_rational sx_rational_make(int64_t num, int64_t den);

/* False when the result does not fit; *ret is then untouched. */
bool sx_rational_add(sx_rational a, sx_rational b, sx_rational *ret);
bool sx_rational_mul(sx_rational a, sx_rational b, sx_rational *ret);
bool sx_rational_equal(sx_rational a, sx_rational b);

/* The rational with the smallest denominator <= max_den within `tolerance` of value, by
 * continued fractions; false when there is none. O(log max_den). */
bool sx_rational_near(double value, int64_t max_den, double tolerance, sx_rational *ret);

/* The e-th root (e >= 1) of a positive number when it is an integer, else 0. */
int64_t sx_exact_root(int64_t value, unsigned e);

#endif
