#include "extrap/forecast.h"

#include "align/runs.h"
#include "base/elementary.h"
#include "extrap/instantiate.h"
#include "extrap/rest.h"
#include "extrap/time_law.h"
#include "fit/model.h"
#include "fit/model_linear.h"
#include "trace/setting.h"

#include <math.h>
#include <stdlib.h>

enum { INPUTS = SX_RUNS };

/* A model that is less likely has no part in an interval. */
static const double LEAST_WEIGHT = 0.05;

/* What the models are fitted to: a row for each input. */
typedef struct rows {
    size_t n;
    double at[INPUTS][SX_MODEL_PARAMETERS]; /* P and parameters of the program */
    sx_local_volume volume;
    double per[SX_WORK_KINDS][INPUTS], more[SX_WORK_KINDS][INPUTS];
    double computation[INPUTS], work[INPUTS][SX_WORK_TOGETHER]; /* on the mean */
    sx_uneven_rows uneven, ends; /* these: of ranks that are apart */
    sx_rest rest;
    sx_known_sizes sizes;
    int64_t largest; /* number of ranks */
    double calls; /* of one of these, on the mean */
} rows;

sx_status sx_forecast_instantiate(sx_arena *arena, const sx_trace *formula,
                                  const sx_measured *m, sx_trace *ret_trace,
                                  sx_error *err)
{
    sx_settings settings = { 0 };
    sx_trace given;
    for (size_t c = 0; c < formula->nconstants && settings.n < m->nparams; c++)
        if (formula->constant[c].is_param) {
            settings.setting[settings.n] =
                (sx_setting) { formula->constant[c].name, m->param[settings.n] };
            settings.n++;
        }
    sx_status st = sx_trace_give(arena, formula, &settings, &given, err);
    return st ? st : sx_instantiate_input(arena, &given, m->p, ret_trace, err);
}

/* What is foretold by one kind of work alone, and by several together. */
enum { SINGLE = SX_WORK_AT_SIDES, TOGETHER = SX_WORK_AT_SIDES };

/* Models are over positive numbers. */
static const double NONE = 1e-9;

static void work_together(int first, const double work[SX_WORK_KINDS], double *ret)
{
    for (int k = 0; k < SX_WORK_TOGETHER; k++)
        ret[k] = fmax(work[first + k], NONE);
}

static sx_status add_row(sx_arena *arena, const sx_trace *formula, const sx_measured *m,
                         rows *r)
{
    sx_trace trace;
    sx_busiest busiest;
    sx_error why;
    sx_status st = sx_forecast_instantiate(arena, formula, m, &trace, &why);
    if (!st)
        st = sx_busiest_find(arena, &trace, &r->volume, &busiest, &why);
    if (st == SX_NOMEM)
        return st;
    if (st || !(m->computation_ns > 0) || !(busiest.all.calls > 0))
        return SX_OK;
    const size_t i = r->n++;
    sx_time_law_place(&trace, r->at[i]);
    for (int k = 0; k < SINGLE; k++) {
        r->per[k][i] = m->computation_ns / busiest.mean_work[k];
        r->more[k][i] = m->busiest_ns / (r->per[k][i] * busiest.most_work[k]);
    }
    r->computation[i] = m->computation_ns;
    work_together(sx_work_first(&r->volume), busiest.mean_work, r->work[i]);
    sx_uneven_add(&r->uneven, m, &busiest);
    sx_rest_add(&r->rest, m, &busiest);
    sx_known_sizes_add(&r->sizes, &trace, &busiest);
    if (m->p > r->largest) {
        r->largest = m->p;
        r->calls = busiest.mean_work[SX_WORK_CALLS];
    }
    return SX_OK;
}

/* P, and parameters that are positive and differ. */
static void choose_parameters(const rows *r, sx_forecaster *f)
{
    f->parameters = 1;
    for (uint32_t k = 1; k < SX_MODEL_PARAMETERS; k++) {
        bool positive = true, differs = false;
        for (size_t i = 0; i < r->n; i++) {
            positive = positive && r->at[i][k] > 0;
            differs = differs || fabs(r->at[i][k] - r->at[0][k]) > 0;
        }
        if (positive && differs)
            f->of[f->parameters++] = k;
    }
}

