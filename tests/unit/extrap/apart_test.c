/* Ranks that are no sample of all: the first and the last one. */
#include "extrap/apart.h"
#include "extrap/uneven.h"
#include "tap.h"

#include <math.h>

enum { LARGEST = 256 };

static const double WORK_NS = 1e9; /* that ranks share */

static double uniform(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return ((double)(*state >> 11) + 0.5) * 0x1p-53;
}

/* How slow a rank of p is, beside noise. */
typedef double slow(int64_t rank, int64_t p);

static double alike(int64_t rank, int64_t p)
{
    (void)rank;
    (void)p;
    return 1;
}
static double root(int64_t rank, int64_t p)
{
    (void)p;
    return rank == 0 ? 1.3 : 1;
}
/* What all others cost it is as much as a quarter of what it computes at 64 ranks. */
static double collector(int64_t rank, int64_t p)
{
    return rank == 0 ? 1 + (double)p / 256 : 1;
}
/* It does a third more of what ranks share, and not of what each has beside that, which is a third of all at 64 ranks. */
static double sharer(int64_t rank, int64_t p)
{
    const double shared = 128 / (128 + (double)p);
    return rank == 0 ? 1 + shared / 3 : 1;
}
static double quick_ends(int64_t rank, int64_t p)
{
    return rank == 0 || rank == p - 1 ? 0.7 : 1;
}
/* The first one is the quickest of many that differ. */
static double node(int64_t rank, int64_t p)
{
    (void)p;
    return 1 + 0.04 * (double)(rank > 0) + 0.006 * (double)(rank * 29 % 67);
}

/* All ranks do the same. */
static void give_work(int64_t p, sx_work *work, sx_busiest *ret)
{
    *ret = (sx_busiest) { .nranks = (size_t)p, .work = work };
    for (int64_t r = 0; r < p; r++)
        work[r] = (sx_work) { .stands_for = 1,
                              .rank = (sx_rank)r,
                              .amount = { 1, 100, 1, 100 } };
    for (int k = 0; k < SX_WORK_KINDS; k++)
        ret->mean_work[k] = work[0].amount[k];
}

static sx_uneven_rows ends_of; /* rows that are apart */

static double mean_of(slow *of, int64_t p)
{
    double sum = 0;
    for (int64_t r = 0; r < p; r++)
        sum += of(r, p);
    return sum / (double)p;
}

/* Inputs of 4 to 64 ranks, one percent of noise. */
static void give_rows(slow *of, uint64_t seed, sx_uneven_rows *rows)
{
    sx_work work[LARGEST];
    sx_busiest busiest;
    rows->n = rows->inputs = 0;
    for (int64_t p = 4; p <= 64; p *= 2) {
        sx_measured m = { .p = p, .has_shares = true };
        give_work(p, work, &busiest);
        for (int64_t r = 0; r < p; r++) {
            m.share[r] = of(r, p) * (1 + 0.02 * (uniform(&seed) - 0.5));
            m.computation_ns += m.share[r] / (double)p;
        }
        for (int64_t r = 0; r < p; r++)
            m.share[r] /= m.computation_ns;
        sx_uneven_add(rows, &m, &busiest);
    }
}

static void near(double value, double want, double percent, const char *what)
{
    ok(fabs(value / want - 1) < percent / 100, "%s: %g, want %g", what, value, want);
}

/* The greatest of `LARGEST` ranks as a multiple of the mean, where each computes so much beside what ranks share. */
static sx_model_prediction busiest_of(const sx_uneven_rows *rows, const sx_apart *apart,
                                      double own_ns)
{
    sx_work work[LARGEST];
    sx_busiest busiest;
    sx_uneven uneven;
    sx_model_prediction most;
    is_int(sx_uneven_fit(rows, SX_WORK_ALIKE, 0, NULL, &uneven, NULL), SX_OK, "fitted");
    uneven.apart = *apart;
    double mean_ns[SX_RUNS];
    for (size_t i = 0; i < rows->inputs; i++)
        mean_ns[i] = WORK_NS / (double)rows->p[i] + own_ns;
    is_int(sx_apart_fit(&ends_of, &uneven, mean_ns, &uneven.apart, NULL), SX_OK,
           "their factors");
    give_work(LARGEST, work, &busiest);
    sx_uneven_predict(&uneven, &busiest, LARGEST, WORK_NS / LARGEST + own_ns, 0.9, &most);
    return most;
}

static void take_out(slow *of, uint64_t seed, sx_uneven_rows *rows, sx_apart *apart,
                     double *level)
{
    give_rows(of, seed, rows);
    const sx_status st =
        sx_apart_take_out(rows, SX_WORK_ALIKE, apart, &ends_of, level, NULL);
    is_int(st, SX_OK, "looked");
}

static void ends(void)
{
    static sx_uneven_rows rows;
    static sx_apart apart;
    double level[SX_RUNS];
    sx_model_prediction of;
    take_out(root, 1, &rows, &apart, level);
    ok(apart.is[SX_END_FIRST] && !apart.is[SX_END_LAST], "the root alone is apart");
    is_int((int64_t)rows.n, 4 + 8 + 16 + 32 + 64 - 5, "and is no row");
    near(level[0], 1 / mean_of(root, 4), 1, "of what four ranks compute, the others'");
    of = busiest_of(&rows, &apart, 0);
    near(of.value, 1.3 / mean_of(root, LARGEST), 2, "and is the busiest");
    ok(of.high < 1.4, "nobody is slower: %g", of.high);
    take_out(collector, 2, &rows, &apart, level);
    near(busiest_of(&rows, &apart, 0).value, 2 / mean_of(collector, LARGEST), 10,
         "one that has more to do the more there are");
    take_out(sharer, 4, &rows, &apart, level);
    near(busiest_of(&rows, &apart, WORK_NS / 128).value, sharer(0, LARGEST), 3,
         "more of what ranks share");
    take_out(quick_ends, 3, &rows, &apart, level);
    ok(apart.is[SX_END_FIRST] && apart.is[SX_END_LAST], "both ends, that do less");
    near(level[0], 1 / 0.85, 1, "half of four ranks");
    ok(busiest_of(&rows, &apart, 0).value < 1.03, "do not make the others uneven");
}

/* In 200 samples of ranks that are alike the first one is beyond all others of each of five inputs by chance once in so many thousands. */
static void no_ends(void)
{
    static sx_uneven_rows rows;
    static sx_apart apart;
    double level[SX_RUNS];
    int found = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        give_rows(alike, seed, &rows);
        found += sx_apart_take_out(&rows, SX_WORK_ALIKE, &apart, &ends_of, level, NULL) ||
                 apart.is[SX_END_FIRST] || apart.is[SX_END_LAST];
    }
    is_int(found, 0, "ranks that are alike have no ends");
    near(level[0], 1, 0.001, "nor levels");
    take_out(node, 1, &rows, &apart, level);
    ok(!apart.is[SX_END_FIRST] && !apart.is[SX_END_LAST],
       "nor have ranks that differ as much among themselves");
}

int main(void)
{
    ends();
    no_ends();
    return tap_done();
}
