#include "law/coefficients.h"

#include "base/checked.h"
#include "fit/linear.h"
#include "law/column.h"
#include "law/combination.h"
#include "law/imagine.h"
#include "law/remainders.h"
#include "law/span.h"

#include <stdlib.h>

static bool solve(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                  const sx_basis *b, sx_linear_solution *ret, sx_status *st,
                  sx_error *err)
{
    int64_t *row = SX_NEW_ARRAY(arena, int64_t, samples->n * b->n);
    int64_t *value = SX_NEW_ARRAY(arena, int64_t, samples->n);
    uint32_t *group = SX_NEW_ARRAY(arena, uint32_t, samples->n);
    if (b->failed || !row || !value || !group) {
        *st = sx_fail(err, SX_NOMEM, "out of memory");
        return false;
    }
    for (size_t c = 0; c < b->n; c++) {
        if (!sx_column_values(runs, samples, b->column[c], value))
            return false;
        for (size_t i = 0; i < samples->n; i++)
            row[i * b->n + c] = value[i];
    }
    for (size_t i = 0; i < samples->n; i++) {
        value[i] = samples->sample[i].value;
        group[i] = samples->sample[i].run;
    }
    sx_linear_system system = { .samples = samples->n,
                                .columns = b->n,
                                .basis = row,
                                .value = value,
                                .group = group,
                                .groups = (uint32_t)runs->n };
    *st = sx_linear_solve(arena, &system, ret, err);
    return !*st && ret->outcome == SX_LINEAR_SOLVED;
}

/* Where the law plus a null vector, which fits all inputs as well, is another. */
static const sx_expr *doubt_of(sx_arena *arena, const sx_runs *runs, const sx_basis *b,
                               const sx_linear_solution *s, const sx_expr *expr)
{
    const sx_expr *doubt = NULL;
    for (size_t k = 0; k < s->nullity; k++) {
        const sx_expr *vector =
            sx_combination(arena, b->column, b->n, &s->null_vector[k * s->columns], NULL);
        if (!vector || sx_imagine_vanishes(runs, vector))
            continue;
        const sx_expr *here =
            sx_expr_make(arena, SX_EXPR_NE, expr,
                         sx_expr_make(arena, SX_EXPR_ADD, expr, vector, NULL), NULL);
        doubt = doubt ? sx_expr_make(arena, SX_EXPR_OR, doubt, here, NULL) : here;
    }
    return doubt;
}

/* Runs with samples, and those of them that the others predict. */
static void count_predicted(const sx_runs *runs, const sx_samples *samples,
                            const sx_linear_solution *s, size_t *ret_runs,
                            size_t *ret_predicted)
{
    uint64_t has = 0;
    *ret_runs = *ret_predicted = 0;
    for (size_t i = 0; i < samples->n; i++)
        has |= UINT64_C(1) << samples->sample[i].run;
    for (size_t g = 0; g < runs->n; g++)
        if (has >> g & 1) {
            ++*ret_runs;
            *ret_predicted += s->predicted[g];
        }
    if (*ret_runs < 2)
        *ret_predicted = 0;
}

static sx_samples samples_without(sx_arena *arena, const sx_samples *samples,
                                  uint32_t run)
{
    sx_samples others = *samples;
    sx_sample *kept = SX_NEW_ARRAY(arena, sx_sample, samples->n);
    others.n = 0;
    for (size_t i = 0; kept && i < samples->n; i++)
        if (samples->sample[i].run != run)
            kept[others.n++] = samples->sample[i];
    others.sample = kept;
    return others;
}

