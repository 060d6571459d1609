#include "base/checked.h"

#include "tap.h"

static void test_division(void)
{
    static const int64_t cases[][4] = {
        /* a, b, floor(a/b), a - b floor(a/b) */
        { 7, 2, 3, 1 },    { -7, 2, -4, 1 },  { 7, -2, -4, -1 }, { -7, -2, 3, -1 },
        { 6, 3, 2, 0 },    { -6, 3, -2, 0 },  { 6, -3, -2, 0 },  { -6, -3, 2, 0 },
        { 0, 5, 0, 0 },    { 0, -5, 0, 0 },   { 1, 5, 0, 1 },    { -1, 5, -1, 4 },
        { 1, -5, -1, -4 }, { -1, -5, 0, -1 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        is_int(sx_floor_div(cases[i][0], cases[i][1]), cases[i][2], "quotient");
        is_int(sx_floor_mod(cases[i][0], cases[i][1]), cases[i][3], "remainder");
    }
    is_int(sx_floor_div(INT64_MIN, 1), INT64_MIN, "the smallest by 1");
    is_int(sx_floor_mod(INT64_MIN, INT64_MAX), INT64_MAX - 1,
           "the smallest modulo the largest");
}

static void test_gcd(void)
{
    is_int(sx_gcd(12, 18), 6, "gcd 12, 18");
    is_int(sx_gcd(-12, 18), 6, "gcd -12, 18");
    is_int(sx_gcd(12, -18), 6, "gcd 12, -18");
    is_int(sx_gcd(0, -5), 5, "gcd 0, -5");
    is_int(sx_gcd(7, 0), 7, "gcd 7, 0");
    is_int(sx_gcd(0, 0), 0, "gcd 0, 0");
    is_int(sx_gcd(INT64_MIN, 6), 2, "gcd of the smallest and 6");
    is_int(sx_gcd(INT64_MAX, INT64_MAX - 1), 1, "gcd of neighbours");
}

static void test_overflow(void)
{
    int64_t x = 0;
    ok(sx_add_overflows(INT64_MAX, (int64_t)1, &x), "max + 1");
    ok(!sx_add_overflows(INT64_MAX, (int64_t)0, &x) && x == INT64_MAX, "max + 0");
    ok(sx_sub_overflows(INT64_MIN, (int64_t)1, &x), "min - 1");
    ok(sx_mul_overflows(INT64_MIN, (int64_t)-1, &x), "min * -1");
    ok(!sx_mul_overflows((int64_t)3037000499, (int64_t)3037000499, &x),
       "the largest square");
    ok(sx_mul_overflows((int64_t)3037000500, (int64_t)3037000500, &x), "the next square");
}

static void test_line(void)
{
    int64_t a = 0, b = 0;
    ok(sx_line_through(2, 7, 5, 1, &a, &b) && a == -2 && b == 11, "a line down");
    ok(!sx_line_through(2, 7, 5, 9, &a, &b), "no integer slope");
    ok(!sx_line_through(2, 7, 2, 9, &a, &b), "no two places");
    ok(!sx_line_through(2, 7, 5, 7, &a, &b), "no slope");
    ok(!sx_line_through(0, -2, 1, INT64_MAX, &a, &b), "too steep");
    ok(!sx_line_through(0, 0, -1, INT64_MIN, &a, &b), "the smallest by -1");
    ok(!sx_line_through(INT64_MAX, 0, INT64_MAX - 1, 2, &a, &b), "too far from 0");
}

static void test_rests(void)
{
    int64_t least = 0, step = 1;
    ok(sx_leave_rest(4, 1, &least, &step) && least == 1 && step == 4, "1 of 4");
    ok(sx_leave_rest(6, 3, &least, &step) && least == 9 && step == 12, "and 3 of 6");
    ok(sx_leave_rest(5, 2, &least, &step) && least == 57 && step == 60, "and 2 of 5");
    ok(!sx_leave_rest(8, 2, &least, &step), "an odd number leaves no 2 of 8");
    least = 0, step = 1;
    ok(!sx_leave_rest(4, 4, &least, &step), "4 is no rest of 4");
}

static void test_hash(void)
{
    ok(sx_hash_mix(1) != sx_hash_mix(2), "different words");
    ok(sx_hash_add(sx_hash_add(0, 1), 2) != sx_hash_add(sx_hash_add(0, 2), 1),
       "the order of words counts");
    /* No two of the first words share the low 20 bits more often than chance allows. */
    enum { WORDS = 1000 };
    int same = 0;
    for (uint64_t i = 0; i < WORDS; i++)
        for (uint64_t k = 0; k < i; k++)
            same += ((sx_hash_add(7, i) ^ sx_hash_add(7, k)) & 0xfffff) == 0;
    ok(same < 5, "%d of 499,500 pairs collide in 20 bits", same);
}

int main(void)
{
    test_division();
    test_gcd();
    test_overflow();
    test_line();
    test_rests();
    test_hash();
    return tap_done();
}
