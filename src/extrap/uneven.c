#include "extrap/uneven.h"

#include "base/elementary.h"
#include "fit/model_linear.h"

#include <math.h>
#include <stdlib.h>

enum {
    LEAST_RANKS = 8, /* that tell how ranks differ */
    LEAST_OF_TAIL = 3, /* ranks that tell how far */
    HALVINGS = 40
};

/* The tail is known by so much of the root of the number of ranks. Few: ranks that are slow for a reason, as many as there are of them, have no tail but that among
 * themselves. */
static const double TAIL = 0.5;

/* For what there is none of: models are over positive numbers. */
static const double NONE = 1e-12;

/* A form that is less likely has no part in an interval. */
static const double LEAST_WEIGHT = 0.05;

/* No greatest of ranks is further out, in deviations. */
static const double FAR = 12;

/* So far out a normal distribution is 5 % on either side. */
static const double DEVIATIONS = 1.6448536269514722;

void sx_uneven_add(sx_uneven_rows *rows, const sx_measured *m, const sx_busiest *busiest)
{
    const size_t n = sx_some_ranks_count(m->p), input = rows->inputs;
    if (input == SX_RUNS)
        return;
    rows->p[rows->inputs++] = m->p;
    for (size_t i = 0; i < n && m->has_shares && rows->n < SX_UNEVEN_ROWS; i++) {
        const size_t row = rows->n++;
        rows->input[row] = input;
        rows->rank[row] = sx_some_ranks_rank(m->p, i);
        rows->share[row] = m->share[i];
        for (int k = 0; k < SX_WORK_KINDS; k++) {
            rows->amount[row][k] = busiest->work[i].amount[k] / m->computation_ns;
            rows->mean[row][k] = busiest->mean_work[k] / m->computation_ns;
        }
    }
}

/* What shares are of: of what all do on the mean; at sides, of few ranks, of what these have to do anywhere. */
static double unit_of(const double mean[SX_WORK_KINDS], int kind)
{
    return fmax(mean[kind == SX_WORK_AT_SIDES ? SX_WORK_CALLED_POINTS : kind], NONE);
}

/* What the form has for each there is of a kind. */
static void per_kind(const sx_uneven *u, const sx_model_form *form,
                     double ret_per[SX_WORK_KINDS])
{
    for (int k = 0; k < SX_WORK_KINDS; k++)
        ret_per[k] = 0;
    for (uint32_t t = 0; t < form->terms; t++)
        for (int k = u->first; k < u->first + SX_WORK_TOGETHER; k++)
            if (form->term[t].power[k - u->first])
                ret_per[k] += form->coefficient[t];
}

bool sx_uneven_amounts(const sx_uneven *u, double ret_per[SX_WORK_KINDS])
{
    const bool amounts = u->by_amounts > 0.5;
    per_kind(u, amounts ? &u->amounts.form[0] : &u->shares.form[0], ret_per);
    return amounts;
}

void sx_uneven_shares(const sx_uneven *u, const double mean[SX_WORK_KINDS],
                      double ret_per[SX_WORK_KINDS])
{
    const double weight[] = { 1 - u->by_amounts, u->by_amounts };
    for (int k = 0; k < SX_WORK_KINDS; k++)
        ret_per[k] = 0;
    for (int amounts = 0; amounts < 2; amounts++) {
        double per[SX_WORK_KINDS], all = 0;
        per_kind(u, amounts ? &u->amounts.form[0] : &u->shares.form[0], per);
        for (int k = u->first; k < u->first + SX_WORK_TOGETHER; k++) {
            per[k] /= amounts ? 1 : unit_of(mean, k);
            all += per[k] * fmax(mean[k], NONE);
        }
        for (int k = u->first; k < u->first + SX_WORK_TOGETHER && all > 0; k++)
            ret_per[k] += weight[amounts] * per[k] / all;
    }
}

/* A form's share of a rank in what ranks compute on the mean. */
static double share_by_form(const sx_uneven *u, const sx_model_form *form,
                            const double *amount, const double *mean, bool relative)
{
    double per[SX_WORK_KINDS], own = 0, all = 0;
    per_kind(u, form, per);
    for (int k = u->first; k < u->first + SX_WORK_TOGETHER; k++) {
        const double unit = relative ? unit_of(mean, k) : 1;
        own += per[k] * amount[k] / unit;
        all += per[k] * fmax(mean[k], NONE) / unit;
    }
    return all > 0 ? fmax(own / all, NONE) : 1;
}

/* What all forms say together. */
static double share_of(const sx_uneven *u, const double *amount, const double *mean)
{
    return share_by_form(u, &u->shares.form[0], amount, mean, true) *
               (1 - u->by_amounts) +
           share_by_form(u, &u->amounts.form[0], amount, mean, false) * u->by_amounts;
}

double sx_uneven_factor(const sx_uneven *u, const sx_uneven_rows *rows, size_t row)
{
    return rows->share[row] / share_of(u, rows->amount[row], rows->mean[row]);
}

