/* Parts of the scale that leave the same rest in all inputs: nothing tells how they are rounded where they leave another. */
#include "law/lookalikes.h"

#include "law/column.h"

typedef struct rests {
    sx_arena *arena;
    const sx_runs *runs;
    const sx_samples *samples;
    sx_law *law;
} rests;

/* What the first sample of each run leaves of it; false where that is not one number. */
static bool is_one_rest(const rests *r, const sx_expr *rest, int64_t *ret_rest)
{
    bool any = false;
    for (size_t i = 0; i < r->samples->n; i++) {
        int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], value;
        if (i > 0 && r->samples->sample[i].run == r->samples->sample[i - 1].run)
            continue;
        sx_expr_env env = sx_sample_env(r->runs, r->samples, i, counter);
        if (sx_expr_eval(rest, &env, &value, NULL) || (any && value != *ret_rest))
            return false;
        *ret_rest = value;
        any = true;
    }
    return any;
}

static bool is_of_scale(const sx_expr *expr)
{
    const unsigned scale = 1u << SX_VAR_P | 1u << SX_VAR_COMM_SIZE | 1u << SX_VAR_DIM;
    return !(sx_expr_uses(expr, NULL, NULL) & ~scale);
}

/* In doubt where what the scale has leaves another rest; false when out of memory. */
static bool doubt_rest(const rests *r, const sx_expr *scale, const sx_expr *by)
{
    const sx_expr *rest = sx_expr_two(r->arena, SX_EXPR_MOD, scale, by);
    int64_t value;
    if (!rest || !is_one_rest(r, rest, &value))
        return rest != NULL;
    const sx_evidence other = {
        .label = SX_LABEL_PROVED,
        .reason = "a part of the scale leaves one rest in all inputs, and another here: "
                  "add an input",
        .doubt = sx_expr_two(r->arena, SX_EXPR_NE, rest, sx_expr_int(r->arena, value))
    };
    r->law->evidence = sx_evidence_join(r->arena, r->law->evidence, other);
    return other.doubt && r->law->evidence.doubt;
}

sx_status sx_lookalikes_doubt_rest(sx_arena *arena, const sx_runs *runs,
                                   const sx_samples *samples, const sx_expr *scale,
                                   const sx_expr *by, sx_law *law, sx_error *err)
{
    const rests r = { arena, runs, samples, law };
    return doubt_rest(&r, scale, by) ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

/* ---- places and trips times numbers of the scale ---- */

enum { MOST_TERMS = 8 };

/* A sum, by what is no number of the scale in its terms (NULL: nothing): so many times each. */
typedef struct sum {
    sx_arena *arena;
    size_t n;
    const sx_expr *place[MOST_TERMS], *scale[MOST_TERMS];
    bool too_many, failed; /* terms; out of memory */
} sum;

static const sx_expr *times(const sum *to, const sx_expr *a, const sx_expr *b)
{
    return a && b ? sx_expr_two(to->arena, SX_EXPR_MUL, a, b) : a ? a : b;
}

static void split_factors(sum *to, const sx_expr *term, const sx_expr **scale,
                          const sx_expr **place)
{
    if (is_of_scale(term)) {
        *scale = times(to, *scale, term);
    } else if (term->op == SX_EXPR_MUL) {
        split_factors(to, term->arg[0], scale, place);
        split_factors(to, term->arg[1], scale, place);
    } else {
        *place = times(to, *place, term);
    }
}

static void add_term(sum *to, const sx_expr *term, bool negative)
{
    const sx_expr *scale = NULL, *place = NULL;
    size_t k = 0;
    split_factors(to, term, &scale, &place);
    if (!scale)
        scale = sx_expr_int(to->arena, 1);
    while (k < to->n && !(place && to->place[k] ? sx_expr_equal(place, to->place[k])
                                                : !place && !to->place[k]))
        k++;
    to->too_many = to->too_many || k == MOST_TERMS;
    if (to->too_many)
        return;
    if (k == to->n) {
        to->place[to->n] = place;
        to->scale[to->n++] = sx_expr_int(to->arena, 0);
    }
    to->scale[k] =
        sx_expr_two(to->arena, negative ? SX_EXPR_SUB : SX_EXPR_ADD, to->scale[k], scale);
    to->failed = to->failed || !to->scale[k];
}

static void add_terms(sum *to, const sx_expr *expr, bool negative)
{
    if (expr->op == SX_EXPR_ADD || expr->op == SX_EXPR_SUB) {
        add_terms(to, expr->arg[0], negative);
        add_terms(to, expr->arg[1], negative != (expr->op == SX_EXPR_SUB));
    } else {
        add_term(to, expr, negative);
    }
}

/* The quotient, rounded towards nothing as the first sample has it. */
static const sx_expr *divided(const rests *r, const sx_expr *scale, const sx_expr *by)
{
    int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], value;
    const sx_expr_env env = sx_sample_env(r->runs, r->samples, 0, counter);
    const sx_expr *nothing = sx_expr_int(r->arena, 0);
    if (sx_expr_eval(scale, &env, &value, NULL) || value >= 0)
        return sx_expr_two(r->arena, SX_EXPR_DIV, scale, by);
    const sx_expr *less = sx_expr_two(r->arena, SX_EXPR_SUB, nothing, scale);
    return less ? sx_expr_two(r->arena, SX_EXPR_SUB, nothing,
                              sx_expr_two(r->arena, SX_EXPR_DIV, less, by))
                : NULL;
}

