/* Blocks of blocks: N points in blocks over an axis, and each block in blocks once more over the places of an axis whose extent is a
 * multiple of the first: block(block(N, x, c), k, d mod k) with k = y div x, which is the whole block where the extents are
 * equal. The first block may also be that of the group which the second axis is in, c = d div k: on the other side of a diagonal. In a loop the first or the last trip may be that of the next place, as where halves change hands. */
#include "law/column.h"
#include "law/law.h"
#include "law/points.h"

#include "base/checked.h"

enum { SHIFTS = 4 };

typedef struct nesting {
    sx_arena *arena, *scratch; /* of laws; of the search */
    sx_runs *runs;
    const sx_samples *samples;
    sx_points points;
    int64_t factor; /* what divides all values */
    size_t nshifts;
    const sx_expr *shift[SHIFTS]; /* of the place */
} nesting;

/* Is the extent a multiple of the other in all runs, and a larger one in some? */
static bool is_multiple(const sx_runs *runs, uint32_t g, uint32_t of, uint32_t axis)
{
    bool larger = false;
    for (size_t run = 0; run < runs->n; run++) {
        const int64_t *dim = runs->place[runs->offset[run] * SX_MAX_GRIDS + g].dim;
        if (dim[axis] % dim[of] != 0)
            return false;
        larger = larger || dim[axis] > dim[of];
    }
    return larger;
}

/* 0, 1, and the first and last trip of the innermost loop. */
static void take_shifts(nesting *n)
{
    const sx_samples *s = n->samples;
    n->shift[n->nshifts++] = sx_expr_int(n->arena, 0);
    n->shift[n->nshifts++] = sx_expr_int(n->arena, 1);
    for (uint32_t c = s->ncounters; c-- > 0;) {
        if (s->varying >> c != 1)
            continue;
        const sx_expr *trip =
            sx_expr_var(n->arena, SX_VAR_COUNTER, 0, s->first_counter + c);
        n->shift[n->nshifts++] =
            sx_expr_two(n->arena, SX_EXPR_EQ, trip, sx_expr_int(n->arena, 0));
        if (s->trips)
            n->shift[n->nshifts++] = sx_expr_two(
                n->arena, SX_EXPR_EQ, trip,
                sx_expr_two(n->arena, SX_EXPR_SUB, s->trips, sx_expr_int(n->arena, 1)));
    }
}

/* The law with these points along these axes, where all samples have it. */
static sx_status try_points(nesting *n, const sx_expr *points, sx_extent_nested d,
                            sx_law *ret_law, sx_error *err)
{
    for (size_t k = 0; k < 2 * n->nshifts && !ret_law->expr; k++) {
        size_t first;
        d.shift = n->shift[k / 2];
        d.by_group = k % 2 == 1;
        const sx_expr *expr = sx_extent_nested_expr(n->arena, points, &d);
        if (n->factor > 1)
            expr = sx_expr_two(n->arena, SX_EXPR_MUL, sx_expr_int(n->arena, n->factor),
                               expr);
        if (!expr)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (sx_column_matches(n->runs, n->samples, expr, &first))
            *ret_law = (sx_law) { expr, { .label = SX_LABEL_EXACT } };
    }
    return SX_OK;
}

static sx_status try_axes(nesting *n, sx_extent_nested d, sx_law *ret_law, sx_error *err)
{
    sx_status st = SX_OK;
    for (size_t i = 0; i < n->points.n && !st && !ret_law->expr; i++) {
        uint32_t constants = n->runs->nconstants;
        const sx_expr *points = sx_points_number(n->arena, n->runs, n->points.value[i]);
        if (points)
            st = try_points(n, points, d, ret_law, err);
        if (!ret_law->expr)
            n->runs->nconstants = constants;
    }
    return st;
}

/* Are they sizes? Then what they have in common. */
static bool are_parts(const sx_samples *samples, int64_t *ret_factor)
{
    *ret_factor = 0;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (sx_is_special(s->value) || s->value <= 0)
            return false;
        *ret_factor = sx_gcd(*ret_factor, s->value);
    }
    return true;
}

static sx_status search(nesting *n, sx_law *ret_law, sx_error *err)
{
    const sx_runs *runs = n->runs;
    const sx_points_sought sought = { .arena = n->scratch,
                                      .runs = runs,
                                      .samples = n->samples };
    take_shifts(n);
    if (!sx_points_from_constants(&sought, &n->points))
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = sx_points_from_totals(&sought, &n->points, err);
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t of = 0; of < runs->grid[g].ndims; of++)
            for (uint32_t axis = 0; axis < runs->grid[g].ndims; axis++)
                if (!st && !ret_law->expr && axis != of && is_multiple(runs, g, of, axis))
                    st =
                        try_axes(n, (sx_extent_nested) { .g = g, .of = of, .axis = axis },
                                 ret_law, err);
    return st;
}

sx_status sx_law_nested(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    nesting n = { .arena = arena, .runs = runs, .samples = samples };
    if (!samples->is_size || samples->lists || sx_samples_runs(samples) < 2 ||
        sx_samples_have_one_value(samples) || // those are quotients
        !are_parts(samples, &n.factor))
        return SX_OK;
    n.scratch = sx_arena_create();
    sx_status st =
        n.scratch ? search(&n, ret_law, err) : sx_fail(err, SX_NOMEM, "out of memory");
    sx_arena_destroy(n.scratch);
    return st;
}
