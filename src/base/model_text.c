#include "base/model.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static void put_name(const char *const *names, uint32_t parameters, uint32_t i,
                     sx_buffer *text)
{
    if (names)
        sx_buffer_puts(text, names[i]);
    else if (parameters == 1)
        sx_buffer_puts(text, "p");
    else
        sx_buffer_printf(text, "p%u", i + 1);
}

/* Of a power in twelfths, without its sign: "", "^2", "^(2/3)". */
static void put_power(int twelfths, sx_buffer *text)
{
    int num = abs(twelfths), den = 12;
    for (int k = 2; k <= 3; k++)
        while (num % k == 0 && den % k == 0) {
            num /= k;
            den /= k;
        }
    if (den > 1)
        sx_buffer_printf(text, "^(%d/%d)", num, den);
    else if (num > 1)
        sx_buffer_printf(text, "^%d", num);
}

static void put_term(const sx_model_term *term, double coefficient,
                     const char *const *names, uint32_t parameters, sx_buffer *text)
{
    sx_buffer_printf(text, "%.9g", coefficient);
    for (uint32_t i = 0; i < parameters; i++) {
        if (term->power[i]) {
            sx_buffer_puts(text, term->power[i] < 0 ? " / " : " * ");
            put_name(names, parameters, i, text);
            put_power(term->power[i], text);
        }
        if (term->log[i]) {
            sx_buffer_puts(text, " * log2(");
            put_name(names, parameters, i, text);
            sx_buffer_puts(text, ")");
            put_power(12 * term->log[i], text);
        }
    }
}

void sx_model_text(const sx_model *model, const char *const *names, sx_buffer *text)
{
    const sx_model_form *form = &model->form[0];
    for (uint32_t k = 0; k < form->terms; k++) {
        const sx_model_term *term = &form->term[k];
        double c = form->coefficient[k];
        bool piece = term->from > 0 || term->to > 0;
        bool same = k > 0 && term->from == term[-1].from && term->to == term[-1].to;
        if (k > 0)
            sx_buffer_puts(text, !same ? "; " : c < 0 ? " - " : " + ");
        put_term(term, same ? fabs(c) : c, names, model->parameters, text);
        bool last =
            k + 1 == form->terms || term[1].from != term->from || term[1].to != term->to;
        if (piece && last) {
            sx_buffer_puts(text, " if ");
            put_name(names, model->parameters, 0, text);
            sx_buffer_printf(text, term->from > 0 ? " >= %.9g" : " < %.9g",
                             term->from > 0 ? term->from : term->to);
        }
    }
}
