/* Versions with hidden numbers of points that are distributed. What a place has of N points never falls as N grows, so the N
 * that fit stand in intervals, and where both ends of one agree, all of it does. */
#include "law/versions/axis.h"
#include "law/versions/products.h"
#include "law/versions/rules.h"

#include "base/checked.h"

#include <stdlib.h>

enum { RIM = 2, LACKS = 4, LAST_LESS = 2, SLACK = 3, WIDEST = 64, OTHERS = 2 };

/* ---- a * (what the place has, less so many at some ends) + b ---- */

/* What is less: on the first place (1), the last one (2), or both. */
typedef struct lack {
    unsigned at;
    int64_t width;
} lack;

static int64_t lack_at(lack of, int64_t q, int64_t c)
{
    return of.width * ((of.at & 1 && c == 0) + (of.at & 2 && c == q - 1));
}

/* Less what is lacking at this end, if it is this place. */
static const sx_expr *lacking(sx_arena *arena, lack of, const sx_expr *points,
                              const sx_expr *place, const sx_expr *end)
{
    const sx_expr *is = sx_expr_two(arena, SX_EXPR_EQ, place, end);
    if (of.width != 1)
        is = sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, of.width), is);
    return sx_expr_two(arena, SX_EXPR_SUB, points, is);
}

static const sx_expr *lack_expr(const sx_versions *v, lack of, const sx_row *on,
                                const sx_expr *less)
{
    sx_arena *arena = v->scratch;
    const sx_expr *last =
        sx_expr_two(arena, SX_EXPR_SUB, on->extent, sx_expr_int(arena, 1));
    if (of.at & 1)
        less = lacking(arena, of, less, on->index, sx_expr_int(arena, 0));
    if (of.at & 2)
        less = lacking(arena, of, less, on->index, last);
    return less;
}

/* b, where a and N give all samples. *ret_until is the last N above up to which the same can be said, since no place that was
 * looked at has a point more. */
static bool gives(const sx_versions *v, const sx_row_view *on, sx_points_share kind,
                  lack of, int64_t a, int64_t n, int64_t *ret_b, int64_t *ret_until)
{
    *ret_until = INT64_MAX;
    for (size_t i = 0; i < v->nrows; i++) {
        int64_t q = on->q[i], c = on->c[i], lead = sx_points_share_lead(kind, q, c);
        int64_t has = (n + lead) / q, until = (has + 1) * q - lead - 1;
        int64_t b = v->row[i]->value - a * (has - lack_at(of, q, c));
        *ret_until = until < *ret_until ? until : *ret_until;
        if (i == 0)
            *ret_b = b;
        else if (b != *ret_b)
            return false;
    }
    return true;
}

/* Is b what a points beside those of the place make? */
static bool is_rim(int64_t a, int64_t b)
{
    return b % a == 0 && llabs(b / a) <= RIM;
}

/* Does what the places have of n points show in the others, whichever input is left out? And where no rest is more than one,
 * each input is but one number, and one more tells that the first has a rest. */
static bool are_foretold(const sx_versions *v, const sx_row_view *on,
                         sx_points_share kind, int64_t n, size_t hidden)
{
    int64_t at[SX_RUNS * SX_SAMPLE_PROBE];
    bool is_dealt = kind != SX_POINTS_BLOCK;
    for (size_t i = 0; i < v->nrows; i++) {
        at[i] = sx_points_share_at(kind, n, on->q[i], on->c[i]);
        is_dealt = is_dealt || n % on->q[i] > 1;
    }
    return sx_versions_predict(v, at) && (is_dealt || on->inputs > hidden);
}

static void add_line(sx_versions *v, const sx_row_view *on, sx_points_share kind, lack of,
                     int64_t a, int64_t n, int64_t b)
{
    sx_arena *arena = v->scratch;
    /* Beside a number b, that the factor is 1 is chosen as well. */
    const size_t hidden = 1 + (size_t)(a != 1 || b != 0) + (size_t)(b != 0) +
                          (size_t)(of.at && of.width != 1);
    const bool tells = (kind != SX_POINTS_BLOCK || (of.at == 0 && is_rim(a, b)) ||
                        sx_versions_show_rule(v)) &&
                       are_foretold(v, on, kind, n, hidden);
    for (int rule = 0; rule < (kind == SX_POINTS_BLOCK ? SX_VERSIONS_RULES : 1); rule++) {
        const sx_expr *part = rule == SX_EXTENT_BLOCK
                                  ? sx_points_share_expr(v, kind, n, &on->on)
                                  : sx_versions_dealt_expr(v, rule, n, &on->on);
        const sx_expr *scaled = sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, a),
                                            lack_expr(v, of, &on->on, part));
        sx_versions_add(
            v, sx_expr_plus(arena, scaled, b),
            (sx_version_how) { of.at != LAST_LESS && (!of.at || of.width == 1),
                               on->predicted && rule == SX_EXTENT_BLOCK && tells, false,
                               hidden, on->inputs, sx_versions_seldom(rule) });
    }
}

