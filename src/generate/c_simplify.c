/* Conditions on places, shorter where the place is one of the grid: 0 <= coordinate < extent. */
#include "generate/c_writer.h"

bool sx_c_is_coordinate(const sx_expr *expr, const sx_expr **ret_coord,
                        int64_t *ret_shift)
{
    *ret_shift = 0;
    *ret_coord = expr;
    if ((expr->op == SX_EXPR_ADD || expr->op == SX_EXPR_SUB) &&
        expr->arg[1]->op == SX_EXPR_INT && !sx_is_special(expr->arg[1]->value)) {
        *ret_shift = expr->op == SX_EXPR_ADD ? expr->arg[1]->value : -expr->arg[1]->value;
        *ret_coord = expr->arg[0];
    }
    return (*ret_coord)->op == SX_EXPR_VAR && (*ret_coord)->var == SX_VAR_COORD;
}

/* coordinate + shift >= 0, or < its extent; the same expression where it is neither. */
static const sx_expr *comparison(sx_arena *arena, const sx_expr *expr)
{
    const sx_expr *coord, *bound = expr->arg[1];
    int64_t shift;
    if (!sx_c_is_coordinate(expr->arg[0], &coord, &shift))
        return expr;
    if (expr->op == SX_EXPR_GE && sx_expr_is_int(bound, 0))
        return shift >= 0 ? sx_expr_int(arena, 1)
               : shift == -1
                   ? sx_expr_two(arena, SX_EXPR_GT, coord, bound)
                   : sx_expr_two(arena, SX_EXPR_GE, coord, sx_expr_int(arena, -shift));
    bool below = expr->op == SX_EXPR_LT && bound->op == SX_EXPR_VAR &&
                 bound->var == SX_VAR_DIM && bound->grid == coord->grid &&
                 bound->axis == coord->axis;
    return below && shift <= 0 ? sx_expr_int(arena, 1) : expr;
}

const sx_expr *sx_c_simplify(sx_arena *arena, const sx_expr *expr)
{
    const sx_expr *arg[3] = { NULL };
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        if (!(arg[i] = sx_c_simplify(arena, expr->arg[i])))
            return NULL;
    const sx_expr *same = expr;
    if (arg[0] &&
        (arg[0] != expr->arg[0] || arg[1] != expr->arg[1] || arg[2] != expr->arg[2]))
        same = sx_expr_make(arena, expr->op, arg[0], arg[1], arg[2]);
    if (!same)
        return NULL;
    if (same->op == SX_EXPR_GE || same->op == SX_EXPR_LT)
        return comparison(arena, same);
    if (same->op == SX_EXPR_AND && sx_expr_is_int(same->arg[0], 1) &&
        sx_expr_is_truth(same->arg[1]))
        return same->arg[1];
    if (same->op == SX_EXPR_AND && sx_expr_is_int(same->arg[1], 1) &&
        sx_expr_is_truth(same->arg[0]))
        return same->arg[0];
    return same;
}
