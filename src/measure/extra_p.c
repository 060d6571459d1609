#include "measure/extra_p.h"

#include "io/text_number.h"
#include "measure/names.h"
#include "measure/zip.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void sx_extra_p_init(sx_extra_p *e, const sx_measurements *m, const char *name)
{
    *e = (sx_extra_p) { .data = m, .name = name };
}

void sx_extra_p_finish(sx_extra_p *e)
{
    sx_buffer_finish(&e->measurements);
    sx_buffer_finish(&e->models);
}

/* What is not finite is a string there. */
static void put_number(sx_buffer *out, double value)
{
    if (isfinite(value))
        sx_text_put_exact(out, value);
    else
        sx_buffer_puts(out, isnan(value) ? "\"nan\""
                            : value < 0  ? "\"-inf\""
                                         : "\"inf\"");
}

static void put_member(sx_buffer *out, const char *name, double value)
{
    sx_buffer_printf(out, ", \"%s\": ", name);
    put_number(out, value);
}

/* ---- measurements ---- */

static int by_value(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return *x < *y ? -1 : *x > *y;
}

static void put_values(sx_buffer *out, const double *value, size_t n)
{
    double *sorted = malloc(n * sizeof *sorted), mean = 0, square = 0;
    if (!sorted) {
        out->status = SX_NOMEM;
        return;
    }
    memcpy(sorted, value, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_value);
    for (size_t i = 0; i < n; i++)
        mean += value[i] / (double)n;
    for (size_t i = 0; i < n; i++)
        square += (value[i] - mean) / (double)n * (value[i] - mean);
    put_member(out, "median", sorted[(n - 1) / 2] / 2 + sorted[n / 2] / 2);
    put_member(out, "mean", mean);
    put_member(out, "minimum", sorted[0]);
    put_member(out, "maximum", sorted[n - 1]);
    put_member(out, "std", sqrt(square));
    sx_buffer_printf(out, ", \"repetitions\": %zu, \"values\": null", n);
    free(sorted);
}

static void put_measurements(sx_buffer *out, const sx_measurements *m, const sx_series *s)
{
    for (size_t i = 0; i < s->npoints; i++) {
        const double *at = sx_series_point(m, s, i);
        sx_buffer_puts(out, i ? ",\n{\"coordinate\": [" : "\n{\"coordinate\": [");
        for (size_t k = 0; k < m->nparameters; k++) {
            sx_buffer_puts(out, k ? ", " : "");
            put_number(out, at[k]);
        }
        sx_buffer_puts(out, "]");
        put_values(out, m->value + s->first[i], s->first[i + 1] - s->first[i]);
        sx_buffer_puts(out, "}");
    }
}

/* ---- models ---- */

/* A power in twelfths as Extra-P has it: a whole number, or a string with a fraction. */
static void put_exponent(sx_buffer *out, int twelfths)
{
    int num = twelfths, den = 12;
    for (int k = 2; k <= 3; k++) {
        while (num % k == 0 && den % k == 0) {
            num /= k;
            den /= k;
        }
    }
    sx_buffer_printf(out, den == 1 ? "%d" : "\"%d/%d\"", num, den);
}

/* The factors of a term in one parameter: an array, empty where it has none. */
static void put_factors(sx_buffer *out, const sx_model_term *term, uint32_t parameter)
{
    sx_buffer_puts(out, "[");
    if (term->power[parameter]) {
        sx_buffer_puts(out, "{\"term_type\": \"polynomial\", \"exponent\": ");
        put_exponent(out, term->power[parameter]);
        sx_buffer_puts(out, "}");
    }
    if (term->log[parameter])
        sx_buffer_printf(out, "%s{\"term_type\": \"logarithm\", \"exponent\": %d}",
                         term->power[parameter] ? ", " : "", term->log[parameter]);
    sx_buffer_puts(out, "]");
}

static bool is_constant(const sx_model_term *term, uint32_t parameters)
{
    for (uint32_t i = 0; i < parameters; i++) {
        if (term->power[i] || term->log[i])
            return false;
    }
    return true;
}

