#include "base/elementary.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const double LN2 = 0.693147180559945309417;

/* How a double is laid out. */
enum { FRACTION_BITS = 52, EXPONENT_MASK = 0x7ff, EXPONENT_OF_ONE = 1023 };

/* ln m for m in [sqrt(1/2), sqrt 2): 2 atanh of (m - 1) / (m + 1), whose powers of at most 0.172^2 converge
 * to the last bit within 11 terms. */
static double log_near_one(double m)
{
    static const double term[] = { 1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15,
                                   1.0 / 13, 1.0 / 11, 1.0 / 9,  1.0 / 7,
                                   1.0 / 5,  1.0 / 3,  1 };
    double z = (m - 1) / (m + 1), square = z * z, sum = 0;
    for (size_t k = 0; k < sizeof term / sizeof *term; k++)
        sum = sum * square + term[k];
    return 2 * z * sum;
}

/* As frexp, of positive numbers. */
static inline double take_apart(double x, int *ret_exponent)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int exponent = (int)(bits >> FRACTION_BITS);
    if (exponent == 0) /* subnormal */
        return frexp(x, ret_exponent);
    *ret_exponent = exponent - (EXPONENT_OF_ONE - 1);
    bits = (bits & ((UINT64_C(1) << FRACTION_BITS) - 1)) | (uint64_t)(EXPONENT_OF_ONE - 1)
                                                               << FRACTION_BITS;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* As ldexp of a number near 1. */
static inline double put_together(double m, int exponent)
{
    const int biased = exponent + EXPONENT_OF_ONE;
    if (biased <= 1 || biased >= EXPONENT_MASK) /* it may be subnormal, or none */
        return ldexp(m, exponent);
    const uint64_t bits = (uint64_t)biased << FRACTION_BITS;
    double power;
    memcpy(&power, &bits, sizeof power);
    return m * power;
}

/* The exponent e of x = m 2^e with m in [sqrt(1/2), sqrt 2). */
static double split(double x, int *ret_exponent)
{
    double m = take_apart(x, ret_exponent);
    if (m < 0.707106781186547524) {
        m *= 2;
        --*ret_exponent;
    }
    return m;
}

double sx_log(double x)
{
    if (!(x > 0) || isinf(x))
        return x == 0 ? -INFINITY : NAN;
    int e;
    double m = split(x, &e);
    return e * LN2 + log_near_one(m);
}

double sx_log2_about(double x)
{
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (double)(bits - ((int64_t)EXPONENT_OF_ONE << FRACTION_BITS)) * 0x1p-52;
}

double sx_log2(double x)
{
    if (!(x > 0) || isinf(x))
        return x == 0 ? -INFINITY : NAN;
    int e;
    double m = split(x, &e);
    return e + log_near_one(m) / LN2;
}

/* Several at once, `width` of them, a constant: each step waits for the one before, and not for those of the others. */
static inline __attribute__((always_inline)) void
exp_together(const double *x, size_t width, double *ret_power)
{
    enum { WIDEST = 8 };
    /* In two parts: high times a whole number below 2^11 is exact. */
    static const double high = 0x1.62e42fee00000p-1, low = 0x1.a39ef35793c76p-33;
    static const double least = -745, largest = 709.7;
    double whole[WIDEST], rest[WIDEST], sum[WIDEST];
    for (size_t i = 0; i < width; i++) {
        whole[i] = x[i] >= least && x[i] <= largest ? floor(x[i] / LN2 + 0.5) : 0;
        rest[i] = (x[i] - whole[i] * high) - whole[i] * low;
        sum[i] = 1;
    }
    for (int k = 13; k > 0; k--)
        for (size_t i = 0; i < width; i++)
            sum[i] = 1 + sum[i] * rest[i] / k;
    for (size_t i = 0; i < width; i++)
        ret_power[i] = isnan(x[i])      ? x[i]
                       : x[i] > largest ? INFINITY
                       : x[i] < least   ? 0
                                        : put_together(sum[i], (int)whole[i]);
}

double sx_exp(double x)
{
    double power;
    exp_together(&x, 1, &power);
    return power;
}

void sx_exp_each(const double *x, size_t n, double *ret_power)
{
    enum { WIDTH = 8 };
    size_t i = 0;
    for (; i + WIDTH <= n; i += WIDTH)
        exp_together(x + i, WIDTH, ret_power + i);
    for (; i < n; i++)
        exp_together(x + i, 1, ret_power + i);
}

/* By Newton's iteration from within 2^(1/3) of the root; the last steps stand still. */
static double cube_root(double x)
{
    int e;
    (void)frexp(x, &e);
    double root = ldexp(1, (e + (e > 0 ? 2 : 0)) / 3);
    for (int k = 0; k < 7; k++)
        root -= (root - x / (root * root)) / 3;
    return root;
}

static double whole_power(double x, int power)
{
    double result = 1;
    for (int left = power < 0 ? -power : power; left; left >>= 1, x *= x)
        if (left & 1)
            result *= x;
    return power < 0 ? 1 / result : result;
}

double sx_root_power(double x, int twelfths)
{
    /* 12 whole + 4 thirds + 3 quarters, which is unique for 0 .. 2 and 0 .. 3. */
    int thirds = ((twelfths % 3) + 3) % 3;
    int quarters = ((3 * twelfths % 4) + 4) % 4;
    double result = whole_power(x, (twelfths - 4 * thirds - 3 * quarters) / 12);
    if (thirds)
        result *= whole_power(cube_root(x), thirds);
    if (quarters & 1)
        result *= sqrt(sqrt(x));
    if (quarters & 2)
        result *= sqrt(x);
    return result;
}
