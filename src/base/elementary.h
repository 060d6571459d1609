/* Logarithm, exponential and roots from additions, multiplications, divisions and square roots alone, in a
 * fixed order: the same bits on every machine, which those of a C library are not (they use what instructions
 * there are). Exact to a few units of the last place. */
#ifndef SX_BASE_ELEMENTARY_H
#define SX_BASE_ELEMENTARY_H

/* The natural logarithm; x > 0 and finite, else NaN (-infinity for 0). */
double sx_log(double x);
/* log2 that gives whole numbers for powers of 2. */
double sx_log2(double x);
/* 0 or infinity where a double has no room. */
double sx_exp(double x);
/* x^(twelfths/12) for x > 0. */
double sx_root_power(double x, int twelfths);

#endif
