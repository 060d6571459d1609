#include "law/versions/rules.h"

const sx_expr *sx_versions_points_expr(const sx_versions *v, int64_t n)
{
    if (!sx_runs_has_number(v->runs, n))
        return sx_expr_int(v->scratch, n);
    return sx_expr_var(v->scratch, SX_VAR_CONSTANT, 0,
                       sx_runs_constant(v->arena, v->runs, n));
}

enum { NESTED = SX_EXTENT_RULES };

unsigned sx_versions_seldom(int rule)
{
    enum { DIGITS = 6 };
    return rule == SX_EXTENT_MIRRORED ? DIGITS : 0;
}

bool sx_versions_is_near(sx_extent_rule rule, int64_t q, int64_t c)
{
    switch (rule) {
    case SX_EXTENT_CHUNK:
        return c == 0;
    case SX_EXTENT_LAST:
        return c != q - 1;
    case SX_EXTENT_FIRST:
        return c != 0;
    default:
        return true;
    }
}

int64_t sx_versions_slack(sx_extent_rule rule, int64_t q, int64_t c)
{
    return sx_versions_is_near(rule, q, c) ? 1 : q + 1;
}

/* Is the axis, wherever it is the longer one in an input, so many times the other? */
static bool is_multiple(const sx_runs *runs, uint32_t g, uint32_t axis)
{
    bool is = true;
    for (size_t run = 0; run < runs->n && is; run++) {
        const int64_t *dim = runs->place[runs->offset[run] * SX_MAX_GRIDS + g].dim;
        is = dim[axis] < dim[1 - axis] || dim[axis] % dim[1 - axis] == 0;
    }
    return is;
}

const sx_expr *sx_versions_nested_expr(sx_arena *arena, const sx_runs *runs,
                                       const sx_expr *block)
{
    const sx_expr *extent = block->arg[1];
    const bool is_along = extent->op == SX_EXPR_VAR && extent->var == SX_VAR_DIM;
    if (!is_along || runs->grid[extent->grid].ndims != 2)
        return block;
    const uint32_t g = extent->grid, axis = extent->axis;
    const sx_extent_nested nested = {
        .g = g, .of = 1 - axis, .axis = axis, .by_group = true
    };
    const sx_expr *shorter = sx_expr_var(arena, SX_VAR_DIM, g, 1 - axis),
                  *rest = sx_expr_two(arena, SX_EXPR_MOD, extent, shorter);
    const sx_expr *longer =
        is_multiple(runs, g, axis)
            ? sx_expr_two(arena, SX_EXPR_EQ, rest, sx_expr_int(arena, 0))
            : sx_expr_two(arena, SX_EXPR_GE, extent, shorter);
    return sx_expr_make(arena, SX_EXPR_IF, longer,
                        sx_extent_nested_expr(arena, block->arg[0], &nested), block);
}

static const sx_expr *nested_expr(const sx_versions *v, const sx_expr *points,
                                  const sx_row *on)
{
    const sx_expr *plain =
        sx_expr_make(v->scratch, SX_EXPR_BLOCK, points, on->extent, on->index);
    return !plain || on->grid == UINT32_MAX
               ? plain
               : sx_versions_nested_expr(v->scratch, v->runs, plain);
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
