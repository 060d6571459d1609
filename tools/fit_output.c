#include "fit_output.h"

#include "io/text_number.h"
#include "measure/names.h"

#include <math.h>

enum { FLUSH_SIZE = 1 << 16 };

/* With 9 digits; what is no number as JSON and tables have it. */
static void put_number(fit_output *out, double value)
{
    if (isfinite(value))
        sx_text_put_real(&out->text, value);
    else
        sx_buffer_puts(&out->text, out->json      ? "null"
                                   : isnan(value) ? "nan"
                                   : value < 0    ? "-inf"
                                                  : "inf");
}

static void put_name(fit_output *out, const char *name)
{
    if (out->json)
        sx_name_put_json(&out->text, name);
    else
        sx_name_put(&out->text, name);
}

static void put_formula(fit_output *out, const sx_fitted *fitted)
{
    sx_buffer formula = SX_BUFFER_INIT;
    sx_model_text(&fitted->model, out->data->parameter, &formula);
    if (sx_buffer_status(&formula))
        out->text.status = sx_buffer_status(&formula);
    put_name(out, formula.data ? formula.data : "");
    sx_buffer_finish(&formula);
}

static double weight_of(const sx_fitted *fitted)
{
    return fitted->intervals ? fitted->model.form[0].weight : NAN;
}

typedef struct field {
    const char *name;
    double value;
} field;

enum { ENDS = 5, QUALITIES = 5 };

/* The numbers of a prediction, in the order of the columns. */
static void fields_of(const sx_model_prediction *p, field *ret_field)
{
    const field fields[ENDS] = { { "value", p->value },
                                 { "low", p->low },
                                 { "high", p->high },
                                 { "run_low", p->run_low },
                                 { "run_high", p->run_high } };
    for (int i = 0; i < ENDS; i++)
        ret_field[i] = fields[i];
}

static void qualities_of(const sx_series *s, const sx_fitted *fitted, field *ret_field)
{
    const field fields[QUALITIES] = { { "points", (double)s->npoints },
                                      { "values",
                                        (double)(s->first[s->npoints] - s->first[0]) },
                                      { "error", fitted->error },
                                      { "noise", fitted->model.form[0].noise },
                                      { "weight", weight_of(fitted) } };
    for (int i = 0; i < QUALITIES; i++)
        ret_field[i] = fields[i];
}

static void put_tab_number(fit_output *out, double value)
{
    sx_buffer_puts(&out->text, "\t");
    put_number(out, value);
}

static void put_line(fit_output *out, const sx_series *s, const sx_fitted *fitted,
                     const double *at, const sx_model_prediction *p)
{
    field fields[ENDS];
    fields_of(p, fields);
    put_name(out, out->data->region[s->region]);
    sx_buffer_puts(&out->text, "\t");
    put_name(out, out->data->metric[s->metric]);
    sx_buffer_puts(&out->text, "\t");
    sx_target_put(&out->text, out->data, at);
    for (int i = 0; i < 3; i++)
        put_tab_number(out, fields[i].value);
    sx_buffer_puts(&out->text, "\t");
    put_formula(out, fitted);
    put_tab_number(out, fields[3].value);
    put_tab_number(out, fields[4].value);
    sx_buffer_puts(&out->text, "\n");
}

static void put_model_line(fit_output *out, const sx_series *s, const sx_fitted *fitted)
{
    field fields[QUALITIES];
    qualities_of(s, fitted, fields);
    put_name(out, out->data->region[s->region]);
    sx_buffer_puts(&out->text, "\t");
    put_name(out, out->data->metric[s->metric]);
    sx_buffer_puts(&out->text, "\t");
    put_formula(out, fitted);
    for (int i = 0; i < QUALITIES; i++)
        put_tab_number(out, fields[i].value);
    sx_buffer_puts(&out->text, "\n");
}

static void put_fields(fit_output *out, const field *fields, int n)
{
    for (int i = 0; i < n; i++) {
        sx_buffer_printf(&out->text, ", \"%s\": ", fields[i].name);
        put_number(out, fields[i].value);
    }
}

