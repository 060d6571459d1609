/* End points along an axis that counters go around: from the own place on, (c + i) mod extent, or back, in a row of which everybody has everybody in turn; or against the
 * own place, (i - c) mod extent, where ranks that exchange with each other are partners in the same trip. The other axes stay as they are. Along a whole
 * communicator it is a shift. */
#include "law/column.h"
#include "law/law.h"

enum { FARTHEST = 2 };

/* Signs of the counter and of the own place. */
typedef struct way {
    int counter, place;
} way;

/* m + ((+-i +- c + k) mod d - c) * stride */
static const sx_expr *law_of(sx_arena *arena, uint32_t g, uint32_t axis, uint32_t counter,
                             way by, int64_t k)
{
    const sx_expr *i = sx_expr_var(arena, SX_VAR_COUNTER, 0, counter),
                  *c = sx_expr_var(arena, SX_VAR_COORD, g, axis);
    const sx_expr *place = by.counter < 0 ? sx_expr_two(arena, SX_EXPR_SUB, c, i)
                           : by.place < 0 ? sx_expr_two(arena, SX_EXPR_SUB, i, c)
                                          : sx_expr_two(arena, SX_EXPR_ADD, c, i);
    return sx_expr_around(arena, g, axis, sx_expr_plus(arena, place, k));
}

static sx_status try_way(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                         uint32_t g, uint32_t axis, uint32_t d, way by, sx_law *ret_law,
                         sx_error *err)
{
    static const char reason[] = "partners along an axis that change from trip to trip "
                                 "show by remainders only";
    for (int64_t k = -FARTHEST; k <= FARTHEST && !ret_law->expr; k++) {
        size_t first;
        const sx_expr *law = law_of(arena, g, axis, samples->first_counter + d, by, k);
        if (!law)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (sx_column_matches(runs, samples, law, &first))
            *ret_law = (sx_law) { law, { .label = SX_LABEL_EXACT, .reason = reason } };
    }
    return SX_OK;
}

/* By the varying counters, the innermost first. */
static sx_status try_axis(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                          uint32_t g, uint32_t axis, sx_law *ret_law, sx_error *err)
{
    static const way ways[] = { { 1, -1 }, { 1, 1 }, { -1, 1 } };
    sx_status st = SX_OK;
    for (uint32_t d = samples->ncounters; d-- > 0;)
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
            if ((samples->varying >> d & 1) && !st && !ret_law->expr)
                st = try_way(arena, runs, samples, g, axis, d, ways[w], ret_law, err);
    return st;
}

sx_status sx_law_turned(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    sx_status st = SX_OK;
    if (!samples->is_peer || sx_samples_runs(samples) < 2 ||
        !sx_samples_are_of_world(runs, samples))
        return SX_OK;
    for (uint32_t g = 0; g < runs->ngrids && !st && !ret_law->expr; g++)
        for (uint32_t a = 0; a < runs->grid[g].ndims && !st && !ret_law->expr; a++)
            if (runs->grid[g].ndims > 1)
                st = try_axis(arena, runs, samples, g, a, ret_law, err);
    return st;
}
