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
    double whole[INPUTS], each[INPUTS], more_of_whole[INPUTS], more_of_each[INPUTS];
    sx_rest rest;
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
    return st ? st : sx_instantiate(arena, &given, m->p, NULL, 0, ret_trace, err);
}

static sx_status add_row(sx_arena *arena, const sx_trace *formula, const sx_measured *m,
                         rows *r)
{
    sx_trace trace;
    sx_busiest busiest;
    sx_error why;
    sx_status st = sx_forecast_instantiate(arena, formula, m, &trace, &why);
    if (!st)
        st = sx_busiest_find(arena, &trace, &busiest, &why);
    if (st == SX_NOMEM)
        return st;
    if (st || !(m->computation_ns > 0) || !(busiest.all.calls > 0))
        return SX_OK;
    const size_t i = r->n++;
    sx_time_law_place(&trace, r->at[i]);
    r->whole[i] = m->computation_ns;
    r->each[i] = m->computation_ns / busiest.mean_calls;
    r->more_of_whole[i] = m->busiest_ns / r->whole[i];
    r->more_of_each[i] = m->busiest_ns / (r->each[i] * busiest.all.calls);
    sx_rest_add(&r->rest, m, &busiest);
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
    const sx_linear_data data = { 1, r->n, one, value, value, 0 };
    sx_model_linear_fit(&data, ret_model, &noise);
}

static sx_status fit(rows *r, sx_forecaster *f, sx_error *err)
{
    double at[INPUTS * SX_MODEL_PARAMETERS];
    choose_parameters(r, f);
    for (size_t i = 0; i < r->n; i++)
        choose_at(f, r->at[i], &at[i * f->parameters]);
    sx_model_data whole = { f->parameters, r->n, at, r->whole }, each = whole;
    each.value = r->each;
    sx_rest_fit(&r->rest, &f->rest, &f->rest_noise);
    fit_constant(r, r->more_of_whole, &f->more_of_whole);
    fit_constant(r, r->more_of_each, &f->more_of_each);
    sx_status st = sx_model_fit(&whole, &f->whole, err);
    if (!st)
        st = sx_model_fit(&each, &f->each, err);
    f->by_call = 1 / (1 + sx_exp(f->whole.evidence - f->each.evidence));
    return st;
}

sx_status sx_forecaster_create(const sx_trace *formula, sx_forecaster *ret_forecaster,
                               sx_error *err)
{
    sx_forecaster f = { .inputs = 0 };
    sx_measured measured;
    rows *r = calloc(1, sizeof *r);
    sx_status st = r ? SX_OK : SX_NOMEM;
    for (size_t i = 0; !st && r->n < INPUTS && sx_measured_at(formula, i, &measured);
         i++) {
        sx_arena *arena = sx_arena_create();
        st = arena ? add_row(arena, formula, &measured, r) : SX_NOMEM;
        sx_arena_destroy(arena);
    }
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

/* What a model says, times what another one does that errs independently. */
static sx_status predict_product(const sx_model *model, const double *at,
                                 const sx_model *by, double level,
                                 sx_model_prediction *ret, sx_error *err)
{
    const double one = 1;
    sx_model_prediction p, f;
    sx_status st = sx_model_predict(model, at, level, &p, err);
    if (!st)
        st = sx_model_predict(by, &one, level, &f, err);
    if (st)
        return st;
    const double value = p.value * f.value, up = f.high / f.value - 1,
                 down = 1 - f.low / f.value, unit = p.value > 0 ? p.value : 1;
    *ret = (sx_model_prediction) {
        .value = value,
        .low = value * fmax(0, 1 - root_of(1 - p.low / unit, down)),
        .high = value * (1 + root_of(p.high / unit - 1, up)),
        .run_low = value * fmax(0, 1 - root_of(1 - p.run_low / unit, down)),
        .run_high = value * (1 + root_of(p.run_high / unit - 1, up)),
    };
    return SX_OK;
}

/* Two that may be the one, the second with a weight: intervals hold what is in that of any that is likely enough. */
static sx_model_prediction either(const sx_model_prediction *a,
                                  const sx_model_prediction *b, double weight)
{
    if (weight < LEAST_WEIGHT)
        return *a;
    if (1 - weight < LEAST_WEIGHT)
        return *b;
    return (sx_model_prediction) {
        .value = a->value * (1 - weight) + b->value * weight,
        .low = fmin(a->low, b->low),
        .high = fmax(a->high, b->high),
        .run_low = fmin(a->run_low, b->run_low),
        .run_high = fmax(a->run_high, b->run_high),
    };
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

/* Of intervals that nobody looks at. */
static const double ANY_LEVEL = 0.9;

sx_status sx_forecast_computation(const sx_forecaster *f, const sx_trace *trace,
                                  double mean_calls, double *ret_ns, sx_error *err)
{
    double all[SX_MODEL_PARAMETERS], at[SX_MODEL_PARAMETERS];
    sx_model_prediction whole, each;
    sx_time_law_place(trace, all);
    choose_at(f, all, at);
    sx_status st = sx_model_predict(&f->whole, at, ANY_LEVEL, &whole, err);
    if (!st)
        st = sx_model_predict(&f->each, at, ANY_LEVEL, &each, err);
    if (!st)
        *ret_ns = whole.value * (1 - f->by_call) + each.value * mean_calls * f->by_call;
    return st;
}

sx_status sx_forecast_make(sx_arena *arena, const sx_forecaster *f, const sx_trace *trace,
                           double level, sx_forecast *ret_forecast, sx_error *err)
{
    double quantity[SX_REST_QUANTITIES], all[SX_MODEL_PARAMETERS],
        at[SX_MODEL_PARAMETERS];
    sx_model_prediction whole, each;
    sx_forecast forecast = { .level = level };
    sx_time_law_place(trace, all);
    choose_at(f, all, at);
    sx_status st = sx_busiest_find(arena, trace, &forecast.busiest, err);
    if (!st)
        st = predict_product(&f->whole, at, &f->more_of_whole, level, &whole, err);
    if (!st)
        st = predict_product(&f->each, at, &f->more_of_each, level, &each, err);
    if (!st)
        st = sx_forecast_computation(f, trace, forecast.busiest.mean_calls,
                                     &forecast.mean_computation_ns, err);
    if (st)
        return st;
    times(&each, forecast.busiest.all.calls);
    forecast.computation = either(&whole, &each, f->by_call);
    sx_rest_at(&forecast.busiest.all.traffic, trace->p, forecast.computation.value,
               quantity);
    st = sx_model_predict(&f->rest, quantity, level, &forecast.rest, err);
    forecast.time = sum(&forecast.computation, &forecast.rest, f->rest_noise);
    *ret_forecast = forecast;
    return st;
}
