/* The numbers with names that runs have: parameters, which the inputs say, and constants, which are recovered. */
#include "align/runs.h"
#include "law/law.h"
#include "trace/setting.h"

#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The values that a parameter has in the runs. */
static sx_status note_seen(sx_arena *arena, const sx_runs *runs, uint32_t i)
{
    sx_constant *param = &runs->constant[i];
    int64_t *seen = SX_NEW_ARRAY(arena, int64_t, runs->n);
    if (!seen)
        return SX_NOMEM;
    for (size_t run = 0; run < runs->n; run++)
        seen[run] = runs->constant_value[run][i];
    qsort(seen, runs->n, sizeof *seen, ascending);
    param->nseen = 1;
    for (size_t k = 1; k < runs->n; k++)
        if (seen[k] != seen[param->nseen - 1])
            seen[param->nseen++] = seen[k];
    param->seen = seen;
    param->is_open = param->nseen > 1;
    return SX_OK;
}

sx_status sx_runs_take_params(sx_arena *arena, sx_runs *runs)
{
    const sx_trace *first = runs->trace[0];
    runs->constant_value = SX_NEW_ARRAY(arena, int64_t *, runs->n);
    if (!runs->constant_value)
        return SX_NOMEM;
    for (size_t run = 0; run < runs->n; run++) {
        runs->constant_value[run] = SX_NEW_ARRAY(arena, int64_t, SX_MAX_CONSTANTS);
        if (!runs->constant_value[run])
            return SX_NOMEM;
    }
    for (size_t i = 0; i < first->nconstants; i++) {
        if (!first->constant[i].is_param)
            continue;
        uint32_t k = runs->nconstants++;
        runs->constant[k] = first->constant[i];
        for (size_t run = 0; run < runs->n; run++)
            runs->constant_value[run][k] =
                sx_trace_parameter(runs->trace[run], runs->constant[k].name)->value;
        if (note_seen(arena, runs, k))
            return SX_NOMEM;
    }
    runs->nparams = runs->nconstants;
    return SX_OK;
}

uint32_t sx_runs_constant(sx_arena *arena, sx_runs *runs, int64_t value)
{
    int64_t all[SX_RUNS];
    for (size_t run = 0; run < runs->n; run++)
        all[run] = value;
    return sx_runs_number(arena, runs, all, NULL);
}

/* The constant that has these values in the runs; nconstants when there is none. */
static uint32_t constant_with(const sx_runs *runs, const int64_t *value)
{
    uint32_t i = 0;
    for (; i < runs->nconstants; i++) {
        size_t run = 0;
        while (run < runs->n && runs->constant_value[run][i] == value[run])
            run++;
        if (run == runs->n)
            break;
    }
    return i;
}

/* N1, N2 .., but for what parameters are called. NULL when out of memory. */
static const char *new_name(sx_arena *arena, const sx_runs *runs)
{
    for (uint32_t k = runs->nconstants - runs->nparams + 1;; k++) {
        const char *name = sx_arena_printf(arena, "N%u", k);
        uint32_t i = 0;
        while (name && i < runs->nconstants && strcmp(runs->constant[i].name, name) != 0)
            i++;
        if (!name || i == runs->nconstants)
            return name;
    }
}

uint32_t sx_runs_number(sx_arena *arena, sx_runs *runs, const int64_t *value,
                        const struct sx_law *law)
{
    uint32_t i = constant_with(runs, value);
    if (i < runs->nconstants)
        return i;
    const char *name = i == SX_MAX_CONSTANTS ? NULL : new_name(arena, runs);
    if (!name)
        return UINT32_MAX;
    runs->constant[i] = (sx_constant) { .name = name,
                                        .value = value[0],
                                        .law = law ? law->expr : NULL,
                                        .evidence = { .label = SX_LABEL_EXACT } };
    if (law)
        runs->constant[i].evidence = law->evidence;
    for (size_t run = 0; run < runs->n; run++)
        runs->constant_value[run][i] = value[run];
    runs->nconstants++;
    return i;
}

bool sx_runs_has_constant(const sx_runs *runs, const int64_t *value)
{
    return constant_with(runs, value) < runs->nconstants;
}

bool sx_runs_is_number(const sx_runs *runs, const sx_expr *expr, int64_t *ret_value)
{
    const bool named = expr->op == SX_EXPR_VAR && expr->var == SX_VAR_CONSTANT;
    *ret_value = named ? runs->constant_value[0][expr->axis] : expr->value;
    for (size_t run = 1; named && run < runs->n; run++)
        if (runs->constant_value[run][expr->axis] != *ret_value)
            return false;
    return named || expr->op == SX_EXPR_INT;
}

bool sx_runs_has_number(const sx_runs *runs, int64_t value)
{
    int64_t all[SX_RUNS];
    for (size_t run = 0; run < runs->n; run++)
        all[run] = value;
    return sx_runs_has_constant(runs, all);
}
