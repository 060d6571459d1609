#include "base/arena.h"
#include "tap.h"
#include "trace/hist.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static sx_arena *arena;

static void test_bins(void)
{
    bool inside = true, ascend = true;
    for (unsigned i = 1; i < SX_HIST_BINS; i++)
        ascend = ascend && sx_hist_bin_value(i) >= sx_hist_bin_value(i - 1);
    for (uint64_t ns = 0; ns < UINT64_C(1) << 40; ns += 1 + ns / 17) {
        double middle = sx_hist_bin_value(sx_hist_bin_index(ns));
        inside = inside && fabs(middle - (double)ns) <= (double)ns / 16;
    }
    ok(ascend, "bins ascend");
    ok(inside, "a bin's middle is within 1/16 of its samples");
    is_int(sx_hist_bin_index(UINT64_MAX), SX_HIST_BINS - 1, "the largest sample's bin");
    bool exact = true;
    for (uint64_t ns = 0; ns < 16; ns++)
        exact = exact && sx_hist_bin_value(sx_hist_bin_index(ns)) == (double)ns;
    ok(exact, "below 16 ns every bin is one number");
}

/* The histogram of samples, straight from the definition. */
static sx_hist of_samples(const uint64_t *sample, int n, bool bins)
{
    sx_hist hist = { .nbins = 0 };
    sx_hist_bin *bin = SX_NEW_ARRAY(arena, sx_hist_bin, SX_HIST_BINS);
    uint64_t count[SX_HIST_BINS] = { 0 };
    double sum = 0, squares = 0;
    hist.field[SX_HIST_MIN] = hist.field[SX_HIST_MAX] = (double)sample[0];
    for (int i = 0; i < n; i++) {
        count[sx_hist_bin_index(sample[i])]++;
        sum += (double)sample[i];
        hist.field[SX_HIST_MIN] = fmin(hist.field[SX_HIST_MIN], (double)sample[i]);
        hist.field[SX_HIST_MAX] = fmax(hist.field[SX_HIST_MAX], (double)sample[i]);
    }
    for (int i = 0; i < n; i++)
        squares += pow((double)sample[i] - sum / n, 2);
    hist.field[SX_HIST_N] = n;
    hist.field[SX_HIST_MEAN] = sum / n;
    hist.field[SX_HIST_SD] = sqrt(squares / n);
    for (uint32_t i = 0; i < SX_HIST_BINS; i++)
        if (count[i])
            bin[hist.nbins++] = (sx_hist_bin) { i, count[i] };
    hist.bin = bin;
    if (!bins)
        sx_hist_finish(&hist);
    return hist;
}

static bool close_to(double a, double b, double relative)
{
    return fabs(a - b) <= relative * (fabs(b) + 1);
}

static int by_size(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void test_merge(void)
{
    enum { N = 1000, CUT = 300 };
    uint64_t sample[N];
    sx_hist both;
    srand(3);
    for (int i = 0; i < N; i++)
        sample[i] = (uint64_t)(exp((double)rand() / RAND_MAX * 12));
    sx_hist a = of_samples(sample, CUT, true),
            b = of_samples(sample + CUT, N - CUT, true);
    sx_hist whole = of_samples(sample, N, true);
    is_int(sx_hist_merge(arena, &a, &b, &both, NULL), SX_OK, "merge");
    sx_hist_finish(&both);
    sx_hist_finish(&whole);
    bool same = true;
    for (int f = 0; f < SX_HIST_FIELDS; f++) /* rounding of sums in another order */
        same = same && close_to(both.field[f], whole.field[f], 1e-12);
    ok(same, "parts pool to the histogram of the whole");
    is_int(both.nbins, 0, "bins of a finished histogram");
    qsort(sample, N, sizeof *sample, by_size);
    ok(close_to(both.field[SX_HIST_Q50], (double)sample[N / 2 - 1], 1. / 8) &&
           close_to(both.field[SX_HIST_Q90], (double)sample[N * 9 / 10 - 1], 1. / 8),
       "quantiles are right to the width of a bin");
}

static void test_without_bins(void)
{
    const uint64_t low[] = { 10, 10, 10 }, high[] = { 20 };
    sx_hist a = of_samples(low, 3, false), b = of_samples(high, 1, true), both,
            none = { .nbins = 0 };
    sx_hist_merge(arena, &a, &b, &both, NULL);
    is_int(both.field[SX_HIST_N] * 1000, 4000, "samples");
    is_int(both.field[SX_HIST_MEAN] * 1000, 12500,
           "the mean of 10 10 10 20, in thousandths");
    is_int(both.field[SX_HIST_Q50] * 1000, 12500, "the weighted mean of the medians");
    sx_hist_merge(arena, &none, &b, &both, NULL);
    is_int(both.field[SX_HIST_MAX], 20, "nothing pooled with something");
    sx_curve curve[SX_HIST_FIELDS] = { { 0 } };
    a.curve = curve;
    is_int(sx_hist_merge(arena, &a, &b, &both, NULL), SX_INVALID,
           "curves are not pooled");
}

int main(void)
{
    arena = sx_arena_create();
    test_bins();
    test_merge();
    test_without_bins();
    is_text(sx_hist_field_name(SX_HIST_Q25), "q25", "a field's name");
    sx_arena_destroy(arena);
    return tap_done();
}
