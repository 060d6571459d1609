#include "base/model.h"

#include "base/elementary.h"
#include "base/student.h"

#include <math.h>
#include <stdbool.h>

double sx_model_term_at(const sx_model_term *term, uint32_t parameters, const double *at)
{
    if ((term->from > 0 && at[0] < term->from) || (term->to > 0 && at[0] >= term->to))
        return 0;
    double value = 1;
    for (uint32_t i = 0; i < parameters; i++) {
        if (term->power[i])
            value *= sx_root_power(at[i], term->power[i]);
        for (int k = 0; k < term->log[i]; k++)
            value *= sx_log2(at[i]);
    }
    return value;
}

double sx_model_form_at(const sx_model_form *form, uint32_t parameters, const double *at)
{
    double sum = 0;
    for (uint32_t k = 0; k < form->terms; k++)
        sum += form->coefficient[k] * sx_model_term_at(&form->term[k], parameters, at);
    return sum;
}

/* The variance of the form's mean at `at`, where it is `value`. */
static double variance_at(const sx_model_form *form, uint32_t parameters,
                          const double *at, double value)
{
    double x[SX_MODEL_TERMS], square = form->factor * value * (form->factor * value);
    for (uint32_t k = 0, c = 0; k < form->terms; k++) {
        double sum = 0;
        x[k] = sx_model_term_at(&form->term[k], parameters, at);
        for (uint32_t i = 0; i <= k; i++, c++)
            sum += x[i] * form->root[c];
        square += sum * sum;
    }
    return square;
}

static bool all_positive(const double *at, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (!(at[i] > 0) || isinf(at[i]))
            return false;
    return true;
}

void sx_model_form_times(sx_model_form *form, double by)
{
    for (uint32_t i = 0; i < SX_MODEL_ROOTS; i++)
        form->root[i] *= by;
    for (uint32_t i = 0; i < form->terms; i++)
        form->coefficient[i] *= by;
    form->spread *= by;
}

void sx_model_form_place(sx_model_form *form, const uint32_t *of, uint32_t parameters)
{
    for (uint32_t k = 0; k < form->terms; k++) {
        sx_model_term *term = &form->term[k], own = *term;
        *term = (sx_model_term) { .from = own.from, .to = own.to };
        for (uint32_t i = 0; i < parameters; i++) {
            term->power[of[i]] = own.power[i];
            term->log[of[i]] = own.log[i];
        }
    }
}

sx_model sx_model_share_of(const sx_model *all, const sx_model_share *share)
{
    sx_model model = *all;
    for (uint32_t f = 0; f < all->forms; f++) {
        sx_model_form *form = &model.form[f];
        sx_model_form_times(form, share->by);
        form->factor = sqrt(form->factor * form->factor + share->factor * share->factor);
        form->noise = share->noise;
    }
    return model;
}

sx_status sx_model_predict(const sx_model *model, const double *at, double level,
                           sx_model_prediction *ret_prediction, sx_error *err)
{
    if (!all_positive(at, model->parameters))
        return sx_fail(err, SX_INVALID, "a parameter to predict at is not positive");
    if (!(level > 0 && level < 1))
        return sx_fail(err, SX_INVALID, "the level is not between 0 and 1");
    sx_student mean[SX_MODEL_FORMS], run[SX_MODEL_FORMS];
    sx_model_prediction p = { 0 };
    bool shown = false;
    size_t n = 0;
    for (uint32_t k = 0; k < model->forms; k++) {
        const sx_model_form *form = &model->form[k];
        double value = sx_model_form_at(form, model->parameters, at);
        if (!(value >= 0) || isinf(value))
            continue;
        if (!shown) {
            p.value = value;
            shown = true;
        }
        double variance = variance_at(form, model->parameters, at, value);
        double noise = form->noise * value;
        mean[n] = (sx_student) { form->weight, value, sqrt(variance), form->freedom };
        run[n] = mean[n];
        run[n++].scale = sqrt(variance + noise * noise + form->spread * form->spread);
    }
    if (n == 0) {
        p.high = p.run_high = INFINITY;
    } else {
        double tail = (1 - level) / 2;
        p.low = fmin(p.value, fmax(0, sx_student_quantile(mean, n, tail)));
        p.high = fmax(p.value, sx_student_quantile(mean, n, 1 - tail));
        p.run_low = fmin(p.low, fmax(0, sx_student_quantile(run, n, tail)));
        p.run_high = fmax(p.high, sx_student_quantile(run, n, 1 - tail));
    }
    *ret_prediction = p;
    return SX_OK;
}
