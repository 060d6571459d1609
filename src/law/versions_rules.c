#include "law/versions_rules.h"

const sx_expr *sx_versions_points_expr(const sx_versions *v, int64_t n)
{
    if (!sx_runs_has_number(v->runs, n))
        return sx_expr_int(v->scratch, n);
    return sx_expr_var(v->scratch, SX_VAR_CONSTANT, 0,
                       sx_runs_constant(v->arena, v->runs, n));
}

enum { NESTED = SX_EXTENT_RULES };

/* Where the row's axis is the longer one of two. */
static const sx_expr *nested_expr(const sx_versions *v, const sx_expr *points,
                                  const sx_row *on)
{
    sx_arena *arena = v->scratch;
    const sx_expr *plain =
        sx_expr_make(arena, SX_EXPR_BLOCK, points, on->extent, on->index);
    if (on->grid == UINT32_MAX || v->runs->grid[on->grid].ndims != 2)
        return plain;
    const uint32_t axis = on->extent->axis;
    const sx_extent_nested nested = {
        .g = on->grid, .of = 1 - axis, .axis = axis, .by_group = true
    };
    const sx_expr *shorter = sx_expr_var(arena, SX_VAR_DIM, on->grid, 1 - axis);
    return sx_expr_make(arena, SX_EXPR_IF,
                        sx_expr_two(arena, SX_EXPR_GE, on->extent, shorter),
                        sx_extent_nested_expr(arena, points, &nested), plain);
}

const sx_expr *sx_versions_dealt_expr(const sx_versions *v, int rule, int64_t n,
                                      const sx_row *on)
{
    sx_arena *arena = v->scratch;
    const sx_expr *points = sx_versions_points_expr(v, n);
    if (rule == NESTED)
        return nested_expr(v, points, on);
    return sx_extent_dealt_expr(arena, (sx_extent_rule)rule, points, on->extent,
                                on->index);
}
