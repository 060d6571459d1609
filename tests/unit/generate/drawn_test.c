/* What generated programs draw, for a rank at a time: the function itself. */
#include "tap.h"

#include <math.h>
#include <stdint.h>

static double independent, only_mean, seed, alone, slow = 1, slow_sd;
static int rank;

#include "generate/support/mixed.c"

#include "generate/support/drawn.c"

enum { RANKS = 40, DRAWS = 2000 };

static const double even[] = { 0, 10, 25, 50, 75, 90, 100 };

/* Of all ranks at all calls: their mean and variance, and the part of it that is not that of the means of calls. */
typedef struct moments {
    double mean, variance, own;
} moments;

static moments moments_of(const double *t)
{
    double sum = 0, squares = 0, of_calls = 0;
    for (long n = 1; n <= DRAWS; n++) {
        double call = 0;
        for (rank = 0; rank < RANKS; rank++) {
            const double value = drawn(t, 3, n);
            call += value / RANKS;
            squares += value * value / RANKS / DRAWS;
        }
        sum += call / DRAWS;
        of_calls += call * call / DRAWS;
    }
    const double variance = squares - sum * sum;
    return (moments) { sum, variance, (squares - of_calls) / variance };
}

/* Starts of 40 ranks are drawn: 0.1. */
static void test_shares(void)
{
    const double share[] = { 0, 0.3, 1 };
    for (int i = 0; i < 3; i++) {
        alone = share[i];
        const moments of = moments_of(even);
        ok(fabs(of.mean / 49.6667 - 1) < 0.01, "a mean of %.2f", of.mean);
        ok(fabs(of.own - alone) < 0.1, "%.3f is own, of %.3f", of.own, alone);
    }
    alone = -1;
    ok(fabs(moments_of(even).own) < 1e-9,
       "where it is not known all ranks draw the same");
    alone = 0;
    const double shared = moments_of(even).variance;
    alone = 0.5;
    const double both = moments_of(even).variance;
    ok(fabs(both / shared - 1) < 0.1, "as wide: %.1f and %.1f", both, shared);
    independent = 1;
    ok(moments_of(even).own > 0.9, "--independent");
    independent = 0;
}

/* The sum of few is close to their mean. */
static void test_sums(void)
{
    alone = 0.5;
    double off = 0;
    for (rank = 0; rank < RANKS; rank++) {
        double sum = 0;
        for (long n = 1; n <= 20; n++)
            sum += drawn(even, 3, n) / 20;
        off = fmax(off, fabs(sum / 49.6667 - 1));
    }
    /* Of forty sums of twenty that are drawn by chance one is off by 0.25. */
    ok(off < 0.15, "off by %.3f at most", off);
}

/* What there is once differs by rank, whatever ranks share of the rest. */
static void test_first(void)
{
    int differ = 0;
    for (alone = -1; alone <= 0; alone++) {
        rank = 0;
        const double of_first = drawn(even, 3, 0);
        for (rank = 1, differ = 0; rank < RANKS; rank++)
            differ += drawn(even, 3, 0) != of_first;
        is_int(differ, RANKS - 1, "ranks differ from the first");
    }
}

/* Where ranks differ all the time there may be nothing left to draw. */
static void test_lasting(void)
{
    alone = 0.5;
    slow = 1.2;
    slow_sd = 10;
    rank = 1;
    const double value = drawn(even, 3, 1);
    ok(value > 49 && value < 52, "a number: %.3f", value);
    slow = 1;
    slow_sd = 0;
}

/* Curves may fall below 0 where nobody measured. */
static void test_negative(void)
{
    static const double one[] = { -3, 0, 0, 0, 0, 0, 0 },
                        many[] = { -9, -8, -7, -6, -5, -4, -3 };
    ok(drawn(one, 3, 1) == 0 && drawn(many, 3, 1) == 0, "takes no time then");
}

int main(void)
{
    test_shares();
    test_sums();
    test_first();
    test_lasting();
    test_negative();
    return tap_done();
}
