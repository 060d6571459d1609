#include "base/arena.h"
#include "tap.h"
#include "trace/hist.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static sx_arena *arena;
static const uint32_t both_steps[] = { SX_HIST_COARSE, SX_HIST_FINE };

/* How far the middle of a bin may be from its samples: half its width. */
static double half_width(uint32_t steps)
{
    return steps == SX_HIST_FINE ? 0.01 : 0.05;
}

static void test_bins(uint32_t steps)
{
    bool inside = true, ascend = true, index_ascends = true, nested = true;
    uint32_t last = 0;
    for (uint32_t i = 1; i < sx_hist_bins(steps); i++)
        ascend = ascend && sx_hist_bin_value(i, steps) >= sx_hist_bin_value(i - 1, steps);
    for (uint64_t ns = 0; ns < UINT64_C(1) << 62; ns += 1 + ns / 177) {
        uint32_t index = sx_hist_bin_index(ns, steps);
        double middle = sx_hist_bin_value(index, steps);
        inside = inside && fabs(middle - (double)ns) <= half_width(steps) * (double)ns;
        index_ascends = index_ascends && index >= last;
        nested = nested && (ns == 0 || (sx_hist_bin_index(ns, SX_HIST_FINE) - 1) / 5 ==
                                           sx_hist_bin_index(ns, SX_HIST_COARSE) - 1);
        last = index;
    }
    ok(ascend, "the middles of bins do not ascend");
    ok(index_ascends, "a larger sample has a smaller bin");
    ok(inside, "a bin's middle is farther than half its width from a sample");
    ok(nested, "fine bins are not parts of coarse ones");
    is_int(sx_hist_bin_index(UINT64_MAX, steps), sx_hist_bins(steps) - 1,
           "the largest sample's bin");
    bool exact = true;
    for (uint64_t ns = 0; ns < steps; ns++)
        exact =
            exact && sx_hist_bin_value(sx_hist_bin_index(ns, steps), steps) == (double)ns;
    ok(exact, "a small number has no bin of its own");
}

/* The histogram of samples, straight from the definition. */
static sx_hist of_samples(const uint64_t *sample, int n, uint32_t steps)
{
    sx_hist hist = { .nbins = 0 };
    uint32_t nbins = sx_hist_bins(SX_HIST_FINE);
    sx_hist_bin *bin = SX_NEW_ARRAY(arena, sx_hist_bin, nbins);
    uint64_t *count = SX_NEW_ARRAY(arena, uint64_t, nbins);
    double sum = 0, squares = 0;
    hist.field[SX_HIST_MIN] = hist.field[SX_HIST_MAX] = (double)sample[0];
    for (int i = 0; i < n; i++) {
        count[steps ? sx_hist_bin_index(sample[i], steps) : 0]++;
        sum += (double)sample[i];
        hist.field[SX_HIST_MIN] = fmin(hist.field[SX_HIST_MIN], (double)sample[i]);
        hist.field[SX_HIST_MAX] = fmax(hist.field[SX_HIST_MAX], (double)sample[i]);
    }
    for (int i = 0; i < n; i++)
        squares += pow((double)sample[i] - sum / n, 2);
    hist.field[SX_HIST_N] = n;
    hist.field[SX_HIST_MEAN] = sum / n;
    hist.field[SX_HIST_SD] = sqrt(squares / n);
    for (uint32_t i = 0; i < nbins && steps; i++)
        if (count[i])
            bin[hist.nbins++] = (sx_hist_bin) { i, count[i] };
    hist.bin = bin;
    hist.steps = steps;
    if (!steps)
        for (int f = SX_HIST_Q10; f <= SX_HIST_Q90; f++)
            hist.field[f] = sum / n;
    return hist;
}

static bool close_to(double a, double b, double relative)
{
    return fabs(a - b) <= relative * fabs(b);
}

static int by_size(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Parts with `steps_a` and `steps_b` bins pool to what the samples themselves say. */
static void test_merge(uint32_t steps_a, uint32_t steps_b)
{
    enum { N = 1000, CUT = 300 };
    static const double share[] = { 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1 };
    uint32_t steps = steps_a < steps_b ? steps_a : steps_b;
    uint64_t sample[N];
    sx_hist both;
    for (int i = 0; i < N; i++)
        sample[i] = (uint64_t)(exp((double)rand() / RAND_MAX * 20));
    sx_hist a = of_samples(sample, CUT, steps_a),
            b = of_samples(sample + CUT, N - CUT, steps_b);
    sx_hist whole = of_samples(sample, N, steps);
    is_int(sx_hist_merge(arena, &a, &b, &both, NULL), SX_OK, "merge");
    is_int(both.steps, steps, "the coarser bins");
    is_int(both.nbins, whole.nbins, "bins");
    bool same = both.nbins == whole.nbins;
    for (uint32_t i = 0; same && i < both.nbins; i++)
        same = both.bin[i].index == whole.bin[i].index &&
               both.bin[i].count == whole.bin[i].count;
    ok(same, "bins of parts are not those of the whole");
    qsort(sample, N, sizeof *sample, by_size);
    for (size_t i = 0; i < sizeof share / sizeof *share; i++) {
        double want = (double)sample[(int)ceil(share[i] * N) - 1];
        double got = sx_hist_quantile(&both, share[i]);
        ok(close_to(got, want, half_width(steps)), "quantile %g is %g, not %g", share[i],
           got, want);
    }
    sx_hist_finish(&both);
    sx_hist_finish(&whole);
    for (int f = 0; f < SX_HIST_FIELDS; f++) /* rounding of sums in another order */
        ok(close_to(both.field[f], whole.field[f], 1e-12), "%s of parts is %g, not %g",
           sx_hist_field_name((sx_hist_field)f), both.field[f], whole.field[f]);
    is_int(both.nbins > 0, steps == SX_HIST_FINE, "fine bins are kept, coarse ones not");
}

static void test_without_bins(void)
{
    const uint64_t low[] = { 10, 10, 10 }, high[] = { 20 };
    sx_hist a = of_samples(low, 3, 0), b = of_samples(high, 1, SX_HIST_COARSE), both,
            none = { .nbins = 0 };
    sx_hist_merge(arena, &a, &b, &both, NULL);
    is_int(both.field[SX_HIST_N] * 1000, 4000, "samples");
    is_int(both.field[SX_HIST_MEAN] * 1000, 12500,
           "the mean of 10 10 10 20, in thousandths");
    is_int(both.field[SX_HIST_Q50] * 1000, 12500, "the weighted mean of the medians");
    is_int(both.nbins, 0, "bins of half the samples say nothing");
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
    srand(3);
    for (int i = 0; i < 2; i++) {
        test_bins(both_steps[i]);
        for (int k = 0; k < 2; k++)
            test_merge(both_steps[i], both_steps[k]);
    }
    test_without_bins();
    is_text(sx_hist_field_name(SX_HIST_Q25), "q25", "a field's name");
    sx_arena_destroy(arena);
    return tap_done();
}
