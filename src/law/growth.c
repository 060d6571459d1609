#include "law/growth.h"

#include "base/checked.h"
#include "law/faces.h"

/* What a number may grow with; i and k: parameters, or a grid and its axis. */
typedef struct scale_variable {
    enum { PARAM, PRODUCT, EXTENT, RANKS, END } kind;
    uint32_t i, k;
} scale_variable;

/* The next one in the order in which they are tried. */
static scale_variable next(const sx_runs *runs, scale_variable v)
{
    switch (v.kind) {
    case PARAM:
        if (++v.i < runs->nparams)
            return v;
        return next(runs, (scale_variable) { EXTENT, 0, UINT32_MAX });
    case EXTENT:
        for (v.k++; v.i < runs->ngrids; v.i++, v.k = 0)
            if (v.k < runs->grid[v.i].ndims)
                return v;
        return (scale_variable) { RANKS, 0, 0 };
    case RANKS:
        return next(runs, (scale_variable) { PRODUCT, 0, UINT32_MAX });
    case PRODUCT:
        for (v.k++; v.i < runs->nparams; v.i++, v.k = v.i)
            if (v.k < runs->nparams)
                return v;
        break;
    case END:
        break;
    }
    return (scale_variable) { END, 0, 0 };
}

static scale_variable first(const sx_runs *runs)
{
    return next(runs, (scale_variable) { PARAM, UINT32_MAX, 0 });
}

/* False where it is no number. */
static bool value_at(const sx_runs *runs, scale_variable v, size_t run, int64_t *ret)
{
    const int64_t *param = runs->constant_value[run];
    switch (v.kind) {
    case PARAM:
        *ret = param[v.i];
        return true;
    case PRODUCT:
        return !sx_mul_overflows(param[v.i], param[v.k], ret);
    case EXTENT:
        *ret = runs->place[runs->offset[run] * SX_MAX_GRIDS + v.i].dim[v.k];
        return runs->grid[v.i].comm == 0;
    default:
        *ret = runs->p[run];
        return true;
    }
}

static const sx_expr *expr_of(sx_arena *arena, scale_variable v)
{
    const sx_expr *param = sx_expr_var(arena, SX_VAR_CONSTANT, 0, v.i);
    switch (v.kind) {
    case PARAM:
        return param;
    case PRODUCT:
        return sx_expr_make(arena, SX_EXPR_MUL, param,
                            sx_expr_var(arena, SX_VAR_CONSTANT, 0, v.k), NULL);
    case EXTENT:
        return sx_expr_var(arena, SX_VAR_DIM, v.i, v.k);
    default:
        return sx_expr_var(arena, SX_VAR_P, 0, 0);
    }
}

/* The line through the first run and the first that is apart from it. */
static bool line_through(const sx_runs *runs, scale_variable v, const int64_t *value,
                         sx_growth *line)
{
    int64_t x0 = 0, x = 0, rise;
    size_t run = 1;
    if (!value_at(runs, v, 0, &x0))
        return false;
    while (run < runs->n && value_at(runs, v, run, &x) && x == x0)
        run++;
    if (run == runs->n || x == x0)
        return false;
    rise = value[run] - value[0];
    if (rise % (x - x0) != 0 || sx_mul_overflows(rise / (x - x0), x0, &line->rest))
        return false;
    line->rate = rise / (x - x0);
    line->rest = value[0] - line->rest;
    return line->rate > 0;
}

/* Does the line give all values, of which at least one is that of a third place on it? */
static bool holds(const sx_runs *runs, scale_variable v, const int64_t *value,
                  const sx_growth *line)
{
    int64_t seen[2] = { 0 };
    size_t different = 0;
    for (size_t run = 0; run < runs->n; run++) {
        int64_t x, rise;
        if (!value_at(runs, v, run, &x) || sx_mul_overflows(line->rate, x, &rise) ||
            rise + line->rest != value[run])
            return false;
        bool known = (different > 0 && seen[0] == x) || (different > 1 && seen[1] == x);
        if (!known && different < 2)
            seen[different] = x;
        different += !known;
    }
    /* As many points as a parameter says: nothing was fitted. */
    bool told = v.kind == PARAM && line->rate == 1 && line->rest == 0;
    return different > 2 || (told && different > 1);
}