static void choose_at(const sx_forecaster *f, const double *all, double *ret_at)
{
    for (uint32_t k = 0; k < f->parameters; k++)
        ret_at[k] = all[f->of[k]];
}

/* A number that inputs have about the same of, whatever their scale. */
static void fit_constant(const rows *r, const double *value, sx_model *ret_model)
{
    double one[INPUTS], noise;
    for (size_t i = 0; i < r->n; i++)
        one[i] = 1;
    const sx_linear_data data = { 1, r->n, one, value, value, 0, 1, 1 };
    sx_model_linear_fit(&data, ret_model, &noise);
}

/* What ranks compute on the mean as a sum, so much for each of several kinds. */
static void fit_together(const rows *r, sx_model *ret_model)
{
    double noise;
    const sx_linear_data data = { SX_WORK_TOGETHER, r->n, r->work[0],     r->computation,
                                  r->computation,   0,    SX_LINEAR_MOST, 1 };
    sx_model_linear_fit(&data, ret_model, &noise);
}

/* Models of what ranks compute for each of a kind, and how likely each is among these; what there is none of has no part. Returns how likely the data are with one of
 * them, as a logarithm. */
static sx_status fit_per(const rows *r, const double *at, sx_forecaster *f,
                         double *ret_evidence, sx_error *err)
{
    const int kinds = r->volume.axes > 0 ? SINGLE : SX_WORK_POINTS;
    double best = -INFINITY, all = 0;
    sx_status st = SX_OK;
    for (int k = 0; !st && k < kinds; k++) {
        const sx_model_data data = { f->parameters, r->n, at, r->per[k] };
        fit_constant(r, r->more[k], &f->more[k]);
        st = sx_model_fit(&data, &f->per[k], err);
        best = fmax(best, f->per[k].evidence);
    }
    for (int k = 0; !st && k < kinds; k++)
        all += f->likely[k] = sx_exp(f->per[k].evidence - best);
    for (int k = 0; !st && k < kinds; k++)
        f->likely[k] /= all;
    *ret_evidence = best + sx_log(all / kinds);
    return st;
}

/* Who is apart says nothing of the others, and what these compute on the mean is modelled without. */
static sx_status take_out_apart(rows *r, int first, sx_apart *ret_apart, sx_error *err)
{
    double level[INPUTS];
    sx_status st = sx_apart_take_out(&r->uneven, first, ret_apart, &r->ends, level, err);
    for (size_t i = 0; !st && i < r->n; i++) {
        r->computation[i] *= level[i];
        for (int k = 0; k < SINGLE; k++)
            r->per[k][i] *= level[i];
    }
    return st;
}

/* What ranks compute is so much for each of several kinds at every scale, both on the mean and of single ranks, or neither is. */
static sx_status fit_computation(rows *r, const double *at, sx_forecaster *f,
                                 sx_error *err)
{
    const bool has_points = r->volume.axes > 0;
    double evidence = 0;
    sx_apart apart;
    f->first = sx_work_first(&r->volume);
    sx_status st = take_out_apart(r, f->first, &apart, err);
    if (st)
        return st;
    fit_together(r, &f->per[TOGETHER]);
    st = fit_per(r, at, f, &evidence, err);
    if (!st)
        st = sx_uneven_fit(&r->uneven, f->first, has_points ? evidence : 0,
                           has_points ? &f->per[TOGETHER] : NULL, &f->uneven, err);
    if (!st)
        st = sx_apart_fit(&r->ends, &f->uneven, r->computation, &apart, err);
    f->uneven.apart = apart;
    if (!st && has_points && f->uneven.ranks > 0) {
        for (int k = 0; k < SINGLE; k++)
            f->likely[k] *= 1 - f->uneven.by_amounts;
        f->likely[TOGETHER] = f->uneven.by_amounts;
    }
    return st;
}

static sx_status fit(rows *r, sx_forecaster *f, sx_error *err)
{
    double at[INPUTS * SX_MODEL_PARAMETERS];
    choose_parameters(r, f);
    for (size_t i = 0; i < r->n; i++)
        choose_at(f, r->at[i], &at[i * f->parameters]);
    sx_rest_fit(&r->rest, &f->rest, &f->rest_noise);
    f->sizes = r->sizes;
    f->calls = r->calls;
    return fit_computation(r, at, f, err);
}