static void put_term(sx_buffer *out, const sx_model_term *term, double coefficient,
                     uint32_t parameters)
{
    bool any = false;
    sx_buffer_puts(out, "{\"coefficient\": ");
    put_number(out, coefficient);
    if (parameters == 1) {
        sx_buffer_puts(out, ", \"simple_terms\": ");
        put_factors(out, term, 0);
        sx_buffer_puts(out, "}");
        return;
    }
    sx_buffer_puts(out, ", \"parameter_term_pairs\": {");
    for (uint32_t i = 0; i < parameters; i++) {
        if (!term->power[i] && !term->log[i])
            continue;
        sx_buffer_printf(
            out, "%s\"%u\": {\"coefficient\": 1, \"simple_terms\": ", any ? ", " : "", i);
        put_factors(out, term, i);
        sx_buffer_puts(out, "}");
        any = true;
    }
    sx_buffer_puts(out, "}}");
}

/* Which terms count: all, or those that do where the first parameter is `at`. */
static bool counts(const sx_model_term *term, double at)
{
    bool everywhere = term->from <= 0 && term->to <= 0;
    return everywhere || isnan(at) ||
           (term->from <= at && (term->to <= 0 || at < term->to));
}

/* A sum of terms as a function; with `at`, the piece of a segmented one that holds there. */
static void put_sum(sx_buffer *out, const sx_model_form *form, uint32_t parameters,
                    double at)
{
    double constant = 0;
    size_t n = 0;
    for (uint32_t k = 0; k < form->terms; k++) {
        if (counts(&form->term[k], at) && is_constant(&form->term[k], parameters))
            constant += form->coefficient[k];
    }
    sx_buffer_puts(out, "{\"constant_coefficient\": ");
    put_number(out, constant);
    sx_buffer_puts(out, ", \"compound_terms\": [");
    for (uint32_t k = 0; k < form->terms; k++) {
        if (!counts(&form->term[k], at) || is_constant(&form->term[k], parameters))
            continue;
        sx_buffer_puts(out, n++ ? ", " : "");
        put_term(out, &form->term[k], form->coefficient[k], parameters);
    }
    sx_buffer_printf(out, "], \"$type\": \"%s\"}",
                     n == 0            ? "ConstantFunction"
                     : parameters == 1 ? "SingleParameterFunction"
                                       : "MultiParameterFunction");
}

/* Where the pieces of a form of two meet; 0 when it is no such form. */
static double seam_of(const sx_model_form *form)
{
    double seam = 0;
    for (uint32_t k = 0; k < form->terms; k++)
        seam = fmax(seam, fmax(form->term[k].from, form->term[k].to));
    return seam;
}

static void put_function(sx_buffer *out, const sx_model *model)
{
    const sx_model_form *form = &model->form[0];
    double seam = seam_of(form);
    if (seam <= 0 || model->parameters > 1) {
        put_sum(out, form, model->parameters, NAN);
        return;
    }
    sx_buffer_puts(out, "{\"segments\": [");
    put_sum(out, form, 1, seam / 2);
    sx_buffer_puts(out, ", ");
    put_sum(out, form, 1, seam);
    sx_buffer_puts(out, "], \"intervals\": [[\"-inf\", ");
    put_number(out, seam);
    sx_buffer_puts(out, "], [");
    put_number(out, seam);
    sx_buffer_puts(out, ", \"inf\"]], \"$type\": \"SegmentedFunction\"}");
}

/* How well it fits the means, by the measures that Extra-P shows. */
static void put_costs(sx_buffer *out, const sx_model *model, const sx_measurements *m,
                      const sx_series *s)
{
    double rss = 0, relative = 0, smape = 0, error = 0, mean = 0, total = 0;
    double n = s->npoints, freedom = n - model->form[0].terms;
    for (size_t i = 0; i < s->npoints; i++)
        mean += sx_series_mean(m, s, i) / n;
    for (size_t i = 0; i < s->npoints; i++) {
        double actual = sx_series_mean(m, s, i);
        double off = sx_model_form_at(&model->form[0], model->parameters,
                                      sx_series_point(m, s, i)) -
                     actual;
        double sum = fabs(actual) + fabs(actual + off);
        rss += off * off;
        total += (actual - mean) * (actual - mean);
        smape += sum > 0 ? 200 * fabs(off) / sum / n : 0;
        if (actual != 0) {
            relative += off / actual * off / actual;
            error += fabs(off / actual) / n;
        }
    }
    put_member(out, "RSS", rss);
    put_member(out, "rRSS", relative);
    put_member(out, "SMAPE", smape);
    put_member(out, "AR2",
               total > 0 && freedom > 0 ? 1 - rss / total * (n - 1) / freedom : 1);
    put_member(out, "RE", error);
}

