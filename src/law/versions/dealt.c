/* Versions with hidden numbers of points that are dealt out by other rules than blocks. What a place has may fall as they grow,
 * so each number of points is tried. */
#include "law/extent.h"
#include "law/versions/axis.h"
#include "law/versions/rules.h"

#include "base/checked.h"

#include <stdlib.h>
#include <string.h>

/* Samples with different extents: the smallest one, and up to so many others. */
enum { OTHERS = 4 };
typedef struct ends {
    size_t one, n, other[OTHERS];
} ends;

/* An axis at the probe. */
typedef struct axis_view {
    const sx_row *on;
    int64_t *q, *c;
    ends of[SX_EXTENT_RULES];
    int64_t least; /* number of points */
    bool predicted; /* of the extents, as of the rule */
    size_t inputs; /* with different extents */
} axis_view;

/* Adds a sample of an extent that none has yet, before those of smaller ones, of which the last is left out where they are too many. */
static void add_end(const axis_view *on, ends *found, size_t i)
{
    size_t k = 0;
    while (k < found->n && on->q[found->other[k]] > on->q[i])
        k++;
    if (k == OTHERS || (k < found->n && on->q[found->other[k]] == on->q[i]))
        return;
    found->n += found->n < OTHERS;
    memmove(&found->other[k + 1], &found->other[k],
            (found->n - 1 - k) * sizeof *found->other);
    found->other[k] = i;
}

/* Extents between which the numbers of points are told best: of near places, and far from each other. */
static ends find_ends(const sx_versions *v, const axis_view *on, sx_extent_rule rule)
{
    ends found = { 0 };
    for (int near = 1; near >= 0 && found.n == 0; near--) {
        size_t one = v->nrows;
        for (size_t i = 0; i < v->nrows; i++)
            if (!near || sx_versions_is_near(rule, on->q[i], on->c[i]))
                one = one == v->nrows || on->q[i] < on->q[one] ? i : one;
        for (size_t i = 0; i < v->nrows && one < v->nrows; i++)
            if ((!near || sx_versions_is_near(rule, on->q[i], on->c[i])) &&
                on->q[i] > on->q[one])
                add_end(on, &found, i);
        found.one = one < v->nrows ? one : 0;
    }
    return found;
}

/* Where nothing is left anywhere no rule shows: what may be said then is that of blocks (sx_versions_try_points). */
static bool leaves_nothing(const sx_versions *v, const axis_view *on)
{
    int64_t points = 0, here;
    for (size_t i = 0; i < v->nrows; i++) {
        const int64_t value = v->row[i]->value;
        if (value <= 0 || sx_mul_overflows(value, on->q[i], &here) ||
            (i > 0 && here != points))
            return false;
        points = here;
    }
    return true;
}

static bool look(const sx_versions *v, const sx_row *on, axis_view *ret)
{
    axis_view view = { .on = on };
    if (!sx_versions_axis(v, on, &view.q, &view.c) ||
        !sx_versions_are_inside(v, view.q, view.c) || leaves_nothing(v, &view))
        return false;
    for (int rule = 0; rule < SX_EXTENT_RULES; rule++)
        view.of[rule] = find_ends(v, &view, (sx_extent_rule)rule);
    const ends first = view.of[SX_EXTENT_CHUNK];
    view.least = view.q[first.one];
    view.predicted = sx_versions_predict(v, view.q) && sx_versions_show_rule(v);
    view.inputs = sx_versions_different(v, view.q);
    *ret = view;
    return first.n > 0;
}

static bool gives(const sx_versions *v, const axis_view *on, sx_extent_rule rule,
                  int64_t a, int64_t n, int64_t *ret_b)
{
    for (size_t i = 0; i < v->nrows; i++) {
        int64_t b = v->row[i]->value - a * sx_extent_dealt(rule, n, on->q[i], on->c[i]);
        if (i > 0 && b != *ret_b)
            return false;
        *ret_b = b;
    }
    return true;
}

/* A rest that is the same number wherever there is a place for it may be that number. */
static bool shows_rest(const sx_versions *v, const axis_view *on, sx_extent_rule rule,
                       int64_t n)
{
    if (rule != SX_EXTENT_FIRST && rule != SX_EXTENT_LAST)
        return true;
    size_t i = 1;
    while (i < v->nrows && n % on->q[i] == n % on->q[0])
        i++;
    return i < v->nrows;
}

/* Of two extents, as many different values as numbers chosen explain nothing. */
static bool explains(const sx_versions *v, const axis_view *on, size_t hidden)
{
    enum { ENOUGH = 3 };
    return on->inputs >= ENOUGH || v->different > hidden;
}

static void add(sx_versions *v, const axis_view *on, sx_extent_rule rule, int64_t a,
                int64_t n, int64_t b)
{
    const size_t hidden = 1 + (size_t)(a != 1) + (size_t)(b != 0);
    const bool predicted =
        on->predicted && shows_rest(v, on, rule, n) && explains(v, on, hidden);
    sx_arena *arena = v->scratch;
    const sx_expr *scaled = sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, a),
                                        sx_versions_dealt_expr(v, (int)rule, n, on->on));
    sx_versions_add(v, sx_expr_plus(arena, scaled, b),
                    (sx_version_how) { true, predicted, false, hidden, on->inputs,
                                       sx_versions_seldom((int)rule) });
}

/* The difference between what two places have tells N but for rounding. */
static void narrow(const sx_versions *v, const axis_view *on, sx_extent_rule rule,
                   int64_t a, size_t other, int64_t *from, int64_t *to)
{
    const size_t one = on->of[rule].one;
    const int64_t q = on->q[one], p = on->q[other];
    const int64_t change = (v->row[one]->value - v->row[other]->value) / a,
                  slack = 1 + sx_versions_slack(rule, q, on->c[one]) +
                          sx_versions_slack(rule, p, on->c[other]);
    const int64_t least = (change - slack) * q * p / (p - q),
                  most = (change + slack) * q * p / (p - q);
    *from = least > *from ? least : *from;
    *to = most < *to ? most : *to;
}

/* All N for this a. */
static void try_factor(sx_versions *v, const axis_view *on, sx_extent_rule rule,
                       int64_t a)
{
    int64_t from = on->least, to = INT32_MAX, b = 0;
    for (size_t k = 0; k < on->of[rule].n; k++)
        narrow(v, on, rule, a, on->of[rule].other[k], &from, &to);
    for (int64_t n = from; n <= to && !v->failed; n++)
        if (gives(v, on, rule, a, n, &b))
            add(v, on, rule, a, n, b);
}

/* What divides all differences between values. */
static sx_divisors find_factors(const sx_versions *v)
{
    int64_t changes = 0;
    for (size_t i = 0; i < v->nrows; i++)
        changes = sx_gcd(changes, llabs(v->row[i]->value - v->row[0]->value));
    return sx_divisors_of(changes);
}

void sx_versions_try_dealt(sx_versions *v, const sx_rows *rows)
{
    const sx_divisors factor = find_factors(v);
    for (size_t i = 0; i < rows->n; i++) {
        axis_view on;
        if (!look(v, &rows->row[i], &on))
            continue;
        for (int rule = SX_EXTENT_BLOCK + 1; rule < SX_EXTENT_RULES; rule++)
            for (size_t k = 0; k < factor.n && !v->failed; k++) {
                try_factor(v, &on, (sx_extent_rule)rule, factor.of[k]);
                try_factor(v, &on, (sx_extent_rule)rule, -factor.of[k]);
            }
    }
}
