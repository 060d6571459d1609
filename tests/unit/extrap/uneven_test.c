/* How much more than the mean the busiest rank computes: by what ranks do, and by chance. */
#include "extrap/uneven.h"
#include "fit/model_linear.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS = 256, SCALES = 5 };

static double uniform(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return ((double)(*state >> 11) + 0.5) * 0x1p-53;
}

static double normal(uint64_t *state)
{
    const double u = uniform(state), v = uniform(state);
    return sqrt(-2 * log(u)) * cos(2 * acos(-1) * v);
}

/* Interior ranks make three calls to two of the others, and half of all have more points. */
static void give_work(int64_t p, sx_work *work, sx_busiest *ret)
{
    *ret = (sx_busiest) { .nranks = (size_t)p, .work = work };
    for (int64_t r = 0; r < p; r++) {
        const double calls = r % 4 == 0 ? 30 : 20,
                     points = r % 2 ? 100 / (double)p : (p > 64 ? 150 : 120) / (double)p;
        work[r] =
            (sx_work) { .stands_for = 1, .amount = { 1, calls, points, calls * points } };
        for (int k = 0; k < SX_WORK_KINDS; k++)
            ret->mean_work[k] += work[r].amount[k] / (double)p;
    }
}

/* What a rank computes has this much of each kind, and a factor of its own. */
typedef double factor(int64_t rank, uint64_t *state);

static double even(int64_t rank, uint64_t *state)
{
    (void)rank;
    (void)state;
    return 1;
}
static double noisy(int64_t rank, uint64_t *state)
{
    (void)rank;
    return exp(0.02 * normal(state));
}
/* Every eighth rank is slow, and none is slower. */
static double slow(int64_t rank, uint64_t *state)
{
    (void)state;
    return rank % 8 == 7 ? 1.2 : 1;
}

static double amount(const sx_work *work, const double part[SX_WORK_KINDS])
{
    double sum = 0;
    for (int k = 0; k < SX_WORK_KINDS; k++)
        sum += part[k] * work->amount[k];
    return sum;
}

/* Of inputs of 4 to 64 ranks. */
static void give_rows(const double part[SX_WORK_KINDS], factor *own, uint64_t seed,
                      sx_uneven_rows *rows)
{
    sx_work work[RANKS];
    sx_busiest busiest;
    rows->n = rows->inputs = 0;
    for (int64_t ranks = 4; ranks <= 64; ranks *= 2) {
        sx_measured m = { .p = ranks, .has_shares = true };
        give_work(ranks, work, &busiest);
        for (int64_t r = 0; r < ranks; r++) {
            m.share[r] = amount(&work[r], part) * own(r, &seed);
            m.computation_ns += m.share[r] / (double)ranks;
        }
        for (int64_t r = 0; r < ranks; r++)
            m.share[r] /= m.computation_ns;
        sx_uneven_add(rows, &m, &busiest);
    }
}

static sx_model_prediction predict(const double part[SX_WORK_KINDS], factor *own,
                                   uint64_t seed)
{
    static sx_uneven_rows rows;
    sx_work work[RANKS];
    sx_busiest busiest;
    sx_uneven uneven;
    sx_model_prediction p;
    give_rows(part, own, seed, &rows);
    is_int(sx_uneven_fit(&rows, SX_WORK_ALIKE, 0, NULL, &uneven, NULL), SX_OK, "fitted");
    is_int(uneven.ranks, 124, "ranks of all inputs");
    give_work(RANKS, work, &busiest);
    sx_uneven_predict(&uneven, &busiest, RANKS, 1, 0.9, &p);
    ok(p.low <= p.value && p.value <= p.high, "within its interval");
    return p;
}

static double of_most(const double part[SX_WORK_KINDS])
{
    sx_work work[RANKS];
    sx_busiest busiest;
    double most = 0, mean = 0;
    give_work(RANKS, work, &busiest);
    for (int r = 0; r < RANKS; r++) {
        most = fmax(most, amount(&work[r], part));
        mean += amount(&work[r], part) / RANKS;
    }
    return most / mean;
}

