#include "law/levels.h"

#include "law/column.h"
#include "law/extent.h"
#include "law/hierarchy.h"

sx_status sx_levels_note(sx_arena *arena, sx_runs *runs, const sx_levels *levels,
                         sx_error *err)
{
    if (!runs->levels)
        runs->levels = SX_NEW_ARRAY(arena, sx_levels, SX_LEVELS);
    if (!runs->levels)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t i = 0; i < runs->nlevels; i++)
        if (sx_expr_equal(runs->levels[i].trips, levels->trips))
            return SX_OK;
    if (runs->nlevels < SX_LEVELS)
        runs->levels[runs->nlevels++] = *levels;
    return SX_OK;
}

void sx_levels_keep(sx_runs *runs, uint32_t before, const sx_expr *law)
{
    const uint32_t n = runs->nlevels;
    runs->nlevels = before;
    for (uint32_t i = before; i < n; i++)
        if (law && sx_expr_contains(law, runs->levels[i].trips))
            runs->levels[runs->nlevels++] = runs->levels[i];
}

/* ---- who is active ---- */

/* How far apart active places are, `coarser` levels further. */
static const sx_expr *distance(sx_arena *arena, const sx_level *level, uint32_t axis,
                               int64_t coarser)
{
    const sx_expr *trip = sx_expr_var(arena, SX_VAR_COUNTER, 0, level->depth);
    const sx_expr *first = sx_expr_int(arena, level->first - coarser);
    const sx_expr *number = level->step == 0 ? first
                            : level->step > 0
                                ? sx_expr_two(arena, SX_EXPR_ADD, trip, first)
                                : sx_expr_two(arena, SX_EXPR_SUB, first, trip);
    return sx_expr_two(
        arena, SX_EXPR_MAX, sx_expr_int(arena, 1),
        sx_expr_two(arena, SX_EXPR_DIV,
                    sx_expr_var(arena, SX_VAR_DIM, level->of->grid, axis),
                    sx_expr_two(arena, SX_EXPR_POW, sx_expr_int(arena, 2), number)));
}

/* The coordinate, or the one after it, modulo the distance. */
static const sx_expr *offset(sx_arena *arena, const sx_level *level, uint32_t axis,
                             const sx_expr *d)
{
    const sx_expr *place = sx_expr_two(
        arena, SX_EXPR_ADD, sx_expr_var(arena, SX_VAR_COORD, level->of->grid, axis),
        sx_expr_int(arena, level->of->from_end));
    return sx_expr_two(arena, SX_EXPR_MOD, place, d);
}

const sx_expr *sx_level_active(sx_arena *arena, const sx_runs *runs,
                               const sx_level *level)
{
    const sx_expr *all = NULL;
    for (uint32_t a = 0; a < runs->grid[level->of->grid].ndims; a++) {
        const sx_expr *off = offset(arena, level, a, distance(arena, level, a, 0));
        const sx_expr *one = sx_expr_two(arena, SX_EXPR_EQ, off, sx_expr_int(arena, 0));
        all = all ? sx_expr_two(arena, SX_EXPR_AND, all, one) : one;
        if (!all)
            return NULL;
    }
    return all;
}

static const sx_expr *changes(sx_arena *arena, const sx_level *level, uint32_t axis,
                              bool stays)
{
    const sx_expr *d = distance(arena, level, axis, 1);
    const sx_expr *half = stays
                              ? sx_expr_int(arena, 0)
                              : sx_expr_two(arena, SX_EXPR_DIV, d, sx_expr_int(arena, 2));
    return sx_expr_two(
        arena, SX_EXPR_AND, sx_expr_two(arena, SX_EXPR_GT, d, sx_expr_int(arena, 1)),
        sx_expr_two(arena, SX_EXPR_EQ, offset(arena, level, axis, d), half));
}

const sx_expr *sx_level_falls(sx_arena *arena, const sx_level *level, uint32_t axis)
{
    return changes(arena, level, axis, false);
}

const sx_expr *sx_level_stays(sx_arena *arena, const sx_level *level, uint32_t axis)
{
    return changes(arena, level, axis, true);
}

/* ---- laws on a level ---- */

/* Of a law that is not proved otherwise. */
static sx_evidence follows(sx_arena *arena, const sx_runs *runs,
                           const sx_samples *samples, const sx_level *level,
                           const char *reason)
{
    enum { TELLING = 12 };
    sx_hierarchy_axis axis[SX_HIERARCHY_AXES];
    if (samples->n < TELLING || sx_samples_runs(samples) < 2)
        return (sx_evidence) { .label = SX_LABEL_EXACT, .reason = reason };
    const uint32_t n = sx_hierarchy_axes(arena, runs, level->of->grid, axis);
    return sx_hierarchy_as_shown(arena, runs, samples, axis, n, reason);
}