/* a times what each place has, however the points are dealt out. */
static void add_share(sx_versions *v, const sx_row_view *on, sx_points_share kind,
                      int64_t a, int64_t n, bool predicted)
{
    sx_versions_add(
        v,
        sx_expr_two(v->scratch, SX_EXPR_MUL, sx_expr_int(v->scratch, a),
                    sx_points_share_expr(v, kind, n, &on->on)),
        (sx_version_how) { true, predicted, false, 1 + (size_t)(a != 1), on->inputs, 0 });
}

static int64_t max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* All N for this a, which is small, or b is a rim, since with N and b there is much to choose: the difference between the
 * largest and the smallest share tells N but for rounding. */
static void try_factor(sx_versions *v, const sx_row_view *on, sx_points_share kind,
                       lack of, int64_t a)
{
    int64_t q = on->q[on->smallest], p = on->q[on->largest];
    int64_t change = v->row[on->smallest]->value - v->row[on->largest]->value;
    int64_t from = (change / a - SLACK) * q * p / (p - q),
            to = (change / a + SLACK) * q * p / (p - q);
    int64_t first = 0, last = 0, b = 0, here = 0; /* of an interval with one b */
    int64_t n = max(from, kind == SX_POINTS_CEILING ? p
                          : kind == SX_POINTS_BLOCK ? 1
                                                    : q),
            until;
    for (; n <= to + 1; n = until + 1) {
        until = n;
        bool fits = n <= to && gives(v, on, kind, of, a, n, &here, &until);
        until = n > to ? n : until < to ? until : to;
        if (first && (!fits || here != b)) {
            add_line(v, on, kind, of, a, first, b);
            if (last != first)
                add_line(v, on, kind, of, a, last, b);
            first = 0;
        }
        if (fits) {
            first = first ? first : n;
            last = until;
            b = here;
        }
    }
}

/* Where each value is C / q without a rest, G ((C / G) div q) gives all samples for every G that divides them, and so do
 * the blocks of C, rounded in any way, and a few N beside it. All these are one at a q that is no less than those of the inputs
 * and divides C / G for the largest G: the extremes speak for them. */
static bool try_divided(sx_versions *v, const sx_row_view *on)
{
    const int64_t least = on->q[on->smallest];
    int64_t c = 0, g = 0, here;
    for (size_t i = 0; i < v->nrows; i++) {
        const int64_t value = v->row[i]->value;
        if (value <= 0 || sx_mul_overflows(value, on->q[i], &here) || (i && here != c))
            return false;
        c = here;
        g = sx_gcd(g, value);
    }
    add_share(v, on, SX_POINTS_QUOTIENT, 1, c, on->predicted);
    add_share(v, on, SX_POINTS_QUOTIENT, 1, c + least - 1, false);
    add_share(v, on, SX_POINTS_CEILING, 1, c - least + 1, false);
    add_share(v, on, SX_POINTS_QUOTIENT, g, c / g, false);
    return true;
}

/* How much less an end of the axis has than a place between the ends of the same input, as far as the probe shows: 0 where none does. */
static int64_t least_lack(const sx_versions *v, const sx_row_view *on, unsigned at)
{
    for (size_t i = 0; i < v->nrows; i++)
        for (size_t k = 0; k < v->nrows; k++) {
            const int64_t end = at & 1 ? 0 : on->q[i] - 1;
            if (on->c[i] == end && v->row[i]->run == v->row[k]->run && on->c[k] > 0 &&
                on->c[k] < on->q[k] - 1 && on->q[i] == on->q[k])
                return v->row[k]->value - v->row[i]->value;
        }
    return 0;
}

