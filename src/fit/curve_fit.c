#include "fit/curve_fit.h"

#include <gsl/gsl_fit.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Paper 001, 3.5: dt, and smin in us per rank. */
static const double DEVIATION_STEP = 0.05, SLOPE_MIN = 0.2;

/* Deviations nearer than this are equal: rounding of noise-free inputs must not prefer
 * a form of two parameters, in which the one of one parameter is nested. */
static const double SAME_DEVIATION = 1e-12;

/* The points of a field that are there. */
typedef struct sample {
    size_t points;
    double *n, *t;
} sample;

static double ratio(double residual, double mean)
{
    return residual == 0 ? 0 : mean == 0 ? INFINITY : residual / fabs(mean);
}

/* The mean of v without the value farthest from the mean of all, and std/mean of the
 * rest. */
static void robust_mean(const double *v, size_t points, double *ret_mean,
                        double *ret_deviation)
{
    double mean = 0, rest = 0, square = 0;
    size_t out = points, left = points > 2 ? points - 1 : points;
    for (size_t i = 0; i < points; i++)
        mean += v[i] / (double)points;
    for (size_t i = 0; points > 2 && i < points; i++)
        if (out == points || fabs(v[i] - mean) > fabs(v[out] - mean))
            out = i;
    for (size_t i = 0; i < points; i++)
        rest += i == out ? 0 : v[i] / (double)left;
    for (size_t i = 0; i < points; i++)
        square += i == out ? 0 : (v[i] - rest) * (v[i] - rest) / (double)left;
    *ret_mean = rest;
    *ret_deviation = ratio(sqrt(square), rest);
}

/* Least squares of v = slope n + offset, a slope in `flat` taken as 0. */
static bool fit_line(const double *n, const double *v, size_t points, sx_slope_range flat,
                     double *ret_slope, double *ret_offset, double *ret_deviation)
{
    size_t same = 0;
    while (same < points && n[same] == n[0])
        same++;
    if (same == points)
        return false;
    double slope, offset, cov[3], residual;
    gsl_fit_linear(n, 1, v, 1, points, &offset, &slope, &cov[0], &cov[1], &cov[2],
                   &residual);
    if (slope > flat.low && slope < flat.high)
        slope = 0;
    double square = 0, mean = 0;
    for (size_t i = 0; i < points; i++) {
        double estimate = slope * n[i] + offset;
        mean += estimate / (double)points;
        square += (v[i] - estimate) * (v[i] - estimate) / (double)points;
    }
    *ret_slope = slope;
    *ret_offset = offset;
    *ret_deviation = ratio(sqrt(square), mean);
    return true;
}

/* v = t n, for the forms in 1/n; `scratch` has room for them. */
static bool fit_sample(sx_curve_form form, const sample *s, sx_slope_range flat,
                       double *scratch, sx_curve *ret_curve)
{
    sx_curve curve = { .form = form };
    const sx_slope_range none = { 0, 0 };
    bool fits = s->points > 0;
    for (size_t i = 0; i < s->points; i++)
        scratch[i] = s->t[i] * s->n[i];
    if (fits && form == SX_CURVE_CONSTANT)
        robust_mean(s->t, s->points, &curve.a, &curve.deviation);
    else if (fits && form == SX_CURVE_INVERSE)
        robust_mean(scratch, s->points, &curve.a, &curve.deviation);
    else if (fits && form == SX_CURVE_LINEAR)
        fits =
            fit_line(s->n, s->t, s->points, flat, &curve.a, &curve.b, &curve.deviation);
    else if (fits)
        fits = fit_line(s->n, scratch, s->points, none, &curve.b, &curve.a,
                        &curve.deviation);
    if (fits)
        *ret_curve = curve;
    return fits;
}

/* Room for the sample and as much scratch behind it. */
static bool sample_init(sample *s, size_t points)
{
    s->points = 0;
    s->n = calloc(points ? points : 1, 3 * sizeof *s->n);
    s->t = s->n ? s->n + points : NULL;
    return s->n != NULL;
}

static void sample_take(sample *s, const double *n, const double *t, size_t points)
{
    s->points = 0;
    for (size_t i = 0; i < points; i++)
        if (!isnan(t[i])) {
            s->n[s->points] = n[i];
            s->t[s->points++] = t[i];
        }
}

bool sx_curve_fit_form(sx_curve_form form, const double *n, const double *t,
                       size_t points, sx_slope_range flat, sx_curve *ret_curve)
{
    sample s;
    if (!sample_init(&s, points))
        return false;
    sample_take(&s, n, t, points);
    bool fits = fit_sample(form, &s, flat, s.t + points, ret_curve);
    free(s.n);
    return fits;
}