/* The first line from v on; v becomes the one behind it. */
static bool find_from(sx_arena *arena, const sx_runs *runs, const int64_t *value,
                      scale_variable *v, sx_growth *ret)
{
    for (; v->kind != END; *v = next(runs, *v)) {
        sx_growth line = { 0 };
        if (!line_through(runs, *v, value, &line) || !holds(runs, *v, value, &line))
            continue;
        line.over = expr_of(arena, *v);
        *v = next(runs, *v);
        *ret = line;
        return line.over != NULL;
    }
    return false;
}

bool sx_growth_find(sx_arena *arena, const sx_runs *runs, const int64_t *value,
                    sx_growth *ret_growth)
{
    size_t run = 1;
    while (run < runs->n && value[run] == value[0])
        run++;
    if (run == runs->n) {
        *ret_growth = (sx_growth) { .rest = value[0] };
        return true;
    }
    scale_variable v = first(runs);
    return find_from(arena, runs, value, &v, ret_growth);
}

static const sx_expr *line_expr(sx_arena *arena, const sx_growth *g)
{
    const sx_expr *rise =
        g->rate
            ? sx_expr_make(arena, SX_EXPR_MUL, sx_expr_int(arena, g->rate), g->over, NULL)
            : sx_expr_int(arena, 0);
    return sx_expr_plus(arena, rise, g->rest);
}

sx_law sx_growth_law(sx_arena *arena, const sx_runs *runs, const int64_t *value,
                     const sx_growth *growth)
{
    sx_law law = { line_expr(arena, growth), { .label = SX_LABEL_EXACT } };
    scale_variable v = first(runs);
    sx_growth other;
    if (!law.expr)
        return law;
    while (growth->rate && find_from(arena, runs, value, &v, &other)) {
        const sx_expr *rival = line_expr(arena, &other);
        if (!rival || sx_expr_equal(rival, law.expr))
            continue;
        const sx_expr *here = sx_expr_make(arena, SX_EXPR_NE, law.expr, rival, NULL);
        law.evidence.doubt =
            law.evidence.doubt
                ? sx_expr_make(arena, SX_EXPR_OR, law.evidence.doubt, here, NULL)
                : here;
        law.evidence.reason = "what is distributed grows with one of several things that "
                              "grew alike in the inputs: add one where they do not";
    }
    return law;
}

/* ---- ties ---- */

/* The first run in which the variable is another than in run 0; n where it is the same in all. */
static size_t first_other(const sx_runs *runs, scale_variable v)
{
    int64_t x0 = 0, x = 0;
    size_t run = 1;
    if (!value_at(runs, v, 0, &x0))
        return runs->n;
    while (run < runs->n && value_at(runs, v, run, &x) && x == x0)
        run++;
    return run;
}

/* (u - u0) (v1 - v0) and (v - v0) (u1 - u0), which are equal where u follows from v. */
typedef struct tie {
    int64_t u0, v0, du, dv;
} tie;

static bool is_tied(const sx_runs *runs, scale_variable u, scale_variable v, tie *ret)
{
    size_t other = first_other(runs, u);
    int64_t u1, v1;
    if (other == runs->n || !value_at(runs, u, 0, &ret->u0) ||
        !value_at(runs, v, 0, &ret->v0) || !value_at(runs, u, other, &u1) ||
        !value_at(runs, v, other, &v1))
        return false;
    ret->du = u1 - ret->u0;
    ret->dv = v1 - ret->v0;
    for (size_t run = 1; run < runs->n; run++) {
        int64_t x, y, left, right;
        if (!value_at(runs, u, run, &x) || !value_at(runs, v, run, &y) ||
            sx_mul_overflows(x - ret->u0, ret->dv, &left) ||
            sx_mul_overflows(y - ret->v0, ret->du, &right) || left != right)
            return false;
    }
    return ret->dv != 0;
}