static void try_factors(sx_versions *v, const sx_row_view *on, sx_points_share kind,
                        lack of, const sx_divisors *factor)
{
    for (size_t i = 0; i < factor->n && !v->failed; i++) {
        try_factor(v, on, kind, of, factor->of[i]);
        try_factor(v, on, kind, of, -factor->of[i]);
    }
}

/* One point less at an end, or as many as show, which may be one more or less than what points that are dealt out make. */
static void try_lacks(sx_versions *v, const sx_row_view *on, unsigned at,
                      const sx_divisors *factor)
{
    const int64_t shown = least_lack(v, on, at);
    try_factors(v, on, SX_POINTS_BLOCK, (lack) { at, 1 }, factor);
    for (int64_t width = shown - 1; width <= shown + 1; width++)
        if (width > 1 && width <= WIDEST)
            try_factors(v, on, SX_POINTS_BLOCK, (lack) { at, width },
                        &(sx_divisors) { .n = 1, .of = { 1 } });
}

/* What one place gives, or gets, of the parts of others, which are all but so many: as many times what each has of N points, rounded down. */
static void try_others(sx_versions *v, const sx_row_view *on, int64_t but)
{
    sx_arena *arena = v->scratch;
    int64_t low = 1, high = INT64_MAX;
    for (size_t i = 0; i < v->nrows && low <= high; i++) {
        const int64_t q = on->q[i], others = q - but;
        if (others < 1 || v->row[i]->value % others != 0)
            return;
        const int64_t first = v->row[i]->value / others * q;
        low = max(low, first);
        high = high < first + q - 1 ? high : first + q - 1;
    }
    for (int k = 0; low <= high && k < (low < high ? 2 : 1); k++)
        sx_versions_add(
            v,
            sx_expr_two(
                arena, SX_EXPR_MUL, sx_expr_plus(arena, on->on.extent, -but),
                sx_points_share_expr(v, SX_POINTS_QUOTIENT, k ? high : low, &on->on)),
            (sx_version_how) { true, on->predicted, false, 1, on->inputs, 0 });
}

static void try_lines(sx_versions *v, const sx_row_view *on, const sx_divisors *factor)
{
    for (int64_t but = 1; v->of_scale && but <= OTHERS; but++)
        try_others(v, on, but);
    if (try_divided(v, on))
        return;
    for (sx_points_share kind = 0; kind < SX_POINTS_SHARES; kind++)
        try_factors(v, on, kind, (lack) { 0 }, factor);
    for (unsigned at = 1; at < LACKS; at++)
        try_lacks(v, on, at, factor);
}

/* ---- parts of what a place has ---- */

/* (what the place has of N points, + h) div k: what it has never falls as N grows, so that all N that fit stand in one interval. */
static void try_part(sx_versions *v, const sx_row_view *on, sx_points_share kind,
                     int64_t k, int64_t h)
{
    enum { ENOUGH = 4 }; /* extents that tell the number, and how it is divided */
    sx_arena *arena = v->scratch;
    int64_t low = 1, high = INT64_MAX;
    for (size_t i = 0; i < v->nrows && low <= high; i++) {
        const int64_t q = on->q[i], lead = sx_points_share_lead(kind, q, on->c[i]),
                      least = v->row[i]->value * k - h;
        low = max(low, least * q - lead);
        high = high < (least + k) * q - lead - 1 ? high : (least + k) * q - lead - 1;
    }
    for (int end = 0; low <= high && end < (low < high ? 2 : 1); end++) {
        const sx_expr *points = sx_points_share_expr(v, kind, end ? high : low, &on->on);
        sx_versions_add(v,
                        sx_expr_two(arena, SX_EXPR_DIV, sx_expr_plus(arena, points, h),
                                    sx_expr_int(arena, k)),
                        (sx_version_how) { true,
                                           on->predicted && on->inputs >= ENOUGH &&
                                               sx_versions_show_rule(v),
                                           false, 2, on->inputs, 0 });
    }
}

/* Halves, thirds and fourths, rounded down or up: every other point of a block. */
static void try_parts(sx_versions *v, const sx_row_view *on)
{
    enum { SMALLEST = 4 };
    for (sx_points_share kind = 0; kind < SX_POINTS_SHARES; kind++)
        for (int64_t k = 2; k <= SMALLEST; k++) {
            try_part(v, on, kind, k, 0);
            try_part(v, on, kind, k, k - 1);
        }
}

/* ---- sums over the cells of a diagonal ---- */

/* Of block(t) * block(c + t): blocks below the remainder have one point more, and both factors where c + t passes through
 * 0 .. rest - 1 while t does. */
