#include "io/text_number.h"
#include "io/text_writer.h"
#include "trace/setting.h"

#include <stdlib.h>

/* The name of a parameter of models: P, then those of the program. */
static const char *name_of(const sx_text_writer *w, uint32_t which)
{
    const sx_constant *param = which ? sx_trace_parameter_at(w->trace, which - 1) : NULL;
    return param ? param->name : "P";
}

static void put_power(sx_buffer *out, int twelfths)
{
    int den = 12;
    for (int k = 3; k >= 2; k--)
        while (twelfths % k == 0 && den % k == 0) {
            twelfths /= k;
            den /= k;
        }
    if (den > 1)
        sx_buffer_printf(out, "^%d/%d", twelfths, den);
    else if (twelfths != 1)
        sx_buffer_printf(out, "^%d", twelfths);
}

static void put_term(sx_text_writer *w, const sx_model_term *term, uint32_t parameters)
{
    for (uint32_t i = 0; i < parameters; i++) {
        if (term->power[i]) {
            sx_buffer_printf(w->out, "*%s", name_of(w, i));
            put_power(w->out, term->power[i]);
        }
        if (term->log[i]) {
            sx_buffer_printf(w->out, "*lg(%s)", name_of(w, i));
            put_power(w->out, 12 * term->log[i]);
        }
    }
    if (term->from > 0 || term->to > 0) {
        sx_buffer_puts(w->out, "*[");
        sx_text_put_exact(w->out, term->from);
        sx_buffer_puts(w->out, ",");
        sx_text_put_exact(w->out, term->to);
        sx_buffer_puts(w->out, ")");
    }
}

static void put_sum(sx_text_writer *w, const sx_model_form *form, uint32_t parameters)
{
    for (uint32_t k = 0; k < form->terms; k++) {
        if (k > 0 && !(form->coefficient[k] < 0))
            sx_buffer_puts(w->out, "+");
        sx_text_put_exact(w->out, form->coefficient[k]);
        put_term(w, &form->term[k], parameters);
    }
}

/* What is behind a sum: how heavy the form is, its noise, and how certain its coefficients are. */
static void put_spread(sx_text_writer *w, const sx_model_form *form)
{
    const double number[] = { form->weight, form->freedom, form->noise, form->spread };
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
        sx_buffer_puts(w->out, i ? "," : "~");
        sx_text_put_exact(w->out, number[i]);
    }
    for (uint32_t k = 0; k < form->terms * (form->terms + 1) / 2; k++) {
        sx_buffer_puts(w->out, k ? "," : ";");
        sx_text_put_exact(w->out, form->root[k]);
    }
}

static void put_model(sx_text_writer *w, const sx_model_form *form, uint32_t forms,
                      uint32_t parameters)
{
    for (uint32_t i = 0; i < forms; i++) {
        if (i > 0)
            sx_buffer_puts(w->out, "|");
        put_sum(w, &form[i], parameters);
        put_spread(w, &form[i]);
    }
}

void sx_text_put_common_time(sx_text_writer *w)
{
    const sx_model *common = w->trace->common_time;
    if (!common)
        return;
    sx_buffer_puts(w->out, "common ");
    put_model(w, common->form, common->forms, common->parameters);
    sx_buffer_puts(w->out, "\n");
}

static void put_share(sx_buffer *out, const sx_model_share *share)
{
    sx_buffer_puts(out, "common*");
    sx_text_put_exact(out, share->by);
    sx_buffer_puts(out, "~");
    sx_text_put_exact(out, share->noise);
    sx_buffer_puts(out, ",");
    sx_text_put_exact(out, share->factor);
}

void sx_text_put_time_law(sx_text_writer *w, const sx_hist_law *law)
{
    sx_buffer_puts(w->out, " law ");
    put_sum(w, &law->n, law->parameters);
    sx_buffer_puts(w->out, " ");
    if (law->of_common.by > 0)
        put_share(w->out, &law->of_common);
    else
        put_model(w, law->mean, law->forms, law->parameters);
    for (int f = 0; f < SX_HIST_FIELDS; f++) {
        if (f == SX_HIST_N || f == SX_HIST_MEAN)
            continue;
        sx_buffer_puts(w->out, " ");
        sx_text_put_exact(w->out, law->share[f]);
    }
}
