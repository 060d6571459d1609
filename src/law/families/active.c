/* Who is active on a level of a hierarchy of grids, as 0 or 1: conditions on single axes, each on whether the place (or the
 * one after it) is a multiple of the distance on that level, or halfway between two, all of which must hold. */
#include "law/column.h"
#include "law/hierarchy.h"
#include "law/law.h"

/* With x = coordinate, or coordinate + 1, and d the distance: */
typedef enum atom {
    NONE,
    FALLS_IDLE, /* halfway: x mod d = d / 2, d > 1 */
    STAYS, /* x mod d = 0, d > 1 */
    ACTIVE, /* x mod d = 0 */
    ATOMS
} atom;

/* ---- conditions on an axis ---- */

typedef struct condition {
    const sx_hierarchy *form;
    int64_t add; /* x = coordinate + add */
    atom atom[SX_HIERARCHY_AXES];
} condition;

static bool atom_holds(const sx_hierarchy_view *v, size_t i, const condition *c,
                       uint32_t a, atom what)
{
    int64_t d = sx_hierarchy_distance(c->form, v->dim[a][i], v->e[i]);
    int64_t off = d > 0 ? (v->coord[a][i] + c->add) % d : -1;
    return what == FALLS_IDLE ? d > 1 && off == d / 2
           : what == STAYS    ? d > 1 && off == 0
           : what == ACTIVE   ? off == 0
                              : true;
}

static bool all_hold(const sx_hierarchy_view *v, size_t i, const condition *c)
{
    for (uint32_t a = 0; a < v->n; a++)
        if (!atom_holds(v, i, c, a, c->atom[a]))
            return false;
    return true;
}

static bool separates(const sx_hierarchy_view *v, const condition *c)
{
    for (size_t i = 0; i < v->samples->n; i++)
        if (all_hold(v, i, c) != (v->samples->sample[i].value != 0))
            return false;
    return true;
}

/* The strictest condition on an axis that holds for all who are active. */
static atom strictest(const sx_hierarchy_view *v, const condition *c, uint32_t a)
{
    for (atom what = FALLS_IDLE; what < ATOMS; what++) {
        bool all = true;
        for (size_t i = 0; all && i < v->samples->n; i++)
            all = v->samples->sample[i].value == 0 || atom_holds(v, i, c, a, what);
        if (all)
            return what;
    }
    return NONE;
}

/* If any conditions on axes tell who is active, the strictest do; those not needed are dropped, and loosened. */
static bool find_condition(const sx_hierarchy_view *v, condition *c)
{
    bool any = false;
    for (uint32_t a = 0; a < v->n; a++) {
        c->atom[a] = strictest(v, c, a);
        any = any || c->atom[a] != NONE;
    }
    if (!any || !separates(v, c))
        return false;
    for (uint32_t a = v->n; a-- > 0;) {
        atom strict = c->atom[a];
        c->atom[a] = NONE;
        if (separates(v, c))
            continue;
        c->atom[a] = strict == STAYS ? ACTIVE : strict;
        if (!separates(v, c))
            c->atom[a] = strict;
    }
    return true;
}

/* ---- expressions ---- */

static const sx_expr *atom_expr(sx_arena *arena, const sx_hierarchy_view *v,
                                const condition *c, uint32_t a)
{
    const sx_expr *d =
        sx_hierarchy_distance_expr(arena, v->samples, c->form, v->axis[a].dim);
    const sx_expr *one = sx_expr_int(arena, 1);
    const sx_expr *x =
        sx_expr_two(arena, SX_EXPR_ADD, v->axis[a].coord, sx_expr_int(arena, c->add));
    const sx_expr *off = sx_expr_two(arena, SX_EXPR_MOD, x, d);
    const sx_expr *half = sx_expr_two(arena, SX_EXPR_DIV, d, sx_expr_int(arena, 2));
    const sx_expr *is = sx_expr_two(
        arena, SX_EXPR_EQ, off, c->atom[a] == FALLS_IDLE ? half : sx_expr_int(arena, 0));
    return c->atom[a] == ACTIVE ? is
                                : sx_expr_two(arena, SX_EXPR_AND,
                                              sx_expr_two(arena, SX_EXPR_GT, d, one), is);
}

static const sx_expr *condition_expr(sx_arena *arena, const sx_hierarchy_view *v,
                                     const condition *c)
{
    const sx_expr *all = NULL;
    for (uint32_t a = 0; a < v->n; a++)
        if (c->atom[a] != NONE) {
            const sx_expr *one = atom_expr(arena, v, c, a);
            all = all ? sx_expr_two(arena, SX_EXPR_AND, all, one) : one;
            if (!all)
                return NULL;
        }
    return all;
}

/* Different distances above 1 that active places show. */
static size_t distances(const sx_hierarchy_view *v, const condition *c)
{
    enum { MANY = 4 };
    int64_t seen[MANY];
    size_t n = 0, k;
    for (size_t i = 0; i < v->samples->n && n < MANY; i++)
        for (uint32_t a = 0; a < v->n && n < MANY; a++) {
            int64_t d = sx_hierarchy_distance(c->form, v->dim[a][i], v->e[i]);
            if (c->atom[a] == NONE)
                continue;
            for (k = 0; k < n && seen[k] != d; k++) {
            }
            if (k == n)
                seen[n++] = d;
        }
    return n;
}

/* ---- search ---- */

static sx_status try_forms(sx_arena *arena, const sx_runs *runs,
                           const sx_samples *samples, sx_hierarchy_view *v, sx_law *law,
                           sx_error *err)
{
    sx_hierarchy form[SX_HIERARCHY_FORMS];
    size_t n = sx_hierarchy_forms(samples, form), first;
    for (size_t f = 0; f < n; f++) {
        if (!sx_hierarchy_exponents(arena, runs, v->samples, &form[f], v->e))
            continue;
        for (int64_t add = 0; add < 2; add++) {
            condition c = { .form = &form[f], .add = add };
            if (!find_condition(v, &c))
                continue;
            size_t many = distances(v, &c);
            if (many < 2 && form[f].shape != SX_HIERARCHY_DOUBLES)
                continue;
            const sx_expr *expr = condition_expr(arena, v, &c);
            if (!expr)
                return sx_fail(err, SX_NOMEM, "out of memory");
            if (!sx_column_matches(runs, samples, expr, &first))
                continue;
            sx_status st =
                sx_hierarchy_add(arena, law, expr,
                                 sx_hierarchy_evidence(arena, runs, samples, v->axis,
                                                       v->n, form[f].counted, many),
                                 err);
            if (st)
                return st;
        }
    }
    return SX_OK;
}

sx_status sx_law_active(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    sx_law law = { 0 };
    sx_status st = SX_OK;
    if (!samples->is_size || samples->lists || !sx_samples_are_truth(samples))
        return SX_OK;
    for (uint32_t g = 0; !st && !law.expr && g <= runs->ngrids; g++) {
        sx_hierarchy_view v;
        if (sx_hierarchy_look(arena, runs, samples, g, &v))
            st = try_forms(arena, runs, samples, &v, &law, err);
    }
    if (!st)
        *ret_law = law;
    return st;
}
