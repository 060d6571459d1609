/* Logarithm, exponential and roots from additions, multiplications, divisions and square roots alone, in a
 * fixed order: the same bits on every machine, which those of a C library are not (they use what instructions
 * there are). Exact to a few units of the last place. */
#ifndef SX_BASE_ELEMENTARY_H
#define SX_BASE_ELEMENTARY_H

#include <stddef.h>

/* The natural logarithm; x > 0 and finite, else NaN (-infinity for 0). */
double sx_log(double x);
/* log2 that gives whole numbers for powers of 2. */
double sx_log2(double x);
/* A number that log2 x is not below, and above by less than SX_LOG2_ABOUT: the straight line between powers of 2, which
 * is there in the bits. x > 0 and finite. */
double sx_log2_about(double x);
#define SX_LOG2_ABOUT 0.0861
/* 0 or infinity where a double has no room. */
double sx_exp(double x);
/* sx_exp of each of n numbers, in a fraction of the time; may be in place. */
void sx_exp_each(const double *x, size_t n, double *ret_power);
/* x^(twelfths/12) for x > 0. */
double sx_root_power(double x, int twelfths);

#endif
