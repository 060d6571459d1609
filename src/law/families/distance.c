/* End points in a hierarchy of grids: the next active place up or down an axis on the level of a trip, around or null
 * beyond the end, and the active place that stands for the own one, the end of its coordinates' stretches. */
#include "law/column.h"
#include "law/hierarchy.h"
#include "law/law.h"

#include "base/checked.h"

typedef enum manner { UP, DOWN, UP_OPEN, DOWN_OPEN, FLOOR, MANNERS } manner;

/* The axes of one grid, and the own ranks. */
typedef struct view {
    sx_hierarchy_view on;
    int64_t *stride[SX_HIERARCHY_AXES];
    int64_t *own;
} view;

static bool values(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                   const sx_expr *expr, int64_t **ret)
{
    *ret = SX_NEW_ARRAY(arena, int64_t, samples->n);
    return *ret && expr && sx_column_values(runs, samples, expr, *ret);
}

static bool view_of(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                    uint32_t g, view *v)
{
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    *v = (view) { .own = NULL };
    bool whole = sx_hierarchy_look(arena, runs, samples, g, &v->on) &&
                 values(arena, runs, samples, own, &v->own);
    for (uint32_t a = 0; whole && a < v->on.n; a++)
        whole = values(arena, runs, samples, v->on.axis[a].stride, &v->stride[a]);
    return whole;
}

/* ---- what a form gives ---- */

static bool is_up(manner way)
{
    return way == UP || way == UP_OPEN;
}

static bool is_open(manner way)
{
    return way == UP_OPEN || way == DOWN_OPEN;
}

/* By axis a, or with FLOOR by all of them. */
static bool gives(const view *v, size_t i, const sx_hierarchy *form, manner way,
                  uint32_t a)
{
    int64_t value = v->on.samples->sample[i].value, peer = v->own[i];
    for (uint32_t b = 0; way == FLOOR && b < v->on.n; b++) {
        int64_t d = sx_hierarchy_distance(form, v->on.dim[b][i], v->on.e[i]);
        if (d <= 0)
            return false;
        peer -= v->on.coord[b][i] % d * v->stride[b][i];
    }
    if (way == FLOOR)
        return value == peer;
    int64_t d = sx_hierarchy_distance(form, v->on.dim[a][i], v->on.e[i]);
    int64_t other = v->on.coord[a][i] + (is_up(way) ? d : -d);
    if (d <= 0)
        return false;
    if (is_open(way) && (other < 0 || other >= v->on.dim[a][i]))
        return value == SX_NULL;
    other = sx_floor_mod(other, v->on.dim[a][i]);
    return value == peer + (other - v->on.coord[a][i]) * v->stride[a][i];
}

static bool holds(const view *v, const sx_hierarchy *form, manner way, uint32_t a)
{
    for (size_t i = 0; i < v->on.samples->n; i++)
        if (!gives(v, i, form, way, a))
            return false;
    return true;
}

/* Different distances among the samples, as far as matters. */
static size_t distances(const view *v, const sx_hierarchy *form, uint32_t a)
{
    enum { MANY = 4 };
    int64_t seen[MANY];
    size_t n = 0, k;
    for (size_t i = 0; i < v->on.samples->n && n < MANY; i++) {
        int64_t d = sx_hierarchy_distance(form, v->on.dim[a][i], v->on.e[i]);
        for (k = 0; k < n && seen[k] != d; k++) {
        }
        if (k == n)
            seen[n++] = d;
    }
    return n;
}

/* ---- expressions ---- */

static const sx_expr *floor_expr(sx_arena *arena, const view *v, const sx_hierarchy *form)
{
    const sx_expr *peer = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    for (uint32_t a = 0; a < v->on.n; a++) {
        const sx_expr *d =
            sx_hierarchy_distance_expr(arena, v->on.samples, form, v->on.axis[a].dim);
        const sx_expr *off = sx_expr_two(arena, SX_EXPR_MOD, v->on.axis[a].coord, d);
        peer = sx_expr_two(arena, SX_EXPR_SUB, peer,
                           sx_expr_two(arena, SX_EXPR_MUL, off, v->on.axis[a].stride));
    }
    return peer;
}

