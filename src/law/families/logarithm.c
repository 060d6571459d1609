/* Numbers that grow with the binary logarithm of the number of ranks or of an extent, rounded down or up: the
 * stages of butterflies and trees; levels of what ranks share, which are fewer the more they are. a * log(2, x) + k. */
#include "law/column.h"
#include "law/imagine.h"
#include "law/law.h"

#include "base/checked.h"

enum { CANDIDATES = 2 + SX_MAX_GRIDS * SX_MAX_DIMS };
static const int64_t factors[] = { 1, 2, -1, -2 };

typedef struct candidate {
    const sx_expr *x;
    bool up; /* rounds up */
    int64_t factor;
} candidate;

static const sx_expr *logarithm(sx_arena *arena, const candidate *of)
{
    const sx_expr *two = sx_expr_int(arena, 2), *x = of->x;
    if (of->up)
        x = sx_expr_make(arena, SX_EXPR_SUB,
                         sx_expr_make(arena, SX_EXPR_MUL, two, x, NULL),
                         sx_expr_int(arena, 1), NULL);
    return sx_expr_make(arena, SX_EXPR_MUL, sx_expr_int(arena, of->factor),
                        sx_expr_make(arena, SX_EXPR_LOG, two, x, NULL), NULL);
}

/* The law with the k that the first sample asks for, when all others agree. */
static const sx_expr *law_of(sx_arena *arena, const sx_runs *runs,
                             const sx_samples *samples, const candidate *of)
{
    int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], value;
    size_t first;
    const sx_expr *expr = logarithm(arena, of);
    sx_expr_env env = sx_sample_env(runs, samples, 0, counter);
    if (!expr || sx_expr_eval(expr, &env, &value, NULL))
        return NULL;
    int64_t k;
    if (sx_sub_overflows(samples->sample[0].value, value, &k) ||
        (samples->through && k != 0))
        return NULL;
    expr = sx_expr_plus(arena, expr, k);
    return expr && sx_column_matches(runs, samples, expr, &first) ? expr : NULL;
}

/* Different values of x, at most one a run. */
static size_t different_values(const sx_runs *runs, const sx_samples *samples,
                               const sx_expr *x)
{
    int64_t seen[SX_RUNS], counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], value;
    size_t n = 0, k;
    for (size_t i = 0; i < samples->n; i++) {
        if (i > 0 && samples->sample[i].run == samples->sample[i - 1].run)
            continue;
        sx_expr_env env = sx_sample_env(runs, samples, i, counter);
        if (sx_expr_eval(x, &env, &value, NULL))
            return 0;
        for (k = 0; k < n && seen[k] != value; k++) {
        }
        if (k == n)
            seen[n++] = value;
    }
    return n;
}

/* Whose logarithm it may be: where end points go through all of an extent, of that alone, since other trips would be
 * another pattern of communication. */
static size_t arguments(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                        const sx_expr **x)
{
    size_t n = 0;
    if (samples->through) {
        x[0] = samples->through;
        return 1;
    }
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t a = 0; a < runs->grid[g].ndims; a++)
            x[n++] = sx_expr_var(arena, SX_VAR_DIM, g, a);
    x[n++] = sx_expr_var(arena, SX_VAR_P, 0, 0);
    x[n++] = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0);
    return n;
}

/* Wherever another law that fits differs, nothing is proved. */
static void note_rival(sx_arena *arena, const sx_runs *runs, sx_law *law,
                       const sx_expr *rival, const char *reason)
{
    const sx_expr *difference = sx_expr_make(arena, SX_EXPR_SUB, law->expr, rival, NULL);
    if (!difference || sx_imagine_vanishes(runs, difference))
        return;
    const sx_expr *here = sx_expr_make(arena, SX_EXPR_NE, law->expr, rival, NULL);
    law->evidence.doubt =
        law->evidence.doubt
            ? sx_expr_make(arena, SX_EXPR_OR, law->evidence.doubt, here, NULL)
            : here;
    law->evidence.reason = reason;
}

/* Do end points show that something goes through all powers of two below it? */
static bool is_doubled(const sx_runs *runs, const sx_expr *x)
{
    return x->var == SX_VAR_DIM ? runs->doubled[x->grid] >> x->axis & 1
                                : runs->doubled_whole;
}