static void put_model(sx_buffer *out, const sx_model *model, const sx_measurements *m,
                      const sx_series *s)
{
    const sx_model_form *form = &model->form[0];
    bool constant = form->terms == 1 && seam_of(form) <= 0 &&
                    is_constant(&form->term[0], model->parameters);
    sx_buffer_puts(out, "{\"hypothesis\": {\"function\": ");
    put_function(out, model);
    put_costs(out, model, m, s);
    sx_buffer_printf(out,
                     ", \"_use_median\": false, \"_use_measure\": \"MEAN\", "
                     "\"_costs_are_calculated\": true, \"$type\": \"%s\"}, "
                     "\"annotations\": []}",
                     constant                 ? "ConstantHypothesis"
                     : model->parameters == 1 ? "SingleParameterHypothesis"
                                              : "MultiParameterHypothesis");
}

/* ---- the document ---- */

/* Opens the member of a series within that of its region. */
static void begin_series(const sx_extra_p *e, const sx_series *s, sx_buffer *out)
{
    if (e->series == 0 || e->region != s->region) {
        sx_buffer_puts(out, e->series ? "},\n" : "");
        sx_name_put_json(out, e->data->region[s->region]);
        sx_buffer_puts(out, ": {");
    } else {
        sx_buffer_puts(out, ",\n");
    }
    sx_name_put_json(out, e->data->metric[s->metric]);
    sx_buffer_puts(out, ": ");
}

void sx_extra_p_add(sx_extra_p *e, const sx_series *s, const sx_fitted *fitted)
{
    begin_series(e, s, &e->measurements);
    sx_buffer_puts(&e->measurements, "[");
    put_measurements(&e->measurements, e->data, s);
    sx_buffer_puts(&e->measurements, "]");
    begin_series(e, s, &e->models);
    put_model(&e->models, &fitted->model, e->data, s);
    e->region = s->region;
    e->series++;
}

static void put_part(sx_buffer *out, const sx_extra_p *e, const sx_buffer *part)
{
    if (sx_buffer_status(part))
        out->status = sx_buffer_status(part);
    else if (part->size)
        sx_buffer_append(out, part->data, part->size);
    sx_buffer_puts(out, e->series ? "}" : "");
}

void sx_extra_p_document(const sx_extra_p *e, sx_buffer *out)
{
    sx_buffer_puts(out, "{\"Extra-P\": \"4.0.0\", \"parameters\": [");
    for (size_t i = 0; i < e->data->nparameters; i++) {
        sx_buffer_puts(out, i ? ", " : "");
        sx_name_put_json(out, e->data->parameter[i]);
    }
    sx_buffer_puts(out, "],\n\"measurements\": {");
    put_part(out, e, &e->measurements);
    sx_buffer_puts(out, "},\n\"modelers\": [{\"name\": ");
    sx_name_put_json(out, e->name);
    sx_buffer_puts(out,
                   ", \"modeler\": {\"use_median\": false, \"use_measure\": \"MEAN\"},\n"
                   "\"models\": {");
    put_part(out, e, &e->models);
    sx_buffer_puts(out, "}}]}\n");
}

void sx_extra_p_file(const sx_extra_p *e, sx_buffer *out)
{
    sx_buffer document = SX_BUFFER_INIT;
    sx_extra_p_document(e, &document);
    if (sx_buffer_status(&document))
        out->status = sx_buffer_status(&document);
    else
        sx_zip_put(out, "experiment.json", document.data, document.size);
    sx_buffer_finish(&document);
}
