#include "fit/model.h"

#include "base/elementary.h"
#include "fit/model_choose.h"
#include "fit/model_outlier.h"
#include "fit/model_search.h"
#include "fit/model_segments.h"

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

/* The mean, and that values are as far from it as they are. */
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
    model->form[0].root[0] = sqrt(square / points);
}

/* What the form says at the places becomes what values are relative to, if it is positive there. */
static void refer_to(const sx_model_form *form, sx_model_places *p)
{
    for (size_t i = 0; i < p->n; i++) {
        double value = sx_model_form_at(form, p->parameters, p->at + i * p->parameters);
        if (value > 0)
            p->reference[i] = value;
    }
}

static bool positive_at_all(const sx_model_form *form, const sx_model_places *p)
{
    for (size_t i = 0; i < p->n; i++)
        if (!(sx_model_form_at(form, p->parameters, p->at + i * p->parameters) > 0))
            return false;
    return true;
}

/* Forms that are less likely by more have no part in what a model says. */
static const double LIGHTEST = 1e-3;

static void take_forms(const sx_search *search, const sx_found *found, double *scratch,
                       sx_model *model)
{
    double all = 0;
    model->forms = 0;
    for (size_t k = 0; k < found->n; k++) {
        sx_model_form form;
        double weight = sx_exp(found->form[k].score - found->form[0].score);
        if (weight < LIGHTEST ||
            !sx_search_fit(search, &found->form[k], scratch, &form) ||
            !positive_at_all(&form, search->places))
            continue;
        form.weight = weight;
        all += weight;
        model->form[model->forms++] = form;
    }
    for (uint32_t k = 0; k < model->forms; k++)
        model->form[k].weight /= all;
    model->evidence = model->forms ? found->form[0].score + sx_log(all) : 0;
    if (model->forms)
        sx_model_choose(model, search->places);
}

/* Makes values relative to what the likeliest form says of them. */
static void approach(sx_search *search, sx_model_places *places, double *scratch)
{
    sx_found found;
    sx_model_form form;
    sx_model_places_sum(places);
    sx_search_run(search, &found);
    if (found.n && sx_search_fit(search, &found.form[0], scratch, &form))
        refer_to(&form, places);
    sx_model_places_sum(places);
}

/* Where a segmented form is the likeliest, all are weighed again relative to it. */
static void add_segments(sx_search *search, sx_model_places *places, double *scratch,
                         sx_found *found)
{
    sx_model_form form;
    sx_segments_search(search, found);
    if (!found->form[0].split || !sx_search_fit(search, &found->form[0], scratch, &form))
        return;
    refer_to(&form, places);
    sx_model_places_sum(places);
    sx_search_run(search, found);
    sx_segments_search(search, found);
}

/* Are many values of another magnitude than the form says? Then noise is not in proportion to values, and there is no
 * model of them but that they are that far apart. */
static bool misses_magnitudes(const sx_model_form *form, const sx_model_places *p)
{
    size_t missed = 0;
    for (size_t i = 0; i < p->n; i++) {
        double says = sx_model_form_at(form, p->parameters, p->at + i * p->parameters);
        for (size_t k = p->first[i]; k < p->first[i + 1]; k++)
            missed += p->value[k] > 10 * says || p->value[k] < says / 10;
    }
    return 5 * missed >= p->points;
}

static bool fit_positive(const sx_model_data *data, bool in_pieces, sx_model *model)
{
    sx_model_places places;
    sx_search search;
    if (!sx_model_places_init(&places, data))
        return false;
    if (!sx_search_init(&search, &places)) {
        sx_model_places_finish(&places);
        return false;
    }
    double *scratch = calloc((SX_MODEL_TERMS + 1) * places.n, sizeof *scratch);
    if (scratch) {
        sx_found found;
        approach(&search, &places, scratch);
        if (sx_outlier_suspected(&places) && sx_outlier_leave_out(&search, &places))
            approach(&search, &places, scratch);
        sx_search_run(&search, &found);
        if (in_pieces && found.n && sx_segments_suspected(&places, &found.form[0]))
            add_segments(&search, &places, scratch, &found);
        take_forms(&search, &found, scratch, model);
        if (model->forms && misses_magnitudes(&model->form[0], &places))
            model->forms = 0;
    }
    bool done = scratch != NULL;
    free(scratch);
    sx_search_finish(&search);
    sx_model_places_finish(&places);
    return done;
}

static sx_status fit(const sx_model_data *data, bool in_pieces, sx_model *ret_model,
                     sx_error *err)
{
    if (check(data, err) != SX_OK)
        return SX_INVALID;
    sx_model model = { .parameters = (uint32_t)data->parameters };
    bool positive = true;
    for (size_t i = 0; i < data->points; i++)
        positive = positive && data->value[i] > 0;
    if (positive && !fit_positive(data, in_pieces, &model))
        return sx_fail(err, SX_NOMEM, "no memory for a model");
    if (model.forms == 0)
        constant_of_any(data, &model);
    *ret_model = model;
    return SX_OK;
}

sx_status sx_model_fit(const sx_model_data *data, sx_model *ret_model, sx_error *err)
{
    return fit(data, true, ret_model, err);
}

sx_status sx_model_fit_smooth(const sx_model_data *data, sx_model *ret_model,
                              sx_error *err)
{
    return fit(data, false, ret_model, err);
}