/* A linear law, or a part of the scale, that is no longer takes the place of a logarithm of what no end point doubles in;
 * another one is a doubt. */
static sx_status face_linear(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                             const sx_expr *x, sx_law *law, sx_error *err)
{
    sx_samples anew = *samples;
    sx_law rival = { 0 };
    anew.beat = NULL;
    sx_status st = sx_law_linear(arena, runs, &anew, &rival, err);
    if (!st && !rival.expr)
        st = sx_law_interpolation(arena, runs, &anew, &rival, err);
    if (!st && !rival.expr)
        st = sx_law_ratio(arena, runs, &anew, &rival, err);
    if (st || !rival.expr)
        return st;
    if (!is_doubled(runs, x) && sx_expr_weight(rival.expr) <= sx_expr_weight(law->expr))
        *law = (sx_law) { 0 };
    else
        note_rival(arena, runs, law, rival.expr,
                   "a line, or a part of the scale, fits all inputs as well, and differs "
                   "here: add an "
                   "input");
    return SX_OK;
}

static bool same_within_runs(const sx_samples *samples, bool *ret_differs)
{
    bool differs = false;
    for (size_t i = 1; i < samples->n; i++) {
        bool same_run = samples->sample[i].run == samples->sample[i - 1].run;
        bool same = samples->sample[i].value == samples->sample[i - 1].value;
        if (same_run && !same)
            return false;
        differs = differs || !same;
    }
    *ret_differs = differs;
    return true;
}

/* Does it change whichever input is left out? What one input alone shows may be anything. */
static bool is_predicted(const sx_samples *samples)
{
    size_t first[SX_RUNS], n = 0;
    for (size_t i = 0; i < samples->n; i++)
        if (i == 0 || samples->sample[i].run != samples->sample[i - 1].run)
            first[n++] = i;
    for (size_t out = 0; out < n; out++) {
        size_t base = out ? 0 : 1;
        bool differs = false;
        for (size_t k = base + 1; k < n; k++)
            differs = differs || (k != out && samples->sample[first[k]].value !=
                                                  samples->sample[first[base]].value);
        if (!differs)
            return false;
    }
    return true;
}

sx_status sx_law_logarithm(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           sx_law *ret_law, sx_error *err)
{
    const size_t needed = samples->through ? 2 : 4;
    const unsigned forms = samples->through ? 2 : 2 * sizeof factors / sizeof *factors;
    const sx_expr *x[CANDIDATES];
    bool differs = false;
    if (!samples->is_size || !same_within_runs(samples, &differs) || !differs ||
        sx_is_special(samples->sample[0].value))
        return SX_OK;
    sx_law law = { 0 };
    const sx_expr *argument = NULL;
    size_t n = arguments(arena, runs, samples, x);
    for (size_t i = 0; i < n; i++) {
        if (!x[i])
            return sx_fail(err, SX_NOMEM, "out of memory");
        for (unsigned form = 0; form < forms; form++) {
            candidate of = { x[i], form % 2, factors[form / 2] };
            const sx_expr *expr = law_of(arena, runs, samples, &of);
            if (!expr)
                continue;
            if (law.expr) {
                note_rival(arena, runs, &law, expr,
                           "the logarithm of something else fits all inputs, and differs "
                           "here: add an input whose dims stand in another ratio");
                continue;
            }
            const bool enough =
                is_predicted(samples) && different_values(runs, samples, x[i]) >= needed;
            if (of.factor < 0 && (!enough || sx_samples_values(samples, needed) < needed))
                continue; /* what is dealt out falls as well */
            argument = x[i];
            law = (sx_law) { expr,
                             { .label = enough ? SX_LABEL_PROVED : SX_LABEL_EXACT,
                               .reason = enough ? NULL
                                                : "a logarithm shows in four different "
                                                  "numbers, and in all inputs but one: "
                                                  "add an input" } };
        }
    }
    sx_status st = law.expr && !samples->through
                       ? face_linear(arena, runs, samples, argument, &law, err)
                       : SX_OK;
    if (!st)
        *ret_law = law;
    return st;
}