static const sx_expr *peer_expr(sx_arena *arena, const view *v, const sx_hierarchy *form,
                                manner way, uint32_t a)
{
    if (way == FLOOR)
        return floor_expr(arena, v, form);
    const sx_hierarchy_axis *axis = &v->on.axis[a];
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0);
    const sx_expr *d = sx_hierarchy_distance_expr(arena, v->on.samples, form, axis->dim);
    const sx_expr *other =
        sx_expr_two(arena, is_up(way) ? SX_EXPR_ADD : SX_EXPR_SUB, axis->coord, d);
    if (!is_open(way)) {
        const sx_expr *step =
            sx_expr_two(arena, SX_EXPR_SUB,
                        sx_expr_two(arena, SX_EXPR_MOD, other, axis->dim), axis->coord);
        return sx_expr_two(arena, SX_EXPR_ADD, own,
                           sx_expr_two(arena, SX_EXPR_MUL, step, axis->stride));
    }
    const sx_expr *inside =
        is_up(way) ? sx_expr_two(arena, SX_EXPR_LT, other, axis->dim)
                   : sx_expr_two(arena, SX_EXPR_GE, other, sx_expr_int(arena, 0));
    const sx_expr *peer = sx_expr_two(arena, is_up(way) ? SX_EXPR_ADD : SX_EXPR_SUB, own,
                                      sx_expr_two(arena, SX_EXPR_MUL, d, axis->stride));
    return sx_expr_make(arena, SX_EXPR_IF, inside, peer, sx_expr_int(arena, SX_NULL));
}

/* ---- search ---- */

/* A fixed distance that does not follow the extent is a step in a grid, which has a family of its own. */
static bool is_for(const sx_hierarchy *form, manner way)
{
    return form->counted || way == FLOOR
               ? true
               : form->shape != SX_HIERARCHY_DOUBLES && form->k > 0;
}

static sx_status try_form(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                          const view *v, const sx_hierarchy *form, sx_law *law,
                          sx_error *err)
{
    for (int way = 0; way < MANNERS; way++)
        for (uint32_t a = 0; a < (way == FLOOR ? 1 : v->on.n); a++) {
            size_t first, many = distances(v, form, a);
            if (!is_for(form, (manner)way) || many < 2 || !holds(v, form, (manner)way, a))
                continue;
            const sx_expr *expr = peer_expr(arena, v, form, (manner)way, a);
            if (!expr)
                return sx_fail(err, SX_NOMEM, "out of memory");
            if (!sx_column_matches(runs, samples, expr, &first))
                continue;
            sx_status st =
                sx_hierarchy_add(arena, law, expr,
                                 sx_hierarchy_evidence(arena, runs, samples, v->on.axis,
                                                       v->on.n, form->counted, many),
                                 err);
            if (st)
                return st;
        }
    return SX_OK;
}

sx_status sx_law_distance(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                          sx_law *ret_law, sx_error *err)
{
    sx_hierarchy form[SX_HIERARCHY_FORMS];
    sx_status st = SX_OK;
    sx_law law = { 0 };
    if (!samples->is_rank || samples->n == 0 || samples->lists)
        return SX_OK;
    sx_samples probe = sx_samples_probe(arena, samples);
    if (!probe.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    size_t n = sx_hierarchy_forms(samples, form);
    for (uint32_t g = 0; !st && !law.expr && g <= runs->ngrids; g++) {
        view v;
        if (!view_of(arena, runs, &probe, g, &v))
            continue;
        for (size_t f = 0; !st && f < n; f++)
            if (sx_hierarchy_exponents(arena, runs, &probe, &form[f], v.on.e))
                st = try_form(arena, runs, samples, &v, &form[f], &law, err);
    }
    if (!st)
        *ret_law = law;
    return st;
}
