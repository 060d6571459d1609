#include "extrap/explain.h"

#include "extrap/instantiate.h"
#include "extrap/places.h"
#include "extrap/rivals.h"
#include "trace/comm_row.h"

#include <string.h>

/* One inference, and what it says at the target. */
typedef struct view {
    sx_trace formula, there;
    sx_expr_names names;
    const sx_inferred *law, *here;
    size_t n;
} view;

typedef struct explaining {
    sx_arena *arena;
    int64_t target;
    const sx_settings *settings;
    view all;
    sx_explanation *list;
    size_t n;
    sx_error *err;
} explaining;

static sx_status look(const explaining *e, const sx_trace *formula, view *ret_view)
{
    view v = { .n = 0 };
    sx_status st = sx_trace_give(e->arena, formula, e->settings, &v.formula, e->err);
    if (!st)
        st = sx_instantiate(e->arena, &v.formula, e->target, NULL, 0, &v.there, e->err);
    if (!st)
        st = sx_comm_row_as(e->arena, &v.formula, &v.there, &v.formula, e->err);
    if (!st)
        st = sx_trace_names(e->arena, &v.formula, &v.names);
    if (!st)
        st = sx_inferred_list(e->arena, &v.formula, &v.law, &v.n, e->err);
    if (!st)
        st = sx_inferred_list(e->arena, &v.there, &v.here, &v.n, e->err);
    if (!st)
        *ret_view = v;
    return st;
}

/* ---- corners ---- */

static void add_corner(sx_explanation *x, sx_rank rank)
{
    for (size_t i = 0; i < x->ncorners; i++)
        if (x->corner[i].rank == rank)
            return;
    if (x->ncorners < SX_CORNERS)
        x->corner[x->ncorners++].rank = rank;
}

/* The rank at a corner of a grid of the world: bit a of `which` is the far end of axis a. */
static sx_rank rank_at(const sx_grid *grid, unsigned which)
{
    sx_rank rank = 0, stride = 1;
    for (uint32_t a = 0; a < grid->ndims; a++) {
        rank += which >> a & 1 ? (grid->dim[a] - 1) * stride : 0;
        stride *= grid->dim[a];
    }
    return rank;
}

static void choose_corners(const sx_trace *there, const sx_expr *law, sx_explanation *x)
{
    uint64_t grids = 0;
    if (law)
        sx_expr_uses(law, NULL, &grids);
    add_corner(x, 0);
    add_corner(x, there->p - 1);
    for (size_t g = 0; g < there->ngrids; g++) {
        const sx_grid *grid = &there->grid[g];
        for (unsigned which = 0;
             (grids >> g & 1) && grid->comm == 0 && which < 1u << grid->ndims; which++)
            add_corner(x, rank_at(grid, which));
    }
    add_corner(x, there->p / 2);
}

static sx_status fill_corners(const explaining *e, sx_explanation *x)
{
    static const int64_t counter[SX_MAX_DEPTH];
    const sx_expr *law = sx_inferred_expr(x->here);
    choose_corners(&e->all.there, law, x);
    sx_place_of *place = sx_place_create(&e->all.there);
    sx_status st = place ? SX_OK : sx_fail(e->err, SX_NOMEM, "out of memory");
    for (size_t i = 0; !st && i < x->ncorners; i++) {
        sx_corner *corner = &x->corner[i];
        st = sx_place_move(place, corner->rank, e->err);
        corner->in = !st && sx_inferred_is_of(x->here, place);
        if (!corner->in || !x->here->value || !law)
            continue;
        sx_expr_env env = sx_place_env(place, x->here->on, counter, SX_MAX_DEPTH);
        corner->in = !sx_expr_eval(law, &env, &corner->value, NULL);
    }
    sx_place_destroy(place);
    return st;
}

/* ---- what else might have been ---- */

/* The first rival of the law that is another than `than`. */
static sx_status find_rival(const explaining *e, const view *v, size_t i,
                            const sx_expr *than, sx_explanation *x)
{
    const sx_expr *law = sx_inferred_expr(&v->law[i]);
    sx_rivals rivals;
    sx_status st =
        sx_rivals_of(e->arena, law, v->law[i].evidence->doubt, &rivals, e->err);
    for (size_t k = 0; !st && k < rivals.n && !x->runner_up; k++)
        if (!than || !sx_expr_equal(rivals.law[k], than))
            x->runner_up = rivals.law[k];
    return st;
}

