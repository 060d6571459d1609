#include "extrap/apart.h"

#include "base/elementary.h"
#include "extrap/uneven.h"
#include "fit/model.h"

#include <math.h>
#include <stdlib.h>

/* As sure as a thousand to one. */
static const double SURE = 6.907755278982137;

/* Of intervals that nobody looks at. */
static const double ANY_LEVEL = 0.9;

sx_end sx_apart_end(int64_t p, int64_t rank)
{
    return rank == 0 ? SX_END_FIRST : rank == p - 1 ? SX_END_LAST : SX_ENDS;
}

static sx_end end_of(const sx_uneven_rows *rows, size_t row)
{
    return sx_apart_end(rows->p[rows->input[row]], rows->rank[row]);
}

static void copy_row(const sx_uneven_rows *from, size_t row, sx_uneven_rows *to)
{
    const size_t n = to->n++;
    to->input[n] = from->input[row];
    to->rank[n] = from->rank[row];
    to->share[n] = from->share[row];
    for (int k = 0; k < SX_WORK_KINDS; k++) {
        to->amount[n][k] = from->amount[row][k];
        to->mean[n][k] = from->mean[row][k];
    }
}

/* What structure says of the rows without those at ends. */
static sx_status fit_others(const sx_uneven_rows *rows, int first, sx_uneven *ret,
                            sx_error *err)
{
    sx_uneven_rows *others = calloc(1, sizeof *others);
    if (!others)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < rows->n; i++)
        if (end_of(rows, i) == SX_ENDS)
            copy_row(rows, i, others);
    sx_status st = sx_uneven_fit(others, first, 0, NULL, ret, err);
    free(others);
    return st;
}

/* An end at an input: its factor, what structure says of it, and the factors of the others. */
typedef struct standing {
    bool is;
    double factor, even, least, most;
    size_t others;
} standing;

static standing stand(const sx_uneven *u, const sx_uneven_rows *rows, size_t input,
                      sx_end end)
{
    standing s = { .least = INFINITY, .most = 0 };
    for (size_t i = 0; i < rows->n; i++)
        if (rows->input[i] == input && end_of(rows, i) == end) {
            s.is = true;
            s.factor = sx_uneven_factor(u, rows, i);
            s.even = rows->share[i] / s.factor;
        }
    for (size_t i = 0; s.is && i < rows->n; i++)
        if (rows->input[i] == input && end_of(rows, i) == SX_ENDS) {
            const double other = sx_uneven_factor(u, rows, i);
            s.others++;
            s.least = fmin(s.least, other);
            s.most = fmax(s.most, other);
        }
    return s;
}

/* Is it beyond all others at each input, on the same side? By chance it is so once in the product of their numbers. And so far that it is none of them: where most of these are,
 * at the input with most, by more than they differ. */
static bool is_apart(const sx_uneven *u, const sx_uneven_rows *rows, sx_end end)
{
    bool most = true, least = true, is_far = false;
    double surprise = -sx_log(2);
    size_t others = 0;
    for (size_t i = 0; i < rows->inputs; i++) {
        const standing s = stand(u, rows, i, end);
        const double gap = fmax(s.factor - s.most, s.least - s.factor);
        if (!s.is || s.others == 0)
            continue;
        most = most && s.factor > s.most;
        least = least && s.factor < s.least;
        surprise += sx_log((double)(s.others + 1));
        if (s.others >= others)
            is_far = gap > s.most - s.least;
        others = s.others > others ? s.others : others;
    }
    return (most || least) && is_far && surprise > SURE;
}

/* The mean without those that are apart, by what they have of the whole. */
static double level_of(const sx_uneven *u, const sx_uneven_rows *rows, size_t input,
                       const sx_apart *apart)
{
    double whole = (double)rows->p[input], ranks = whole;
    for (sx_end end = 0; end < SX_ENDS; end++) {
        const standing s = stand(u, rows, input, end);
        if (!apart->is[end] || !s.is)
            continue;
        whole -= s.factor * s.even;
        ranks -= s.even;
    }
    return whole > 0 && ranks > 0 ? whole / ranks : 1;
}

/* The row becomes one of another mean. */
static void put_level(sx_uneven_rows *rows, size_t row, double level)
{
    rows->share[row] /= level;
    for (int k = 0; k < SX_WORK_KINDS; k++) {
        rows->amount[row][k] /= level;
        rows->mean[row][k] /= level;
    }
}

