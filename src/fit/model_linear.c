#include "fit/model_linear.h"

#include "base/elementary.h"
#include "fit/model_noise.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static const double LOG_2PI = 1.83787706640934548356;

/* Less than this share of a quantity is left when the other is taken out: they cannot be told apart. */
static const double COLLINEAR = 1e-9;

/* How many numbers tell something. */
static double count(const sx_linear_data *d)
{
    return (double)(d->points - d->spent);
}

/* For quantities i and j, relative to the whole: their products with each other and with the value. */
typedef struct products {
    double ii, ij, jj, iv, jv, vv;
} products;

static products multiply(const sx_linear_data *d, size_t i, size_t j)
{
    products p = { 0 };
    for (size_t k = 0; k < d->points; k++) {
        double a = d->at[k * d->quantities + i] / d->of[k],
               b = d->at[k * d->quantities + j] / d->of[k], v = d->value[k] / d->of[k];
        p.ii += a * a;
        p.ij += a * b;
        p.jj += b * b;
        p.iv += a * v;
        p.jv += b * v;
        p.vv += v * v;
    }
    return p;
}

/* The weight, as a logarithm, of a form whose coefficients and their inverse products are known. log_det: of the products of
 * columns that are scaled to a mean square of 1. */
static double weigh(const sx_linear_data *d, sx_model_form *form, double square,
                    double log_det, const double *inverse)
{
    const uint32_t terms = form->terms;
    const double n = count(d);
    const sx_noise noise =
        sx_noise_of(fmax(square, 0), n > terms ? n - (double)terms : 0);
    form->noise = sqrt(noise.variance);
    form->freedom = noise.freedom;
    for (uint32_t k = 0; k < terms * (terms + 1) / 2; k++)
        form->covariance[k] = noise.variance * inverse[k];
    return noise.log_evidence + terms * LOG_2PI / 2 - log_det / 2 +
           (terms > 1 ? sx_log(d->two) : 0);
}

static bool fit_one(const sx_linear_data *d, size_t i, sx_model_form *ret,
                    double *ret_log)
{
    const products p = multiply(d, i, i);
    sx_model_form form = { .terms = 1 };
    if (!(p.ii > 0) || !(p.iv > 0))
        return false;
    form.coefficient[0] = p.iv / p.ii;
    form.term[0].power[i] = 12;
    *ret_log = weigh(d, &form, p.vv - p.iv * p.iv / p.ii, sx_log(count(d)),
                     &(double) { 1 / p.ii });
    *ret = form;
    return true;
}

static bool fit_two(const sx_linear_data *d, size_t i, size_t j, sx_model_form *ret,
                    double *ret_log)
{
    const products p = multiply(d, i, j);
    const double det = p.ii * p.jj - p.ij * p.ij, n = count(d);
    sx_model_form form = { .terms = 2 };
    if (n < 3 || !(det > COLLINEAR * p.ii * p.jj))
        return false;
    const double a = (p.jj * p.iv - p.ij * p.jv) / det,
                 b = (p.ii * p.jv - p.ij * p.iv) / det;
    if (!(a > 0) || !(b > 0))
        return false;
    form.coefficient[0] = a;
    form.coefficient[1] = b;
    form.term[0].power[i] = 12;
    form.term[1].power[j] = 12;
    const double inverse[] = { p.jj / det, -p.ij / det, p.ii / det };
    *ret_log = weigh(d, &form, p.vv - a * p.iv - b * p.jv,
                     sx_log(det / (p.ii * p.jj) * n * n), inverse);
    *ret = form;
    return true;
}

/* Behind the others, by weight. */
static void take(sx_model *model, double *log_weight, const sx_model_form *form,
                 double weight)
{
    uint32_t k = model->forms++;
    for (; k > 0 && log_weight[k - 1] < weight; k--) {
        model->form[k] = model->form[k - 1];
        log_weight[k] = log_weight[k - 1];
    }
    model->form[k] = *form;
    log_weight[k] = weight;
}

/* Their mean, which is linear too: the value of the model, and in no interval. */
static sx_model_form mean_of(const sx_model *model)
{
    sx_model_form mean = { .freedom = 1, .terms = model->parameters };
    for (uint32_t i = 0; i < model->parameters; i++)
        mean.term[i].power[i] = 12;
    for (uint32_t k = 0; k < model->forms; k++)
        for (uint32_t t = 0; t < model->form[k].terms; t++)
            for (uint32_t i = 0; i < model->parameters; i++)
                if (model->form[k].term[t].power[i])
                    mean.coefficient[i] +=
                        model->form[k].weight * model->form[k].coefficient[t];
    return mean;
}

void sx_model_linear_fit(const sx_linear_data *data, sx_model *ret_model,
                         double *ret_noise)
{
    double log_weight[SX_MODEL_PARAMETERS * (SX_MODEL_PARAMETERS + 1) / 2],
        all = 0, noise = 0, weight;
    sx_model_form form;
    sx_model m = { .parameters = (uint32_t)data->quantities };
    for (size_t i = 0; i < data->quantities; i++) {
        if (fit_one(data, i, &form, &weight))
            take(&m, log_weight, &form, weight);
        for (size_t j = 0; j < i; j++)
            if (fit_two(data, j, i, &form, &weight))
                take(&m, log_weight, &form, weight);
    }
    if (m.forms == 0) {
        m.forms = 1;
        m.form[0] = (sx_model_form) { .freedom = 1, .terms = 1 };
        log_weight[0] = 0;
    }
    for (uint32_t k = 0; k < m.forms; k++)
        all += m.form[k].weight = sx_exp(log_weight[k] - log_weight[0]);
    m.evidence = log_weight[0] + sx_log(all);
    for (uint32_t k = 0; k < m.forms; k++) {
        m.form[k].weight /= all;
        noise += m.form[k].weight * m.form[k].noise * m.form[k].noise;
        m.form[k].noise = 0;
    }
    if (m.forms > 1) {
        const sx_model_form mean = mean_of(&m);
        memmove(&m.form[1], &m.form[0], m.forms++ * sizeof m.form[0]);
        m.form[0] = mean;
    }
    *ret_model = m;
    *ret_noise = sqrt(noise);
}
