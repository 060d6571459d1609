/* Random parts of a number: they add up, they are those of a binomial distribution, and never change. */
#include "../../tap.h"
#include "trace/share.h"

#include <math.h>

static void sums(void)
{
    static const int64_t total[] = { 0, 1, 31, 33, 1000, INT64_C(1) << 40 };
    static const int64_t places[] = { 1, 2, 3, 7, 64, 1000 };
    for (size_t t = 0; t < sizeof total / sizeof *total; t++)
        for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
            int64_t sum = 0, n = places[p];
            bool good = true;
            for (int64_t k = 5 * n; k < 6 * n; k++) {
                int64_t part = -1;
                good = sx_share(total[t], n, k, &part) && part >= 0 && good;
                sum += part;
            }
            ok(good && sum == total[t], "%lld things among %lld", (long long)total[t],
               (long long)n);
        }
}

/* Over many divisions: the mean and the variance of the first, a middle and the last part. */
static void moments(int64_t total, int64_t n)
{
    enum { DIVISIONS = 20000 };
    const double p = 1 / (double)n, mean = (double)total * p;
    const double variance = mean * (1 - p);
    for (int64_t at = 0; at < n; at += n / 2) {
        double sum = 0, squares = 0;
        for (int64_t d = 0; d < DIVISIONS; d++) {
            int64_t part = 0;
            sx_share(total, n, d * n + at, &part);
            sum += (double)part - mean;
            squares += ((double)part - mean) * ((double)part - mean);
        }
        ok(fabs(sum / DIVISIONS) < 5 * sqrt(variance / DIVISIONS),
           "part %lld of %lld things among %lld: mean %.4g of %.4g", (long long)at,
           (long long)total, (long long)n, mean + sum / DIVISIONS, mean);
        ok(fabs(squares / DIVISIONS / variance - 1) < 0.06,
           "its variance is %.4g of %.4g", squares / DIVISIONS, variance);
    }
}

static void same_everywhere(void)
{
    static const int64_t part[] = { 125140, 124958, 125553, 124612,
                                    124790, 125377, 124623, 124947 };
    for (int64_t k = 0; k < 8; k++) {
        int64_t got = -1;
        sx_share(1000000, 8, 16 + k, &got);
        is_int(got, part[k], "a part of a million among 8");
    }
}

int main(void)
{
    int64_t part;
    sums();
    moments(20, 5);
    moments(1000, 5);
    moments(100000, 7);
    same_everywhere();
    ok(!sx_share(-1, 4, 0, &part), "less than nothing");
    ok(!sx_share(4, 0, 0, &part), "among nobody");
    ok(!sx_share(4, 4, -1, &part), "no such part");
    return tap_done();
}
