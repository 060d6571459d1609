/* Whose a row is: the place that has item k of N that are distributed in blocks, as the loop over all of them asks. The root of the
 * broadcasts of an elimination is the owner of the pivot's row. */
#include "law/column.h"
#include "law/extent.h"
#include "law/forms.h"
#include "law/law.h"

enum {
    TELLING = 3, /* extents that prove a rule, */
    REMAINDERS = 2, /* so many of which leave some */
    NUMBERS = 32 /* of items that are tried */
};

typedef struct search {
    sx_arena *arena, *scratch; /* of the law; of what is tried */
    sx_runs *runs;
    const sx_samples *samples;
    sx_law law;
    sx_error *err;
} search;

static const sx_expr *two(const search *s, sx_expr_op op, const sx_expr *a,
                          const sx_expr *b)
{
    return sx_expr_two(s->scratch, op, a, b);
}

static const sx_expr *number(const search *s, int64_t n)
{
    return sx_expr_int(s->scratch, n);
}

/* The first places have one item more, up to item `more`; the others are counted from the last item. */
static const sx_expr *owner_of_block(const search *s, const sx_expr *n, const sx_expr *q,
                                     const sx_expr *k)
{
    const sx_expr *one = number(s, 1), *each = two(s, SX_EXPR_DIV, n, q);
    const sx_expr *longer = two(s, SX_EXPR_ADD, each, one);
    const sx_expr *more = two(s, SX_EXPR_MUL, two(s, SX_EXPR_MOD, n, q), longer);
    const sx_expr *last = two(s, SX_EXPR_SUB, n, one);
    return sx_expr_make(s->scratch, SX_EXPR_IF, two(s, SX_EXPR_LT, k, more),
                        two(s, SX_EXPR_DIV, k, longer),
                        two(s, SX_EXPR_SUB, two(s, SX_EXPR_SUB, q, one),
                            two(s, SX_EXPR_DIV, two(s, SX_EXPR_SUB, last, k), each)));
}

static const sx_expr *owner(const search *s, sx_extent_rule how, const sx_expr *n,
                            const sx_expr *q, const sx_expr *k)
{
    const sx_expr *one = number(s, 1), *last = two(s, SX_EXPR_SUB, q, one);
    switch (how) {
    case SX_EXTENT_BLOCK:
        return owner_of_block(s, n, q, k);
    case SX_EXTENT_SPREAD:
        return two(
            s, SX_EXPR_DIV,
            two(s, SX_EXPR_SUB, two(s, SX_EXPR_MUL, q, two(s, SX_EXPR_ADD, k, one)), one),
            n);
    case SX_EXTENT_CHUNK:
        return two(s, SX_EXPR_DIV, k,
                   two(s, SX_EXPR_DIV, two(s, SX_EXPR_ADD, n, last), q));
    default: {
        const sx_expr *each = two(s, SX_EXPR_MAX, two(s, SX_EXPR_DIV, n, q), one);
        return two(s, SX_EXPR_MIN, two(s, SX_EXPR_DIV, k, each), last);
    }
    }
}

/* Different extents in the inputs, and those of them that do not divide n. */
static void count_extents(const search *s, const sx_expr *q, int64_t n,
                          size_t *ret_extents, size_t *ret_remainders)
{
    int64_t seen[SX_RUNS], counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], extent;
    *ret_extents = *ret_remainders = 0;
    for (size_t i = 0; i < s->samples->n; i++) {
        if (i > 0 && s->samples->sample[i].run == s->samples->sample[i - 1].run)
            continue;
        sx_expr_env env = sx_sample_env(s->runs, s->samples, i, counter);
        if (sx_expr_eval(q, &env, &extent, NULL) || extent < 1)
            continue;
        size_t k = 0;
        while (k < *ret_extents && seen[k] != extent)
            k++;
        if (k < *ret_extents)
            continue;
        seen[(*ret_extents)++] = extent;
        *ret_remainders += n % extent != 0;
    }
}

