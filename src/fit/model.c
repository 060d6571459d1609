#include "fit/model.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static sx_status check(const sx_model_data *data, sx_error *err)
{
    if (data->parameters < 1 || data->parameters > SX_MODEL_PARAMETERS)
        return sx_fail(err, SX_INVALID, "models have 1 to %d parameters, not %zu",
                       SX_MODEL_PARAMETERS, data->parameters);
    if (data->points < 1)
        return sx_fail(err, SX_INVALID, "there is no point");
    for (size_t i = 0; i < data->points * data->parameters; i++)
        if (!(data->at[i] > 0) || isinf(data->at[i]))
            return sx_fail(err, SX_INVALID, "parameter %zu of point %zu is not positive",
                           i % data->parameters + 1, i / data->parameters + 1);
    for (size_t i = 0; i < data->points; i++)
        if (!isfinite(data->value[i]))
            return sx_fail(err, SX_INVALID, "value %zu is not a finite number", i + 1);
    return SX_OK;
}

/* Least squares of value = sum of terms with weights 1/value^2, by normal equations of one or two columns. */
static bool fit_form(const sx_model_data *data, sx_model_form *form, double *ret_score)
{
    double g[3] = { 0 }, r[2] = { 0 }, points = (double)data->points, square = 0;
    for (size_t i = 0; i < data->points; i++) {
        double x[2] = { 0 };
        for (uint32_t k = 0; k < form->terms; k++)
            x[k] = sx_model_term_at(&form->term[k], (uint32_t)data->parameters,
                                    data->at + i * data->parameters) /
                   data->value[i];
        g[0] += x[0] * x[0];
        g[1] += x[0] * x[1];
        g[2] += x[1] * x[1];
        r[0] += x[0];
        r[1] += x[1];
    }
    double det = form->terms == 2 ? g[0] * g[2] - g[1] * g[1] : g[0];
    if (!(det > 1e-12 * g[0] * (form->terms == 2 ? g[2] : 1)))
        return false;
    if (form->terms == 2) {
        form->coefficient[0] = (g[2] * r[0] - g[1] * r[1]) / det;
        form->coefficient[1] = (g[0] * r[1] - g[1] * r[0]) / det;
    } else {
        form->coefficient[0] = r[0] / det;
    }
    for (size_t i = 0; i < data->points; i++) {
        double e = sx_model_form_at(form, (uint32_t)data->parameters,
                                    data->at + i * data->parameters) /
                       data->value[i] -
                   1;
        square += e * e;
    }
    form->freedom = fmax(1, points - form->terms);
    double variance = fmax(square, 1e-20) / form->freedom;
    form->noise = sqrt(variance);
    form->covariance[0] = variance * (form->terms == 2 ? g[2] : 1) / det;
    form->covariance[1] = -variance * g[1] / det;
    form->covariance[2] = variance * g[0] / det;
    *ret_score = points * log(variance) + form->terms * log(points);
    return form->terms == 1 || form->coefficient[1] > 0;
}

static void constant_of_any(const sx_model_data *data, sx_model *model)
{
    double mean = 0, square = 0, points = (double)data->points;
    for (size_t i = 0; i < data->points; i++)
        mean += data->value[i] / points;
    for (size_t i = 0; i < data->points; i++)
        square += (data->value[i] - mean) * (data->value[i] - mean);
    model->forms = 1;
    model->form[0] = (sx_model_form) { .weight = 1, .freedom = 1, .terms = 1 };
    model->form[0].coefficient[0] = mean;
    model->form[0].spread = sqrt(square / points);
    model->form[0].covariance[0] = square / points;
}

sx_status sx_model_fit(const sx_model_data *data, sx_model *ret_model, sx_error *err)
{
    static const struct {
        int8_t power, log;
    } terms[] = { { -12, 0 }, { -6, 0 }, { 0, 1 },  { 4, 0 },  { 6, 0 },  { 6, 1 },
                  { 8, 0 },   { 0, 2 },  { 12, 0 }, { 12, 1 }, { 18, 0 }, { 24, 0 } };
    if (check(data, err) != SX_OK)
        return SX_INVALID;
    sx_model model = { .parameters = (uint32_t)data->parameters };
    bool positive = true;
    for (size_t i = 0; i < data->points; i++)
        positive = positive && data->value[i] > 0;
    if (!positive) {
        constant_of_any(data, &model);
        *ret_model = model;
        return SX_OK;
    }
    double best = INFINITY;
    for (size_t p = 0; p < data->parameters; p++)
        for (size_t k = 0; k < sizeof terms / sizeof *terms * 2 + (p == 0); k++) {
            sx_model_form form = { .terms = k && k % 2 == 0 ? 2 : 1 };
            if (k) {
                form.term[form.terms - 1].power[p] = terms[(k - 1) / 2].power;
                form.term[form.terms - 1].log[p] = terms[(k - 1) / 2].log;
            }
            double score;
            if (!fit_form(data, &form, &score))
                continue;
            form.weight = score;
            if (score < best && model.forms) {
                sx_model_form old = model.form[0];
                model.form[0] = form;
                form = old;
            }
            best = fmin(best, score);
            if (model.forms < SX_MODEL_FORMS)
                model.form[model.forms++] = form;
        }
    double all = 0;
    for (uint32_t k = 0; k < model.forms; k++)
        all += model.form[k].weight = exp((best - model.form[k].weight) / 2);
    for (uint32_t k = 0; k < model.forms; k++)
        model.form[k].weight /= all;
    *ret_model = model;
    return SX_OK;
}
