#include "extrap/time_law.h"

#include "fit/least.h"
#include "fit/model.h"
#include "trace/setting.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Forms that are kept: so many, and none that adds less to the weight of those before it. */
enum { FORMS = 3 };
static const double LEAST_MORE = 0.2;

/* A share is constant where that has so much of the weight: that calls of a program scale alike is likelier than anything else. */
static const double SHARED_WEIGHT = 0.015;

/* How far numbers of samples may be from a sum that gives them. */
static const double EXACT = 1e-9;

/* Noise that is known for certain has any number of degrees. */
static const double MOST_FREEDOM = 1e6;

/* Recorded times have five digits at most, so that more of a coefficient say nothing; of quantiles three are enough, of intervals two.
 * Numbers of samples are exact. */
enum { TIME_DIGITS = 5, COUNT_DIGITS = 9, SHARE_DIGITS = 3, SPREAD_DIGITS = 2 };

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
    for (uint32_t k = 0; k < SX_MODEL_ROOTS; k++)
        form->root[k] = rounded(form->root[k], SPREAD_DIGITS);
    form->freedom = rounded(fmin(form->freedom, MOST_FREEDOM), SPREAD_DIGITS);
    form->noise = rounded(form->noise, SPREAD_DIGITS);
    form->spread = rounded(form->spread, SPREAD_DIGITS);
}

/* The form over P and all parameters, instead of those that count. */
static void spread_out(const points *p, sx_model_form *form)
{
    sx_model_form_place(form, p->of, (uint32_t)p->data.parameters);
}

