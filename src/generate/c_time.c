#include "generate/c_time.h"

#include "trace/setting.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *sx_c_number_text(sx_c_writer *w, double value, bool real)
{
    char text[40];
    snprintf(text, sizeof text, "%.4g", value);
    char *exponent = strchr(text, 'e');
    if (exponent)
        return sx_c_text(w->arena, "%.*se%d", (int)(exponent - text), text,
                         atoi(exponent + 1));
    return sx_c_text(w->arena, real && !strchr(text, '.') ? "%s.0" : "%s", text);
}

/* The number of ranks, or a parameter of the program. */
static const char *parameter_name(sx_c_writer *w, uint32_t which)
{
    const sx_constant *param = which ? sx_trace_parameter_at(w->trace, which - 1) : NULL;
    return param ? sx_c_constant_name(w, (unsigned)(param - w->trace->constant))
                 : "nranks";
}

/* x to a power of twelfths > 0, which are whole, quarters or thirds. */
static const char *power_text(sx_c_writer *w, const char *x, int twelfths)
{
    if (twelfths == 12)
        return x;
    if (twelfths == 6)
        return sx_c_text(w->arena, "sqrt(%s)", x);
    if (twelfths == 4)
        return sx_c_text(w->arena, "cbrt(%s)", x);
    if (twelfths % 3 == 0)
        return sx_c_text(w->arena, "pow(%s, %g)", x, twelfths / 12.0);
    return sx_c_text(w->arena, "pow(%s, %d / 3.0)", x, twelfths / 4);
}

static const char *times(sx_c_writer *w, const char *text, const char *x, int twelfths)
{
    return twelfths ? sx_c_text(w->arena, "%s %c %s", text, twelfths < 0 ? '/' : '*',
                                power_text(w, x, abs(twelfths)))
                    : text;
}

static const char *term_text(sx_c_writer *w, const sx_model_term *term,
                             double coefficient, uint32_t parameters)
{
    const char *text = sx_c_number_text(w, coefficient, true);
    for (uint32_t i = 0; i < parameters; i++) {
        const char *name = term->power[i] || term->log[i] ? parameter_name(w, i) : "";
        text = times(w, text, name, term->power[i]);
        text = times(w, text, sx_c_text(w->arena, "log2(%s)", name), 12 * term->log[i]);
    }
    if (term->from > 0)
        text = sx_c_text(w->arena, "%s * (nranks >= %.9g)", text, term->from);
    if (term->to > 0 && isfinite(term->to))
        text = sx_c_text(w->arena, "%s * (nranks < %.9g)", text, term->to);
    return text;
}

static const char *form_text(sx_c_writer *w, const sx_model_form *form,
                             uint32_t parameters)
{
    const char *text = "";
    for (uint32_t k = 0; k < form->terms; k++) {
        double c = form->coefficient[k];
        const char *sign = *text ? (c < 0 ? " - " : " + ") : c < 0 ? "-" : "";
        text = sx_c_text(w->arena, "%s%s%s", text, sign,
                         term_text(w, &form->term[k], fabs(c), parameters));
    }
    return text;
}

const char *sx_c_mean_text(sx_c_writer *w, const sx_hist_law *law)
{
    const sx_model *all = w->trace->common_time;
    if (!(law->of_common.by > 0) || !all)
        return form_text(w, &law->mean[0], law->parameters);
    return sx_c_text(
        w->arena, "%s * %s", sx_c_number_text(w, law->of_common.by, true),
        sx_c_name_real(w, "mean_ns", form_text(w, &all->form[0], all->parameters)));
}