static sx_status without_input(const explaining *e, const view *v, size_t input, size_t i,
                               sx_explanation *x)
{
    const sx_expr *law = sx_inferred_expr(x->law), *other = sx_inferred_expr(&v->law[i]);
    if (v->here[i].evidence->label == SX_LABEL_PROVED)
        return SX_OK;
    if (x->here->evidence->label == SX_LABEL_PROVED)
        x->decided |= UINT64_C(1) << input;
    if (x->runner_up || v->law[i].evidence->label == SX_LABEL_REFUSED)
        return SX_OK;
    if (law && other && !sx_expr_equal(law, other))
        x->runner_up = other;
    sx_status st = x->runner_up ? SX_OK : find_rival(e, v, i, law, x);
    if (x->runner_up)
        x->names = &v->names;
    return st;
}

/* Inference without one input, of which every value learns. Where the program looks otherwise without it, or cannot be
 * inferred, it is needed for all. */
static sx_status leave_out(explaining *e, const sx_trace *const *trace,
                           const char *const *name, size_t n, size_t input)
{
    const sx_trace *rest[64];
    const char *names[64];
    size_t k = 0;
    sx_infer_options options = { 0 };
    sx_trace formula;
    view *v = SX_NEW(e->arena, view);
    if (!v)
        return sx_fail(e->err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < n && k < 64; i++)
        if (i != input) {
            rest[k] = trace[i];
            names[k++] = name[i];
        }
    sx_status st = sx_infer(e->arena, rest, names, k, &options, &formula, e->err);
    if (!st)
        st = look(e, &formula, v);
    bool other = st || v->n != e->all.n;
    if (st == SX_NOMEM)
        return st;
    st = SX_OK;
    for (size_t i = 0; !st && i < e->n; i++) {
        sx_explanation *x = &e->list[i];
        size_t at = (size_t)(x->law - e->all.law);
        if (!other)
            st = without_input(e, v, input, at, x);
        else if (x->here->evidence->label == SX_LABEL_PROVED)
            x->decided |= UINT64_C(1) << input;
    }
    return st;
}

/* ---- ---- */

static sx_status explain_values(explaining *e, const char *what)
{
    size_t n = 0;
    for (size_t i = 0; i < e->all.n; i++)
        n += sx_inferred_is_named(&e->all.law[i], what);
    e->list = SX_NEW_ARRAY(e->arena, sx_explanation, n);
    if (!e->list)
        return sx_fail(e->err, SX_NOMEM, "out of memory");
    if (n == 0)
        return sx_fail(e->err, SX_NOTFOUND, "no value is called \"%s\"", what);
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < e->all.n; i++) {
        if (!sx_inferred_is_named(&e->all.law[i], what))
            continue;
        sx_explanation *x = &e->list[e->n++];
        *x = (sx_explanation) { .law = &e->all.law[i],
                                .here = &e->all.here[i],
                                .names = &e->all.names };
        st = fill_corners(e, x);
        if (!st)
            st = find_rival(e, &e->all, i, sx_inferred_expr(x->law), x);
        x->fits_all = x->runner_up != NULL;
    }
    return st;
}

sx_status sx_explain(sx_arena *arena, const sx_trace *const *trace,
                     const char *const *name, size_t n, const sx_trace *formula,
                     int64_t target, const sx_settings *settings, const char *what,
                     const sx_explanation **ret_list, size_t *ret_n, sx_error *err)
{
    explaining *e = SX_NEW(arena, explaining);
    if (!e)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *e = (explaining) {
        .arena = arena, .target = target, .settings = settings, .err = err
    };
    sx_status st = look(e, formula, &e->all);
    if (!st)
        st = explain_values(e, what);
    for (size_t i = 0; !st && i < n && n > 1; i++)
        st = leave_out(e, trace, name, n, i);
    if (st)
        return st;
    *ret_list = e->list;
    *ret_n = e->n;
    return SX_OK;
}
