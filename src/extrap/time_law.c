#include "extrap/time_law.h"

#include "fit/model.h"
#include "trace/setting.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Forms that are kept: so many, and none with less of the weight. */
enum { FORMS = 4 };
static const double LEAST_WEIGHT = 0.02;

/* Noise that is known for certain has any number of degrees. */
static const double MOST_FREEDOM = 1e6;

/* Recorded times have five digits at most, so that more of a coefficient say nothing; of intervals three are enough.
 * Numbers of samples are exact. */
enum { TIME_DIGITS = 5, COUNT_DIGITS = 9, SPREAD_DIGITS = 3 };

static double rounded(double value, int digits)
{
    char text[40];
    snprintf(text, sizeof text, "%.*g", digits, value);
    return strtod(text, NULL);
}

/* The points of models: which of P and the parameters they are over, and their places. */
typedef struct points {
    sx_model_data data;
    uint32_t all; /* P and parameters of the program, as many as models may have */
    uint32_t of[SX_MODEL_PARAMETERS]; /* by parameter of the models: which of these */
} points;

static double parameter_of(const sx_runs *runs, uint32_t run, uint32_t which)
{
    return (double)(which ? runs->constant_value[run][which - 1] : runs->p[run]);
}

static bool counts(const sx_runs *runs, const uint32_t *run, uint32_t n, uint32_t which)
{
    bool differs = false, positive = true;
    for (uint32_t i = 0; i < n; i++) {
        double value = parameter_of(runs, run[i], which);
        positive = positive && value > 0;
        differs = differs || fabs(value - parameter_of(runs, run[0], which)) > 0;
    }
    return positive && differs;
}

static bool lay_out(sx_arena *arena, const sx_runs *runs, const uint32_t *run, uint32_t n,
                    points *ret)
{
    points p = { .all = 1 + (runs->nparams < SX_MODEL_PARAMETERS
                                 ? runs->nparams
                                 : SX_MODEL_PARAMETERS - 1) };
    for (uint32_t k = 0; k < p.all; k++)
        if (counts(runs, run, n, k))
            p.of[p.data.parameters++] = k;
    if (p.data.parameters == 0)
        p.data.parameters = 1; /* one scale: over P */
    double *at = SX_NEW_ARRAY(arena, double, n *p.data.parameters);
    for (uint32_t i = 0; at && i < n; i++)
        for (size_t k = 0; k < p.data.parameters; k++)
            at[i * p.data.parameters + k] = parameter_of(runs, run[i], p.of[k]);
    p.data.points = n;
    p.data.at = at;
    *ret = p;
    return at != NULL;
}

static void round_form(sx_model_form *form, int digits)
{
    for (uint32_t k = 0; k < form->terms; k++)
        form->coefficient[k] = rounded(form->coefficient[k], digits);
    for (uint32_t k = 0; k < SX_MODEL_COVARIANCES; k++)
        form->covariance[k] = rounded(form->covariance[k], SPREAD_DIGITS);
    form->freedom = rounded(fmin(form->freedom, MOST_FREEDOM), SPREAD_DIGITS);
    form->noise = rounded(form->noise, SPREAD_DIGITS);
    form->spread = rounded(form->spread, SPREAD_DIGITS);
}

/* The form over P and all parameters, instead of those that count. */
static void spread_out(const points *p, sx_model_form *form)
{
    for (uint32_t k = 0; k < form->terms; k++) {
        sx_model_term *term = &form->term[k], own = *term;
        memset(term->power, 0, sizeof term->power);
        memset(term->log, 0, sizeof term->log);
        for (size_t i = 0; i < p->data.parameters; i++) {
            term->power[p->of[i]] = own.power[i];
            term->log[p->of[i]] = own.log[i];
        }
    }
}

/* Keeps few forms of the model, rounded. */
static void settle(const points *p, sx_model *model)
{
    uint32_t n = 0;
    double all = 0;
    for (uint32_t i = 0; i < model->forms && n < FORMS; i++)
        if (i == 0 || model->form[i].weight >= LEAST_WEIGHT) {
            model->form[n] = model->form[i];
            all += model->form[n++].weight;
        }
    for (uint32_t i = 0; i < n; i++) {
        spread_out(p, &model->form[i]);
        round_form(&model->form[i], TIME_DIGITS);
        model->form[i].weight = rounded(model->form[i].weight / all, SPREAD_DIGITS);
    }
    model->forms = n;
}

