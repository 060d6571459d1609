/* Counts of collectives that no law explains, of which the sums have one: what is dealt out by chance, as the keys of a sort
 * are. The sums are exact at every scale, and what one rank sends is what the other receives; how much the parts differ is
 * a distribution that is fitted: as if each thing, or each packet of things, went anywhere with the same chance. */
#include "base/rational.h"
#include "fit/chance.h"
#include "law/division.h"
#include "law/law.h"

#include <math.h>

enum { DIVISIONS_LEAST = 2 };

/* How the parts of a run's divisions differ. */
typedef struct spread {
    double chi_square, freedom; /* against equal chances of single things */
    double mean; /* of the parts */
} spread;

typedef enum packing { SINGLE, PACKETS, PACKETS_PER_PART, PARTLY } packing;

/* SINGLE: things go one by one. PACKETS: `size` things at once. PACKETS_PER_PART: `size` packets a part on
 * average. PARTLY: `size` of 100 things go to everybody alike. */
typedef struct dealing {
    packing packing;
    int64_t size;
} dealing;

/* ---- what the inputs show ---- */

/* Is the i-th a later execution of the one before? */
static bool is_later(const sx_divisions *d, size_t i)
{
    return i > 0 && d->total[i].rank == d->total[i - 1].rank;
}

/* Of divisions that stay what they are, one execution tells as much as all. */
static void measure(const sx_divisions *d, const sx_runs *runs, bool anew, spread *of)
{
    double parts[SX_RUNS] = { 0 }, totals[SX_RUNS] = { 0 };
    for (size_t i = 0; i < d->n; i++) {
        const sx_sample *total = &d->total[i];
        size_t n = d->first[i + 1] - d->first[i];
        double expected = (double)total->value / (double)n;
        if (!anew && is_later(d, i))
            continue;
        parts[total->run] += (double)n;
        totals[total->run] += (double)total->value;
        for (size_t p = d->first[i]; p < d->first[i + 1] && expected > 0; p++) {
            double off = (double)d->part[p] - expected;
            of[total->run].chi_square += off * off / expected;
        }
        of[total->run].freedom += expected > 0 ? (double)(n - 1) : 0;
    }
    for (size_t run = 0; run < runs->n; run++)
        of[run].mean = parts[run] > 0 ? totals[run] / parts[run] : 0;
}

/* Do the parts of a division change from execution to execution as they do from part to part? */
static bool is_dealt_anew(const sx_divisions *d)
{
    double between = 0, all = 0;
    for (size_t i = 1; i < d->n; i++) {
        size_t n = d->first[i + 1] - d->first[i];
        if (!is_later(d, i) || d->first[i] - d->first[i - 1] != n)
            continue;
        double expected = (double)d->total[i].value / (double)n;
        for (size_t p = d->first[i]; p < d->first[i + 1]; p++) {
            double step = (double)d->part[p] - (double)d->part[p - n];
            double off = (double)d->part[p] - expected;
            between += step * step / 2;
            all += off * off;
        }
    }
    return between > all / 2;
}

/* By how much the largest is more than the smallest, and the middle of the two. */
static double range(const double *x, size_t n, double *ret_middle)
{
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < n; i++) {
        least = fmin(least, x[i]);
        most = fmax(most, x[i]);
    }
    *ret_middle = sqrt(least * most);
    return least > 0 ? most / least : INFINITY;
}

/* The variance as a multiple of that of single things is the size of the packets they come in: one of all scales, or
 * one that grows with the parts, where these differ by so much of their mean. */
static dealing choose(const spread *of, size_t runs)
{
    double ratio[SX_RUNS] = { 0 }, relative[SX_RUNS] = { 0 }, middle, share;
    size_t n = 0;
    for (size_t run = 0; run < runs; run++)
        if (of[run].freedom > 0 && of[run].mean > 0) {
            ratio[n] = of[run].chi_square / of[run].freedom;
            relative[n] = ratio[n] / of[run].mean;
            n++;
        }
    double of_ratio = range(ratio, n, &middle), of_share = range(relative, n, &share);
    if (n == 0 || (middle > 0.8 && middle < 1.5 && of_ratio < 1.5))
        return (dealing) { SINGLE, 1 };
    if (of_share < of_ratio && share > 0)
        return (dealing) { PACKETS_PER_PART, (int64_t)fmax(1, round(1 / share)) };
    if (middle < 1)
        return (dealing) { PARTLY, (int64_t)round(100 * (1 - middle)) };
    return (dealing) { PACKETS, (int64_t)round(middle) };
}

/* ---- the law ---- */

/* k of share(T, s, k): the part, the owner of the division, and the execution where it is dealt anew. The two innermost
 * counters that vary tell executions apart. */
static const sx_expr *number_of_part(sx_arena *arena, const sx_samples *samples,
                                     sx_division_kind kind, bool anew)
{
    const sx_expr *division = sx_division_owner(arena, kind), *execution = NULL;
    for (uint32_t c = samples->ncounters, found = 0; anew && c-- > 0 && found < 2;) {
        if (!(samples->varying >> c & 1))
            continue;
        const sx_expr *counter =
            sx_expr_var(arena, SX_VAR_COUNTER, 0, samples->first_counter + c);
        execution =
            found++ ? sx_expr_make(arena, SX_EXPR_ADD, execution,
                                   sx_expr_make(arena, SX_EXPR_MUL,
                                                sx_expr_int(arena, 65536), counter, NULL),
                                   NULL)
                    : counter;
    }
    const sx_expr *size = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    if (execution)
        division =
            sx_expr_make(arena, SX_EXPR_ADD, division,
                         sx_expr_make(arena, SX_EXPR_MUL, size, execution, NULL), NULL);
    return sx_expr_make(arena, SX_EXPR_ADD, sx_division_part(arena, kind),
                        sx_expr_make(arena, SX_EXPR_MUL, size, division, NULL), NULL);
}

