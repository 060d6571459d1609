#include "law/kinds.h"

static bool is_prime(int64_t p)
{
    bool is = p > 1;
    for (int64_t d = 2; is && d * d <= p; d++)
        is = p % d != 0;
    return is;
}

static bool is_power(int64_t p)
{
    return p > 0 && (p & (p - 1)) == 0;
}

/* Numbers divided by these are nearly all that are not prime. */
static const sx_expr *is_divided(sx_arena *arena)
{
    static const int64_t divisor[] = { 2, 3, 5, 7, 11, 13 };
    const sx_expr *p = sx_expr_var(arena, SX_VAR_P, 0, 0), *any = NULL;
    for (size_t i = 0; i < sizeof divisor / sizeof *divisor; i++) {
        const sx_expr *d = sx_expr_int(arena, divisor[i]);
        const sx_expr *by = sx_expr_two(arena, SX_EXPR_AND,
                                        sx_expr_two(arena, SX_EXPR_EQ,
                                                    sx_expr_two(arena, SX_EXPR_MOD, p, d),
                                                    sx_expr_int(arena, 0)),
                                        sx_expr_two(arena, SX_EXPR_GT, p, d));
        any = any ? sx_expr_two(arena, SX_EXPR_OR, any, by) : by;
    }
    return any;
}

static const sx_expr *is_no_power(sx_arena *arena)
{
    const sx_expr *p = sx_expr_var(arena, SX_VAR_P, 0, 0);
    return sx_expr_two(arena, SX_EXPR_NE, p, sx_expr_power_in(arena, p));
}

/* Does some end point go through powers of two? A program may do something else with ranks beyond the largest one. */
static bool has_doubling(const sx_runs *runs)
{
    bool has = runs->doubled_whole || runs->nlevels > 0;
    for (uint32_t g = 0; g < runs->ngrids; g++)
        has = has || runs->doubled[g];
    return has;
}

typedef struct kinds {
    bool prime, power; /* all inputs are */
} kinds;

static kinds kinds_of(const sx_runs *runs)
{
    kinds of = { true, true };
    for (size_t run = 0; run < runs->n; run++) {
        of.prime = of.prime && is_prime(runs->p[run]);
        of.power = of.power && is_power(runs->p[run]);
    }
    return runs->p[0] == runs->p[runs->n - 1] ? (kinds) { false, false } : of;
}

static const char of_powers[] =
    "all inputs have a power of two of ranks: add one that has not";

static bool has_powers(const sx_expr *expr)
{
    bool has = expr->op == SX_EXPR_POW;
    for (int i = 0; i < 3 && expr->arg[i] && !has; i++)
        has = has_powers(expr->arg[i]);
    return has;
}

sx_status sx_kinds_doubt(sx_arena *arena, const sx_runs *runs, sx_law *law, sx_error *err)
{
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED || !has_powers(law->expr) ||
        !kinds_of(runs).power)
        return SX_OK;
    const sx_evidence other = { SX_LABEL_PROVED, of_powers, is_no_power(arena) };
    if (!other.doubt)
        return sx_fail(err, SX_NOMEM, "out of memory");
    law->evidence = sx_evidence_join(arena, law->evidence, other);
    return SX_OK;
}

sx_status sx_kinds_find(sx_arena *arena, const sx_runs *runs, const sx_expr **beyond,
                        const char **why, sx_error *err)
{
    const kinds of = kinds_of(runs);
    const bool power = of.power && has_doubling(runs);
    if (!of.prime && !power)
        return SX_OK;
    const sx_expr *other = power ? is_no_power(arena) : is_divided(arena);
    if (*beyond)
        other = sx_expr_two(arena, SX_EXPR_OR, *beyond, other);
    if (!other)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *beyond = other;
    *why = power ? of_powers
                 : "all inputs have a prime number of ranks: add one with divisors";
    return SX_OK;
}