/* The probability that a normal variable is above x, to 1e-7 of it (Press, Teukolsky, Vetterling and Flannery, Numerical recipes in C, 6.2). */
static double above(double x)
{
    static const double c[] = { -1.26551223, 1.00002368, 0.37409196,  0.09678418,
                                -0.18628806, 0.27886807, -1.13520398, 1.48851587,
                                -0.82215223, 0.17087277 };
    const double z = fabs(x) / sqrt(2), t = 1 / (1 + z / 2);
    double sum = 0;
    for (int i = 9; i >= 0; i--)
        sum = sum * t + c[i];
    const double half = t * sx_exp(sum - z * z) / 2;
    return x < 0 ? 1 - half : half;
}

/* Above which it is with that probability. */
static double normal(double probability)
{
    double low = -40, high = 40;
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if (above(middle) > probability)
            low = middle;
        else
            high = middle;
    }
    return high;
}

static double square(double x)
{
    return x * x;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* How the factors, in ascending order, are distributed. */
static void describe(const double *factor, size_t n, sx_uneven *u)
{
    size_t tail = (size_t)(sqrt((double)n) * TAIL);
    tail = tail < LEAST_OF_TAIL ? LEAST_OF_TAIL : tail;
    const double from = factor[n - 1 - tail];
    u->tail = (double)tail / (double)n;
    u->of_tail = (double)tail;
    u->from = normal(u->tail);
    double sum = 0, unit = 0;
    for (size_t i = n - tail; i < n; i++) {
        sum += factor[i] - from;
        unit += normal(((double)(n - i) - 0.5) / (double)n) - u->from;
    }
    u->scale = sum / unit;
    for (size_t i = 0; i < SX_UNEVEN_QUANTILES; i++)
        u->quantile[i] = factor[i * (n - 1 - tail) / (SX_UNEVEN_QUANTILES - 1)];
}

/* Forms that fit the rows. */
static void fit(const sx_uneven_rows *rows, int first, bool relative, double *scratch,
                sx_model *ret_model)
{
    double *of = scratch, *at = scratch + rows->n, noise;
    for (size_t i = 0; i < rows->n; i++) {
        of[i] = 1;
        for (int k = 0; k < SX_WORK_TOGETHER; k++) {
            const double unit = relative ? unit_of(rows->mean[i], first + k) : 1;
            at[i * SX_WORK_TOGETHER + (size_t)k] =
                fmax(rows->amount[i][first + k] / unit, NONE);
        }
    }
    const sx_linear_data data = { SX_WORK_TOGETHER, rows->n, at, rows->share, of, 0,
                                  SX_LINEAR_MOST,   1 };
    sx_model_linear_fit(&data, ret_model, &noise);
}

/* How much likelier the shares are with what the model leaves of them, `factor`, than with what calls alone leave: normal noise of any deviation, and a number chosen for
 * each of two further kinds (Schwarz, Estimating the dimension of a model, 1978). */
static double gain(const sx_uneven_rows *rows, const double *factor)
{
    double by_calls = 0, left = 0;
    for (size_t i = 0; i < rows->n; i++) {
        const double calls =
            rows->amount[i][SX_WORK_CALLS] / fmax(rows->mean[i][SX_WORK_CALLS], NONE);
        by_calls += square(rows->share[i] / fmax(calls, NONE) - 1);
        left += square(factor[i] - 1);
    }
    const double n = (double)rows->n;
    return n / 2 * (sx_log(fmax(by_calls, NONE)) - sx_log(fmax(left, NONE))) - sx_log(n);
}

sx_status sx_uneven_fit(const sx_uneven_rows *rows, int first, double single,
                        sx_model *together, sx_uneven *ret_uneven, sx_error *err)
{
    sx_uneven u = { .first = first };
    double *scratch = malloc((rows->n + 1) * (SX_WORK_TOGETHER + 1) * sizeof *scratch);
    if (!scratch)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (rows->n >= LEAST_RANKS) {
        u.ranks = rows->n;
        fit(rows, first, true, scratch, &u.shares);
        fit(rows, first, false, scratch, &u.amounts);
        const double amounts =
            together ? sx_model_linear_join(&u.amounts, together) : u.amounts.evidence;
        u.by_amounts = 1 / (1 + sx_exp(u.shares.evidence + single - amounts));
        for (size_t i = 0; i < rows->n; i++)
            scratch[i] = sx_uneven_factor(&u, rows, i);
        u.gain = gain(rows, scratch);
        qsort(scratch, rows->n, sizeof *scratch, ascending);
        describe(scratch, rows->n, &u);
    }
    free(scratch);
    *ret_uneven = u;
    return SX_OK;
}

/* The logarithm of how likely a factor is at most x, with a tail so steep. */
static double log_below(const sx_uneven *u, double scale, double x)
{
    const double *q = u->quantile, last = q[SX_UNEVEN_QUANTILES - 1];
    double share = 1 / (2 * (double)u->ranks);
    if (x >= last) {
        const double z = scale > 0 ? u->from + (x - last) / scale : INFINITY;
        return -above(z);
    }
    for (int i = 1; i < SX_UNEVEN_QUANTILES; i++)
        if (x >= q[i - 1] && x < q[i])
            share = ((double)(i - 1) + (x - q[i - 1]) / (q[i] - q[i - 1])) *
                    (1 - u->tail) / (SX_UNEVEN_QUANTILES - 1);
    return sx_log(fmax(share, 1 / (2 * (double)u->ranks)));
}

/* Shares of ranks by structure, as many as were looked at. */
typedef struct shares {
    size_t n;
    double of[SX_BUSIEST_RANKS], stands_for[SX_BUSIEST_RANKS];
} shares;

/* The greatest of all ranks' shares times their factors is below that with that probability. */
static double greatest(const sx_uneven *u, const shares *s, double scale,
                       double probability)
{
    const double want = sx_log(probability);
    double low = 0, high = 0;
    for (size_t i = 0; i < s->n; i++)
        high = fmax(high, s->of[i]);
    high *= u->quantile[SX_UNEVEN_QUANTILES - 1] + FAR * scale;
    for (int k = 0; k < HALVINGS; k++) {
        const double middle = (low + high) / 2;
        double sum = 0;
        for (size_t i = 0; i < s->n && sum >= want; i++)
            sum += s->stands_for[i] * log_below(u, scale, middle / s->of[i]);
        if (sum < want)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* By what one form says. */
static double greatest_by(const sx_uneven *u, const sx_model_form *form, bool relative,
                          const sx_busiest *busiest, shares *s)
{
    for (size_t i = 0; i < s->n; i++)
        s->of[i] =
            share_by_form(u, form, busiest->work[i].amount, busiest->mean_work, relative);
    return greatest(u, s, u->scale, 0.5);
}

/* Widens the interval by what forms of a model say that are likely enough. */
static void ask_forms(const sx_uneven *u, const sx_model *model, double weight,
                      bool relative, const sx_busiest *busiest, shares *s,
                      sx_model_prediction *p)
{
    for (uint32_t k = 0; k < model->forms; k++) {
        if (model->form[k].weight * weight < LEAST_WEIGHT)
            continue;
        const double own = greatest_by(u, &model->form[k], relative, busiest, s);
        p->low = fmin(p->low, own);
        p->high = fmax(p->high, own);
    }
}

static double root_of(double a, double b)
{
    return sqrt(a * a + b * b);
}

/* The greatest of ranks that are a sample of all. */
static sx_model_prediction predict_greatest(const sx_uneven *u, const sx_busiest *busiest,
                                            double level, shares *s)
{
    const double tail = (1 - level) / 2, unsure = DEVIATIONS / sqrt(u->of_tail);
    const double value = greatest(u, s, u->scale, 0.5);
    const double down =
        root_of(value - greatest(u, s, u->scale, tail),
                value - greatest(u, s, u->scale * fmax(1 - unsure, 0), 0.5));
    const double up = root_of(greatest(u, s, u->scale, 1 - tail) - value,
                              greatest(u, s, u->scale * (1 + unsure), 0.5) - value);
    sx_model_prediction p = { .value = value, .low = value - down, .high = value + up };
    ask_forms(u, &u->shares, 1 - u->by_amounts, true, busiest, s, &p);
    ask_forms(u, &u->amounts, u->by_amounts, false, busiest, s, &p);
    return p;
}

/* Raises it to what a rank that is apart computes, where another one would compute that share. */
static void raise_to(const sx_uneven *u, sx_end end, int64_t p, double mean_ns,
                     double level, double share, sx_model_prediction *most)
{
    sx_model_prediction factor;
    sx_apart_factor(&u->apart, end, p, mean_ns, level, &factor);
    most->value = fmax(most->value, share * factor.value);
    most->low = fmax(most->low, share * factor.low);
    most->high = fmax(most->high, share * factor.high);
}

void sx_uneven_predict(const sx_uneven *u, const sx_busiest *busiest, int64_t p,
                       double mean_ns, double level, sx_model_prediction *ret)
{
    shares s = { .n = busiest->nranks };
    const double mean = sx_apart_mean(&u->apart, p, mean_ns);
    double of_end[SX_ENDS] = { 0 };
    for (size_t i = 0; i < s.n; i++) {
        const sx_end end = sx_apart_end(p, busiest->work[i].rank);
        const bool is_apart = end != SX_ENDS && u->apart.is[end];
        s.of[i] = share_of(u, busiest->work[i].amount, busiest->mean_work);
        s.stands_for[i] = is_apart ? 0 : busiest->work[i].stands_for;
        if (is_apart)
            of_end[end] = s.of[i];
    }
    sx_model_prediction most = predict_greatest(u, busiest, level, &s);
    for (sx_end end = 0; end < SX_ENDS; end++)
        if (of_end[end] > 0)
            raise_to(u, end, p, mean_ns, level, of_end[end], &most);
    most.value /= mean;
    most.low = fmax(most.low / mean, 1);
    most.high = fmax(most.high / mean, most.value);
    most.run_low = most.low;
    most.run_high = most.high;
    *ret = most;
}
