#include "fit/model_linear.h"

#include "base/elementary.h"
#include "fit/model_noise.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { MOST = SX_LINEAR_MOST };

static const double LOG_2PI = 1.83787706640934548356;

/* Less than this share of a quantity is left when the other is taken out: they cannot be told apart. */
static const double COLLINEAR = 1e-9;

/* How many numbers tell something. */
static double count(const sx_linear_data *d)
{
    return (double)(d->points - d->spent);
}

/* Of the quantities of a form, relative to the whole: their products with each other, scaled to lengths of 1, as a triangle whose square they are; and with
 * the value. */
typedef struct products {
    size_t terms;
    double length[MOST], root[MOST][MOST], with[MOST], square; /* of the value */
} products;

/* False where one of them is nothing, or hangs on the others. */
static bool multiply(const sx_linear_data *d, const size_t *which, size_t terms,
                     products *ret)
{
    products p = { .terms = terms };
    double of[MOST][MOST] = { { 0 } };
    for (size_t k = 0; k < d->points; k++) {
        const double v = d->value[k] / d->of[k];
        double a[MOST];
        for (size_t i = 0; i < terms; i++) {
            a[i] = d->at[k * d->quantities + which[i]] / d->of[k];
            for (size_t j = 0; j <= i; j++)
                of[i][j] += a[i] * a[j];
            p.with[i] += a[i] * v;
        }
        p.square += v * v;
    }
    for (size_t i = 0; i < terms; i++) {
        p.length[i] = sqrt(of[i][i]);
        if (!(p.length[i] > 0))
            return false;
        p.with[i] /= p.length[i];
        for (size_t j = 0; j <= i; j++) {
            double left = of[i][j] / (p.length[i] * p.length[j]);
            for (size_t k = 0; k < j; k++)
                left -= p.root[i][k] * p.root[j][k];
            if (i == j && !(left > COLLINEAR))
                return false;
            p.root[i][j] = i == j ? sqrt(left) : left / p.root[j][j];
        }
    }
    *ret = p;
    return true;
}

/* What the products make of to give `right`. */
static void solve(const products *p, const double *right, double *ret)
{
    for (size_t i = 0; i < p->terms; i++) {
        ret[i] = right[i];
        for (size_t k = 0; k < i; k++)
            ret[i] -= p->root[i][k] * ret[k];
        ret[i] /= p->root[i][i];
    }
    for (size_t i = p->terms; i-- > 0;) {
        for (size_t k = i + 1; k < p->terms; k++)
            ret[i] -= p->root[k][i] * ret[k];
        ret[i] /= p->root[i][i];
    }
}

/* The logarithm of what uniform shares of so many have for a density. */
static double log_of_shares(size_t terms)
{
    double log = 0;
    for (size_t k = 2; k < terms; k++)
        log += sx_log((double)k);
    return log;
}

/* That of the covariance, times the noise: the inverse of the products' triangle, turned over. */
static void put_root(const products *p, sx_model_form *form)
{
    for (size_t k = 0, at = 0; k < p->terms; k++) {
        double row[MOST];
        for (size_t i = k + 1; i-- > 0;) {
            row[i] = i == k;
            for (size_t j = i + 1; j <= k; j++)
                row[i] -= row[j] * p->root[j][i];
            row[i] /= p->root[i][i];
        }
        for (size_t i = 0; i <= k; i++)
            form->root[at++] = form->noise * row[i] / p->length[i];
    }
}

/* The weight, as a logarithm, of a form whose coefficients leave that square. */
static double weigh(const sx_linear_data *d, const products *p, double square,
                    sx_model_form *form)
{
    const double n = count(d), terms = (double)p->terms;
    const sx_noise noise = sx_noise_of(fmax(square, 0), n > terms ? n - terms : 0);
    double log_det = terms * sx_log(n);
    form->noise = sqrt(noise.variance);
    form->freedom = noise.freedom;
    put_root(p, form);
    for (size_t i = 0; i < p->terms; i++)
        log_det += 2 * sx_log(p->root[i][i]);
    return noise.log_evidence + terms * LOG_2PI / 2 - log_det / 2 +
           log_of_shares(p->terms) + (terms - 1) * sx_log(d->two);
}