static sx_status add_rows(const sx_trace *formula, rows *r)
{
    sx_measured measured;
    sx_error why;
    sx_arena *arena = sx_arena_create();
    sx_status st =
        arena ? sx_local_volume_find(arena, formula, &r->volume, &why) : SX_NOMEM;
    for (size_t i = 0; !st && r->n < INPUTS && sx_measured_at(formula, i, &measured);
         i++) {
        sx_arena_clear(arena);
        st = add_row(arena, formula, &measured, r);
    }
    sx_arena_destroy(arena);
    return st;
}

sx_status sx_forecaster_create(const sx_trace *formula, sx_forecaster *ret_forecaster,
                               sx_error *err)
{
    sx_forecaster f = { .inputs = 0 };
    rows *r = calloc(1, sizeof *r);
    sx_status st = r ? add_rows(formula, r) : SX_NOMEM;
    if (st)
        sx_fail(err, st, "out of memory");
    else if (r->n > 0)
        st = fit(r, &f, err);
    f.inputs = r ? (uint32_t)r->n : 0;
    free(r);
    *ret_forecaster = f;
    return st;
}

static double square(double x)
{
    return x * x;
}

static void times(sx_model_prediction *p, double by)
{
    p->value *= by;
    p->low *= by;
    p->high *= by;
    p->run_low *= by;
    p->run_high *= by;
}

/* Of the sum of two squares. */
static double root_of(double a, double b)
{
    return sqrt(a * a + b * b);
}

/* What is predicted, times what errs independently. */
static sx_model_prediction product(const sx_model_prediction *p,
                                   const sx_model_prediction *by)
{
    const double value = p->value * by->value, up = by->high / by->value - 1,
                 down = 1 - by->low / by->value, unit = p->value > 0 ? p->value : 1;
    return (sx_model_prediction) {
        .value = value,
        .low = value * fmax(0, 1 - root_of(1 - p->low / unit, down)),
        .high = value * (1 + root_of(p->high / unit - 1, up)),
        .run_low = value * fmax(0, 1 - root_of(1 - p->run_low / unit, down)),
        .run_high = value * (1 + root_of(p->run_high / unit - 1, up)),
    };
}

/* Several that may be the one: intervals hold what is in that of any that is likely enough. */
static sx_model_prediction any_of(const sx_model_prediction *p, const double *likely)
{
    sx_model_prediction any = { .value = 0 };
    bool some = false;
    for (int k = 0; k < SX_WORK_KINDS; k++) {
        any.value += likely[k] * p[k].value;
        if (likely[k] < LEAST_WEIGHT)
            continue;
        any.low = some ? fmin(any.low, p[k].low) : p[k].low;
        any.high = fmax(any.high, p[k].high);
        any.run_low = some ? fmin(any.run_low, p[k].run_low) : p[k].run_low;
        any.run_high = fmax(any.run_high, p[k].run_high);
        some = true;
    }
    any.low = fmin(any.low, any.value);
    any.high = fmax(any.high, any.value);
    any.run_low = fmin(any.run_low, any.low);
    any.run_high = fmax(any.run_high, any.high);
    return any;
}

/* The sum of two that err independently. noise: of one run of b, relative to the sum. */
static sx_model_prediction sum(const sx_model_prediction *a, const sx_model_prediction *b,
                               double noise)
{
    sx_model_prediction s = { .value = a->value + b->value };
    noise *= s.value;
    s.low = s.value - sqrt(square(a->value - a->low) + square(b->value - b->low));
    s.high = s.value + sqrt(square(a->high - a->value) + square(b->high - b->value));
    s.run_low = s.value - sqrt(square(a->value - a->run_low) + square(b->value - b->low) +
                               square(noise));
    s.run_high = s.value + sqrt(square(a->run_high - a->value) +
                                square(b->high - b->value) + square(noise));
    s.low = fmax(s.low, 0);
    s.run_low = fmax(s.run_low, 0);
    return s;
}