/* All fits of one field. */
typedef struct fits {
    bool any, has[SX_CURVE_FORMS];
    sx_curve curve[SX_CURVE_FORMS];
    sx_curve_form best; /* the smallest deviation, then the fewest parameters */
    bool decided; /* every other deviation is larger by more than the step */
} fits;

static void choose_best(fits *f)
{
    double least = INFINITY;
    for (int k = 0; k < SX_CURVE_FORMS; k++)
        if (f->has[k] && f->curve[k].deviation < least)
            least = f->curve[k].deviation;
    int best = -1;
    for (int k = 0; k < SX_CURVE_FORMS; k++)
        if (f->has[k] && (f->curve[k].deviation <= least + SAME_DEVIATION) &&
            (best < 0 || sx_curve_form_params((sx_curve_form)k) <
                             sx_curve_form_params((sx_curve_form)best)))
            best = k;
    f->any = best >= 0;
    f->best = best < 0 ? SX_CURVE_CONSTANT : (sx_curve_form)best;
    f->decided = f->any;
    for (int k = 0; k < SX_CURVE_FORMS; k++)
        if (f->has[k] && k != best && !(least + DEVIATION_STEP < f->curve[k].deviation))
            f->decided = false;
}

/* The form that most decided fields have; SX_CURVE_FORMS with a tie or none. */
static sx_curve_form vote(const fits *all, size_t fields)
{
    size_t votes[SX_CURVE_FORMS] = { 0 }, most = 0;
    for (size_t f = 0; f < fields; f++)
        if (all[f].decided && ++votes[all[f].best] > most)
            most = votes[all[f].best];
    sx_curve_form winner = SX_CURVE_FORMS;
    for (int k = 0; k < SX_CURVE_FORMS; k++)
        if (most > 0 && votes[k] == most) {
            if (winner != SX_CURVE_FORMS)
                return SX_CURVE_FORMS;
            winner = (sx_curve_form)k;
        }
    return winner;
}

static void fit_all(const sx_curve_data *data, size_t field, double smallest_flat,
                    sample *s, fits *ret)
{
    double unit = data->unit ? data->unit[field] : SX_CURVE_UNIT_NS;
    sx_slope_range flat = { smallest_flat * unit, SLOPE_MIN * unit };
    sample_take(s, data->n, data->t[field], data->points);
    for (int k = 0; k < SX_CURVE_FORMS; k++)
        ret->has[k] =
            fit_sample((sx_curve_form)k, s, flat, s->t + data->points, &ret->curve[k]);
    choose_best(ret);
}

static sx_status select_paper(const sx_curve_data *data, double smallest_flat,
                              sx_curve *ret_curve, sx_error *err)
{
    for (size_t i = 0; i < data->points; i++)
        if (!(data->n[i] > 0))
            return sx_fail(err, SX_INVALID, "a time at %g ranks", data->n[i]);
    sample s;
    fits *all = calloc(data->fields ? data->fields : 1, sizeof *all);
    if (!sample_init(&s, data->points) || !all) {
        free(s.n);
        free(all);
        return sx_fail(err, SX_NOMEM, "no memory for the curves of a histogram");
    }
    for (size_t f = 0; f < data->fields; f++)
        fit_all(data, f, smallest_flat, &s, &all[f]);
    sx_curve_form majority = vote(all, data->fields);
    for (size_t f = 0; f < data->fields; f++) {
        bool follows =
            !all[f].decided && majority != SX_CURVE_FORMS && all[f].has[majority];
        if (all[f].any)
            ret_curve[f] = all[f].curve[follows ? majority : all[f].best];
        else
            ret_curve[f] = (sx_curve) { .form = SX_CURVE_CONSTANT, .deviation = NAN };
    }
    free(s.n);
    free(all);
    return SX_OK;
}

sx_status sx_curve_select_paper(const sx_curve_data *data, sx_curve *ret_curve,
                                sx_error *err)
{
    return select_paper(data, -SLOPE_MIN, ret_curve, err);
}

sx_status sx_curve_select_paper_printed(const sx_curve_data *data, sx_curve *ret_curve,
                                        sx_error *err)
{
    return select_paper(data, -INFINITY, ret_curve, err);
}

const sx_curve_selector sx_curve_selectors[] = {
    { "paper",
      "smallest deviation of constant, linear, inverse, inverse+constant; |slope| >= 0.2",
      sx_curve_select_paper },
    { "paper-printed", "the same with the threshold as printed: slope >= 0.2",
      sx_curve_select_paper_printed },
};
const size_t sx_curve_selector_count =
    sizeof sx_curve_selectors / sizeof *sx_curve_selectors;

const sx_curve_selector *sx_curve_selector_named(const char *name)
{
    for (size_t k = 0; k < sx_curve_selector_count; k++)
        if (strcmp(sx_curve_selectors[k].name, name) == 0)
            return &sx_curve_selectors[k];
    return NULL;
}
