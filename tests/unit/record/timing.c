/* Delta times against a plain reference that keeps every sample. */
#include "record/timing.h"
#include "tests/tap.h"

#include <math.h>
#include <stdlib.h>

enum { SAMPLES = 20000 };

static uint64_t random_below(uint64_t n)
{
    static uint64_t state = 17;
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 20) % n;
}

static int by_size(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* What `n` samples say of themselves, against what the histogram says of them. */
static void compare(const char *what, uint64_t *sample, size_t n, const sx_hist *hist)
{
    static const double share[] = { 0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.999 };
    double sum = 0, squares = 0, error = hist->steps == SX_HIST_FINE ? 0.01 : 0.05;
    qsort(sample, n, sizeof *sample, by_size);
    for (size_t i = 0; i < n; i++)
        sum += (double)sample[i];
    for (size_t i = 0; i < n; i++)
        squares += pow((double)sample[i] - sum / (double)n, 2);
    is_int(hist->field[SX_HIST_N], n, what);
    is_int(hist->field[SX_HIST_MIN], sample[0], what);
    is_int(hist->field[SX_HIST_MAX], sample[n - 1], what);
    /* 1e-9: sums of 20,000 doubles in another order */
    ok(fabs(hist->field[SX_HIST_MEAN] - sum / (double)n) <= 1e-9 * sum / (double)n,
       "%s: a mean of %g", what, hist->field[SX_HIST_MEAN]);
    double sd = sqrt(squares / (double)n);
    ok(fabs(hist->field[SX_HIST_SD] - sd) <= 1e-7 * sd + 1e-6, "%s: sd %g, not %g", what,
       hist->field[SX_HIST_SD], sd);
    for (size_t i = 0; i < sizeof share / sizeof *share; i++) {
        double want = (double)sample[(size_t)ceil(share[i] * (double)n) - 1];
        double got = sx_hist_quantile(hist, share[i]);
        ok(fabs(got - want) <= error * want, "%s: quantile %g is %g, not %g", what,
           share[i], got, want);
    }
}

/* The computation after `site`, or after any but the first SX_TIMING_PAIRS: their samples in order. */
static size_t select_comp(const sx_delay *delay, const uint32_t *known, uint32_t after,
                          uint64_t *ret_sample)
{
    size_t n = 0;
    for (size_t i = 1; i < SAMPLES; i++) {
        bool other = true;
        for (int k = 0; k < SX_TIMING_PAIRS; k++)
            other = other && known[k] != delay[i].after;
        if (delay[i].after == after || (after == SX_AFTER_ANY && other))
            ret_sample[n++] = delay[i].comp_ns;
    }
    return n;
}

/* The sites that come first are told apart. */
static void first_sites(const sx_delay *delay, uint32_t *ret_known, uint32_t sites)
{
    uint32_t n = 0;
    memset(ret_known, 0xff, SX_TIMING_PAIRS * sizeof *ret_known);
    for (size_t i = 1; n < sites && n < SX_TIMING_PAIRS; i++) {
        bool seen = false;
        for (uint32_t k = 0; k < n; k++)
            seen = seen || ret_known[k] == delay[i].after;
        if (!seen)
            ret_known[n++] = delay[i].after;
    }
}

/* Executions are added one by one, and in parts that are then merged, as folding does. Parts that each pool
 * other pairs than the whole would are not what this reference knows: few sites then. */
static void test_against_samples(uint32_t steps, size_t parts, uint32_t sites)
{
    static sx_delay delay[SAMPLES];
    static uint64_t sample[SAMPLES];
    uint32_t known[SX_TIMING_PAIRS], n;
    sx_timing all = { .steps = steps };
    sx_arena *arena = sx_arena_create();
    sx_times *times;
    for (size_t i = 0; i < SAMPLES; i++) {
        uint64_t range = UINT64_C(1) << random_below(34);
        delay[i] = (sx_delay) { (uint32_t)random_below(sites), false, random_below(range),
                                random_below(1000) };
    }
    for (size_t p = 0; p < parts; p++) {
        sx_timing part = { .steps = steps };
        for (size_t i = p * SAMPLES / parts; i < (p + 1) * SAMPLES / parts; i++)
            sx_timing_add(&part, &delay[i]);
        if (!sx_timing_merge(&all, &part))
            ok(false, "out of memory");
        sx_timing_finish(&part);
    }
    first_sites(delay, known, sites);
    is_int(sx_timing_times(&all, true, arena, &times, &n), SX_OK, "status");
    is_int(n, (sites > SX_TIMING_PAIRS ? SX_TIMING_PAIRS + 1 : sites) + 3,
           "the first, pairs, perhaps the others, and two of comm");
    is_int(times[0].first, true, "the first comes first");
    is_int(times[0].after, delay[0].after, "after what came before it");
    is_int(times[0].hist.field[SX_HIST_MAX], delay[0].comp_ns, "its computation");
    is_int(times[0].hist.field[SX_HIST_N], 1, "alone");
    for (uint32_t i = 1; i < n - 2; i++) {
        size_t m = select_comp(delay, known, times[i].after, sample);
        compare("computation", sample, m, &times[i].hist);
    }
    is_int(times[n - 2].hist.field[SX_HIST_MAX], delay[0].comm_ns, "the first call");
    for (size_t i = 1; i < SAMPLES; i++)
        sample[i - 1] = delay[i].comm_ns;
    compare("calls", sample, SAMPLES - 1, &times[n - 1].hist);
    sx_timing_finish(&all);
    sx_arena_destroy(arena);
}

static void test_few(void)
{
    sx_timing timing = { .steps = SX_HIST_COARSE }, none = timing;
    sx_arena *arena = sx_arena_create();
    sx_times *times;
    uint32_t n;
    is_int(sx_timing_times(&none, true, arena, &times, &n), SX_OK, "status");
    is_int(n, 0, "entries of what was never executed");
    sx_timing_add(&timing, &(sx_delay) { SX_AFTER_ANY, false, 7, 9 });
    sx_timing_merge(&timing, &none);
    is_int(sx_timing_times(&timing, true, arena, &times, &n), SX_OK, "status");
    is_int(n, 1, "entries of a rank's first event");
    is_int(times[0].kind, SX_TIMES_COMM, "computation before it");
    is_int(times[0].hist.field[SX_HIST_Q50], 9, "its call");
    sx_timing_merge(&none, &timing);
    ok(none.begun && none.first.comp_ns == 7, "the first of a later part is not taken");
    sx_timing_finish(&timing);
    sx_timing_finish(&none);
    sx_arena_destroy(arena);
}

/* Call sites that turn out to be one. */
static void test_renamed(void)
{
    static const uint32_t site[] = { 0, 1, 0, 2, 1 };
    sx_timing timing = { .steps = SX_HIST_COARSE };
    sx_arena *arena = sx_arena_create();
    sx_times *times = NULL;
    uint32_t n = 0;
    for (uint32_t i = 0; i < 26; i++)
        sx_timing_add(&timing,
                      &(sx_delay) { i == 25 ? SX_AFTER_ANY : (i + 4) % 5, false, i, 1 });
    ok(sx_timing_rename(&timing, site), "out of memory");
    is_int(sx_timing_times(&timing, false, arena, &times, &n), SX_OK, "status");
    is_int(n, 5, "entries after three call sites, any, and the first");
    is_int(times[0].after, 1, "the call site before the first");
    /* 1, 6 .. 21 and 3, 8 .. 23; 2, 7 .. 22 and 5, 10 .. 20 */
    is_int((int64_t)times[1].hist.field[SX_HIST_N], 10, "executions after call site 0");
    is_int((int64_t)times[1].hist.field[SX_HIST_MAX], 23, "the longest of them");
    is_int((int64_t)times[2].hist.field[SX_HIST_N], 9, "executions after call site 1");
    is_int((int64_t)times[3].hist.field[SX_HIST_N], 5, "executions after call site 2");
    sx_timing_finish(&timing);
    sx_arena_destroy(arena);
}

int main(void)
{
    test_against_samples(SX_HIST_COARSE, 1, 40);
    test_against_samples(SX_HIST_COARSE, 7, SX_TIMING_PAIRS);
    test_against_samples(SX_HIST_FINE, 100, 3);
    test_few();
    test_renamed();
    return tap_done();
}
