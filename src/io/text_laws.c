#include "io/text_reader.h"

#include <math.h>
#include <stdlib.h>

/* As large as an int8_t of twelfths holds, and more than any model has. */
enum { MOST_POWER = 10 };

/* Reads the name, if it stands here whole. */
static bool try_name(sx_text_reader *r, const char *name)
{
    const char *at = r->at;
    if (sx_text_try(r, name) && (r->at == r->end || strchr("*^+-~ |)", *r->at)))
        return true;
    r->at = at;
    return false;
}

/* Which parameter of models is named next: P, then those of the program. */
static bool read_name(sx_text_reader *r, uint32_t *ret_which)
{
    bool is_known = try_name(r, "P");
    *ret_which = 0;
    for (uint32_t i = 0; !is_known && i < r->nparams && i + 1 < SX_MODEL_PARAMETERS;
         i++) {
        is_known = try_name(r, r->constant[i]);
        *ret_which = i + 1;
    }
    return is_known || sx_text_expected(r, "P or a parameter of the program");
}

/* "^2", "^-1/2", or nothing, which is 1; in twelfths. */
static bool read_power(sx_text_reader *r, int64_t *ret_twelfths)
{
    int64_t num = 1, den = 1;
    if (sx_text_try(r, "^") &&
        (!sx_text_int(r, "a power", -12 * MOST_POWER, 12 * MOST_POWER, &num) ||
         (sx_text_try(r, "/") && !sx_text_int(r, "a power's denominator", 1, 12, &den))))
        return false;
    if (num * 12 % den != 0 || llabs(num) > MOST_POWER * den)
        return sx_text_expected(r, "a power in twelfths, up to %d", MOST_POWER);
    *ret_twelfths = num * 12 / den;
    return true;
}

static bool read_factor(sx_text_reader *r, sx_model_term *term)
{
    uint32_t which = 0;
    int64_t power = 12;
    if (sx_text_try(r, "["))
        return sx_text_real(r, 0, &term->from) && sx_text_need(r, ",") &&
               sx_text_real(r, 0, &term->to) && sx_text_need(r, ")");
    bool log = sx_text_try(r, "lg(");
    if (!read_name(r, &which) || (log && !sx_text_need(r, ")")) || !read_power(r, &power))
        return false;
    if (log && power % 12 != 0)
        return sx_text_expected(r, "a whole power of a logarithm");
    if (log)
        term->log[which] = (int8_t)(power / 12);
    else
        term->power[which] = (int8_t)power;
    return true;
}

static bool read_sum(sx_text_reader *r, sx_model_form *form)
{
    *form = (sx_model_form) { .weight = 0 };
    do {
        if (form->terms == SX_MODEL_TERMS)
            return sx_text_expected(r, "at most %d terms", SX_MODEL_TERMS);
        uint32_t k = form->terms++;
        sx_text_try(r, "+");
        if (!sx_text_real(r, -INFINITY, &form->coefficient[k]))
            return false;
        while (sx_text_try(r, "*"))
            if (!read_factor(r, &form->term[k]))
                return false;
    } while (r->at < r->end && (*r->at == '+' || *r->at == '-'));
    return true;
}

static bool read_spread(sx_text_reader *r, sx_model_form *form)
{
    double *number[] = { &form->weight, &form->freedom, &form->noise, &form->spread };
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        if (!sx_text_need(r, i ? "," : "~") || !sx_text_real(r, 0, number[i]))
            return false;
    for (uint32_t k = 0; k < form->terms * (form->terms + 1) / 2; k++)
        if (!sx_text_need(r, k ? "," : ";") ||
            !sx_text_real(r, -INFINITY, &form->root[k]))
            return false;
    return true;
}

static bool read_model(sx_text_reader *r, sx_model *model)
{
    *model = (sx_model) { .parameters = 1 + (uint32_t)r->nparams };
    if (model->parameters > SX_MODEL_PARAMETERS)
        model->parameters = SX_MODEL_PARAMETERS;
    do {
        if (model->forms == SX_MODEL_FORMS)
            return sx_text_expected(r, "at most %d forms", SX_MODEL_FORMS);
        sx_model_form *form = &model->form[model->forms++];
        if (!read_sum(r, form) || !read_spread(r, form))
            return false;
    } while (sx_text_try(r, "|"));
    return true;
}

bool sx_text_common_time(sx_text_reader *r, size_t index)
{
    sx_model model;
    if (r->trace->p)
        return sx_text_fail(r, SX_PARSE, "a model of times where ranks are known");
    if (index > 0)
        return sx_text_fail(r, SX_PARSE, "a second line of 'common'");
    if (!read_model(r, &model))
        return false;
    r->trace->common_time = sx_arena_copy(r->arena, &model, 1, sizeof model);
    return r->trace->common_time || sx_text_fail(r, SX_NOMEM, "out of memory");
}

static bool is_finite(const sx_model *model)
{
    bool is = true;
    for (uint32_t i = 0; i < model->forms && is; i++) {
        const sx_model_form *form = &model->form[i];
        for (uint32_t k = 0; k < form->terms; k++)
            is = is && isfinite(form->coefficient[k]);
        for (uint32_t k = 0; k < SX_MODEL_ROOTS; k++)
            is = is && isfinite(form->root[k]);
    }
    return is;
}

/* Behind "common*". */
static bool read_share(sx_text_reader *r, sx_model_share *share, sx_model *ret_model)
{
    if (!r->trace->common_time)
        return sx_text_fail(r, SX_PARSE, "a share of what no line of 'common' tells");
    if (!sx_text_real(r, 0, &share->by) || !sx_text_need(r, "~") ||
        !sx_text_real(r, 0, &share->noise) || !sx_text_need(r, ",") ||
        !sx_text_real(r, 0, &share->factor))
        return false;
    if (!(share->by > 0))
        return sx_text_expected(r, "a share above 0");
    *ret_model = sx_model_share_of(r->trace->common_time, share);
    return is_finite(ret_model) || sx_text_expected(r, "a share that is no overflow");
}

bool sx_text_time_law(sx_text_reader *r, sx_hist *hist)
{
    sx_model mean;
    sx_hist_law *law = SX_NEW(r->arena, sx_hist_law);
    if (!law)
        return sx_text_fail(r, SX_NOMEM, "out of memory");
    if (!read_sum(r, &law->n) || !sx_text_need(r, " ") ||
        !(sx_text_try(r, "common*") ? read_share(r, &law->of_common, &mean)
                                    : read_model(r, &mean)))
        return false;
    for (int f = 0; f < SX_HIST_FIELDS; f++)
        if (f != SX_HIST_N && f != SX_HIST_MEAN &&
            (!sx_text_need(r, " ") || !sx_text_real(r, 0, &law->share[f])))
            return false;
    law->share[SX_HIST_MEAN] = 1;
    law->parameters = mean.parameters;
    law->forms = mean.forms;
    law->mean = sx_arena_copy(r->arena, mean.form, mean.forms, sizeof *mean.form);
    hist->law = law;
    return law->mean ? sx_text_need_end(r) : sx_text_fail(r, SX_NOMEM, "out of memory");
}