sx_status sx_level_prefer(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                          const sx_level *level, const sx_expr *expr, sx_law *law,
                          sx_error *err)
{
    static const char reason[] = "on which levels ranks fall idle shows elsewhere only: "
                                 "add an input with more ranks";
    const sx_expr *other = law->expr;
    if (other && sx_expr_equal(other, expr))
        return SX_OK;
    if (!other || law->evidence.label != SX_LABEL_PROVED)
        law->evidence = follows(arena, runs, samples, level, reason);
    law->expr = expr;
    return other ? sx_law_doubt_rival(arena, other, reason, law, err) : SX_OK;
}

/* Up or down an axis, `around` or to nobody beyond the end. */
static const sx_expr *neighbour(sx_arena *arena, const sx_level *level, uint32_t axis,
                                bool up, bool around)
{
    const uint32_t g = level->of->grid;
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    const sx_expr *stride = sx_expr_stride(arena, g, axis);
    const sx_expr *c = sx_expr_var(arena, SX_VAR_COORD, g, axis),
                  *dim = sx_expr_var(arena, SX_VAR_DIM, g, axis),
                  *d = distance(arena, level, axis, 0);
    const sx_expr *to = sx_expr_two(arena, up ? SX_EXPR_ADD : SX_EXPR_SUB, c, d);
    const sx_expr *inside =
        up ? sx_expr_two(arena, SX_EXPR_LT, to, dim)
           : sx_expr_two(arena, SX_EXPR_GE, to, sx_expr_int(arena, 0));
    const sx_expr *step = sx_expr_two(
        arena, SX_EXPR_SUB, around ? sx_expr_two(arena, SX_EXPR_MOD, to, dim) : to, c);
    const sx_expr *peer = sx_expr_two(arena, SX_EXPR_ADD, own,
                                      sx_expr_two(arena, SX_EXPR_MUL, step, stride));
    return around ? peer
                  : sx_expr_make(arena, SX_EXPR_IF, inside, peer,
                                 sx_expr_int(arena, SX_NULL));
}

sx_status sx_level_peer(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                        const sx_level *level, sx_law *law, uint32_t *ret_axis,
                        sx_error *err)
{
    size_t first;
    for (uint32_t a = 0; a < runs->grid[level->of->grid].ndims; a++)
        for (unsigned way = 0; way < 4; way++) {
            const sx_expr *peer = neighbour(arena, level, a, way & 1, (way & 2) == 0);
            if (!peer)
                return sx_fail(err, SX_NOMEM, "out of memory");
            if (!sx_column_matches(runs, samples, peer, &first))
                continue;
            *ret_axis = a;
            return sx_level_prefer(arena, runs, samples, level, peer, law, err);
        }
    return SX_OK;
}

/* ---- sizes ---- */

enum { TIMES = 4, RIMS = 3 };

/* `code` has the factor in front, and a rim for each axis but the one along which is sent. */
static const sx_expr *face(sx_arena *arena, const sx_runs *runs, const sx_level *level,
                           uint32_t axis, unsigned code)
{
    const uint32_t g = level->of->grid;
    const sx_expr *size = sx_expr_int(arena, 1 + code % TIMES);
    code /= TIMES;
    for (uint32_t a = 0; a < runs->grid[g].ndims; a++) {
        if (a == axis)
            continue;
        const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, g, a),
                      *c = sx_expr_var(arena, SX_VAR_COORD, g, a);
        const sx_expr *own =
            level->of->from_end
                ? sx_extent_dealt_expr(arena, SX_EXTENT_SPREAD, level->points, dim, c)
                : sx_expr_two(arena, SX_EXPR_MAX, sx_expr_int(arena, 1),
                              sx_expr_two(arena, SX_EXPR_DIV, level->points, dim));
        size = sx_expr_two(arena, SX_EXPR_MUL, size,
                           sx_expr_two(arena, SX_EXPR_ADD, own,
                                       sx_expr_int(arena, (int64_t)(code % RIMS))));
        code /= RIMS;
    }
    return size;
}

sx_status sx_level_size(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                        const sx_level *level, uint32_t axis, sx_law *law, sx_error *err)
{
    unsigned codes = TIMES;
    for (uint32_t a = 1; a < runs->grid[level->of->grid].ndims; a++)
        codes *= RIMS;
    if (!level->points || samples->lists || codes == TIMES)
        return SX_OK;
    size_t first;
    for (unsigned times = 0; times < TIMES; times++)
        for (unsigned rims = 0; rims < codes / TIMES; rims++) {
            const sx_expr *size = face(arena, runs, level, axis, times + TIMES * rims);
            if (!size)
                return sx_fail(err, SX_NOMEM, "out of memory");
            if (sx_column_matches(runs, samples, size, &first))
                return sx_level_prefer(arena, runs, samples, level, size, law, err);
        }
    return SX_OK;
}