/* Where the inputs without some one leave the value open. NULL where that cannot be told. */
static const sx_expr *doubt_without_one(sx_arena *arena, const sx_runs *runs,
                                        const sx_samples *samples, const sx_basis *b,
                                        const sx_linear_solution *s, const sx_expr *expr)
{
    const sx_expr *doubt = NULL;
    sx_arena *scratch = sx_arena_create();
    bool known = scratch != NULL;
    for (size_t g = 0; known && g < runs->n; g++) {
        if (s->predicted[g])
            continue;
        const sx_samples others = samples_without(scratch, samples, (uint32_t)g);
        sx_linear_solution without;
        sx_status st = SX_OK;
        known = others.sample && others.n > 0 &&
                solve(scratch, runs, &others, b, &without, &st, NULL);
        const sx_expr *here = known ? doubt_of(arena, runs, b, &without, expr) : NULL;
        known = known && here;
        doubt = doubt && here ? sx_expr_two(arena, SX_EXPR_OR, doubt, here) : here;
    }
    sx_arena_destroy(scratch);
    return known ? doubt : NULL;
}

static bool compares(const sx_expr *expr)
{
    bool has = expr->op == SX_EXPR_LT || expr->op == SX_EXPR_GT;
    for (int i = 0; i < 3 && expr->arg[i] && !has; i++)
        has = compares(expr->arg[i]);
    return has;
}

/* Some input alone decides a coefficient. What the others say without it is proved, where two of them confirm each other;
 * not of what counts neighbours, which is a form as well (families/forms.c). */
static sx_evidence one_alone(sx_arena *arena, const sx_runs *runs,
                             const sx_samples *samples, const sx_basis *b,
                             const sx_linear_solution *s, const sx_expr *expr,
                             size_t predicted)
{
    enum { CONFIRMED = 2 };
    sx_evidence e = { .label = SX_LABEL_EXACT,
                      .reason =
                          "one input alone decides a coefficient: add another like it" };
    if (predicted >= CONFIRMED && !compares(expr))
        e.doubt = doubt_without_one(arena, runs, samples, b, s, expr);
    if (e.doubt)
        e.label = SX_LABEL_PROVED;
    return e;
}

static bool uses_constants(const sx_expr *expr)
{
    return sx_expr_last_constant(expr) >= 0;
}

/* A law of the scale alone, be it written by places, or of so few ranks of each input that their places follow from the
 * scale. */
static bool is_of_scale(const sx_samples *samples, const sx_expr *expr)
{
    const unsigned scale = 1u << SX_VAR_P | 1u << SX_VAR_DIM | 1u << SX_VAR_COMM_SIZE |
                           1u << SX_VAR_CONSTANT;
    return sx_samples_are_few(samples) || sx_samples_have_one_value(samples) ||
           (sx_expr_uses(expr, NULL, NULL) & ~scale) == 0;
}

bool sx_coefficients_told(const sx_runs *runs, const sx_expr *expr)
{
    return expr->op == SX_EXPR_VAR && expr->var == SX_VAR_CONSTANT &&
           expr->axis < runs->nparams;
}

bool sx_coefficients_last(const sx_samples *samples, const sx_expr *expr)
{
    const sx_expr *all = expr->arg[0], *less = expr->arg[1];
    return samples->is_rank && expr->op == SX_EXPR_SUB && all->op == SX_EXPR_VAR &&
           (all->var == SX_VAR_P || all->var == SX_VAR_COMM_SIZE) &&
           sx_expr_is_int(less, 1);
}

/* Of the columns at a sample. */
static uint64_t row_hash(const sx_runs *runs, const sx_samples *samples,
                         const sx_basis *b, size_t i)
{
    int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS];
    sx_expr_env env = sx_sample_env(runs, samples, i, counter);
    uint64_t h = 0;
    for (size_t c = 0; c < b->n; c++) {
        int64_t value = 0;
        if (!sx_expr_eval(b->column[c], &env, &value, NULL))
            h = sx_hash_add(h, (uint64_t)value);
    }
    return h;
}

/* Has it two terms or more, that as many places as coefficients decide, whichever inputs show them? A denominator is one more that is
 * chosen. */
