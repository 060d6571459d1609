#include "random_source.h"

#include <math.h>

static double real(source *s)
{
    switch (below(s, 4)) {
    case 0:
        return below(s, 1000000);
    case 1:
        return (double)(word(s) >> 11);
    case 2:
        return ldexp((double)(word(s) >> 11), (int)below(s, 1900) - 1000);
    default:
        return (double)below(s, 1000000) / 1000;
    }
}

static sx_model_form form(source *s, uint32_t parameters)
{
    sx_model_form f = { .terms = 1 + below(s, SX_MODEL_TERMS) };
    for (uint32_t k = 0; k < f.terms; k++) {
        sx_model_term *term = &f.term[k];
        f.coefficient[k] = maybe(s) ? real(s) : -real(s);
        for (uint32_t i = 0; i < parameters; i++) {
            term->power[i] = (int8_t)(maybe(s) ? 0 : (int)below(s, 73) - 36);
            term->log[i] = (int8_t)(maybe(s) ? 0 : (int)below(s, 5) - 2);
        }
        if (below(s, 4) == 0) {
            term->from = below(s, 100);
            term->to = term->from + 1 + below(s, 100);
        }
    }
    return f;
}

const sx_model *random_model(source *s)
{
    sx_model *model = SX_NEW(s->arena, sx_model);
    model->parameters = 1;
    for (size_t i = 0; i < s->trace.nconstants; i++)
        model->parameters += s->trace.constant[i].is_param;
    model->forms = 1 + below(s, SX_MODEL_FORMS);
    for (uint32_t i = 0; i < model->forms; i++) {
        sx_model_form *mean = &model->form[i];
        *mean = form(s, model->parameters);
        mean->weight = real(s);
        mean->freedom = real(s);
        mean->noise = real(s);
        mean->spread = maybe(s) ? real(s) : 0;
        for (uint32_t k = 0; k < mean->terms * (mean->terms + 1) / 2; k++)
            mean->root[k] = maybe(s) ? real(s) : -real(s);
    }
    return model;
}

static sx_hist_law *law(source *s)
{
    sx_hist_law *l = SX_NEW(s->arena, sx_hist_law);
    const sx_model *mean = random_model(s);
    if (s->trace.common_time && maybe(s))
        l->of_common = (sx_model_share) { 1 + below(s, 1000), 0, real(s) };
    l->parameters = mean->parameters;
    l->forms = mean->forms;
    l->n = form(s, l->parameters);
    l->mean = mean->form;
    for (int f = SX_HIST_N + 1; f < SX_HIST_FIELDS; f++)
        l->share[f] = real(s);
    l->share[SX_HIST_MEAN] = 1;
    return l;
}

sx_hist random_hist(source *s)
{
    sx_hist h = { .nbins = 0 };
    for (int i = 0; i < SX_HIST_FIELDS; i++)
        h.field[i] = real(s);
    if (s->trace.p == 0 && maybe(s)) {
        h.law = law(s);
    } else if (s->trace.p == 0) {
        sx_curve *curve = SX_NEW_ARRAY(s->arena, sx_curve, SX_HIST_FIELDS);
        for (int i = 0; i < SX_HIST_FIELDS; i++) {
            curve[i].form = (sx_curve_form)below(s, SX_CURVE_FORMS);
            curve[i].a = maybe(s) ? real(s) : -real(s);
            if (sx_curve_form_params(curve[i].form) == 2)
                curve[i].b = maybe(s) ? real(s) : maybe(s) ? -real(s) : 0;
            curve[i].deviation = maybe(s) ? real(s) : 0;
            if (i > 0 && below(s, 4) == 0)
                curve[i] = curve[i - 1];
        }
        h.curve = curve;
    } else if (maybe(s)) {
        h.nbins = 1 + below(s, 5);
        h.steps = maybe(s) ? SX_HIST_FINE : SX_HIST_COARSE;
        h.field[SX_HIST_N] = 0;
        sx_hist_bin *bin = SX_NEW_ARRAY(s->arena, sx_hist_bin, h.nbins);
        for (uint32_t i = 0; i < h.nbins; i++) {
            bin[i] = (sx_hist_bin) { i * 100 + below(s, 100),
                                     1 + (word(s) >> (maybe(s) ? 20 : 60)) };
            h.field[SX_HIST_N] += (double)bin[i].count;
        }
        h.bin = bin;
    }
    return h;
}
