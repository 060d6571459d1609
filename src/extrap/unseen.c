#include "extrap/unseen.h"

#include "trace/policy.h"
#include "trace/seq.h"

#include <string.h>

const char *sx_unseen_dims(const sx_trace *formula, const sx_grid *grid, size_t g,
                           int64_t p)
{
    const sx_policy *policy = sx_policy_named(formula->grid[g].law);
    int64_t dim[SX_MAX_DIMS];
    bool same = policy && !sx_policy_is_stated(policy) &&
                policy->dims(p, formula->grid[g].law_arg, dim) &&
                memcmp(dim, grid->dim, grid->ndims * sizeof *dim) == 0;
    return same ? NULL
                : "dims were given by hand, and are not those of the law of the inputs";
}

/* The base of a power or a logarithm, and what divides digits that were joined one by one. */
static bool is_base(const sx_expr *expr, int arg)
{
    const bool power = expr->op == SX_EXPR_POW || expr->op == SX_EXPR_LOG;
    return power ? arg == 0
                 : expr->op == SX_EXPR_DIV && expr->arg[0]->op == SX_EXPR_XOR && arg == 1;
}

/* Two is none where it is the base of digits. */
static bool has_number(const sx_expr *expr, bool base)
{
    bool has = expr->op == SX_EXPR_VAR && expr->var == SX_VAR_CONSTANT;
    if (expr->op == SX_EXPR_INT)
        has = expr->value != SX_NULL && (expr->value < -1 || expr->value > 1 + base);
    for (int i = 0; i < 3 && expr->arg[i] && !has; i++)
        has = has_number(expr->arg[i], is_base(expr, i));
    return has;
}

static bool asks_for_place(const sx_expr *expr, uint64_t grids)
{
    uint64_t asked;
    sx_expr_uses(expr, NULL, &asked);
    return (asked & grids) != 0;
}

bool sx_unseen_spares(const sx_unseen *u, const sx_expr *expr, bool is_end_point)
{
    const bool is_null = expr->op == SX_EXPR_INT && expr->value == SX_NULL,
               is_first = expr->op == SX_EXPR_INT && expr->value == 0,
               is_law = expr->op != SX_EXPR_INT && !has_number(expr, false);
    switch (u->spared) {
    case SX_UNSEEN_NUMBERLESS:
        return is_law || (is_end_point && (is_first || is_null));
    case SX_UNSEEN_ALONG_RANKS:
        return is_end_point && (is_first || (is_law && !asks_for_place(expr, u->grids)));
    case SX_UNSEEN_NOTHING:
        break;
    }
    return false;
}

/* Is each extent that is in doubt a long one in all inputs? */
static bool are_long(const sx_expr *doubt,
                     bool (*holds)(const void *of, const sx_expr *part), const void *of)
{
    enum { LONG = 3 };
    if (doubt->op == SX_EXPR_OR)
        return are_long(doubt->arg[0], holds, of) && are_long(doubt->arg[1], holds, of);
    const bool is_long = doubt->op == SX_EXPR_NE && doubt->arg[1]->op == SX_EXPR_INT &&
                         doubt->arg[1]->value >= LONG;
    return is_long || !holds(of, doubt);
}

void sx_unseen_add(sx_unseen *u, size_t g, const sx_expr *doubt,
                   bool (*holds)(const void *of, const sx_expr *part), const void *of)
{
    u->grids |= UINT64_C(1) << g;
    if (!doubt)
        u->spared = SX_UNSEEN_NOTHING;
    else if (u->spared == SX_UNSEEN_NUMBERLESS && !are_long(doubt, holds, of))
        u->spared = SX_UNSEEN_ALONG_RANKS;
}
