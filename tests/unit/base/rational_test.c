#include "base/rational.h"

#include "tap.h"

#include <math.h>

static void is_rational(sx_rational q, int64_t num, int64_t den, const char *what)
{
    ok(q.num == num && q.den == den, "%s: got %lld/%lld, want %lld/%lld", what,
       (long long)q.num, (long long)q.den, (long long)num, (long long)den);
}

static void test_lowest_terms(void)
{
    is_rational(sx_rational_make(6, 4), 3, 2, "6/4");
    is_rational(sx_rational_make(-6, 4), -3, 2, "-6/4");
    is_rational(sx_rational_make(6, -4), -3, 2, "6/-4");
    is_rational(sx_rational_make(-6, -4), 3, 2, "-6/-4");
    is_rational(sx_rational_make(0, -7), 0, 1, "0/-7");
    is_rational(sx_rational_make(INT64_MAX, INT64_MAX), 1, 1, "max/max");
    ok(sx_rational_equal(sx_rational_make(2, 4), sx_rational_make(1, 2)), "2/4 is 1/2");
    ok(!sx_rational_equal(sx_rational_make(1, 3), sx_rational_make(1, 2)),
       "1/3 is not 1/2");
}

static void test_arithmetic(void)
{
    sx_rational q = { 77, 1 }, half = { 1, 2 }, third = { 1, 3 }, big = { INT64_MAX, 1 };
    ok(sx_rational_add(half, third, &q), "1/2 + 1/3");
    is_rational(q, 5, 6, "1/2 + 1/3");
    ok(sx_rational_add(half, (sx_rational) { -1, 2 }, &q), "1/2 - 1/2");
    is_rational(q, 0, 1, "1/2 - 1/2");
    ok(sx_rational_mul((sx_rational) { 2, 3 }, (sx_rational) { -9, 4 }, &q),
       "2/3 * -9/4");
    is_rational(q, -3, 2, "2/3 * -9/4");
    ok(!sx_rational_add(big, big, &q), "max + max does not fit");
    ok(!sx_rational_mul(big, (sx_rational) { 2, 1 }, &q), "2 max does not fit");
    is_rational(q, -3, 2, "the result after a failure");
}

static void test_near(void)
{
    sx_rational q = { 77, 1 };
    for (int64_t den = 1; den <= 60; den++)
        for (int64_t num = -130; num <= 130; num++) {
            sx_rational want = sx_rational_make(num, den);
            double value = (double)num / (double)den * (1 + 3e-13);
            if (!sx_rational_near(value, 60, 1e-9, &q) || !sx_rational_equal(q, want))
                ok(0, "%lld/%lld was taken for %lld/%lld", (long long)num, (long long)den,
                   (long long)q.num, (long long)q.den);
        }
    ok(sx_rational_near(3.14159265358979, 1000, 1e-6, &q), "pi has a fraction");
    is_rational(q, 355, 113, "pi");
    ok(sx_rational_near(1e15, 1, 0.1, &q), "a large integer");
    is_rational(q, 1000000000000000, 1, "a large integer");
}

/* The smallest denominator need not be a convergent's: 1/6 is within 0.04 of 1/7.8. */
static void test_smallest_denominator(void)
{
    sx_rational q = { 77, 1 };
    for (int k = 1; k < 400; k++) {
        double value = k * 0.00713 - 1.3, tolerance = 0.0007 * (k % 60 + 1);
        int64_t den = 1;
        while (fabs(nearbyint(value * (double)den) / (double)den - value) > tolerance)
            den++;
        bool found = sx_rational_near(value, 1000, tolerance, &q);
        if (!found || q.den != den ||
            fabs((double)q.num / (double)q.den - value) > tolerance)
            ok(0, "near %g +- %g: got %lld/%lld, want a denominator of %lld", value,
               tolerance, (long long)q.num, (long long)q.den, (long long)den);
    }
    ok(sx_rational_near(1 / 7.8, 100, 0.04, &q), "1/7.8 has a fraction");
    is_rational(q, 1, 6, "1/7.8");
}

static void test_no_fraction(void)
{
    sx_rational q = { 77, 1 };
    ok(!sx_rational_near(0.123456789, 100, 1e-9, &q), "no denominator up to 100");
    ok(!sx_rational_near(NAN, 100, 1e-9, &q), "not a number");
    ok(!sx_rational_near(INFINITY, 100, 1e-9, &q), "infinity");
    ok(!sx_rational_near(-1e300, 100, 1e-9, &q), "out of range");
    ok(!sx_rational_near(sqrt(2), 1 << 20, 0, &q), "no tolerance, irrational");
    is_rational(q, 77, 1, "the result after a failure");
}

static void test_roots(void)
{
    is_int(sx_exact_root(27, 3), 3, "the cube root of 27");
    is_int(sx_exact_root(28, 3), 0, "28 is no cube");
    is_int(sx_exact_root(INT64_C(3037000499) * INT64_C(3037000499), 2),
           INT64_C(3037000499), "the largest square root");
    is_int(sx_exact_root(5, 1), 5, "the first root of a number is that number");
}

int main(void)
{
    test_lowest_terms();
    test_arithmetic();
    test_near();
    test_smallest_denominator();
    test_no_fraction();
    test_roots();
    return tap_done();
}
