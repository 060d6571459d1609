/* Numbers of the scale that are lines of each other in all inputs: a number beside places that two of them add up to. */
#include "law/lookalikes/parts.h"

#include "base/checked.h"

#include <stdlib.h>

enum { TERMS = 1 + SX_MAX_GRIDS * (SX_MAX_DIMS + SX_MAX_DIMS * (SX_MAX_DIMS - 1) / 2) };

typedef struct search {
    sx_contest contest;
    size_t nruns, n;
    struct term {
        const sx_expr *expr;
        int64_t at[SX_RUNS]; /* of the runs with samples, one after the other */
    } term[TERMS];
    unsigned rivals;
    sx_evidence *evidence;
    bool failed;
} search;

/* So many times a place, or a counter. */
static bool is_place(const sx_expr *expr)
{
    if (expr->op == SX_EXPR_MUL && expr->arg[0]->op == SX_EXPR_INT)
        expr = expr->arg[1];
    return expr->op == SX_EXPR_VAR && sx_lookalikes_is_of_place(expr);
}

/* With two more terms in the number's stead there are three, as many as are searched. */
static bool is_number_beside_place(const sx_expr *expr)
{
    return (expr->op == SX_EXPR_ADD || expr->op == SX_EXPR_SUB) &&
           ((is_place(expr->arg[0]) && expr->arg[1]->op == SX_EXPR_INT) ||
            (expr->arg[0]->op == SX_EXPR_INT && is_place(expr->arg[1])));
}

static void add_term(search *s, const sx_expr *expr)
{
    const sx_samples *samples = s->contest.samples;
    struct term *t = &s->term[s->n];
    size_t n = 0;
    s->failed = s->failed || !expr;
    t->expr = expr;
    for (size_t i = 0; i < samples->n && expr; i++) {
        if (i > 0 && samples->sample[i].run == samples->sample[i - 1].run)
            continue;
        const sx_expr_env env = sx_runs_env(s->contest.runs, samples->sample[i].rank, 0);
        if (n == SX_RUNS || sx_expr_eval(expr, &env, &t->at[n++], NULL))
            return;
    }
    s->nruns = n;
    s->n++;
}

/* The number of ranks, extents, and faces that two of more axes span. */
static void add_terms(search *s)
{
    const sx_runs *runs = s->contest.runs;
    sx_arena *arena = s->contest.arena;
    add_term(s, sx_expr_var(arena, SX_VAR_P, 0, 0));
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t a = 0; runs->grid[g].comm == 0 && a < runs->grid[g].ndims; a++) {
            const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, g, a);
            add_term(s, dim);
            for (uint32_t b = a + 1; runs->grid[g].ndims > 2 && b < runs->grid[g].ndims;
                 b++)
                add_term(s, sx_expr_two(arena, SX_EXPR_MUL, dim,
                                        sx_expr_var(arena, SX_VAR_DIM, g, b)));
        }
}

/* a and b, positive and common in programs, for which a one + b other is the same in all runs, though neither is: false where there are none. */
static bool are_one_number(const search *s, const struct term *one,
                           const struct term *other, int64_t ret[2])
{
    enum { LARGEST_FACTOR = 16 };
    ret[0] = ret[1] = 0;
    for (size_t k = 1; k < s->nruns; k++) {
        const int64_t step = one->at[k] - one->at[0],
                      change = other->at[0] - other->at[k];
        if ((step == 0) != (change == 0) || (step < 0) != (change < 0))
            return false;
        if (step == 0)
            continue;
        const int64_t common = sx_gcd(step, change);
        const int64_t a = llabs(change / common), b = llabs(step / common);
        if (ret[0] && (ret[0] != a || ret[1] != b))
            return false;
        ret[0] = a;
        ret[1] = b;
    }
    return ret[0] > 0 && ret[0] <= LARGEST_FACTOR && ret[1] <= LARGEST_FACTOR;
}

static void contest(search *s, const struct term *one, const struct term *other)
{
    sx_arena *arena = s->contest.arena;
    int64_t of[2];
    if (!are_one_number(s, one, other, of))
        return;
    const sx_expr *sum = sx_expr_two(
        arena, SX_EXPR_ADD,
        sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, of[0]), one->expr),
        sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, of[1]), other->expr));
    const sx_expr *here =
        sx_expr_two(arena, SX_EXPR_NE, sum,
                    sx_expr_int(arena, of[0] * one->at[0] + of[1] * other->at[0]));
    s->failed = s->failed || !here;
    if (!s->failed)
        sx_lookalikes_contest(&s->contest, here, &s->rivals, s->evidence);
}

sx_status sx_lookalikes_of_sums(sx_arena *arena, const sx_runs *runs,
                                const sx_samples *samples, sx_law *law, sx_error *err)
{
    enum { MOST_RIVALS = 4 };
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED || samples->is_rank ||
        !is_number_beside_place(law->expr))
        return SX_OK;
    sx_arena *scratch = sx_arena_create();
    search *s = scratch ? SX_NEW(scratch, search) : NULL;
    if (s) {
        *s = (search) { .contest = { arena, scratch, runs, samples, MOST_RIVALS,
                                     "two numbers of the scale add up to the same in all "
                                     "inputs, and to another here: add an input",
                                     0 },
                        .evidence = &law->evidence };
        add_terms(s);
    }
    for (size_t i = 0; s && !s->failed && i < s->n; i++)
        for (size_t k = i + 1; k < s->n; k++)
            contest(s, &s->term[i], &s->term[k]);
    const bool failed = !s || s->failed;
    sx_arena_destroy(scratch);
    return failed ? sx_fail(err, SX_NOMEM, "out of memory") : SX_OK;
}