/* What p ranks compute on the mean, by one model, where they do so much on the mean and one of them so much. */
static sx_status predict_mean(const sx_forecaster *f, int k, int64_t p,
                              const double mean_work[SX_WORK_KINDS], double work,
                              const double *at, double level, sx_model_prediction *ret,
                              sx_error *err)
{
    double together[SX_WORK_TOGETHER];
    work_together(f->first, mean_work, together);
    sx_status st =
        sx_model_predict(&f->per[k], k == TOGETHER ? together : at, level, ret, err);
    if (!st && k != TOGETHER)
        times(ret, work);
    if (!st)
        times(ret, sx_apart_mean(&f->uneven.apart, p, ret->value));
    return st;
}

/* Of intervals that nobody looks at. */
static const double ANY_LEVEL = 0.9;

sx_status sx_forecast_computation(const sx_forecaster *f, const sx_trace *trace,
                                  const double mean_work[SX_WORK_KINDS], double *ret_ns,
                                  sx_error *err)
{
    double all[SX_MODEL_PARAMETERS], at[SX_MODEL_PARAMETERS], ns = 0;
    sx_model_prediction mean;
    sx_status st = SX_OK;
    sx_time_law_place(trace, all);
    choose_at(f, all, at);
    for (int k = 0; !st && k < SX_WORK_KINDS; k++) {
        if (!(f->likely[k] > 0))
            continue;
        st = predict_mean(f, k, trace->p, mean_work, mean_work[k], at, ANY_LEVEL, &mean,
                          err);
        ns += f->likely[k] * mean.value;
    }
    if (!st)
        *ret_ns = ns;
    return st;
}

/* What the busiest rank computes, by what ranks compute for each of a kind. */
static sx_status predict_computation(const sx_forecaster *f, int64_t p,
                                     const sx_busiest *busiest, double mean_ns,
                                     const double *at, double level,
                                     sx_model_prediction *ret, sx_error *err)
{
    const bool known = f->uneven.ranks > 0;
    const double one = 1;
    sx_model_prediction of[SX_WORK_KINDS], more;
    sx_status st = SX_OK;
    if (known)
        sx_uneven_predict(&f->uneven, busiest, p, mean_ns, level, &more);
    for (int k = 0; !st && k < SX_WORK_KINDS; k++) {
        const double work = known ? busiest->mean_work[k] : busiest->most_work[k];
        of[k] = (sx_model_prediction) { .value = 0 };
        if (!(f->likely[k] > 0))
            continue;
        st = predict_mean(f, k, p, busiest->mean_work, work, at, level, &of[k], err);
        if (!st && !known)
            st = sx_model_predict(&f->more[k], &one, level, &more, err);
        if (!st)
            of[k] = product(&of[k], &more);
    }
    if (!st)
        *ret = any_of(of, f->likely);
    return st;
}

sx_status sx_forecast_make(sx_arena *arena, const sx_forecaster *f, const sx_trace *trace,
                           double level, sx_forecast *ret_forecast, sx_error *err)
{
    double quantity[SX_REST_QUANTITIES], all[SX_MODEL_PARAMETERS],
        at[SX_MODEL_PARAMETERS];
    sx_local_volume volume;
    sx_forecast forecast = { .level = level };
    sx_time_law_place(trace, all);
    choose_at(f, all, at);
    sx_status st = sx_local_volume_find(arena, trace, &volume, err);
    if (!st)
        st = sx_busiest_find(arena, trace, &volume, &forecast.busiest, err);
    if (!st)
        st = sx_forecast_computation(f, trace, forecast.busiest.mean_work,
                                     &forecast.mean_computation_ns, err);
    if (!st)
        st = predict_computation(f, trace->p, &forecast.busiest,
                                 forecast.mean_computation_ns, at, level,
                                 &forecast.computation, err);
    if (st)
        return st;
    sx_rest_at(&forecast.busiest.all.traffic, trace->p, forecast.computation.value,
               quantity);
    st = sx_model_predict(&f->rest, quantity, level, &forecast.rest, err);
    if (!st)
        sx_known_sizes_widen(&f->sizes, trace, &forecast.busiest, &f->rest, level,
                             &forecast.rest);
    forecast.time = sum(&forecast.computation, &forecast.rest, f->rest_noise);
    *ret_forecast = forecast;
    return st;
}
