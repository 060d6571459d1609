#include "extrap/common_by_work.h"

#include "base/elementary.h"
#include "extrap/time_law.h"
#include "trace/measured.h"
#include "trace/setting.h"

#include <math.h>

/* As likely has what the law is made of to be. */
static const double LIKELY = 0.5;

enum { ONE = 12 }; /* a power of 1, in twelfths */

/* A product: a number, powers of P and the program's parameters, in twelfths. */
typedef struct factor {
    double number;
    int power[SX_MODEL_PARAMETERS];
} factor;

/* Which of a model's parameters a constant is; 0 where it is none. */
static uint32_t parameter_of(const sx_trace *trace, const sx_constant *constant)
{
    for (uint32_t i = 1; i < SX_MODEL_PARAMETERS; i++)
        if (sx_trace_parameter_at(trace, i - 1) == constant)
            return i;
    return 0;
}

/* Times a number of points. False where that is none of one number or parameter. */
static bool times_points(const sx_trace *trace, const sx_expr *points, factor *f)
{
    if (points->op == SX_EXPR_INT)
        f->number *= (double)points->value;
    else if (points->op != SX_EXPR_VAR || points->var != SX_VAR_CONSTANT)
        return false;
    else {
        const sx_constant *constant = &trace->constant[points->axis];
        const uint32_t parameter = constant->is_param ? parameter_of(trace, constant) : 0;
        if (parameter)
            f->power[parameter] += ONE;
        else if (constant->is_param || constant->law)
            return false;
        else
            f->number *= (double)constant->value;
    }
    return f->number > 0;
}

/* The points of a rank on the mean. */
static bool find_points(const sx_trace *trace, const sx_local_volume *volume, factor *ret)
{
    *ret = (factor) { .number = 1, .power = { -ONE } };
    bool known = volume->axes > 0;
    for (uint32_t i = 0; known && i < volume->axes; i++)
        known = times_points(trace, volume->block[i]->arg[0], ret);
    return known;
}

/* How much there is at a call on the mean of one of the kinds that are a model's parameters together. */
static factor at_call(const sx_forecaster *f, const sx_local_volume *volume,
                      const factor *points, int kind)
{
    const int axes = (int)volume->axes;
    factor of = *points;
    if (kind == SX_WORK_CALLS)
        return (factor) { .number = 1 };
    if (kind == SX_WORK_POINTS)
        of.number /= f->calls;
    if (kind == SX_WORK_AT_SIDES) {
        of.number *= 2 * axes;
        of.power[0] -= ONE / (axes + (int)volume->evens);
    }
    return of;
}

static bool times(sx_model_term *term, const factor *by)
{
    bool fits = true;
    for (int i = 0; i < SX_MODEL_PARAMETERS; i++) {
        const int power = term->power[i] + by->power[i];
        fits = fits && power >= INT8_MIN && power <= INT8_MAX;
        term->power[i] = (int8_t)power;
    }
    return fits;
}

/* A form of which term k is times by[k]. */
static bool times_each(sx_model_form *form, const factor *by)
{
    bool fits = true;
    for (uint32_t k = 0, at = 0; k < form->terms; k++) {
        fits = fits && times(&form->term[k], &by[k]);
        form->coefficient[k] *= by[k].number;
        for (uint32_t i = 0; i <= k; i++)
            form->root[at++] *= by[k].number;
    }
    return fits;
}

/* Over amounts that ranks have at calls on the mean: over P and parameters instead. */
static bool put_amounts(const sx_forecaster *f, const sx_local_volume *volume,
                        const factor *points, sx_model_form *form)
{
    factor by[SX_MODEL_TERMS];
    for (uint32_t k = 0; k < form->terms; k++) {
        int kind = f->first;
        for (int i = 0; i < SX_WORK_TOGETHER; i++)
            if (form->term[k].power[i])
                kind = f->first + i;
        by[k] = at_call(f, volume, points, kind);
        form->term[k] = (sx_model_term) { .power = { 0 } };
    }
    return times_each(form, by);
}