static sx_status try_rule(search *s, sx_extent_rule how, int64_t n, const sx_row *on,
                          const sx_expr *k)
{
    size_t first, extents, remainders;
    const sx_expr *points = number(s, n);
    if (sx_runs_has_number(s->runs, n))
        points = sx_expr_var(s->scratch, SX_VAR_CONSTANT, 0,
                             sx_runs_constant(s->arena, s->runs, n));
    const sx_expr *form = owner(s, how, points, on->extent, k);
    if (!form)
        return sx_fail(s->err, SX_NOMEM, "out of memory");
    if (!sx_column_matches(s->runs, s->samples, form, &first))
        return SX_OK;
    const sx_expr *expr = sx_expr_copy(s->arena, form);
    if (!expr)
        return sx_fail(s->err, SX_NOMEM, "out of memory");
    if (s->law.expr)
        return sx_law_doubt_other(s->arena, s->runs, expr,
                                  "items that are dealt out otherwise, or another "
                                  "number of them, fit all inputs: add an input",
                                  &s->law, s->err);
    count_extents(s, on->extent, n, &extents, &remainders);
    s->law = (sx_law) { expr, { .label = SX_LABEL_PROVED } };
    if (extents < TELLING || remainders < REMAINDERS)
        s->law.evidence =
            (sx_evidence) { SX_LABEL_EXACT,
                            "whose an item is shows in three extents, two of "
                            "which leave a remainder: add an input",
                            NULL };
    return SX_OK;
}

/* With the item that the counter names, from the first on or from the last. */
static sx_status try_counter(search *s, const sx_rows *rows, uint32_t c, int64_t n)
{
    const sx_expr *trip =
        sx_expr_var(s->scratch, SX_VAR_COUNTER, 0, s->samples->first_counter + c);
    const sx_expr *item[] = { trip, two(s, SX_EXPR_ADD, trip, number(s, 1)),
                              two(s, SX_EXPR_SUB, number(s, n - 1), trip) };
    sx_status st = SX_OK;
    for (size_t i = 0; i < rows->n; i++)
        for (sx_extent_rule how = 0; how <= SX_EXTENT_LAST; how++)
            for (size_t k = 0; !st && k < sizeof item / sizeof *item; k++)
                st = try_rule(s, how, n, &rows->row[i], item[k]);
    return st;
}

/* The trips of the counter if all inputs have as many, one more, and constants that are no less. Returns how many. */
static size_t find_numbers(const search *s, uint32_t c, int64_t n[NUMBERS])
{
    int64_t trips[SX_RUNS] = { 0 }, most = 0;
    size_t found = 0;
    for (size_t i = 0; i < s->samples->n; i++) {
        const sx_sample *at = &s->samples->sample[i];
        if (at->counter[c] >= trips[at->run])
            trips[at->run] = at->counter[c] + 1;
    }
    for (size_t run = 0; run < s->runs->n; run++) {
        if (trips[run] && most && trips[run] != most)
            return 0;
        most = trips[run] ? trips[run] : most;
    }
    n[found++] = most;
    n[found++] = most + 1;
    for (uint32_t k = 0; k < s->runs->nconstants && found < NUMBERS; k++) {
        const int64_t value = s->runs->constant_value[0][k];
        if (value > most + 1 && sx_runs_has_number(s->runs, value))
            n[found++] = value;
    }
    return found;
}

/* Owners never go back, and are more than one: from item to item, one way. */
static bool may_own(const sx_samples *samples, uint32_t c)
{
    enum { LEAST = 8 }; /* items in an input */
    int32_t most = 0;
    bool differs = false, up = true, down = true;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        most = s->counter[c] > most ? s->counter[c] : most;
        if (sx_is_special(s->value))
            return false;
        if (i == 0 || s[-1].rank != s->rank || s[-1].counter[c] >= s->counter[c])
            continue;
        differs = differs || s->value != s[-1].value;
        up = up && s->value >= s[-1].value;
        down = down && s->value <= s[-1].value;
    }
    return differs && most >= LEAST && (up || down);
}

sx_status sx_law_owner(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    search s = { .arena = arena, .runs = runs, .samples = samples, .err = err };
    int64_t n[NUMBERS];
    sx_rows rows;
    sx_status st = SX_OK;
    if (!samples->is_rank || !samples->varying || samples->n == 0)
        return SX_OK;
    s.scratch = sx_arena_create();
    if (!s.scratch)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_rows_find(arena, runs, samples, &rows);
    for (uint32_t c = samples->ncounters; !st && c-- > 0;) {
        if (!(samples->varying >> c & 1) || !may_own(samples, c))
            continue;
        const size_t found = find_numbers(&s, c, n);
        for (size_t k = 0; !st && k < found; k++)
            st = try_counter(&s, &rows, c, n[k]);
    }
    sx_arena_destroy(s.scratch);
    if (!st)
        *ret_law = s.law;
    return st;
}