static void take_out(const sx_apart *apart, const double *level, sx_uneven_rows *rows,
                     sx_uneven_rows *ends)
{
    const size_t all = rows->n;
    rows->n = 0;
    for (size_t i = 0; i < all; i++) {
        const sx_end end = end_of(rows, i);
        sx_uneven_rows *to = end != SX_ENDS && apart->is[end] ? ends : rows;
        copy_row(rows, i, to);
        put_level(to, to->n - 1, level[to->input[to->n - 1]]);
    }
}

sx_status sx_apart_take_out(sx_uneven_rows *rows, int first, sx_apart *ret_apart,
                            sx_uneven_rows *ret_ends, double *ret_level, sx_error *err)
{
    sx_uneven u;
    *ret_apart = (sx_apart) { .is = { false } };
    ret_ends->n = 0;
    ret_ends->inputs = rows->inputs;
    for (size_t i = 0; i < rows->inputs; i++) {
        ret_ends->p[i] = rows->p[i];
        ret_level[i] = 1;
    }
    sx_status st = fit_others(rows, first, &u, err);
    if (st || u.ranks == 0)
        return st;
    for (sx_end end = 0; end < SX_ENDS; end++)
        ret_apart->is[end] = is_apart(&u, rows, end);
    for (size_t i = 0; i < rows->inputs; i++)
        ret_level[i] = level_of(&u, rows, i, ret_apart);
    take_out(ret_apart, ret_level, rows, ret_ends);
    return SX_OK;
}

/* What is off at each input: shares, and amounts. */
typedef struct off {
    size_t n;
    double at[SX_RUNS], share[SX_RUNS], ns[SX_RUNS];
} off;

static off off_of(const sx_uneven_rows *ends, const sx_uneven *u, sx_end end,
                  const double *mean_ns, bool *ret_is_less)
{
    off o = { .n = 0 };
    for (size_t i = 0; i < ends->n; i++) {
        const size_t input = ends->input[i];
        const double more = sx_uneven_factor(u, ends, i) - 1;
        if (end_of(ends, i) != end)
            continue;
        *ret_is_less = more < 0;
        o.at[o.n] = (double)ends->p[input];
        o.share[o.n] = fabs(more);
        o.ns[o.n++] = fabs(more) * mean_ns[input];
    }
    return o;
}

static sx_status fit_end(const sx_uneven_rows *ends, const sx_uneven *u, sx_end end,
                         const double *mean_ns, sx_apart *apart, sx_error *err)
{
    const off o = off_of(ends, u, end, mean_ns, &apart->is_less[end]);
    sx_model amounts;
    sx_status st =
        sx_model_fit(&(sx_model_data) { 1, o.n, o.at, o.share }, &apart->off[end], err);
    if (!st)
        st = sx_model_fit(&(sx_model_data) { 1, o.n, o.at, o.ns }, &amounts, err);
    if (st)
        return st;
    apart->is_share[end] = apart->off[end].evidence > amounts.evidence;
    if (!apart->is_share[end])
        apart->off[end] = amounts;
    return SX_OK;
}

sx_status sx_apart_fit(const sx_uneven_rows *ends, const sx_uneven *u,
                       const double *mean_ns, sx_apart *apart, sx_error *err)
{
    sx_status st = SX_OK;
    for (sx_end end = 0; !st && end < SX_ENDS; end++)
        if (apart->is[end])
            st = fit_end(ends, u, end, mean_ns, apart, err);
    return st;
}

void sx_apart_factor(const sx_apart *apart, sx_end end, int64_t p, double mean_ns,
                     double level, sx_model_prediction *ret)
{
    const double at = (double)p;
    const double unit =
        (apart->is_less[end] ? -1 : 1) / (apart->is_share[end] ? 1 : fmax(mean_ns, 1));
    sx_model_prediction by;
    if (sx_model_predict(&apart->off[end], &at, level, &by, NULL))
        by = (sx_model_prediction) { 0, 0, INFINITY, 0, INFINITY };
    ret->value = fmax(0, 1 + unit * by.value);
    ret->low = fmax(0, 1 + unit * (unit < 0 ? by.high : by.low));
    ret->high = fmax(0, 1 + unit * (unit < 0 ? by.low : by.high));
    ret->run_low = ret->low;
    ret->run_high = ret->high;
}

double sx_apart_mean(const sx_apart *apart, int64_t p, double mean_ns)
{
    double more = 0;
    sx_model_prediction factor;
    for (sx_end end = 0; end < SX_ENDS; end++)
        if (apart->is[end]) {
            sx_apart_factor(apart, end, p, mean_ns, ANY_LEVEL, &factor);
            more += factor.value - 1;
        }
    return 1 + more / (double)p;
}