void sx_time_law_shorten(sx_model *model)
{
    uint32_t n = 0;
    double all = 0;
    for (uint32_t i = 0; i < model->forms && n < FORMS; i++) {
        const double own = model->form[i].weight;
        if (i == 0 || (own > 0 && own >= LEAST_MORE * all)) {
            model->form[n++] = model->form[i];
            all += own;
        }
    }
    for (uint32_t i = 0; i < n; i++) {
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
        share[f] = some ? rounded(share[f] / some, SHARE_DIGITS) : 0;
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

/* smooth: without forms in pieces. */
static sx_status fit(const points *p, const double *value, bool smooth,
                     sx_model *ret_model, sx_error *err)
{
    sx_model_data data = p->data;
    data.value = value;
    return smooth ? sx_model_fit_smooth(&data, ret_model, err)
                  : sx_model_fit(&data, ret_model, err);
}

/* Fits the coefficients of a form; true where it gives all values, at one place more than it has terms. */
static bool gives_all(const points *p, const double *value, sx_model_form *form)
{
    enum { MOST = 3 };
    double column[MOST * SX_RUNS], right[SX_RUNS], square;
    uint32_t n = 0;
    for (size_t i = 0; i < p->data.points && n < SX_RUNS; i++) {
        bool again = i > 0 && !(p->data.at[i] > p->data.at[i - 1]);
        if (!again)
            right[n++] = value[i];
    }
    if (n <= form->terms)
        return false;
    for (uint32_t k = 0; k < form->terms; k++)
        for (size_t i = 0, row = 0; i < p->data.points && row < n; i++)
            if (i == 0 || p->data.at[i] > p->data.at[i - 1])
                column[k * n + row++] =
                    sx_model_term_at(&form->term[k], 1, &p->data.at[i]);
    if (!sx_least_squares(column, right, n, form->terms, form->coefficient, NULL,
                          &square))
        return false;
    bool all = true;
    for (size_t i = 0; all && i < p->data.points; i++)
        all = fabs(sx_model_form_at(form, 1, &p->data.at[i]) - value[i]) <=
              EXACT * value[i];
    return all;
}

/* Numbers of samples are sums over places, as 5 P^(3/2) - 5 P where a loop goes along one side of a square: two or three terms
 * that give all of them exactly, of which one more than terms speaks. */
static bool is_sum(const points *p, const double *value, sx_model *ret_model)
{
    static const sx_model_term term[] = { { .power = { 24 } },
                                          { .power = { 18 } },
                                          { .power = { 16 } },
                                          { .power = { 12 } },
                                          { .power = { 12 }, .log = { 1 } },
                                          { .power = { 8 } },
                                          { .power = { 6 } },
                                          { .power = { 4 } },
                                          { .log = { 1 } },
                                          { .power = { 0 } } };
    enum { TERMS = sizeof term / sizeof *term };
    sx_model_form form = { .weight = 1, .freedom = 1 };
    for (form.terms = 2; form.terms <= 3; form.terms++)
        for (uint32_t set = 0; set < 1 << TERMS; set++) {
            if (__builtin_popcount(set) != (int)form.terms)
                continue;
            for (uint32_t k = 0, t = 0; t < TERMS; t++)
                if (set >> t & 1)
                    form.term[k++] = term[t];
            if (!gives_all(p, value, &form))
                continue;
            *ret_model = (sx_model) { .parameters = 1, .forms = 1, .form = { form } };
            return true;
        }
    return false;
}

static sx_status fit_samples(const points *p, const double *value, sx_model *ret_model,
                             sx_error *err)
{
    bool over_ranks = p->of[0] == 0; /* the first parameter is P */
    if ((over_ranks && is_one_term(p, value, true, ret_model)) ||
        is_one_term(p, value, false, ret_model) ||
        (over_ranks && p->data.parameters == 1 && is_sum(p, value, ret_model)))
        return SX_OK;
    return fit(p, value, false, ret_model, err);
}

static bool is_constant(const sx_model_form *form)
{
    const sx_model_term *term = &form->term[0];
    bool is = form->terms == 1 && !(term->to > 0);
    for (int k = 0; is && k < SX_MODEL_PARAMETERS; k++)
        is = term->power[k] == 0 && term->log[k] == 0;
    return is;
}

/* The form that is constant, where so much speaks for it; else NULL. */
static const sx_model_form *constant_of(const sx_model *model)
{
    for (uint32_t i = 0; i < model->forms; i++)
        if (is_constant(&model->form[i]) && model->form[i].weight >= SHARED_WEIGHT)
            return &model->form[i];
    return NULL;
}

/* What constant share of what `common` has there the values are, if they are. `share` has room for them. */
static sx_status fit_share(const points *p, const sx_common_time *common,
                           const sx_time_samples *samples, const double *value,
                           double *share, sx_model_share *ret_share, sx_error *err)
{
    bool some = common && common->has_law;
    sx_model model;
    *ret_share = (sx_model_share) { .by = 0 };
    for (uint32_t i = 0; some && i < samples->n; i++) {
        double all = sx_common_time_of(common, samples->run[i], samples->repeat[i]);
        some = all > 0 && value[i] > 0;
        share[i] = some ? value[i] / all : 0;
    }
    if (!some)
        return SX_OK;
    sx_status st = fit(p, share, true, &model, err);
    const sx_model_form *constant = st ? NULL : constant_of(&model);
    if (constant) {
        const double by = constant->coefficient[0];
        *ret_share = (sx_model_share) { rounded(by, TIME_DIGITS),
                                        rounded(constant->root[0] / by, SPREAD_DIGITS),
                                        rounded(constant->noise, SPREAD_DIGITS) };
    }
    return st;
}

/* The mean of the law, and of what it is a share. */
static sx_status fit_mean(const points *p, const sx_common_time *common,
                          const sx_time_samples *samples, const double *value,
                          double *share, sx_model *ret_model, sx_model_share *ret_share,
                          sx_error *err)
{
    if (fabs(value[0]) <= 0 && is_one_term(p, value, false, ret_model)) {
        spread_out(p, &ret_model->form[0]);
        return SX_OK;
    }
    sx_status st = fit_share(p, common, samples, value, share, ret_share, err);
    if (!st && ret_share->by > 0) {
        *ret_model = sx_model_share_of(&common->law, ret_share);
        return SX_OK;
    }
    if (!st)
        st = fit(p, value, common && common->has_law, ret_model, err);
    for (uint32_t i = 0; !st && i < ret_model->forms; i++)
        spread_out(p, &ret_model->form[i]);
    if (!st)
        sx_time_law_shorten(ret_model);
    return st;
}

static sx_status keep(sx_arena *arena, const points *p, const sx_model *samples,
                      const sx_model *mean, sx_hist_law *law, sx_error *err)
{
    law->parameters = p->all;
    law->forms = mean->forms;
    law->n = (sx_model_form) { .terms = samples->form[0].terms };
    memcpy(law->n.term, samples->form[0].term, sizeof law->n.term);
    for (uint32_t k = 0; k < law->n.terms; k++)
        law->n.coefficient[k] = rounded(samples->form[0].coefficient[k], COUNT_DIGITS);
    law->mean = sx_arena_copy(arena, mean->form, mean->forms, sizeof *mean->form);
    return law->mean ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

sx_status sx_time_law_fit(sx_arena *arena, const sx_runs *runs,
                          const sx_common_time *common, const sx_time_samples *samples,
                          const sx_hist_law **ret_law, sx_error *err)
{
    const uint32_t n = samples->n;
    sx_model number, mean;
    points p;
    sx_hist_law *law = SX_NEW(arena, sx_hist_law);
    double *value = SX_NEW_ARRAY(arena, double, n);
    double *share = SX_NEW_ARRAY(arena, double, n);
    if (!law || !value || !share || !lay_out(arena, runs, samples->run, n, &p))
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t i = 0; i < n; i++)
        value[i] = samples->hist[i].field[SX_HIST_N];
    sx_status st = fit_samples(&p, value, &number, err);
    for (uint32_t i = 0; i < n; i++)
        value[i] = samples->hist[i].field[SX_HIST_MEAN];
    if (!st)
        st = fit_mean(&p, common, samples, value, share, &mean, &law->of_common, err);
    if (st)
        return st;
    spread_out(&p, &number.form[0]);
    find_shares(samples->hist, n, law->share);
    *ret_law = law;
    return keep(arena, &p, &number, &mean, law, err);
}

sx_status sx_time_law_of_all(sx_arena *arena, const sx_runs *runs, sx_common_time *common,
                             sx_error *err)
{
    const size_t most = runs->n * common->repeats;
    uint32_t *run = SX_NEW_ARRAY(arena, uint32_t, most);
    double *value = SX_NEW_ARRAY(arena, double, most);
    uint32_t n = 0;
    points p;
    if (!run || !value)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t i = 0; i < most; i++)
        if (common->mean_ns[i] > 0) {
            run[n] = i / common->repeats;
            value[n++] = common->mean_ns[i];
        }
    common->has_law = n > 0;
    if (n == 0)
        return SX_OK;
    if (!lay_out(arena, runs, run, n, &p))
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = fit(&p, value, false, &common->law, err);
    for (uint32_t i = 0; !st && i < common->law.forms; i++)
        spread_out(&p, &common->law.form[i]);
    common->law.parameters = p.all;
    if (!st)
        sx_time_law_shorten(&common->law);
    return st;
}

sx_status sx_time_law_renew(sx_arena *arena, const sx_model *common, sx_hist *hist,
                            sx_error *err)
{
    if (!hist->law || !(hist->law->of_common.by > 0))
        return SX_OK;
    const sx_model mean = sx_model_share_of(common, &hist->law->of_common);
    sx_hist_law *law = sx_arena_copy(arena, hist->law, 1, sizeof *law);
    if (!law)
        return sx_fail(err, SX_NOMEM, "out of memory");
    law->forms = mean.forms;
    law->mean = sx_arena_copy(arena, mean.form, mean.forms, sizeof *mean.form);
    hist->law = law;
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
