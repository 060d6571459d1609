#include "extrap/local_volume.h"

#include "extrap/inferred.h"

enum { LINE = SX_MAX_GRIDS, MOST = 64 }; /* the line of all ranks, behind the grids */

/* A block along an axis, and how many laws name it. */
typedef struct named {
    const sx_expr *block;
    uint32_t grid, axis, times;
} named;

typedef struct listing {
    named of[MOST];
    size_t n;
} listing;

/* Is it that of the rank's own place, whatever trip it is? */
static bool is_own(const sx_expr *block, uint32_t on, uint32_t *ret_grid,
                   uint32_t *ret_axis)
{
    const sx_expr *points = block->arg[0], *extent = block->arg[1],
                  *place = block->arg[2];
    const bool fixed = points->op == SX_EXPR_INT ||
                       (points->op == SX_EXPR_VAR && points->var == SX_VAR_CONSTANT);
    if (!fixed || extent->op != SX_EXPR_VAR || place->op != SX_EXPR_VAR)
        return false;
    const bool world =
        on == 0 && extent->var == SX_VAR_COMM_SIZE && place->var == SX_VAR_COMM_RANK;
    if (world || (extent->var == SX_VAR_P && place->var == SX_VAR_RANK)) {
        *ret_grid = LINE;
        *ret_axis = 0;
        return true;
    }
    *ret_grid = place->grid;
    *ret_axis = place->axis;
    return extent->var == SX_VAR_DIM && place->var == SX_VAR_COORD &&
           extent->grid == place->grid && extent->axis == place->axis &&
           place->grid < LINE && place->axis < SX_MAX_DIMS;
}

static void note(listing *l, const sx_expr *block, uint32_t on)
{
    uint32_t grid, axis;
    size_t i = 0;
    if (!is_own(block, on, &grid, &axis))
        return;
    while (i < l->n && (l->of[i].grid != grid || l->of[i].axis != axis ||
                        !sx_expr_equal(l->of[i].block->arg[0], block->arg[0])))
        i++;
    if (i == MOST)
        return;
    if (i == l->n)
        l->of[l->n++] = (named) { block, grid, axis, 0 };
    l->of[i].times++;
}

static void look_through(listing *l, const sx_expr *expr, uint32_t on)
{
    if (!expr)
        return;
    if (expr->op == SX_EXPR_BLOCK)
        note(l, expr, on);
    for (int i = 0; i < 3; i++)
        look_through(l, expr->arg[i], on);
}

/* The block along an axis that is named most. */
static const named *along(const listing *l, uint32_t grid, uint32_t axis)
{
    const named *best = NULL;
    for (size_t i = 0; i < l->n; i++)
        if (l->of[i].grid == grid && l->of[i].axis == axis &&
            (!best || l->of[i].times > best->times))
            best = &l->of[i];
    return best;
}

/* Of one grid; how often its blocks are named. */
static uint32_t gather(const listing *l, const sx_trace *formula, uint32_t grid,
                       sx_local_volume *ret)
{
    const uint32_t ndims = grid < formula->ngrids ? formula->grid[grid].ndims : 0;
    sx_local_volume own = { .axes = 0 };
    uint32_t times = 0;
    for (uint32_t axis = 0; axis < SX_MAX_DIMS; axis++) {
        const named *block = along(l, grid, axis);
        if (block) {
            own.block[own.axes++] = block->block;
            times += block->times;
        } else if (axis < ndims)
            own.even[own.evens++] = (sx_expr) { .op = SX_EXPR_VAR,
                                                .var = SX_VAR_DIM,
                                                .grid = (uint16_t)grid,
                                                .axis = (uint16_t)axis };
    }
    *ret = own;
    return times;
}

sx_status sx_local_volume_find(sx_arena *arena, const sx_trace *formula,
                               sx_local_volume *ret_volume, sx_error *err)
{
    const sx_inferred *law;
    size_t n;
    listing l = { .n = 0 };
    uint32_t most = 0;
    sx_status st = sx_inferred_list(arena, formula, &law, &n, err);
    for (size_t i = 0; !st && i < n; i++)
        if (law[i].evidence->label != SX_LABEL_REFUSED)
            look_through(&l, sx_inferred_expr(&law[i]), law[i].on);
    *ret_volume = (sx_local_volume) { .axes = 0 };
    for (uint32_t grid = 0; !st && grid <= LINE; grid++) {
        sx_local_volume own;
        const uint32_t times = gather(&l, formula, grid, &own);
        if (times > most) {
            most = times;
            *ret_volume = own;
        }
    }
    return st;
}

sx_local_points sx_local_volume_at(const sx_local_volume *volume,
                                   const sx_place_of *place)
{
    const sx_expr_env env = sx_place_env(place, 0, NULL, 0);
    sx_local_points points = { 1, 1, 0 };
    for (uint32_t i = 0; i < volume->axes; i++) {
        const sx_expr *block = volume->block[i];
        int64_t own, all, extent, at;
        if (sx_expr_eval(block, &env, &own, NULL) ||
            sx_expr_eval(block->arg[0], &env, &all, NULL) ||
            sx_expr_eval(block->arg[1], &env, &extent, NULL) ||
            sx_expr_eval(block->arg[2], &env, &at, NULL) || own < 0 || all < 1)
            return (sx_local_points) { 1, 1, 0 };
        points.own *= (double)own;
        points.mean *= (double)all / (double)extent;
        points.sides += (at == 0) + (at == extent - 1);
    }
    for (uint32_t i = 0; i < volume->evens; i++) {
        int64_t extent;
        if (sx_expr_eval(&volume->even[i], &env, &extent, NULL) || extent < 1)
            return (sx_local_points) { 1, 1, 0 };
        points.own /= (double)extent;
        points.mean /= (double)extent;
    }
    return points;
}