/* Of each field, its share in the mean: the mean over those that have one. */
static void find_shares(const sx_hist *hist, uint32_t n, double share[SX_HIST_FIELDS])
{
    uint32_t some = 0;
    memset(share, 0, SX_HIST_FIELDS * sizeof *share);
    for (uint32_t i = 0; i < n; i++) {
        double mean = hist[i].field[SX_HIST_MEAN];
        some += mean > 0;
        for (int f = SX_HIST_N + 1; mean > 0 && f < SX_HIST_FIELDS; f++)
            share[f] += hist[i].field[f] / mean;
    }
    for (int f = 0; f < SX_HIST_FIELDS; f++)
        share[f] = some ? rounded(share[f] / some, SPREAD_DIGITS) : 0;
    share[SX_HIST_MEAN] = 1;
}

/* Values that are one number, or one for each rank, need no search: nearly all numbers of samples are. */
static bool is_one_term(const points *p, const double *value, bool of_ranks,
                        sx_model *ret_model)
{
    double first = value[0] / (of_ranks ? p->data.at[0] : 1);
    for (size_t i = 1; i < p->data.points; i++) {
        double ranks = of_ranks ? p->data.at[i * p->data.parameters] : 1;
        if (fabs(value[i] - first * ranks) > 0)
            return false;
    }
    *ret_model = (sx_model) { .parameters = (uint32_t)p->data.parameters, .forms = 1 };
    ret_model->form[0] = (sx_model_form) {
        .weight = 1, .freedom = 1, .terms = 1, .coefficient = { first }
    };
    ret_model->form[0].term[0].power[0] = of_ranks ? 12 : 0;
    return true;
}

static sx_status fit(const points *p, double *value, const sx_hist *hist,
                     sx_hist_field field, sx_model *ret_model, sx_error *err)
{
    sx_model_data data = p->data;
    bool over_ranks = p->of[0] == 0; /* the first parameter is P */
    for (size_t i = 0; i < data.points; i++)
        value[i] = hist[i].field[field];
    data.value = value;
    if (field == SX_HIST_N && ((over_ranks && is_one_term(p, value, true, ret_model)) ||
                               is_one_term(p, value, false, ret_model)))
        return SX_OK;
    if (field == SX_HIST_MEAN && fabs(value[0]) <= 0 &&
        is_one_term(p, value, false, ret_model))
        return SX_OK;
    return sx_model_fit(&data, ret_model, err);
}

sx_status sx_time_law_fit(sx_arena *arena, const sx_runs *runs, const sx_hist *hist,
                          const uint32_t *run, uint32_t n, const sx_hist_law **ret_law,
                          sx_error *err)
{
    sx_model samples, mean;
    points p;
    sx_hist_law *law = SX_NEW(arena, sx_hist_law);
    double *value = SX_NEW_ARRAY(arena, double, n);
    if (!law || !value || !lay_out(arena, runs, run, n, &p))
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = fit(&p, value, hist, SX_HIST_N, &samples, err);
    if (!st)
        st = fit(&p, value, hist, SX_HIST_MEAN, &mean, err);
    if (st)
        return st;
    spread_out(&p, &samples.form[0]);
    settle(&p, &mean);
    *law = (sx_hist_law) { .parameters = p.all, .forms = mean.forms };
    law->n = (sx_model_form) { .terms = samples.form[0].terms };
    memcpy(law->n.term, samples.form[0].term, sizeof law->n.term);
    for (uint32_t k = 0; k < law->n.terms; k++)
        law->n.coefficient[k] = rounded(samples.form[0].coefficient[k], COUNT_DIGITS);
    find_shares(hist, n, law->share);
    law->mean = sx_arena_copy(arena, mean.form, mean.forms, sizeof *mean.form);
    *ret_law = law;
    return law->mean ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

void sx_time_law_place(const sx_trace *trace, double ret_at[SX_MODEL_PARAMETERS])
{
    ret_at[0] = (double)trace->p;
    for (size_t i = 1; i < SX_MODEL_PARAMETERS; i++) {
        const sx_constant *param = sx_trace_parameter_at(trace, i - 1);
        ret_at[i] = param ? (double)param->value : 1;
    }
}
