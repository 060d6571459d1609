#include "law/rounded_root.h"

const sx_rounded_root sx_rounded_roots[SX_ROUNDED_ROOTS] = { { 0, 0, 0 },
                                                             { 1, 1, 1 },
                                                             { 0, 1, 1 } };

bool sx_is_root(const sx_rounded_root *how, int64_t p, int64_t d)
{
    const int64_t x = d - how->a, y = d - how->b;
    return x * y <= p - how->k && p - how->k < (x + 1) * (y + 1);
}

int64_t sx_root_of(const sx_rounded_root *how, int64_t p)
{
    int64_t d = 1;
    while (!sx_is_root(how, p, d) && d < p)
        d++;
    return d;
}

const sx_expr *sx_is_no_root(sx_arena *arena, const sx_rounded_root *how,
                             const sx_expr *d)
{
    const sx_expr *p = sx_expr_plus(arena, sx_expr_var(arena, SX_VAR_P, 0, 0), -how->k);
    const sx_expr *least =
        sx_expr_two(arena, SX_EXPR_MUL, sx_expr_plus(arena, d, -how->a),
                    sx_expr_plus(arena, d, -how->b));
    const sx_expr *most =
        sx_expr_two(arena, SX_EXPR_MUL, sx_expr_plus(arena, d, 1 - how->a),
                    sx_expr_plus(arena, d, 1 - how->b));
    return sx_expr_two(arena, SX_EXPR_OR, sx_expr_two(arena, SX_EXPR_LT, p, least),
                       sx_expr_two(arena, SX_EXPR_GE, p, most));
}