static void near(double value, double want, double percent, const char *what)
{
    ok(fabs(value / want - 1) < percent / 100, "%s: %g, want %g", what, value, want);
}

/* At the target ranks are more uneven than in any input. */
static void by_structure(void)
{
    static const double points[] = { 0, 0, 1, 0, 0 }, calls[] = { 0, 1, 0, 0, 0 },
                        both[] = { 0, 0, 0, 1, 0 }, fixed[] = { 2, 0, 1, 0, 0 };
    near(predict(points, even, 1).value, of_most(points), 0.1, "by points");
    near(predict(calls, even, 1).value, of_most(calls), 0.1, "by calls");
    near(predict(both, even, 1).value, of_most(both), 0.1, "by points at each call");
    /* Of 25 units at 4 ranks the points are most, of those at 256 a quarter. */
    near(predict(fixed, even, 1).value, of_most(fixed), 1, "by points and a fixed part");
}

/* The greatest of 256 is 2.8 deviations off, of 64 2.4, of 4 one. */
static void by_chance(void)
{
    static const double alike[] = { 1, 0, 0, 0, 0 };
    double sum = 0;
    int hold = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        const sx_model_prediction p = predict(alike, noisy, seed);
        sum += p.value / 40;
        hold += p.low <= exp(0.02 * 2.782) && exp(0.02 * 2.782) <= p.high;
    }
    near(sum, exp(0.02 * 2.782), 0.5, "the greatest of many");
    ok(hold >= 36, "%d of 40 intervals hold its median", hold);
    near(predict(alike, slow, 1).value, 1.2 / 1.025, 1.5, "no slower than the slow ones");
}

/* Means of two scales do not tell what they go with; that ranks with more points compute more does. */
static void with_means(void)
{
    static const double part[] = { 0, 0, 1, 0, 0 };
    static sx_uneven_rows rows;
    double at[2][SX_WORK_TOGETHER], value[2], noise, by_points = 0;
    sx_work work[RANKS];
    sx_busiest busiest;
    sx_uneven uneven;
    sx_model together;
    for (int i = 0; i < 2; i++) {
        give_work(i ? 64 : 32, work, &busiest);
        for (int k = 0; k < SX_WORK_TOGETHER; k++)
            at[i][k] = fmax(busiest.mean_work[k], 1e-9);
        value[i] = at[i][SX_WORK_POINTS];
    }
    const sx_linear_data data = { SX_WORK_TOGETHER, 2, at[0], value, value, 0, 1, 1 };
    sx_model_linear_fit(&data, &together, &noise);
    give_rows(part, even, 1, &rows);
    is_int(
        sx_uneven_fit(&rows, SX_WORK_ALIKE, together.evidence, &together, &uneven, NULL),
        SX_OK, "fitted");
    for (uint32_t k = 0; k < together.forms; k++)
        if (together.form[k].terms == 1 && together.form[k].term[0].power[SX_WORK_POINTS])
            by_points += together.form[k].weight;
    ok(by_points > 0.99, "means go by points: %g", by_points);
    ok(uneven.by_amounts > 0.4, "amounts are as likely as before: %g", uneven.by_amounts);
    is_int(sx_uneven_fit(&rows, SX_WORK_ALIKE, together.evidence + 20, &together, &uneven,
                         NULL),
           SX_OK, "fitted");
    ok(uneven.by_amounts < 0.01, "unless the means are something else: %g",
       uneven.by_amounts);
}

/* One small run says nothing. */
static void too_few(void)
{
    static sx_uneven_rows rows;
    sx_uneven uneven;
    sx_work work[RANKS];
    sx_busiest busiest;
    const sx_measured m = {
        .p = 4, .has_shares = true, .share = { 1, 1, 1, 1 }, .computation_ns = 1
    };
    give_work(4, work, &busiest);
    sx_uneven_add(&rows, &m, &busiest);
    is_int(sx_uneven_fit(&rows, SX_WORK_ALIKE, 0, NULL, &uneven, NULL), SX_OK, "fitted");
    is_int(uneven.ranks, 0, "nothing is known");
}

int main(void)
{
    by_structure();
    by_chance();
    with_means();
    too_few();
    return tap_done();
}