static bool fit_form(const sx_linear_data *d, const size_t *which, size_t terms,
                     sx_model_form *ret, double *ret_log)
{
    products p;
    sx_model_form form = { .terms = (uint32_t)terms };
    double part[MOST], square;
    if ((terms > 1 && count(d) < (double)terms + 1) || !multiply(d, which, terms, &p))
        return false;
    solve(&p, p.with, part);
    square = p.square;
    for (size_t i = 0; i < terms; i++) {
        if (!(part[i] > 0))
            return false;
        form.coefficient[i] = part[i] / p.length[i];
        form.term[i].power[which[i]] = 12;
        square -= part[i] * p.with[i];
    }
    *ret_log = weigh(d, &p, square, &form);
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

/* Their mean by weights that are 1 together, which is linear too: the value of the model, and in no interval. */
static sx_model_form mean_of(const sx_model *model, const double *weight)
{
    sx_model_form mean = { .freedom = 1, .terms = model->parameters };
    for (uint32_t i = 0; i < model->parameters; i++)
        mean.term[i].power[i] = 12;
    for (uint32_t k = 0; k < model->forms; k++)
        for (uint32_t t = 0; t < model->form[k].terms; t++)
            for (uint32_t i = 0; i < model->parameters; i++)
                if (model->form[k].term[t].power[i])
                    mean.coefficient[i] += weight[k] * model->form[k].coefficient[t];
    return mean;
}

/* Takes the forms of these quantities, and of others behind the last of them. */
static void take_forms(const sx_linear_data *d, size_t *which, size_t terms,
                       sx_model *model, double *log_weight)
{
    sx_model_form form;
    double weight;
    if (terms > 0 && fit_form(d, which, terms, &form, &weight))
        take(model, log_weight, &form, weight);
    for (size_t next = terms > 0 ? which[terms - 1] + 1 : 0;
         terms < MOST && terms < d->most && next < d->quantities; next++) {
        which[terms] = next;
        take_forms(d, which, terms + 1, model, log_weight);
    }
}

void sx_model_linear_fit(const sx_linear_data *data, sx_model *ret_model,
                         double *ret_noise)
{
    double log_weight[SX_MODEL_FORMS], weight[SX_MODEL_FORMS], all = 0, noise = 0;
    size_t which[MOST];
    sx_model m = { .parameters = (uint32_t)data->quantities };
    take_forms(data, which, 0, &m, log_weight);
    if (m.forms == 0) {
        m.forms = 1;
        m.form[0] = (sx_model_form) { .freedom = 1, .terms = 1 };
        log_weight[0] = 0;
    }
    for (uint32_t k = 0; k < m.forms; k++)
        all += m.form[k].weight = sx_exp(log_weight[k] - log_weight[0]);
    m.evidence = log_weight[0] + sx_log(all);
    for (uint32_t k = 0; k < m.forms; k++) {
        weight[k] = m.form[k].weight /= all;
        noise += m.form[k].weight * m.form[k].noise * m.form[k].noise;
        m.form[k].noise = 0;
    }
    if (m.forms > 1) {
        const sx_model_form mean = mean_of(&m, weight);
        memmove(&m.form[1], &m.form[0], m.forms++ * sizeof m.form[0]);
        m.form[0] = mean;
    }
    *ret_model = m;
    *ret_noise = sqrt(noise);
}

void sx_model_linear_value(sx_model *model, const double *weight)
{
    double own[SX_MODEL_FORMS], all = 0;
    for (uint32_t k = 0; k < model->forms; k++)
        all += weight[k];
    for (uint32_t k = 0; k < model->forms && all > 0; k++)
        own[k] = weight[k] / all;
    if (model->forms > 1 && all > 0)
        model->form[0] = mean_of(model, own);
}

static bool same_terms(const sx_model_form *a, const sx_model_form *b)
{
    bool same = a->terms == b->terms;
    for (uint32_t t = 0; same && t < a->terms; t++)
        same = memcmp(a->term[t].power, b->term[t].power, sizeof a->term[t].power) == 0;
    return same;
}

static double weight_in(const sx_model *model, const sx_model_form *form)
{
    for (uint32_t k = 0; k < model->forms; k++)
        if (model->form[k].weight > 0 && same_terms(&model->form[k], form))
            return model->form[k].weight;
    return 0;
}

/* Makes what they are together 1, and the first form their mean, where there are several. */
static void take_weights(sx_model *model, const double *weight, double all)
{
    for (uint32_t k = 0; k < model->forms; k++)
        model->form[k].weight = weight[k] / all;
    sx_model_linear_value(model, weight);
}

double sx_model_linear_join(sx_model *a, sx_model *b)
{
    double of_a[SX_MODEL_FORMS], of_b[SX_MODEL_FORMS], all = 0;
    for (uint32_t k = 0; k < a->forms; k++)
        all += of_a[k] = a->form[k].weight * weight_in(b, &a->form[k]);
    for (uint32_t k = 0; k < b->forms; k++)
        of_b[k] = b->form[k].weight * weight_in(a, &b->form[k]);
    if (!(all > 0))
        return -INFINITY;
    take_weights(a, of_a, all);
    take_weights(b, of_b, all);
    return a->evidence + b->evidence + sx_log(all);
}