static void put_json_target(fit_output *out, const double *at,
                            const sx_model_prediction *p)
{
    field fields[ENDS];
    fields_of(p, fields);
    sx_buffer_puts(&out->text, "{\"at\": {");
    for (size_t i = 0; i < out->data->nparameters; i++) {
        sx_buffer_puts(&out->text, i ? ", " : "");
        put_name(out, out->data->parameter[i]);
        sx_buffer_puts(&out->text, ": ");
        put_number(out, at[i]);
    }
    sx_buffer_puts(&out->text, "}");
    put_fields(out, fields, ENDS);
    sx_buffer_puts(&out->text, "}");
}

static void put_json_model(fit_output *out, const sx_series *s, const sx_fitted *fitted)
{
    field fields[QUALITIES];
    qualities_of(s, fitted, fields);
    sx_buffer_puts(&out->text,
                   out->models ? ",\n    {\"region\": " : "\n    {\"region\": ");
    put_name(out, out->data->region[s->region]);
    sx_buffer_puts(&out->text, ", \"metric\": ");
    put_name(out, out->data->metric[s->metric]);
    sx_buffer_puts(&out->text, ", \"formula\": ");
    put_formula(out, fitted);
    put_fields(out, fields, QUALITIES);
    sx_buffer_puts(&out->text, ", \"predictions\": [");
}

void fit_output_begin(fit_output *out)
{
    if (!out->json) {
        sx_buffer_puts(
            &out->text,
            out->targets->n
                ? "region\tmetric\tat\tvalue\tlow\thigh\tformula\trun_low\trun_high\n"
                : "region\tmetric\tformula\tpoints\tvalues\terror\tnoise\tweight\n");
        return;
    }
    sx_buffer_puts(&out->text, "{\n  \"parameters\": [");
    for (size_t i = 0; i < out->data->nparameters; i++) {
        sx_buffer_puts(&out->text, i ? ", " : "");
        put_name(out, out->data->parameter[i]);
    }
    sx_buffer_printf(&out->text, "],\n  \"select\": \"%s\",\n  \"level\": ", out->method);
    put_number(out, out->level);
    sx_buffer_puts(&out->text, ",\n  \"models\": [");
}

static void flush(fit_output *out, size_t least)
{
    if (!out->stream || out->text.size <= least || sx_buffer_status(&out->text))
        return;
    fwrite(out->text.data, 1, out->text.size,
           out->stream); /* sx_tool_end asks whether it arrived */
    sx_buffer_cut(&out->text, 0);
}

sx_status fit_output_add(fit_output *out, const sx_series *series,
                         const sx_fitted *fitted, sx_error *err)
{
    if (out->json)
        put_json_model(out, series, fitted);
    else if (out->targets->n == 0)
        put_model_line(out, series, fitted);
    for (size_t i = 0; i < out->targets->n; i++) {
        const double *at = out->targets->at + i * out->data->nparameters;
        sx_model_prediction prediction;
        sx_status status = sx_fitted_predict(fitted, at, out->level, &prediction, err);
        if (status)
            return status;
        if (!out->json) {
            put_line(out, series, fitted, at, &prediction);
            continue;
        }
        sx_buffer_puts(&out->text, i ? ", " : "");
        put_json_target(out, at, &prediction);
    }
    if (out->json)
        sx_buffer_puts(&out->text, "]}");
    out->models++;
    flush(out, FLUSH_SIZE);
    return sx_buffer_status(&out->text) ? sx_fail(err, SX_NOMEM, "out of memory") : SX_OK;
}

sx_status fit_output_end(fit_output *out, sx_error *err)
{
    if (out->json)
        sx_buffer_puts(&out->text, "\n  ]\n}\n");
    flush(out, 0);
    return sx_buffer_status(&out->text) ? sx_fail(err, SX_NOMEM, "out of memory") : SX_OK;
}