/* Things in packets: share(T div q, s, k) * q + share(T mod q, s, k). */
static const sx_expr *in_packets(sx_arena *arena, const sx_expr *total, const sx_expr *q,
                                 const sx_expr *size, const sx_expr *k)
{
    const sx_expr *packets = sx_expr_make(
        arena, SX_EXPR_SHARE, sx_expr_make(arena, SX_EXPR_DIV, total, q, NULL), size, k);
    const sx_expr *rest = sx_expr_make(
        arena, SX_EXPR_SHARE, sx_expr_make(arena, SX_EXPR_MOD, total, q, NULL), size, k);
    return sx_expr_make(arena, SX_EXPR_ADD,
                        sx_expr_make(arena, SX_EXPR_MUL, packets, q, NULL), rest, NULL);
}

/* The same number of things to everybody, and the rest by chance. */
static const sx_expr *partly(sx_arena *arena, const sx_expr *total, int64_t percent,
                             const sx_expr *size, const sx_expr *k)
{
    const sx_expr *alike = sx_expr_make(
        arena, SX_EXPR_DIV,
        sx_expr_make(arena, SX_EXPR_MUL, total, sx_expr_int(arena, percent), NULL),
        sx_expr_make(arena, SX_EXPR_MUL, size, sx_expr_int(arena, 100), NULL), NULL);
    const sx_expr *rest =
        sx_expr_make(arena, SX_EXPR_SUB, total,
                     sx_expr_make(arena, SX_EXPR_MUL, size, alike, NULL), NULL);
    return sx_expr_make(arena, SX_EXPR_ADD, alike,
                        sx_expr_make(arena, SX_EXPR_SHARE, rest, size, k), NULL);
}

static const sx_expr *dealt(sx_arena *arena, const sx_expr *total, dealing how,
                            const sx_expr *k)
{
    const sx_expr *size = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    const sx_expr *number = sx_expr_int(arena, how.size), *one = sx_expr_int(arena, 1);
    switch (how.packing) {
    case PARTLY:
        return partly(arena, total, how.size, size, k);
    case PACKETS:
        return in_packets(arena, total, number, size, k);
    case PACKETS_PER_PART:
        number = sx_expr_make(arena, SX_EXPR_DIV, total,
                              sx_expr_make(arena, SX_EXPR_MUL, size, number, NULL), NULL);
        return in_packets(arena, total,
                          sx_expr_make(arena, SX_EXPR_MAX, one, number, NULL), size, k);
    default:
        return sx_expr_make(arena, SX_EXPR_SHARE, total, size, k);
    }
}

/* What a reader should know of the fit: the sum of all inputs' squares and how likely it is by chance. */
static const char *statistic(sx_arena *arena, const spread *of, size_t runs)
{
    double x = 0, freedom = 0;
    for (size_t run = 0; run < runs; run++) {
        x += of[run].chi_square;
        freedom += of[run].freedom;
    }
    return sx_arena_printf(arena,
                           "drawn at random, sums are exact; against equal chances "
                           "chi-square %.4g with %.0f degrees of freedom, p %.2g",
                           x, freedom, sx_chance_of_chi_square(x, freedom));
}

/* Totals that have a law of their own, and the parts that they fall into. */
static sx_status share_of(sx_arena *arena, sx_runs *runs, const sx_divisions *d,
                          sx_law *ret_law, sx_error *err)
{
    sx_law total = { 0 };
    sx_status st = sx_law_find_among(arena, runs, &d->totals, SX_LAW_LAST, &total, err);
    if (st || !total.expr || total.evidence.label > SX_LABEL_EXACT)
        return st;
    const sx_expr *sum = sx_division_total(arena, runs, d, total.expr);
    if (!sum)
        return SX_OK;
    spread of_run[SX_RUNS] = { 0 };
    bool anew = is_dealt_anew(d);
    measure(d, runs, anew, of_run);
    const sx_expr *k = number_of_part(arena, &d->totals, d->kind, anew);
    const sx_expr *expr = dealt(arena, sum, choose(of_run, runs->n), k);
    const char *reason = statistic(arena, of_run, runs->n);
    if (!expr || !reason)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_law = (sx_law) { expr, { .label = SX_LABEL_FITTED, .reason = reason } };
    return SX_OK;
}

sx_status sx_law_share(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    static const sx_division_kind sent[] = { SX_DIVISION_SHARED, SX_DIVISION_OF_RANK,
                                             SX_DIVISION_BY_RANK, SX_DIVISION_ACROSS },
                                  received[] = { SX_DIVISION_SHARED, SX_DIVISION_BY_RANK,
                                                 SX_DIVISION_OF_RANK,
                                                 SX_DIVISION_ACROSS };
    sx_status st = SX_OK;
    for (size_t i = 0;
         samples->is_dealt && !st && !ret_law->expr && i < SX_DIVISION_KINDS; i++) {
        sx_divisions d;
        st = sx_divisions_make(arena, runs, samples,
                               samples->is_received ? received[i] : sent[i], &d, err);
        if (!st && d.n >= DIVISIONS_LEAST)
            st = share_of(arena, runs, &d, ret_law, err);
    }
    return st;
}
