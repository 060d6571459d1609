/* Trips of a loop over levels on which fewer and fewer places of a grid are active: a rank makes as many as there are levels
 * on which all its coordinates are active, and that are no more than the program has. */
#include "law/column.h"
#include "law/hierarchy.h"
#include "law/law.h"
#include "law/levels.h"

/* How many levels there are at the most: whatever places give, a number, or as often as the shortest axis can be halved, or
 * once less. */
typedef enum limit { OPEN, NUMBER, HALVINGS, HALVINGS_BUT_ONE, CAPS } limit;

/* The levels that a rank's place lasts: min over axes of (zeros at the end of coordinate + from_end in binary digits, less
 * the logarithm of the extent where levels are counted from the coarsest), plus k; and no more than there are. */
typedef struct shape {
    bool from_end, from_coarsest;
    uint32_t axes; /* a bit each */
    bool floored;
    limit cap;
    int64_t k, most;
} shape;

/* By sample. */
typedef struct view {
    uint32_t n;
    sx_hierarchy_axis axis[SX_HIERARCHY_AXES];
    int64_t *zeros[SX_HIERARCHY_AXES], *stages[SX_HIERARCHY_AXES];
    int64_t *lasts, *cap;
} view;

static const sx_expr *log2_of(sx_arena *arena, const sx_expr *x)
{
    return sx_expr_two(arena, SX_EXPR_LOG, sx_expr_int(arena, 2), x);
}

/* The logarithm of an extent, rounded up. */
static const sx_expr *stages(sx_arena *arena, const sx_expr *dim)
{
    const sx_expr *twice = sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, 2), dim);
    return log2_of(arena, sx_expr_two(arena, SX_EXPR_SUB, twice, sx_expr_int(arena, 1)));
}

/* Zeros at the end of the place; of place 0, as many as make the whole extent. */
static const sx_expr *lasting(sx_arena *arena, const sx_hierarchy_axis *axis,
                              const shape *s)
{
    const sx_expr *one = sx_expr_int(arena, 1);
    const sx_expr *top = s->from_end
                             ? one
                             : sx_expr_two(arena, SX_EXPR_POW, sx_expr_int(arena, 2),
                                           stages(arena, axis->dim));
    const sx_expr *place = sx_expr_two(arena, SX_EXPR_ADD, axis->coord, top);
    const sx_expr *zeros =
        log2_of(arena, sx_expr_two(arena, SX_EXPR_XOR, place,
                                   sx_expr_two(arena, SX_EXPR_SUB, place, one)));
    return s->from_coarsest
               ? sx_expr_two(arena, SX_EXPR_SUB, zeros, stages(arena, axis->dim))
               : zeros;
}

/* The least over the axes of the shape. */
static const sx_expr *
least_expr(sx_arena *arena, const view *v, const shape *s,
           const sx_expr *(*of)(sx_arena *, const sx_hierarchy_axis *, const shape *))
{
    const sx_expr *least = NULL;
    for (uint32_t a = 0; a < v->n; a++)
        if (s->axes >> a & 1) {
            const sx_expr *one = of(arena, &v->axis[a], s);
            least = least ? sx_expr_two(arena, SX_EXPR_MIN, least, one) : one;
            if (!least)
                return NULL;
        }
    return least;
}

static const sx_expr *halvings(sx_arena *arena, const sx_hierarchy_axis *axis,
                               const shape *s)
{
    (void)s;
    return stages(arena, axis->dim);
}

static const sx_expr *cap_expr(sx_arena *arena, const view *v, const shape *s)
{
    if (s->cap == NUMBER)
        return sx_expr_int(arena, s->most);
    return sx_expr_two(arena, SX_EXPR_SUB, least_expr(arena, v, s, halvings),
                       sx_expr_int(arena, s->cap == HALVINGS_BUT_ONE));
}

static const sx_expr *shape_expr(sx_arena *arena, const view *v, const shape *s)
{
    const sx_expr *levels = sx_expr_plus(arena, least_expr(arena, v, s, lasting), s->k);
    if (s->cap != OPEN)
        levels = sx_expr_two(arena, SX_EXPR_MIN, cap_expr(arena, v, s), levels);
    return s->floored ? sx_expr_two(arena, SX_EXPR_MAX, sx_expr_int(arena, 0), levels)
                      : levels;
}

/* What places last, and the cap, at every sample. */
static void measure(const sx_samples *samples, const shape *s, view *v)
{
    for (size_t i = 0; i < samples->n; i++) {
        int64_t least = INT64_MAX, shortest = INT64_MAX;
        for (uint32_t a = 0; a < v->n; a++) {
            if (!(s->axes >> a & 1))
                continue;
            least = v->zeros[a][i] < least ? v->zeros[a][i] : least;
            shortest = v->stages[a][i] < shortest ? v->stages[a][i] : shortest;
        }
        v->lasts[i] = least;
        v->cap[i] = s->cap == OPEN       ? INT64_MAX
                    : s->cap == NUMBER   ? s->most
                    : s->cap == HALVINGS ? shortest
                                         : shortest - 1;
    }
}

