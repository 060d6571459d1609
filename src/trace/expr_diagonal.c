#include "trace/expr_diagonal.h"

#include "base/checked.h"

int64_t sx_diagonal_sum(int64_t points, int64_t cells, int64_t start, bool backwards)
{
    int64_t n = points / cells, r = points % cells;
    int64_t first = sx_floor_mod(backwards ? start - r + 1 : start, cells);
    int64_t both =
        (first < r ? r - first : 0) + (first + r > cells ? first + r - cells : 0);
    return n * n * cells + 2 * n * r + both;
}

static bool is_term(const sx_expr *expr)
{
    return expr->op == SX_EXPR_VAR && expr->var == SX_VAR_TERM;
}

static bool has_term(const sx_expr *expr)
{
    return sx_expr_uses(expr, NULL, NULL) >> SX_VAR_TERM & 1;
}

/* A number that products of two fit, without an error. */
static bool small_number(const sx_expr *expr, const sx_expr_env *env, int64_t least,
                         int64_t *ret_value)
{
    return !has_term(expr) && !sx_expr_eval(expr, env, ret_value, NULL) &&
           *ret_value >= least && *ret_value <= INT32_MAX;
}

bool sx_expr_diagonal(const sx_expr *sum, const sx_expr_env *env, int64_t cells,
                      int64_t *ret_value)
{
    const sx_expr *dim = sum->arg[0], *own = sum->arg[1]->arg[0],
                  *other = sum->arg[1]->arg[1];
    int64_t points, start;
    if (sum->arg[1]->op != SX_EXPR_MUL || own->op != SX_EXPR_BLOCK ||
        other->op != SX_EXPR_BLOCK || cells < 1 || cells > INT32_MAX)
        return false;
    const sx_expr *at = other->arg[2], *line = at->arg[0];
    if (at->op != SX_EXPR_MOD || (line->op != SX_EXPR_ADD && line->op != SX_EXPR_SUB) ||
        !is_term(own->arg[2]) || !is_term(line->arg[1]) || has_term(dim) ||
        !sx_expr_equal(own->arg[0], other->arg[0]) || !sx_expr_equal(own->arg[1], dim) ||
        !sx_expr_equal(other->arg[1], dim) || !sx_expr_equal(at->arg[1], dim) ||
        !small_number(own->arg[0], env, 0, &points) ||
        !small_number(line->arg[0], env, -INT32_MAX, &start))
        return false;
    *ret_value = sx_diagonal_sum(points, cells, start, line->op == SX_EXPR_SUB);
    return true;
}
