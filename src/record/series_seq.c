/* Finished series as immutable sequences. */
#include "record/series.h"

#include "base/checked.h"

#include <stdlib.h>
#include <string.h>

typedef struct converter {
    sx_series_lookup lookup;
    void *context;
    sx_arena *arena;
    sx_error *err;
} converter;

/* Elements in a run, false when they pass what 64 bits hold. */
static bool count_runs(const converter *to, const sx_series_run *run, uint32_t n,
                       uint64_t *ret_elements)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t each = 1, all;
        size_t length;
        if (run[i].body) {
            if (!count_runs(to, run[i].body->run, run[i].body->n, &each))
                return false;
        } else if (to->lookup) {
            to->lookup(to->context, run[i].first, &length);
            each = length;
        }
        if (sx_mul_overflows(each, run[i].count, &all) ||
            sx_add_overflows(total, all, &total) || total > INT64_MAX)
            return false;
    }
    *ret_elements = total;
    return true;
}

static int64_t *expand(const converter *to, const sx_series_run *run, uint32_t n,
                       int64_t *at)
{
    for (uint32_t i = 0; i < n; i++) {
        for (uint64_t k = 0; k < run[i].count; k++) {
            if (run[i].body) {
                at = expand(to, run[i].body->run, run[i].body->n, at);
            } else if (to->lookup) {
                size_t length;
                const int64_t *list = to->lookup(to->context, run[i].first, &length);
                if (length)
                    memcpy(at, list, length * sizeof *at);
                at += length;
            } else {
                *at++ = run[i].first + run[i].stride * (int64_t)k;
            }
        }
    }
    return at;
}

void sx_series_values(const sx_series *series, int64_t *ret_value)
{
    const converter numbers = { NULL, NULL, NULL, NULL };
    expand(&numbers, series->run, series->n, ret_value);
}

static sx_status from_values(const converter *to, const sx_series_run *run, uint32_t n,
                             uint64_t elements, bool cyclic, const sx_seq **ret_seq)
{
    int64_t *value = malloc(elements * sizeof *value);
    if (value) {
        expand(to, run, n, value);
        *ret_seq = sx_seq_from_values(to->arena, value, elements, cyclic);
        free(value);
    }
    return value && *ret_seq ? SX_OK : sx_fail(to->err, SX_NOMEM, "out of memory");
}

/* Runs as they are; a list becomes a sequence of its own. */
static sx_status from_runs(const converter *to, const sx_series_run *run, uint32_t n,
                           const sx_seq **ret_seq)
{
    sx_run *out = calloc(n, sizeof *out);
    uint32_t used = 0;
    sx_status status = SX_OK;
    if (!out)
        return sx_fail(to->err, SX_NOMEM, "out of memory");
    for (uint32_t i = 0; i < n && status == SX_OK; i++) {
        uint64_t elements;
        count_runs(to, &run[i], 1, &elements);
        if (!elements)
            continue;
        out[used] = (sx_run) { run[i].first, run[i].stride, run[i].count, NULL };
        if (run[i].body) {
            status = from_runs(to, run[i].body->run, run[i].body->n, &out[used].sub);
        } else if (to->lookup) {
            sx_series_run one = run[i];
            one.count = 1;
            status =
                from_values(to, &one, 1, elements / run[i].count, false, &out[used].sub);
        }
        if (out[used].sub)
            out[used].first = out[used].stride = 0;
        used++;
    }
    if (status == SX_OK)
        status = sx_seq_from_runs(to->arena, out, used, ret_seq, to->err);
    free(out);
    return status;
}

sx_status sx_series_seq(const sx_series *series, sx_series_lookup lookup, void *context,
                        sx_arena *arena, const sx_seq **ret_seq, sx_error *err)
{
    converter to = { lookup, context, arena, err };
    const sx_series_run *run = series->run;
    uint32_t n = series->n;
    uint64_t elements;
    *ret_seq = NULL;
    while (n == 1 && run->body) { /* cyclic: the body says it all */
        n = run->body->n;
        run = run->body->run;
    }
    if (!count_runs(&to, run, n, &elements))
        return sx_fail(err, SX_LIMIT, "a parameter has too many values");
    if (!elements)
        return SX_OK;
    if (n == 1 && !run->stride) {
        sx_series_run one = run[0];
        one.count = 1;
        return from_values(&to, &one, 1, elements / run->count, true, ret_seq);
    }
    if (elements <= SX_SERIES_EXPANDED)
        return from_values(&to, run, n, elements, true, ret_seq);
    return from_runs(&to, run, n, ret_seq);
}

static bool is_flat(const sx_series *series)
{
    uint32_t i = 0;
    while (i < series->n && !series->run[i].body)
        i++;
    return i == series->n;
}

sx_status sx_series_take_seq(sx_series *series, sx_series_lookup lookup, void *context,
                             sx_arena *arena, const sx_seq **ret_seq, sx_error *err)
{
    _Static_assert(sizeof(sx_run) == sizeof(sx_series_run),
                   "runs take each other's place");
    if (lookup || series->length <= SX_SERIES_EXPANDED || !is_flat(series) ||
        (series->n == 1 && !series->run->stride))
        return sx_series_seq(series, lookup, context, arena, ret_seq, err);
    sx_run *out = (sx_run *)(void *)series->run;
    uint32_t n = series->n;
    for (uint32_t i = 0; i < n; i++) {
        const sx_series_run run = series->run[i];
        out[i] = (sx_run) { run.first, run.stride, run.count, NULL };
    }
    series->n = 0;
    return sx_seq_keep_runs(arena, out, n, ret_seq, err);
}
