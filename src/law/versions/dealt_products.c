/* Versions of products over two axes, with hidden numbers of points that are dealt out by other rules than blocks. */
#include "law/versions/axis.h"
#include "law/versions/rules.h"

#include "base/checked.h"

/* An axis at the probe. */
typedef struct axis_view {
    const sx_row *on;
    int64_t *q, *c, longest;
    bool predicted; /* of the extents */
} axis_view;

typedef struct product {
    sx_versions *v;
    const axis_view *x, *y;
    sx_extent_rule rule;
    int64_t factor, rim_x, rim_y;
    size_t first; /* the sample by which numbers are told */
} product;

static bool look(const sx_versions *v, const sx_row *on, axis_view *ret)
{
    axis_view view = { .on = on };
    if (on->grid == UINT32_MAX || !sx_versions_axis(v, on, &view.q, &view.c) ||
        !sx_versions_are_inside(v, view.q, view.c))
        return false;
    for (size_t i = 0; i < v->nrows; i++)
        view.longest = view.q[i] > view.longest ? view.q[i] : view.longest;
    view.predicted = sx_versions_predict(v, view.q);
    *ret = view;
    return true;
}

/* Of two axes, which are never one. */
static int64_t rim_on(const product *p, const axis_view *on)
{
    return on == p->x ? p->rim_x : p->rim_y;
}

static int64_t has_at(const product *p, const axis_view *on, int64_t n, size_t i)
{
    return sx_extent_dealt(p->rule, n, on->q[i], on->c[i]) + rim_on(p, on);
}

/* The numbers of which the first sample's place may have so much, with the rim. */
static void numbers_with(const product *p, const axis_view *on, int64_t much,
                         int64_t *ret_from, int64_t *ret_to)
{
    const int64_t q = on->q[p->first], has = much - rim_on(p, on);
    const int64_t slack = sx_versions_slack(p->rule, q, on->c[p->first]),
                  least = (has - (slack < q ? slack : q)) * q;
    *ret_from = least > on->longest ? least : on->longest;
    *ret_to = (has + 1) * q;
}

/* Does what the places have of n points divide all values, and is none where it is? */
static bool divides_all(const product *p, int64_t n)
{
    for (size_t i = 0; i < p->v->nrows; i++) {
        const int64_t one = has_at(p, p->x, n, i), value = p->v->row[i]->value;
        if (one < 0 || (one ? value / p->factor % one : value) != 0)
            return false;
    }
    return true;
}

static bool gives_all(const product *p, int64_t n, int64_t m)
{
    for (size_t i = 0; i < p->v->nrows; i++)
        if (p->factor * has_at(p, p->x, n, i) * has_at(p, p->y, m, i) !=
            p->v->row[i]->value)
            return false;
    return true;
}

static const sx_expr *side(const product *p, const axis_view *on, int64_t n)
{
    sx_versions *v = p->v;
    sx_arena *arena = v->scratch;
    return sx_expr_two(arena, SX_EXPR_ADD,
                       sx_versions_dealt_expr(v, (int)p->rule, n, on->on),
                       sx_expr_int(arena, rim_on(p, on)));
}

static void add(const product *p, int64_t n, int64_t m)
{
    sx_versions *v = p->v;
    sx_arena *arena = v->scratch;
    const sx_expr *both =
        sx_expr_two(arena, SX_EXPR_MUL, side(p, p->x, n), side(p, p->y, m));
    const bool predicted = sx_rims_are_usual(p->rim_x, p->rim_y) &&
                           (p->x->predicted || p->y->predicted) &&
                           sx_versions_show_rule(v);
    sx_versions_add(v,
                    sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, p->factor), both),
                    (sx_version_how) { true, predicted, false,
                                       1 + (size_t)(n != m) + (size_t)(p->factor != 1), 0,
                                       2 * sx_versions_seldom((int)p->rule) });
}

static void try_rests(const product *p, int64_t n)
{
    int64_t m, to;
    numbers_with(p, p->y,
                 p->v->row[p->first]->value / p->factor / has_at(p, p->x, n, p->first),
                 &m, &to);
    for (; m <= to && !p->v->failed; m++)
        if (gives_all(p, n, m))
            add(p, n, m);
}

static void try_number(product *p, int64_t n)
{
    if (!divides_all(p, n))
        return;
    for (size_t k = 0; k < SX_RIMS; k++) {
        p->rim_y = sx_rim[k];
        if (sx_rims_go_together(p->rim_x, p->rim_y))
            try_rests(p, n);
    }
}

static void try_factor(product *p)
{
    int64_t n, to;
    const sx_divisors much = sx_divisors_of(p->v->row[p->first]->value / p->factor);
    p->v->too_many = p->v->too_many || much.more;
    for (size_t r = 0; r < SX_RIMS; r++) {
        p->rim_x = sx_rim[r];
        for (size_t k = 0; k < much.n; k++) {
            numbers_with(p, p->x, much.of[k], &n, &to);
            for (; n <= to && !p->v->failed; n++)
                if (has_at(p, p->x, n, p->first) == much.of[k])
                    try_number(p, n);
        }
    }
}

/* The greatest number that divides all values; 0 where some are negative. */
static int64_t divisor_of_all(const sx_versions *v)
{
    int64_t all = 0;
    for (size_t i = 0; i < v->nrows; i++) {
        if (v->row[i]->value < 0)
            return 0;
        all = sx_gcd(all, v->row[i]->value);
    }
    return all;
}

static void try_axes(sx_versions *v, const axis_view *x, const axis_view *y,
                     const sx_divisors *factor)
{
    product p = { .v = v, .x = x, .y = y };
    while (v->row[p.first]->value == 0)
        p.first++;
    for (size_t i = p.first + 1; i < v->nrows; i++)
        if (v->row[i]->value > 0 && x->c[i] + y->c[i] < x->c[p.first] + y->c[p.first])
            p.first = i;
    for (int rule = SX_EXTENT_BLOCK + 1; rule < SX_EXTENT_RULES; rule++)
        for (size_t k = 0; k < factor->n; k++) {
            p.rule = (sx_extent_rule)rule;
            p.factor = factor->of[k];
            try_factor(&p);
        }
}

void sx_versions_try_dealt_products(sx_versions *v, const sx_rows *rows)
{
    axis_view view[sizeof rows->row / sizeof *rows->row];
    const sx_divisors factor = sx_divisors_of(v->of_scale ? 0 : divisor_of_all(v));
    size_t n = 0;
    for (size_t i = 0; factor.n && i < rows->n; i++)
        n += look(v, &rows->row[i], &view[n]);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (view[i].on->grid == view[k].on->grid)
                try_axes(v, &view[k], &view[i], &factor);
}
