#include "trace/setting.h"

#include "base/buffer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static sx_status parse_one(sx_arena *arena, const char *text, size_t length,
                           sx_setting *ret, sx_error *err)
{
    const char *equals = memchr(text, '=', length);
    size_t name = equals ? (size_t)(equals - text) : 0;
    const char *digits = text + name + 1;
    size_t ndigits = equals ? length - name - 1 : 0;
    if (!equals || ndigits == 0 || ndigits > 18 || strspn(digits, "0123456789") < ndigits)
        return sx_fail(err, SX_PARSE,
                       "expected NAME=NUMBER, as N=404, for a parameter, found '%.*s'",
                       length < 60 ? (int)length : 60, text);
    if (!sx_expr_is_name(text, name))
        return sx_fail(
            err, SX_PARSE,
            "'%.*s' cannot be the name of a parameter: a letter, then letters, "
            "digits and '_', and no word of the formulas",
            name < 60 ? (int)name : 60, text);
    ret->name = sx_arena_string(arena, text, name);
    ret->value = strtoll(digits, NULL, 10);
    return ret->name ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

sx_status sx_settings_parse(sx_arena *arena, const char *text, sx_settings *ret_settings,
                            sx_error *err)
{
    sx_settings s = { 0 };
    while (*text) {
        size_t length = strcspn(text, ":");
        if (s.n == SX_MAX_PARAMS)
            return sx_fail(err, SX_LIMIT, "more than %d parameters", SX_MAX_PARAMS);
        sx_status st = parse_one(arena, text, length, &s.setting[s.n], err);
        if (st)
            return st;
        for (uint32_t i = 0; i < s.n; i++)
            if (strcmp(s.setting[i].name, s.setting[s.n].name) == 0)
                return sx_fail(err, SX_PARSE, "parameter %s is given twice",
                               s.setting[i].name);
        s.n++;
        text += length;
        if (*text == ':' && !*++text)
            return sx_fail(err, SX_PARSE, "expected a parameter behind ':'");
    }
    *ret_settings = s;
    return SX_OK;
}

const sx_constant *sx_trace_parameter(const sx_trace *trace, const char *name)
{
    for (size_t i = 0; i < trace->nconstants; i++)
        if (trace->constant[i].is_param && strcmp(trace->constant[i].name, name) == 0)
            return &trace->constant[i];
    return NULL;
}

const sx_constant *sx_trace_parameter_at(const sx_trace *trace, size_t i)
{
    for (size_t c = 0; c < trace->nconstants; c++)
        if (trace->constant[c].is_param && i-- == 0)
            return &trace->constant[c];
    return NULL;
}

sx_status sx_trace_tell(sx_arena *arena, sx_trace *trace, const sx_settings *settings,
                        sx_error *err)
{
    sx_constant *constant =
        SX_NEW_ARRAY(arena, sx_constant, trace->nconstants + settings->n);
    size_t n = trace->nconstants;
    if (!constant)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (n)
        memcpy(constant, trace->constant, n * sizeof *constant);
    for (uint32_t i = 0; i < settings->n; i++) {
        const sx_setting *s = &settings->setting[i];
        const sx_constant *known = sx_trace_parameter(trace, s->name);
        if (known && known->value != s->value)
            return sx_fail(err, SX_MISMATCH,
                           "it was recorded with %s=%" PRId64 ", not %" PRId64, s->name,
                           known->value, s->value);
        if (!known)
            constant[n++] =
                (sx_constant) { .name = s->name, .is_param = true, .value = s->value };
    }
    if (n > SX_MAX_CONSTANTS)
        return sx_fail(err, SX_LIMIT, "more than %d constants", SX_MAX_CONSTANTS);
    trace->constant = constant;
    trace->nconstants = n;
    return SX_OK;
}

sx_status sx_trace_tell_dims(sx_arena *arena, sx_trace *trace, uint32_t ndims,
                             const int64_t *dim, sx_error *err)
{
    sx_grid told = { .name = "g1", .ndims = ndims, .law = "given" };
    int64_t places = 1;
    for (uint32_t a = 0; a < ndims; a++) {
        if (dim[a] < 1 || __builtin_mul_overflow(places, dim[a], &places))
            return sx_fail(err, SX_INVALID, "the given dims are no grid");
        told.dim[a] = dim[a];
    }
    if (places != trace->p)
        return sx_fail(err, SX_INVALID,
                       "the given dims have %" PRId64 " places, the trace %" PRId64
                       " ranks",
                       places, trace->p);
    if (trace->ngrids)
        return sx_fail(err, SX_MISMATCH, "the trace has a grid of its own");
    trace->grid = SX_NEW(arena, sx_grid);
    if (!trace->grid)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *trace->grid = told;
    trace->ngrids = 1;
    return SX_OK;
}

const char *sx_constant_seen(sx_arena *arena, const sx_constant *param)
{
    const char *text = "";
    for (uint32_t i = 0; text && i < param->nseen; i++)
        text =
            sx_arena_printf(arena, "%s%s%" PRId64, text, i ? ", " : "", param->seen[i]);
    return text;
}

static const sx_setting *setting_of(const sx_settings *settings, const char *name)
{
    for (uint32_t i = 0; i < settings->n; i++)
        if (strcmp(settings->setting[i].name, name) == 0)
            return &settings->setting[i];
    return NULL;
}

sx_status sx_trace_give(sx_arena *arena, const sx_trace *formula,
                        const sx_settings *settings, sx_trace *ret_formula, sx_error *err)
{
    sx_trace given = *formula;
    for (uint32_t i = 0; i < settings->n; i++)
        if (!sx_trace_parameter(formula, settings->setting[i].name))
            return sx_fail(err, SX_INVALID, "the inputs have no parameter %s",
                           settings->setting[i].name);
    given.constant = sx_arena_copy(arena, formula->constant, formula->nconstants,
                                   sizeof *formula->constant);
    if (!given.constant)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < given.nconstants; i++) {
        sx_constant *c = &given.constant[i];
        const sx_setting *s = c->is_param ? setting_of(settings, c->name) : NULL;
        if (s) {
            c->value = s->value;
            c->is_open = false;
        }
    }
    *ret_formula = given;
    return SX_OK;
}