/* The sum with what is there so many times of each place divided first; NULL where that leaves a rest in some input, or when out of memory. */
static const sx_expr *divided_first(const rests *r, const sum *of, const sx_expr *by)
{
    const sx_expr *all = NULL;
    for (size_t k = 0; k < of->n; k++)
        if (!of->place[k] && !sx_expr_uses(of->scale[k], NULL, NULL))
            return NULL; /* a number beside the rest stands for another form */
    for (size_t k = 0; k < of->n; k++) {
        const sx_expr *part = divided(r, of->scale[k], by),
                      *rest = sx_expr_two(r->arena, SX_EXPR_MOD, of->scale[k], by);
        int64_t value;
        if (!part || !rest || !is_one_rest(r, rest, &value) || value != 0)
            return NULL;
        part = of->place[k] ? times(of, part, of->place[k]) : part;
        all = all ? sx_expr_two(r->arena, SX_EXPR_ADD, all, part) : part;
    }
    return all;
}

/* Of a sum that is divided: what is there so many times of each place may be divided first, as programs have it more often. */
static bool doubt_terms(const rests *r, const sx_expr *quotient)
{
    const sx_expr *by = quotient->arg[1], *other = NULL;
    sum of = { .arena = r->arena };
    bool done = true, scales = false;
    add_terms(&of, quotient->arg[0], false);
    if (of.failed || of.too_many)
        return !of.failed;
    for (size_t k = 0; k < of.n && done; k++)
        if (sx_expr_uses(of.scale[k], NULL, NULL)) {
            scales = scales || of.place[k];
            done = doubt_rest(r, of.scale[k], by);
        }
    if (done && scales)
        other = divided_first(r, &of, by);
    if (other)
        other = sx_expr_replace(r->arena, r->law->expr, quotient, other);
    size_t first;
    if (other && sx_column_matches(r->runs, r->samples, other, &first))
        r->law->expr = other;
    return done;
}

static bool doubt_parts(const rests *r, const sx_expr *expr)
{
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        if (!doubt_parts(r, expr->arg[i]))
            return false;
    if (expr->op != SX_EXPR_DIV || expr->arg[1]->op != SX_EXPR_INT ||
        expr->arg[1]->value < 2 || expr->arg[0]->op == SX_EXPR_INT)
        return true;
    return is_of_scale(expr->arg[0]) ? doubt_rest(r, expr->arg[0], expr->arg[1])
                                     : doubt_terms(r, expr);
}

sx_status sx_lookalikes_of_rests(sx_arena *arena, const sx_runs *runs,
                                 const sx_samples *samples, sx_law *law, sx_error *err)
{
    const rests r = { arena, runs, samples, law };
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED)
        return SX_OK;
    return doubt_parts(&r, law->expr) ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}