/* Over the parameters that the forecaster has chosen, for each point at a call: over all, at a call. */
static bool put_points(const sx_forecaster *f, const factor *points, sx_model_form *form)
{
    factor by[SX_MODEL_TERMS];
    sx_model_form_place(form, f->of, f->parameters);
    for (uint32_t k = 0; k < form->terms; k++)
        by[k] = *points;
    return times_each(form, by);
}

static bool is_same(const sx_model_term *a, const sx_model_term *b)
{
    bool same = true;
    for (int i = 0; i < SX_MODEL_PARAMETERS; i++)
        same = same && a->power[i] == b->power[i] && a->log[i] == b->log[i];
    return same;
}

/* Of a form that takes no part in intervals: terms of the same powers are one. */
static void gather(sx_model_form *form)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < form->terms; k++) {
        uint32_t i = 0;
        while (i < n && !is_same(&form->term[i], &form->term[k]))
            i++;
        if (i < n)
            form->coefficient[i] += form->coefficient[k];
        else if (form->coefficient[k] > 0) {
            form->term[n] = form->term[k];
            form->coefficient[n++] = form->coefficient[k];
        }
    }
    form->terms = n;
}

static bool find_law(const sx_forecaster *f, const sx_trace *formula,
                     const sx_local_volume *volume, sx_model *ret)
{
    const int together = SX_WORK_AT_SIDES, called = SX_WORK_CALLED_POINTS;
    const int kind = f->likely[together] > LIKELY ? together : called;
    factor points;
    if (!(f->likely[kind] > LIKELY) || !(f->calls > 0) ||
        !find_points(formula, volume, &points))
        return false;
    sx_model law = f->per[kind];
    bool fits = true;
    for (uint32_t i = 0; fits && i < law.forms; i++)
        fits = kind == together ? put_amounts(f, volume, &points, &law.form[i])
                                : put_points(f, &points, &law.form[i]);
    if (!(law.form[0].weight > 0))
        gather(&law.form[0]);
    law.parameters = formula->common_time->parameters;
    *ret = law;
    return fits;
}

/* By what the other one is longer at the inputs on the mean; 0 where that is not known. */
static double compare(const sx_trace *formula, const sx_model *law)
{
    const sx_model *other = formula->common_time;
    double sum = 0, at[SX_MODEL_PARAMETERS] = { 1, 1, 1, 1 };
    size_t n = 0;
    for (sx_measured m; sx_measured_at(formula, n, &m); n++) {
        at[0] = (double)m.p;
        for (uint32_t i = 1; i < other->parameters && i <= m.nparams; i++)
            at[i] = (double)m.param[i - 1];
        const double own = sx_model_form_at(&law->form[0], law->parameters, at),
                     was = sx_model_form_at(&other->form[0], other->parameters, at);
        if (!(own > 0) || !(was > 0))
            return 0;
        sum += sx_log(was / own);
    }
    return n > 0 ? sx_exp(sum / (double)n) : 0;
}

/* Laws of histograms that have a share. */
static sx_status renew(sx_arena *arena, const sx_model *common, const sx_block *block,
                       sx_error *err)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < block->n; i++) {
        sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            st = renew(arena, common, &node->body, err);
        for (uint32_t k = 0; !st && k < node->ntimes; k++)
            st = sx_time_law_renew(arena, common, &node->times[k].hist, err);
    }
    return st;
}

sx_status sx_common_time_by_work(sx_arena *arena, const sx_forecaster *forecaster,
                                 sx_trace *formula, sx_error *err)
{
    sx_local_volume volume;
    sx_model law;
    if (!formula->common_time || forecaster->inputs == 0)
        return SX_OK;
    sx_status st = sx_local_volume_find(arena, formula, &volume, err);
    if (st || !find_law(forecaster, formula, &volume, &law))
        return st;
    const double longer = compare(formula, &law);
    if (!(longer > 0))
        return SX_OK;
    for (uint32_t i = 0; i < law.forms; i++)
        sx_model_form_times(&law.form[i], longer);
    sx_time_law_shorten(&law);
    formula->common_time = sx_arena_copy(arena, &law, 1, sizeof law);
    return formula->common_time
               ? renew(arena, formula->common_time, &formula->program, err)
               : sx_fail(err, SX_NOMEM, "out of memory");
}