static bool is_of_few_places(const sx_runs *runs, const sx_samples *probe,
                             const sx_basis *b, const sx_linear_solution *s)
{
    uint64_t row[SX_BASIS_COLUMNS + 2];
    size_t n = 0;
    bool divides = false;
    for (size_t c = 0; c < s->columns; c++)
        divides = divides || s->coefficient[c].den != 1;
    for (size_t i = 0; i < probe->n && n <= s->rank + 1; i++) {
        uint64_t h = row_hash(runs, probe, b, i);
        size_t k = 0;
        while (k < n && row[k] != h)
            k++;
        if (k == n)
            row[n++] = h;
    }
    return (s->rank > 2 && n <= s->rank) || (divides && n <= s->rank + 1);
}

/* Inputs beyond those that determine the coefficients; inputs whose columns are all the same are one. A coefficient
 * of 1 of what has parameters in it is nobody's choice. */
static size_t predictions(const sx_runs *runs, const sx_samples *samples,
                          const sx_basis *b, const sx_linear_solution *s)
{
    uint64_t row[SX_RUNS];
    size_t different = 0;
    for (size_t i = 0; i < samples->n; i++) {
        if (i > 0 && samples->sample[i].run == samples->sample[i - 1].run)
            continue;
        uint64_t h = row_hash(runs, samples, b, i);
        size_t k = 0;
        while (k < different && row[k] != h)
            k++;
        if (k == different)
            row[different++] = h;
    }
    size_t chosen = s->rank, free = 0;
    for (size_t c = 1; c < b->n && !free; c++) {
        const sx_rational *k = &s->coefficient[c];
        if (k->num == 1 && k->den == 1 && uses_constants(b->column[c]))
            free = 1 + (s->coefficient[0].num == 0);
    }
    chosen = chosen > free ? chosen - free : 0;
    return different > chosen ? different - chosen : 0;
}

/* Has the column three different values in the first samples of the inputs? Through two anything is a line. */
static bool shows_three(const sx_runs *runs, const sx_samples *samples,
                        const sx_expr *column)
{
    enum { THREE = 3 };
    int64_t seen[THREE], counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], value;
    size_t n = 0;
    for (size_t i = 0; i < samples->n && n < THREE; i++) {
        const sx_expr_env env = sx_sample_env(runs, samples, i, counter);
        const bool again = i > 0 && samples->sample[i].run == samples->sample[i - 1].run;
        size_t k = 0;
        if (again || sx_expr_eval(column, &env, &value, NULL))
            continue;
        while (k < n && seen[k] != value)
            k++;
        if (k == n)
            seen[n++] = value;
    }
    return n == THREE;
}

/* Do all inputs' values, one of each, have many digits of base 4 more than the coefficients, a common factor apart, and the choice of terms? */
static bool explains_digits(const sx_runs *runs, const sx_samples *samples,
                            const sx_basis *b, const sx_linear_solution *s)
{
    enum { DIGITS = 6 /* one in 4,096 */, TERM = 2 };
    unsigned shown = 0, chosen = DIGITS;
    int64_t factor = 0;
    for (size_t i = 0; i < samples->n; i++)
        factor = sx_gcd(factor, llabs(samples->sample[i].value));
    for (size_t i = 0; i < samples->n && factor > 0; i++)
        if (i == 0 || samples->sample[i].run != samples->sample[i - 1].run)
            shown += sx_law_digits_of(samples->sample[i].value / factor);
    for (size_t c = 0; c < s->columns && factor > 0; c++) {
        const bool is_term = c > 0 && s->coefficient[c].num != 0;
        if (s->coefficient[c].den != 1 ||
            (is_term && !shows_three(runs, samples, b->column[c])))
            return false;
        const int64_t number = s->coefficient[c].num;
        chosen += sx_law_digits_of(number % factor ? number : number / factor) +
                  (is_term ? TERM : 0);
    }
    return shown >= chosen;
}

/* How many inputs must be predicted, lest a law of the scale alone be an accident: with parameters there are many
 * columns to choose from, and the denominator of an end point was chosen as well. */
