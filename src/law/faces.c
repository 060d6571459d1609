#include "law/faces.h"

#include "law/column.h"

enum { SLOTS = 3 };

/* Parts of a product that follow one axis each. */
typedef struct face {
    uint32_t grid, ndims;
    unsigned n;
    uint32_t axis[SLOTS]; /* of each part, from left to right */
} face;

/* Axes of the grid that occur; *ret_grid is it. False when there are several grids. */
static bool axes_in(const sx_expr *expr, uint32_t *ret_axes, uint32_t *ret_grid)
{
    bool placed =
        expr->op == SX_EXPR_VAR && (expr->var == SX_VAR_DIM || expr->var == SX_VAR_COORD);
    if (placed && *ret_axes && *ret_grid != expr->grid)
        return false;
    if (placed) {
        *ret_axes |= UINT32_C(1) << expr->axis;
        *ret_grid = expr->grid;
    }
    for (int i = 0; i < 3; i++)
        if (expr->arg[i] && !axes_in(expr->arg[i], ret_axes, ret_grid))
            return false;
    return true;
}

static bool is_one_part(const sx_expr *expr, uint32_t axes)
{
    bool product = expr->op == SX_EXPR_MUL ||
                   (expr->op == SX_EXPR_DIV && expr->arg[1]->op == SX_EXPR_MUL);
    return !product && (axes & (axes - 1)) == 0;
}

/* False when there are too many parts, or several grids. */
static bool find_parts(const sx_expr *expr, face *f)
{
    uint32_t axes = 0, grid = 0, a = 0;
    if (!axes_in(expr, &axes, &grid))
        return false;
    if (!axes)
        return true;
    if (is_one_part(expr, axes)) {
        if (f->n == SLOTS || (f->n && f->grid != grid))
            return false;
        while (!(axes >> a & 1))
            a++;
        f->grid = grid;
        f->axis[f->n++] = a;
        return true;
    }
    for (int i = 0; i < 3; i++)
        if (expr->arg[i] && !find_parts(expr->arg[i], f))
            return false;
    return true;
}

static const sx_expr *on_axis(sx_arena *arena, const sx_expr *expr, uint32_t axis)
{
    uint32_t axes = 0, grid = 0;
    if (!axes_in(expr, &axes, &grid) || !axes)
        return expr;
    if (expr->op == SX_EXPR_VAR)
        return sx_expr_var(arena, expr->var, expr->grid, axis);
    const sx_expr *arg[3] = { NULL };
    for (int i = 0; i < 3; i++)
        if (expr->arg[i] && !(arg[i] = on_axis(arena, expr->arg[i], axis)))
            return NULL;
    return sx_expr_make(arena, expr->op, arg[0], arg[1], arg[2]);
}

/* The same form with the parts on other axes; *next is the next part. */
static const sx_expr *turned(sx_arena *arena, const sx_expr *expr, const uint32_t *axis,
                             unsigned *next)
{
    uint32_t axes = 0, grid = 0;
    if (!axes_in(expr, &axes, &grid) || !axes)
        return expr;
    if (is_one_part(expr, axes))
        return on_axis(arena, expr, axis[(*next)++]);
    const sx_expr *arg[3] = { NULL };
    for (int i = 0; i < 3; i++)
        if (expr->arg[i] && !(arg[i] = turned(arena, expr->arg[i], axis, next)))
            return NULL;
    return sx_expr_make(arena, expr->op, arg[0], arg[1], arg[2]);
}

/* Different axes, and not the one of the end point? */
static bool spans_face(const face *f, const uint32_t *axis, uint32_t moved)
{
    uint32_t seen = moved;
    for (unsigned i = 0; i < f->n; i++) {
        if (seen >> axis[i] & 1)
            return false;
        seen |= UINT32_C(1) << axis[i];
    }
    return true;
}

/* Axes that the end point moves along. */
static uint32_t moved_axes(const sx_expr *peer, uint32_t grid)
{
    if (peer->op == SX_EXPR_VAR)
        return peer->var == SX_VAR_COORD && peer->grid == grid ? UINT32_C(1) << peer->axis
                                                               : 0;
    uint32_t axes = 0;
    for (int i = 0; i < 3; i++)
        axes |= peer->arg[i] ? moved_axes(peer->arg[i], grid) : 0;
    return axes;
}

