#include "base/rational.h"

#include "base/checked.h"

#include <math.h>

sx_rational sx_rational_make(int64_t num, int64_t den)
{
    int64_t g = sx_gcd(num, den);
    if (den < 0)
        g = -g;
    return (sx_rational){ num / g, den / g };
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

bool sx_rational_near(double value, int64_t max_den, double tolerance, sx_rational *ret)
{
    if (!isfinite(value) || fabs(value) > 9e15)
        return false;
    /* Convergents p/q of the continued fraction: p0/q0 is the one before p1/q1. */
    double rest = value;
    int64_t p0 = 1, q0 = 0, p1 = (int64_t)floor(value), q1 = 1;
    while (fabs((double)p1 / (double)q1 - value) > tolerance) {
        double part = rest - floor(rest);
        if (part < 1e-15)
            return false;
        rest = 1 / part;
        if (rest > 9e15)
            return false;
        int64_t a = (int64_t)floor(rest), p, q;
        if (sx_mul_overflows(a, p1, &p) || sx_add_overflows(p, p0, &p) ||
            sx_mul_overflows(a, q1, &q) || sx_add_overflows(q, q0, &q) || q > max_den)
            return false;
        p0 = p1;
        q0 = q1;
        p1 = p;
        q1 = q;
    }
    *ret = sx_rational_make(p1, q1);
    return true;
}