/* k, from what is neither at the cap nor 0. False when the samples show none. */
static bool fit(const sx_samples *samples, const view *v, shape *s, size_t *ret_different)
{
    enum { MANY = 4 };
    int64_t seen[MANY];
    bool have = false;
    *ret_different = 0;
    for (size_t i = 0; i < samples->n; i++) {
        int64_t value = samples->sample[i].value;
        if (value == v->cap[i] || (s->floored && value == 0))
            continue;
        if (!have)
            s->k = value - v->lasts[i];
        have = true;
        if (value - v->lasts[i] != s->k)
            return false;
        size_t k = 0;
        while (k < *ret_different && seen[k] != value)
            k++;
        if (k == *ret_different && k < MANY)
            seen[(*ret_different)++] = value;
    }
    return have;
}

/* Counted from the coarsest, levels are as many on every axis, and mean the same elsewhere. */
static sx_status note_levels(sx_arena *arena, sx_runs *runs, uint32_t g, const view *v,
                             const shape *s, const sx_expr *expr, sx_error *err)
{
    bool whole = g < runs->ngrids && s->axes == (1u << v->n) - 1;
    return whole && s->from_coarsest
               ? sx_levels_note(arena, runs,
                                &(sx_levels) { .trips = expr,
                                               .grid = g,
                                               .from_end = s->from_end,
                                               .first = s->k - 1 },
                                err)
               : SX_OK;
}

static sx_status try_shape(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           uint32_t g, view *v, shape s, sx_law *law, sx_error *err)
{
    size_t different, first;
    measure(samples, &s, v);
    if (!fit(samples, v, &s, &different))
        return SX_OK;
    const sx_expr *expr = shape_expr(arena, v, &s);
    if (!expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    /* The most levels there are show too, where they bind. */
    if (!sx_column_matches(runs, samples, expr, &first))
        return SX_OK;
    bool is_first = !law->expr;
    sx_status st =
        sx_hierarchy_add(arena, law, expr,
                         sx_hierarchy_evidence(arena, runs, samples, v->axis, v->n, true,
                                               different + (s.cap != OPEN)),
                         err);
    return !st && is_first ? note_levels(arena, runs, g, v, &s, expr, err) : st;
}

static bool view_of(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                    uint32_t g, const shape *s, view *v)
{
    v->n = sx_hierarchy_axes(arena, runs, g, v->axis);
    v->lasts = SX_NEW_ARRAY(arena, int64_t, samples->n);
    v->cap = SX_NEW_ARRAY(arena, int64_t, samples->n);
    bool whole = v->n > 0 && v->lasts && v->cap;
    for (uint32_t a = 0; whole && a < v->n; a++) {
        const sx_expr *zeros = lasting(arena, &v->axis[a], s),
                      *most = stages(arena, v->axis[a].dim);
        v->zeros[a] = SX_NEW_ARRAY(arena, int64_t, samples->n);
        v->stages[a] = SX_NEW_ARRAY(arena, int64_t, samples->n);
        whole = zeros && most && v->zeros[a] && v->stages[a] &&
                sx_column_values(runs, samples, zeros, v->zeros[a]) &&
                sx_column_values(runs, samples, most, v->stages[a]);
    }
    return whole;
}

/* All axes, then single ones. */
static sx_status try_axes(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                          uint32_t g, shape s, sx_law *law, sx_error *err)
{
    view v;
    sx_status st = SX_OK;
    if (!view_of(arena, runs, samples, g, &s, &v))
        return SX_OK;
    for (uint32_t which = 0; !st && which <= (v.n > 1 ? v.n : 0); which++) {
        s.axes = which ? 1u << (which - 1) : (1u << v.n) - 1;
        for (int cap = 0; !st && cap < CAPS; cap++) {
            s.cap = (limit)cap;
            st = try_shape(arena, runs, samples, g, &v, s, law, err);
        }
    }
    return st;
}

sx_status sx_law_alive(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    sx_law law = { 0 };
    sx_status st = SX_OK;
    int64_t most = 0, least = INT64_MAX;
    if (!samples->is_size || samples->varying || samples->n == 0)
        return SX_OK;
    for (size_t i = 0; i < samples->n; i++) {
        int64_t value = samples->sample[i].value;
        most = value > most ? value : most;
        least = value < least ? value : least;
    }
    enum { LEVELS = 40 }; /* more than any extent has */
    if (least == most || least < 0 || most > LEVELS)
        return SX_OK;
    for (uint32_t g = 0; !st && !law.expr && g <= runs->ngrids; g++)
        for (int way = 0; !st && way < 4; way++) {
            shape s = { .from_end = way & 1,
                        .from_coarsest = way >> 1,
                        .floored = least == 0,
                        .most = most };
            st = try_axes(arena, runs, samples, g, s, &law, err);
        }
    if (!st)
        *ret_law = law;
    return st;
}