static int64_t diagonal_at(int64_t n, int64_t q, int64_t c)
{
    int64_t each = n / q, rest = n % q;
    int64_t both = (c < rest ? rest - c : 0) + (c + rest > q ? c + rest - q : 0);
    return each * each * q + 2 * each * rest + both;
}

static void add_diagonal(sx_versions *v, const sx_row_view *on, int64_t factor, int64_t n)
{
    sx_arena *arena = v->scratch;
    const sx_expr *t = sx_expr_var(arena, SX_VAR_TERM, 0, 0), *dim = on->on.extent;
    const sx_expr *points = sx_versions_points_expr(v, n);
    const sx_expr *other = sx_expr_two(
        arena, SX_EXPR_MOD, sx_expr_two(arena, SX_EXPR_ADD, on->on.index, t), dim);
    const sx_expr *cell = sx_expr_two(
        arena, SX_EXPR_MUL, sx_expr_make(arena, SX_EXPR_BLOCK, points, dim, t),
        sx_expr_make(arena, SX_EXPR_BLOCK, points, dim, other));
    sx_versions_add(v,
                    sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, factor),
                                sx_expr_two(arena, SX_EXPR_SUM, dim, cell)),
                    (sx_version_how) { true, on->predicted, false, 1 + (factor != 1),
                                       on->inputs, 0 });
}

/* The sum is a little above N N / q. */
static void try_diagonals(sx_versions *v, const sx_row_view *on,
                          const sx_divisors *factor)
{
    for (size_t k = 0; k < factor->n && !v->failed; k++) {
        int64_t cells = v->row[0]->value / factor->of[k], q = on->q[0], n = 0;
        while (diagonal_at(n, q, on->c[0]) <= cells)
            n += 1 + n / 64;
        for (; n > 0 && diagonal_at(n, q, on->c[0]) >= cells; n--) {
            size_t i = 0;
            while (i < v->nrows &&
                   factor->of[k] * diagonal_at(n, on->q[i], on->c[i]) == v->row[i]->value)
                i++;
            if (i == v->nrows)
                add_diagonal(v, on, factor->of[k], n);
        }
    }
}

/* ---- ---- */

/* Are the extents of a grid equal in every input? */
static bool is_even(const sx_row_view *x, const sx_row_view *y, size_t nrows)
{
    for (size_t i = 0; i < nrows; i++)
        if (x->q[i] != y->q[i])
            return false;
    return true;
}

/* What divides all values, and all differences between them. */
static void find_factors(const sx_versions *v, sx_divisors *ret_of_all,
                         sx_divisors *ret_of_changes)
{
    int64_t all = 0, changes = 0;
    bool negative = false;
    for (size_t i = 0; i < v->nrows; i++) {
        int64_t value = v->row[i]->value;
        negative = negative || value < 0;
        all = sx_gcd(all, llabs(value));
        changes = sx_gcd(changes, llabs(value - v->row[0]->value));
    }
    *ret_of_all = sx_divisors_of(negative ? 0 : all);
    *ret_of_changes = sx_divisors_of(changes);
}

void sx_versions_try_points(sx_versions *v, const sx_rows *rows)
{
    sx_divisors of_all, of_changes;
    find_factors(v, &of_all, &of_changes);
    sx_row_view view[sizeof rows->row / sizeof *rows->row];
    size_t n = 0;
    for (size_t i = 0; i < rows->n; i++)
        n += sx_row_look(v, &rows->row[i], &view[n]);
    for (size_t i = 0; i < n; i++)
        if (view[i].q[view[i].smallest] < view[i].q[view[i].largest])
            try_lines(v, &view[i], &of_changes);
    for (size_t i = 0; i < n; i++)
        for (size_t k = i; k < n; k++)
            if (i == k ||
                (view[i].on.grid == view[k].on.grid && view[i].on.grid != UINT32_MAX)) {
                sx_versions_try_products(v, &view[i], &view[k], &of_all);
                if (i == k || !is_even(&view[i], &view[k], v->nrows))
                    continue;
                try_diagonals(v, &view[i], &of_all);
                try_diagonals(v, &view[k], &of_all);
            }
    for (size_t i = 0; i < n && v->n == 0 && !v->samples->is_trips; i++)
        if (view[i].q[view[i].smallest] < view[i].q[view[i].largest])
            try_parts(v, &view[i]);
}