static size_t predictions_wanted(const sx_samples *samples, const sx_linear_solution *s,
                                 const sx_expr *expr)
{
    size_t terms = 0, fractions = 0;
    for (size_t c = 1; c < s->columns; c++) {
        terms += s->coefficient[c].num != 0;
        fractions += s->coefficient[c].den != 1;
    }
    if (uses_constants(expr) && terms > 0)
        return 1 + terms + fractions;
    return samples->is_rank && fractions > 0 ? 3 : 2;
}

/* The law of a basis by its solution: its label, and its doubt. */
static sx_law law_of(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                     const sx_basis *b, const sx_linear_solution *s, const sx_expr *expr)
{
    size_t inputs, predicted;
    count_predicted(runs, samples, s, &inputs, &predicted);
    sx_law law = { expr, { .label = SX_LABEL_EXACT } };
    if (predicted == 0) {
        law.evidence.reason =
            "every input was needed to determine it: one more would test it";
        return law;
    }
    law.evidence.label = SX_LABEL_PROVED;
    law.evidence.doubt = doubt_of(arena, runs, b, s, expr);
    if (law.evidence.doubt)
        law.evidence.reason =
            "the inputs leave a combination of dims open: add one whose "
            "dims stand in another ratio";
    if (sx_coefficients_told(runs, expr))
        return law;
    const sx_expr *unseen = sx_remainders_unseen(arena, runs, expr);
    if (unseen) {
        const sx_evidence there = { .label = SX_LABEL_PROVED,
                                    .doubt = unseen,
                                    .reason =
                                        "no input leaves such a remainder: add one" };
        law.evidence = sx_evidence_join(arena, law.evidence, there);
    }
    if (predicted < inputs)
        law.evidence = sx_evidence_join(
            arena, law.evidence, one_alone(arena, runs, samples, b, s, expr, predicted));
    if (law.evidence.label != SX_LABEL_PROVED)
        return law;
    const size_t foretold = predictions(runs, samples, b, s);
    if (is_of_scale(samples, expr) && !sx_coefficients_last(samples, expr) &&
        foretold < predictions_wanted(samples, s, expr) &&
        !(foretold > 0 && predicted == inputs && !samples->is_rank &&
          !uses_constants(expr) && explains_digits(runs, samples, b, s))) {
        law.evidence.label = SX_LABEL_EXACT;
        law.evidence.reason =
            "a line through as many numbers as inputs, of which one was "
            "predicted: may be an accident; add an input";
    } else if (is_of_few_places(runs, samples, b, s)) {
        law.evidence.label = SX_LABEL_EXACT;
        law.evidence.reason =
            "as many places as coefficients show it: add an input with others";
    }
    return law;
}

static sx_status try_basis(sx_arena *arena, sx_arena *scratch, const sx_runs *runs,
                           const sx_samples *samples, const sx_basis *b,
                           bool want_predicted, sx_law *ret_law, sx_error *err)
{
    sx_linear_solution s;
    sx_status st = SX_OK;
    const sx_samples probe = sx_samples_probe(scratch, samples);
    if (!probe.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    const bool is_all = probe.n == samples->n;
    if (sx_span_misses(runs, &probe, b) ||
        (!is_all && !solve(scratch, runs, &probe, b, &s, &st, err)) ||
        !solve(scratch, runs, samples, b, &s, &st, err))
        return st;
    size_t inputs, predicted, first;
    count_predicted(runs, samples, &s, &inputs, &predicted);
    if ((predicted > 0) != want_predicted)
        return SX_OK;
    const sx_expr *expr = sx_combination(arena, b->column, b->n, s.coefficient, NULL);
    if (expr && sx_column_matches(runs, samples, expr, &first))
        *ret_law = law_of(arena, runs, samples, b, &s, expr);
    return SX_OK;
}

sx_status sx_coefficients_try(sx_arena *arena, const sx_runs *runs,
                              const sx_samples *samples, const sx_basis *b,
                              bool want_predicted, sx_law *ret_law, sx_error *err)
{
    sx_arena *scratch = sx_arena_create();
    if (!scratch)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st =
        try_basis(arena, scratch, runs, samples, b, want_predicted, ret_law, err);
    sx_arena_destroy(scratch);
    return st;
}
