#include "base/elementary.h"

#include <math.h>

static const double LN2 = 0.693147180559945309417;

/* ln m for m in [sqrt(1/2), sqrt 2): 2 atanh of (m - 1) / (m + 1), whose powers of at most 0.172^2 converge
 * to the last bit within 11 terms. */
static double log_near_one(double m)
{
    double z = (m - 1) / (m + 1), square = z * z, sum = 0;
    for (int k = 10; k >= 0; k--)
        sum = sum * square + 1.0 / (2 * k + 1);
    return 2 * z * sum;
}

/* The exponent e of x = m 2^e with m in [sqrt(1/2), sqrt 2). */
static double split(double x, int *ret_exponent)
{
    double m = frexp(x, ret_exponent);
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

double sx_log2(double x)
{
    if (!(x > 0) || isinf(x))
        return x == 0 ? -INFINITY : NAN;
    int e;
    double m = split(x, &e);
    return e + log_near_one(m) / LN2;
}

double sx_exp(double x)
{
    /* In two parts: high times a whole number below 2^11 is exact. */
    static const double high = 0x1.62e42fee00000p-1, low = 0x1.a39ef35793c76p-33;
    if (isnan(x))
        return x;
    if (x > 709.7)
        return INFINITY;
    if (x < -745)
        return 0;
    double whole = floor(x / LN2 + 0.5), rest = (x - whole * high) - whole * low, sum = 1;
    for (int k = 13; k > 0; k--)
        sum = 1 + sum * rest / k;
    return ldexp(sum, (int)whole);
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