static const sx_expr *scaled(sx_arena *arena, scale_variable v, int64_t from, int64_t by)
{
    return sx_expr_make(arena, SX_EXPR_MUL, sx_expr_int(arena, by),
                        sx_expr_make(arena, SX_EXPR_SUB, expr_of(arena, v),
                                     sx_expr_int(arena, from), NULL),
                        NULL);
}

static bool add_part(sx_arena *arena, const sx_expr *part, const sx_expr **beyond)
{
    if (part && *beyond)
        part = sx_expr_make(arena, SX_EXPR_OR, *beyond, part, NULL);
    if (part)
        *beyond = part;
    return part != NULL;
}

/* Has an earlier axis of the grid the same extent in all runs? */
static bool is_repeated(const sx_runs *runs, scale_variable v)
{
    const bool of_world = v.kind == EXTENT && runs->grid[v.i].comm == 0;
    for (uint32_t a = 0; of_world && a < v.k; a++)
        if (sx_axes_are_alike(runs, v.i, v.k, a))
            return true;
    return false;
}

/* The ties of parameter i to what comes before it, extents and P. */
static bool add_ties(sx_arena *arena, const sx_runs *runs, uint32_t i,
                     const sx_expr **beyond, const char **why)
{
    scale_variable own = { PARAM, i, 0 };
    for (scale_variable v = first(runs); v.kind != END; v = next(runs, v)) {
        tie t;
        bool other = v.kind == EXTENT || v.kind == RANKS || (v.kind == PARAM && v.i < i);
        if (!other || is_repeated(runs, v) || !is_tied(runs, own, v, &t))
            continue;
        if (!add_part(arena,
                      sx_expr_make(arena, SX_EXPR_NE, scaled(arena, own, t.u0, t.dv),
                                   scaled(arena, v, t.v0, t.du), NULL),
                      beyond))
            return false;
        *why =
            "a parameter follows from P or from another parameter in all inputs: record "
            "one where it does not";
    }
    return true;
}

/* Where each rank has no longer as much of parameter i as in all inputs, which is weak scaling. */
static bool add_shares(sx_arena *arena, const sx_runs *runs, uint32_t i,
                       const sx_expr **beyond, const char **why)
{
    scale_variable own = { PARAM, i, 0 };
    bool done = true;
    for (scale_variable v = first(runs); done && v.kind != END; v = next(runs, v)) {
        int64_t n, dim, share = 0;
        size_t run = 0;
        if ((v.kind != EXTENT && v.kind != RANKS) || first_other(runs, own) == runs->n ||
            is_repeated(runs, v))
            continue;
        for (; run < runs->n && value_at(runs, own, run, &n) &&
               value_at(runs, v, run, &dim) && (run == 0 || n / dim == share);
             run++)
            share = n / dim;
        if (run < runs->n)
            continue;
        *why = "each rank has as much of a parameter in all inputs: record one where it "
               "has not";
        done = add_part(arena,
                        sx_expr_make(arena, SX_EXPR_NE,
                                     sx_expr_make(arena, SX_EXPR_DIV, expr_of(arena, own),
                                                  expr_of(arena, v), NULL),
                                     sx_expr_int(arena, share), NULL),
                        beyond);
    }
    return done;
}

sx_status sx_growth_ties(sx_arena *arena, const sx_runs *runs, const sx_expr **ret_beyond,
                         const char **ret_why, sx_error *err)
{
    const sx_expr *beyond = NULL, *p = sx_expr_var(arena, SX_VAR_P, 0, 0);
    bool one_p = runs->n > 1 && runs->p[0] == runs->p[runs->n - 1], done = true;
    for (uint32_t i = 0; done && i < runs->nparams; i++)
        done = add_shares(arena, runs, i, &beyond, ret_why) &&
               add_ties(arena, runs, i, &beyond, ret_why);
    if (one_p) {
        *ret_why = "all inputs have the same P: record another P";
        done = done && add_part(arena,
                                sx_expr_make(arena, SX_EXPR_NE, p,
                                             sx_expr_int(arena, runs->p[0]), NULL),
                                &beyond);
    }
    if (!done)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_beyond = beyond;
    return SX_OK;
}
