/* How much of the scatter of computation ranks share, of programs of which that is known. */
#include "record/scatter.h"
#include "base/checked.h"
#include "tests/tap.h"

#include <math.h>

enum { SITES = 3, CALLS = 40 };

/* Uniform, with variance 1, the same for the same numbers. */
static double noise(uint64_t a, uint64_t b, uint64_t c)
{
    const uint64_t h = sx_hash_add(sx_hash_add(sx_hash_mix(a + 1), b), c);
    return (ldexp((double)(h >> 11), -53) - 0.5) * sqrt(12);
}

/* What ranks share of variance 1, and what they have alone. */
typedef struct program {
    int ranks;
    double shared, own;
    double drift; /* by call */
    bool odd_elsewhere; /* odd ranks make their calls from other sites */
    bool
        by_call; /* the upper half of them begins with a call more, and ranks share by call */
} program;

static sx_trace *table(int first)
{
    static const char *module[] = { "app" };
    static sx_frame frame[2][2 * SITES];
    static sx_site site[2][2 * SITES];
    static sx_trace trace[2];
    for (uint32_t s = 0; s < 2 * SITES; s++) {
        frame[first][s] = (sx_frame) { 0, 16 + 8 * (first ? 2 * SITES - 1 - s : s) };
        site[first][s] = (sx_site) { 1, &frame[first][s] };
    }
    trace[first] = (sx_trace) {
        .nmodules = 1, .module = module, .nsites = 2 * SITES, .site = site[first]
    };
    return &trace[first];
}

/* The sites of every other rank are numbered from the end. */
static sx_scatter_sums sums_of(const program *p, int rank)
{
    sx_scatter scatter = { 0 };
    sx_scatter_sums sums = { 0 };
    const uint32_t reverse = (unsigned)rank / 2 % 2;
    uint64_t call = p->by_call && rank >= p->ranks / 2 ? 1 : 0;
    for (uint64_t k = 0; k < CALLS; k++)
        for (uint32_t s = 0; s < SITES; s++, call++) {
            const uint32_t at = s + (p->odd_elsewhere && rank % 2 ? SITES : 0),
                           site = reverse ? 2 * SITES - 1 - at : at,
                           before = (reverse ? 2 * SITES - 1 : 0);
            const double off =
                sqrt(p->shared) * (p->by_call ? noise(99, 0, call) : noise(99, s, k)) +
                sqrt(p->own) * noise(100 + (uint64_t)rank, s, k);
            const double ns = 1e6 * (1 + s) + 1e5 * rank + 1e4 * off +
                              p->drift * (double)k + (k == 0 ? 1e9 : 0);
            if (!sx_scatter_add(&scatter, call, site, before, (uint64_t)ns))
                ok(false, "out of memory");
        }
    ok(sx_scatter_sums_of(&scatter, table((int)reverse), NULL, &sums), "a rank");
    sx_scatter_finish(&scatter);
    return sums;
}

static bool merge(sx_scatter_sums *a, sx_scatter_sums *b)
{
    const bool done = sx_scatter_sums_add(a, b->of, b->n * sizeof *b->of);
    sx_scatter_sums_finish(b);
    return done;
}

static double own_of(const program *p)
{
    sx_scatter_sums all = { 0 };
    for (int rank = 0; rank < p->ranks; rank++) {
        sx_scatter_sums own = sums_of(p, rank);
        ok(merge(&all, &own), "merged");
    }
    const double own = sx_scatter_own(&all);
    sx_scatter_sums_finish(&all);
    return own;
}

/* 0.02: four deviations, of so many ranks and calls. Where all is shared there is none. */
static void near(const program *p, double want, const char *what)
{
    const double own = own_of(p), off = p->shared < 1 ? 0.02 : 1e-4;
    ok(fabs(own - want) < off, "%s: %.3f, want %.3f", what, own, want);
}

static void shares(void)
{
    near(&(program) { 16, 1, 0, 0, false, false }, 0, "all of it is shared");
    near(&(program) { 16, 0, 1, 0, false, false }, 1, "nothing is");
    near(&(program) { 32, 0.5, 0.5, 0, false, false }, 0.5, "half of it");
    near(&(program) { 32, 0.8, 0.2, 0, false, false }, 0.2, "most of it");
    near(&(program) { 16, 0, 1, 1e4, false, false }, 0.01,
         "what all ranks do ever longer");
    near(&(program) { 32, 1, 0, 0, true, false }, 0, "of those that make the same calls");
    near(&(program) { 32, 0.5, 0.5, 0, true, false }, 0.5, "half of it, of these");
}

