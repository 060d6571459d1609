#include "base/rational.h"

#include "base/checked.h"

#include <math.h>

sx_rational sx_rational_make(int64_t num, int64_t den)
{
    int64_t g = sx_gcd(num, den);
    if (den < 0)
        g = -g;
    return (sx_rational) { num / g, den / g };
}

bool sx_rational_add(sx_rational a, sx_rational b, sx_rational *ret)
{
    int64_t left, right, num, den;
    if (sx_mul_overflows(a.num, b.den, &left) || sx_mul_overflows(b.num, a.den, &right) ||
        sx_add_overflows(left, right, &num) || sx_mul_overflows(a.den, b.den, &den) ||
        num == INT64_MIN)
        return false;
    *ret = sx_rational_make(num, den);
    return true;
}

bool sx_rational_mul(sx_rational a, sx_rational b, sx_rational *ret)
{
    int64_t num, den;
    if (sx_mul_overflows(a.num, b.num, &num) || sx_mul_overflows(a.den, b.den, &den) ||
        num == INT64_MIN)
        return false;
    *ret = sx_rational_make(num, den);
    return true;
}

bool sx_rational_equal(sx_rational a, sx_rational b)
{
    return a.num == b.num && a.den == b.den;
}

/* The simplest fraction in an interval without integers has the interval's common integer part, and
 * then the reciprocal of the simplest fraction in the reciprocal of the rest. */
bool sx_rational_near(double value, int64_t max_den, double tolerance, sx_rational *ret)
{
    if (!isfinite(value) || fabs(value) > 9e15)
        return false;
    double low = value - tolerance, high = value + tolerance;
    /* p1/q1 are the parts so far as a continued fraction, p0/q0 those before the last. */
    int64_t p0 = 0, q0 = 1, p1 = 1, q1 = 0;
    bool last = false;
    while (!last) {
        double part = q1 == 0 ? nearbyint(value) : ceil(low);
        last = low <= part && part <= high;
        if (!last)
            part = floor(low);
        if (part > 9e15)
            return false;
        int64_t a = (int64_t)part, p, q;
        if (sx_mul_overflows(a, p1, &p) || sx_add_overflows(p, p0, &p) ||
            sx_mul_overflows(a, q1, &q) || sx_add_overflows(q, q0, &q) || q > max_den)
            return false;
        p0 = p1;
        q0 = q1;
        p1 = p;
        q1 = q;
        double rest = high - part;
        high = 1 / (low - part);
        low = 1 / rest;
    }
    *ret = sx_rational_make(p1, q1);
    return true;
}

int64_t sx_exact_root(int64_t value, unsigned e)
{
    int64_t root = (int64_t)llround(pow((double)value, 1.0 / e)), power = 1;
    for (unsigned i = 0; i < e; i++)
        if (sx_mul_overflows(power, root, &power))
            return 0;
    return power == value ? root : 0;
}
