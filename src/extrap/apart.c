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

sx_status sx_apart_fit(const sx_uneven_rows *ends, const sx_uneven *u, sx_apart *apart,
                       sx_error *err)
{
    sx_status st = SX_OK;
    for (sx_end end = 0; !st && end < SX_ENDS; end++) {
        double at[SX_RUNS], factor[SX_RUNS];
        sx_model_data data = { 1, 0, at, factor };
        for (size_t i = 0; apart->is[end] && i < ends->n; i++)
            if (end_of(ends, i) == end) {
                at[data.points] = (double)ends->p[ends->input[i]];
                factor[data.points++] = sx_uneven_factor(u, ends, i);
            }
        if (apart->is[end])
            st = sx_model_fit(&data, &apart->factor[end], err);
    }
    return st;
}

void sx_apart_factor(const sx_apart *apart, sx_end end, int64_t p, double level,
                     sx_model_prediction *ret)
{
    const double at = (double)p;
    if (sx_model_predict(&apart->factor[end], &at, level, ret, NULL))
        *ret = (sx_model_prediction) { 1, 0, INFINITY, 0, INFINITY };
}

double sx_apart_mean(const sx_apart *apart, int64_t p)
{
    double more = 0;
    sx_model_prediction factor;
    for (sx_end end = 0; end < SX_ENDS; end++)
        if (apart->is[end]) {
            sx_apart_factor(apart, end, p, ANY_LEVEL, &factor);
            more += factor.value - 1;
        }
    return 1 + more / (double)p;
}