static void unknown(void)
{
    ok(own_of(&(program) { 1, 1, 0, 0, false, false }) < 0,
       "one rank shares with nobody");
    ok(own_of(&(program) { 2, 1, 0, 0, true, false }) < 0,
       "nor do two without a common call");
    ok(own_of(&(program) { 4, 0, 0, 0, false, false }) < 0, "nothing scatters");
}

/* Where it is the number of a rank's call that decides, two that begin with another one share nothing at the k-th execution. */
static void kinds(void)
{
    near(&(program) { 32, 0.8, 0.2, 0, false, true }, 0.2, "of a rank in its kind");
    ok(own_of(&(program) { 2, 0.8, 0.2, 0, false, true }) < 0, "nobody is of a kind");
}

/* More kinds than there is room for. */
static void many_kinds(void)
{
    sx_scatter_sums all = { 0 };
    bool done = true;
    for (uint64_t rank = 0; done && rank < SX_SCATTER_SUMS + 100; rank++) {
        sx_scatter_sum of = { .key = SX_SCATTER_SUMS + 100 - rank,
                              .length = 1,
                              .square = 1 };
        of.part[0] = 1;
        done = sx_scatter_sums_add(&all, &of, sizeof of);
    }
    ok(done, "added");
    is_int((int64_t)all.n, SX_SCATTER_SUMS, "the first ones");
    ok(all.of[0].key == 1 && all.of[all.n - 1].key == SX_SCATTER_SUMS, "by their keys");
    ok(sx_scatter_own(&all) < 0, "nobody has one of his kind");
    sx_scatter_sums_finish(&all);
}

/* Two places of a rank that are found to be one are no two ranks. */
static void united(void)
{
    const uint32_t index[] = { 0, 0 };
    sx_scatter scatter = { 0 };
    sx_scatter_sums sums = { 0 };
    bool done = true;
    for (uint64_t k = 0; k < CALLS; k++)
        for (uint32_t site = 0; site < 2; site++)
            done =
                done && sx_scatter_add(&scatter, k, site, 0, 1000 + k * k * (1 + site));
    ok(done && sx_scatter_sums_of(&scatter, table(0), index, &sums), "added");
    is_int((int64_t)sums.n, 1, "one place");
    ok(sx_scatter_own(&sums) < 0, "of one rank");
    sx_scatter_sums_finish(&sums);
    sx_scatter_finish(&scatter);
}

/* Sites by another number are the same. */
static void renamed(void)
{
    const uint32_t index[] = { 1, 0 };
    sx_scatter_sums a = { 0 }, b = { 0 };
    sx_scatter one = { 0 }, other = { 0 };
    bool done = true;
    for (uint64_t k = 0; k < CALLS; k++) {
        done = done && sx_scatter_add(&one, k, 0, 1, 1000 + k * k);
        done = done && sx_scatter_add(&other, k, 1, 0, 1000 + k * k);
    }
    ok(done, "added");
    ok(sx_scatter_sums_of(&one, table(0), NULL, &a), "one");
    ok(sx_scatter_sums_of(&other, table(0), index, &b), "the other");
    ok(a.n == 1 && b.n == 1 && a.of->key == b.of->key, "the same place");
    ok(merge(&a, &b), "merged");
    ok(a.n == 1 && fabs(sx_scatter_own(&a)) < 1e-9, "that is shared");
    sx_scatter_sums_finish(&a);
    sx_scatter_finish(&one);
    sx_scatter_finish(&other);
}

/* More places than there is room for. */
static void many(void)
{
    sx_scatter scatter = { 0 };
    bool done = true;
    for (int k = 0; k < 3; k++)
        for (uint32_t site = 0; site < SX_SCATTER_PLACES + 100; site++)
            done = done && sx_scatter_add(&scatter, site, site, site / 2, 1000);
    ok(done, "added");
    is_int(scatter.n, SX_SCATTER_PLACES, "the first ones");
    is_int(scatter.place[7].n, 3, "with their values");
    sx_scatter_finish(&scatter);
}

int main(void)
{
    shares();
    unknown();
    kinds();
    many_kinds();
    united();
    renamed();
    many();
    return tap_done();
}
