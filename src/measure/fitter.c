#include "measure/fitter.h"

#include "fit/curve_fit.h"
#include "fit/fit.h"
#include "fit/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static sx_status fit_default(sx_fitter *fitter, const sx_measurements *m,
                             const sx_series *s, sx_model *ret_model, sx_error *err);
static sx_status fit_paper(sx_fitter *fitter, const sx_measurements *m,
                           const sx_series *s, sx_model *ret_model, sx_error *err);

const sx_fitter_method sx_fitter_methods[] = {
    { "default", "many forms, weighed, with intervals", SX_MODEL_PARAMETERS, true,
      fit_default },
    { "paper", "the published four forms of one parameter", 1, false, fit_paper },
};
const size_t sx_fitter_method_count =
    sizeof sx_fitter_methods / sizeof *sx_fitter_methods;
_Static_assert((int)SX_MEASURE_PARAMETERS <= (int)SX_MODEL_PARAMETERS,
               "what is read can be modelled");

const sx_fitter_method *sx_fitter_method_named(const char *name)
{
    for (size_t i = 0; i < sx_fitter_method_count; i++) {
        if (strcmp(sx_fitter_methods[i].name, name) == 0)
            return &sx_fitter_methods[i];
    }
    return NULL;
}

void sx_fitter_init(sx_fitter *fitter, const sx_fitter_method *method)
{
    sx_fit_init();
    *fitter = (sx_fitter) { .method = method };
}

void sx_fitter_finish(sx_fitter *fitter)
{
    free(fitter->at);
    free(fitter->value);
}

/* Room for n values and their coordinates. */
static bool make_room(sx_fitter *fitter, size_t n)
{
    if (n <= fitter->capacity)
        return true;
    sx_fitter_finish(fitter);
    fitter->capacity = n;
    fitter->at = calloc(n, SX_MEASURE_PARAMETERS * sizeof *fitter->at);
    fitter->value = calloc(n, sizeof *fitter->value);
    if (fitter->at && fitter->value)
        return true;
    fitter->capacity = 0;
    return false;
}

double sx_series_mean(const sx_measurements *m, const sx_series *s, size_t i)
{
    size_t n = s->first[i + 1] - s->first[i];
    double mean = 0;
    for (size_t k = s->first[i]; k < s->first[i + 1]; k++)
        mean += m->value[k] / (double)n; /* the sum may not fit where the mean does */
    return mean;
}

static sx_status fit_default(sx_fitter *fitter, const sx_measurements *m,
                             const sx_series *s, sx_model *ret_model, sx_error *err)
{
    size_t n = 0;
    for (size_t i = 0; i < s->npoints; i++) {
        for (size_t k = s->first[i]; k < s->first[i + 1]; k++, n++) {
            memcpy(fitter->at + n * m->nparameters, sx_series_point(m, s, i),
                   m->nparameters * sizeof *fitter->at);
            fitter->value[n] = m->value[k];
        }
    }
    const sx_model_data data = { m->nparameters, n, fitter->at, fitter->value };
    return sx_model_fit(&data, ret_model, err);
}

/* A curve as the model of one form that it is, with nothing known of its uncertainty. */
static sx_model model_of_curve(const sx_curve *curve)
{
    sx_model model = { .parameters = 1, .forms = 1 };
    sx_model_form *form = &model.form[0];
    bool inverse =
        curve->form == SX_CURVE_INVERSE || curve->form == SX_CURVE_INVERSE_CONSTANT;
    form->weight = 1;
    form->noise = curve->deviation;
    form->terms = (uint32_t)sx_curve_form_params(curve->form);
    for (uint32_t k = 0; k < form->terms; k++)
        form->coefficient[k] = k ? curve->b : curve->a;
    if (curve->form != SX_CURVE_CONSTANT)
        form->term[0].power[0] = inverse ? -12 : 12;
    bool flat =
        form->terms == 2 && form->coefficient[0] == 0; /* the slope was taken as none */
    if (flat) {
        form->coefficient[0] = form->coefficient[1];
        form->term[0] = form->term[1];
    }
    if (flat || (form->terms == 2 && form->coefficient[1] == 0))
        form->terms = 1;
    return model;
}

/* Each metric of a region as a histogram of one field, which needs no vote; repeats as their mean; the
 * thresholds as if values were in us. */
static sx_status fit_paper(sx_fitter *fitter, const sx_measurements *m,
                           const sx_series *s, sx_model *ret_model, sx_error *err)
{
    const double unit = SX_CURVE_UNIT_NONE;
    const double *field = fitter->value;
    sx_curve curve;
    for (size_t i = 0; i < s->npoints; i++) {
        fitter->at[i] = *sx_series_point(m, s, i);
        fitter->value[i] = sx_series_mean(m, s, i);
    }
    const sx_curve_data data = {
        .points = s->npoints, .fields = 1, .n = fitter->at, .t = &field, .unit = &unit
    };
    sx_status status = sx_curve_select_paper(&data, &curve, err);
    if (!status)
        *ret_model = model_of_curve(&curve);
    return status;
}

static double error_of(const sx_model *model, const sx_measurements *m,
                       const sx_series *s)
{
    double sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < s->npoints; i++) {
        double mean = sx_series_mean(m, s, i);
        if (mean == 0)
            continue;
        double value = sx_model_form_at(&model->form[0], model->parameters,
                                        sx_series_point(m, s, i));
        sum += fabs((value - mean) / mean);
        n++;
    }
    return n ? sum / (double)n : NAN;
}

sx_status sx_fitter_fit(sx_fitter *fitter, const sx_measurements *m, const sx_series *s,
                        sx_fitted *ret_fitted, sx_error *err)
{
    const sx_fitter_method *method = fitter->method;
    if (m->nparameters > method->most_parameters)
        return sx_fail(err, SX_INVALID, "%s has models of %zu parameter%s; there are %zu",
                       method->name, method->most_parameters,
                       method->most_parameters == 1 ? "" : "s", m->nparameters);
    if (!make_room(fitter, s->first[s->npoints] - s->first[0]))
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status status = method->fit(fitter, m, s, &ret_fitted->model, err);
    if (status)
        return status;
    ret_fitted->intervals = method->intervals;
    ret_fitted->error = error_of(&ret_fitted->model, m, s);
    return SX_OK;
}

sx_status sx_fitted_predict(const sx_fitted *fitted, const double *at, double level,
                            sx_model_prediction *ret_prediction, sx_error *err)
{
    if (fitted->intervals)
        return sx_model_predict(&fitted->model, at, level, ret_prediction, err);
    double value = sx_model_form_at(&fitted->model.form[0], fitted->model.parameters, at);
    *ret_prediction = (sx_model_prediction) { value, NAN, NAN, NAN, NAN };
    return SX_OK;
}