static void count_up(uint32_t *axis, const face *f)
{
    for (unsigned i = 0; i < f->n; i++) {
        if (++axis[i] < f->ndims)
            return;
        axis[i] = 0;
    }
}

static void doubt_rival(sx_arena *arena, sx_law *law, const sx_expr *rival)
{
    law->evidence = sx_evidence_join(
        arena, law->evidence,
        (sx_evidence) { .label = SX_LABEL_EXACT,
                        .doubt = sx_expr_make(arena, SX_EXPR_NE, law->expr, rival, NULL),
                        .reason = "axes that are as long in all inputs cannot be told "
                                  "apart: add one with other dims" });
}

static bool is_in(const sx_expr *expr, uint64_t grids)
{
    uint64_t own;
    sx_expr_uses(expr, NULL, &own);
    return !(own & ~grids);
}

/* Of two laws that give all samples, the one over all axes that the end point does not move along, if there are several; or
 * one on the end point's grid instead of another. */
static sx_status find_face(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           uint32_t g, uint32_t moved, sx_law *law, sx_error *err)
{
    uint32_t others = ((UINT32_C(1) << runs->grid[g].ndims) - 1) & ~moved;
    uint64_t home = UINT64_C(1) << g;
    sx_samples here = *samples;
    sx_law spanned = { 0 };
    sx_status st = SX_OK;
    here.grids = home;
    here.beat = NULL;
    if (others & (others - 1))
        st = sx_law_face(arena, runs, &here, others, &spanned, err);
    if (!st && !spanned.expr && law->expr && !is_in(law->expr, home))
        st = sx_law_rims(arena, runs, &here, &spanned, err);
    if (st || !spanned.expr || (law->expr && sx_expr_equal(spanned.expr, law->expr)))
        return st;
    if (law->expr)
        doubt_rival(arena, &spanned, law->expr);
    *law = spanned;
    return SX_OK;
}

/* The same form over other axes, where that gives all samples too. */
static sx_status turn_axes(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           uint32_t moved, face f, sx_law *law, sx_error *err)
{
    enum { FORMS = 27 };
    const sx_expr *form[FORMS];
    size_t nforms = 0, best = 0, combos = 1, first;
    bool is_face = false;
    uint32_t axis[SLOTS] = { 0 };
    for (unsigned i = 0; i < f.n; i++)
        combos *= f.ndims;
    sx_samples probe = sx_samples_probe(arena, samples);
    if (!probe.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t k = 0; combos <= FORMS && k < combos; k++, count_up(axis, &f)) {
        unsigned next = 0;
        const sx_expr *expr = turned(arena, law->expr, axis, &next);
        if (!expr)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (!sx_column_matches(runs, &probe, expr, &first) ||
            !sx_column_matches(runs, samples, expr, &first))
            continue;
        is_face = is_face || spans_face(&f, axis, moved);
        if (spans_face(&f, axis, moved) || (!is_face && sx_expr_equal(expr, law->expr)))
            best = nforms;
        form[nforms++] = expr;
    }
    if (nforms == 0)
        return SX_OK;
    law->expr = form[best];
    for (size_t k = 0; k < nforms; k++)
        if (!sx_expr_equal(form[k], law->expr))
            doubt_rival(arena, law, form[k]);
    return SX_OK;
}

/* The grid whose coordinates the end point has, if it is one. */
static bool grid_of(const sx_expr *peer, uint32_t *ret_grid)
{
    uint64_t grids = 0;
    sx_expr_uses(peer, NULL, &grids);
    if (!grids || (grids & (grids - 1)))
        return false;
    for (*ret_grid = 0; !(grids >> *ret_grid & 1);)
        ++*ret_grid;
    return true;
}

sx_status sx_faces_choose(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                          const sx_expr *peer, sx_law *law, sx_error *err)
{
    uint32_t g;
    face f = { .n = 0 };
    if (!peer || law->evidence.label < SX_LABEL_EXACT || !grid_of(peer, &g))
        return SX_OK;
    uint32_t moved = moved_axes(peer, g);
    if (!moved || runs->grid[g].ndims < 2)
        return SX_OK;
    sx_status st = find_face(arena, runs, samples, g, moved, law, err);
    if (st || !law->expr || !find_parts(law->expr, &f) || f.n == 0 || f.grid != g)
        return st;
    f.ndims = runs->grid[g].ndims;
    return turn_axes(arena, runs, samples, moved, f, law, err);
}
