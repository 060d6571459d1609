/* Versions with hidden numbers of points that are distributed. What a place has of N points never falls as N grows, so the N
 * that fit stand in intervals, and where both ends of one agree, all of it does. */
#include "law/versions_axis.h"
#include "law/versions_rules.h"

#include "base/checked.h"

#include <stdlib.h>

enum { RIM = 2, RIMS = 4, LAST_LESS = 2, SLACK = 3 };

/* What a place has of N points. */
typedef enum share {
    BLOCK, /* block(N, q, c) */
    MIRRORED, /* the same, counted from the far end */
    QUOTIENT, /* N div q */
    CEILING,
    SHARES
} share;

/* A row at the probe. */
typedef struct row_view {
    sx_row on;
    int64_t *q, *c;
    size_t smallest, largest; /* samples with the extreme extents */
    bool predicted; /* sx_versions_predict of the extents */
    size_t
        inputs; /* with different extents: those of one extent say the same of points */
} row_view;

static bool look(const sx_versions *v, const sx_row *on, row_view *ret)
{
    row_view view = { .on = *on };
    if (!sx_versions_axis(v, on, &view.q, &view.c))
        return false;
    for (size_t i = 0; i < v->nrows; i++) {
        if (view.q[i] < view.q[view.smallest])
            view.smallest = i;
        if (view.q[i] > view.q[view.largest])
            view.largest = i;
    }
    view.predicted = sx_versions_predict(v, view.q);
    view.inputs = sx_versions_different(v, view.q);
    *ret = view;
    return true;
}

/* So many more points make it one point larger in whole steps of q. */
static int64_t lead_of(share kind, int64_t q, int64_t c)
{
    switch (kind) {
    case BLOCK:
        return q - 1 - c;
    case MIRRORED:
        return c;
    case CEILING:
        return q - 1;
    default:
        return 0;
    }
}

static int64_t share_at(share kind, int64_t n, int64_t q, int64_t c)
{
    return (n + lead_of(kind, q, c)) / q;
}

static const sx_expr *share_expr(const sx_versions *v, share kind, int64_t n,
                                 const sx_row *on)
{
    sx_arena *arena = v->scratch;
    const sx_expr *points = sx_versions_points_expr(v, n), *one = sx_expr_int(arena, 1);
    const sx_expr *last = sx_expr_two(arena, SX_EXPR_SUB, on->extent, one);
    switch (kind) {
    case BLOCK:
        return sx_expr_make(arena, SX_EXPR_BLOCK, points, on->extent, on->index);
    case MIRRORED:
        return sx_expr_make(arena, SX_EXPR_BLOCK, points, on->extent,
                            sx_expr_two(arena, SX_EXPR_SUB, last, on->index));
    case CEILING:
        return sx_expr_two(arena, SX_EXPR_DIV,
                           sx_expr_two(arena, SX_EXPR_ADD, points, last), on->extent);
    default:
        return sx_expr_two(arena, SX_EXPR_DIV, points, on->extent);
    }
}

/* ---- a * (what the place has, less 1 at some ends) + b ---- */

static int64_t rim_at(unsigned rim, int64_t q, int64_t c)
{
    return (rim & 1 && c == 0) + (rim & 2 && c == q - 1);
}

static const sx_expr *rim_expr(const sx_versions *v, unsigned rim, const sx_row *on,
                               const sx_expr *less)
{
    sx_arena *arena = v->scratch;
    const sx_expr *last =
        sx_expr_two(arena, SX_EXPR_SUB, on->extent, sx_expr_int(arena, 1));
    if (rim & 1)
        less =
            sx_expr_two(arena, SX_EXPR_SUB, less,
                        sx_expr_two(arena, SX_EXPR_EQ, on->index, sx_expr_int(arena, 0)));
    if (rim & 2)
        less = sx_expr_two(arena, SX_EXPR_SUB, less,
                           sx_expr_two(arena, SX_EXPR_EQ, on->index, last));
    return less;
}

/* b, where a and N give all samples. *ret_until is the last N above up to which the same can be said, since no place that was
 * looked at has a point more. */
static bool gives(const sx_versions *v, const row_view *on, share kind, unsigned rim,
                  int64_t a, int64_t n, int64_t *ret_b, int64_t *ret_until)
{
    *ret_until = INT64_MAX;
    for (size_t i = 0; i < v->nrows; i++) {
        int64_t q = on->q[i], c = on->c[i], lead = lead_of(kind, q, c);
        int64_t has = (n + lead) / q, until = (has + 1) * q - lead - 1;
        int64_t b = v->row[i]->value - a * (has - rim_at(rim, q, c));
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
static bool are_foretold(const sx_versions *v, const row_view *on, share kind, int64_t n,
                         size_t hidden)
{
    int64_t at[SX_RUNS * SX_SAMPLE_PROBE];
    bool is_dealt = kind != BLOCK;
    for (size_t i = 0; i < v->nrows; i++) {
        at[i] = share_at(kind, n, on->q[i], on->c[i]);
        is_dealt = is_dealt || n % on->q[i] > 1;
    }
    return sx_versions_predict(v, at) && (is_dealt || on->inputs > hidden);
}

static void add_line(sx_versions *v, const row_view *on, share kind, unsigned rim,
                     int64_t a, int64_t n, int64_t b)
{
    sx_arena *arena = v->scratch;
    /* Beside a number b, that the factor is 1 is chosen as well. */
    const size_t hidden = 1 + (size_t)(a != 1 || b != 0) + (size_t)(b != 0);
    const bool tells =
        (kind != BLOCK || (rim == 0 && is_rim(a, b)) || sx_versions_show_rule(v)) &&
        are_foretold(v, on, kind, n, hidden);
    for (int rule = 0; rule < (kind == BLOCK ? SX_VERSIONS_RULES : 1); rule++) {
        const sx_expr *part = rule == SX_EXTENT_BLOCK
                                  ? share_expr(v, kind, n, &on->on)
                                  : sx_versions_dealt_expr(v, rule, n, &on->on);
        const sx_expr *scaled = sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, a),
                                            rim_expr(v, rim, &on->on, part));
        sx_versions_add(
            v, sx_expr_plus(arena, scaled, b),
            (sx_version_how) { kind != MIRRORED && rim != LAST_LESS,
                               on->predicted && rule == SX_EXTENT_BLOCK && tells, false,
                               hidden, on->inputs });
    }
}

/* a times what each place has, however the points are dealt out. */
static void add_share(sx_versions *v, const row_view *on, share kind, int64_t a,
                      int64_t n, bool predicted)
{
    sx_versions_add(
        v,
        sx_expr_two(v->scratch, SX_EXPR_MUL, sx_expr_int(v->scratch, a),
                    share_expr(v, kind, n, &on->on)),
        (sx_version_how) { true, predicted, false, 1 + (size_t)(a != 1), on->inputs });
}

static int64_t max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* All N for this a, which is small, or b is a rim, since with N and b there is much to choose: the difference between the
 * largest and the smallest share tells N but for rounding. */
static void try_factor(sx_versions *v, const row_view *on, share kind, unsigned rim,
                       int64_t a)
{
    int64_t q = on->q[on->smallest], p = on->q[on->largest];
    int64_t change = v->row[on->smallest]->value - v->row[on->largest]->value;
    int64_t from = (change / a - SLACK) * q * p / (p - q),
            to = (change / a + SLACK) * q * p / (p - q);
    int64_t first = 0, last = 0, b = 0, here = 0; /* of an interval with one b */
    int64_t n = max(from, kind == CEILING ? p : kind == BLOCK ? 1 : q), until;
    for (; n <= to + 1; n = until + 1) {
        until = n;
        bool fits = n <= to && gives(v, on, kind, rim, a, n, &here, &until);
        until = n > to ? n : until < to ? until : to;
        if (first && (!fits || here != b)) {
            add_line(v, on, kind, rim, a, first, b);
            if (last != first)
                add_line(v, on, kind, rim, a, last, b);
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
static bool try_divided(sx_versions *v, const row_view *on)
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
    add_share(v, on, QUOTIENT, 1, c, on->predicted);
    add_share(v, on, QUOTIENT, 1, c + least - 1, false);
    add_share(v, on, CEILING, 1, c - least + 1, false);
    add_share(v, on, QUOTIENT, g, c / g, false);
    return true;
}

static void try_lines(sx_versions *v, const row_view *on, const sx_divisors *factor)
{
    if (try_divided(v, on))
        return;
    for (share kind = 0; kind < SHARES; kind++)
        for (unsigned rim = 0; rim < (kind == BLOCK ? RIMS : 1); rim++)
            for (size_t i = 0; i < factor->n && !v->failed; i++) {
                try_factor(v, on, kind, rim, factor->of[i]);
                try_factor(v, on, kind, rim, -factor->of[i]);
            }
}

/* ---- products over two axes, or over one twice ---- */

/* The N of which the place has so much. */
static void numbers_with(share kind, int64_t much, int64_t q, int64_t c, int64_t *ret_low,
                         int64_t *ret_high)
{
    *ret_low = much * q - (kind == BLOCK ? q - 1 - c : 0);
    *ret_high = *ret_low + q - 1;
}

typedef enum foretelling { NOT_ASKED, FORETOLD, NOT_FORETOLD } foretelling;

/* Of the products that fit the other inputs; of too many none tells. */
enum { MOST_GUESSES = 1 << 12 };
typedef struct guesses {
    uint64_t all, right; /* those that give the one that is left out */
} guesses;

typedef struct product {
    const row_view *x, *y;
    share kind;
    int64_t rim, factor;
    const int64_t *many; /* by row: the value, divided by the factor */
    uint32_t without; /* this input, or NO_RUN */
    foretelling *foretold; /* of this kind */
    guesses *guesses;
} product;

enum { NO_RUN = UINT32_MAX };

/* False when out of memory. */
static bool divide(sx_versions *v, product *p, int64_t factor)
{
    int64_t *many = SX_ROOM_ARRAY(v->scratch, int64_t, v->nrows);
    for (size_t i = 0; many && i < v->nrows; i++)
        many[i] = v->row[i]->value / factor;
    p->factor = factor;
    p->many = many;
    v->failed = v->failed || !many;
    return many != NULL;
}

static bool is_left_out(const sx_versions *v, const product *p, size_t i)
{
    return v->row[i]->run == p->without;
}

/* The interval of the other axis' number that goes with n. */
static bool others_of(const sx_versions *v, const product *p, int64_t n, int64_t *ret_low,
                      int64_t *ret_high)
{
    int64_t low = p->y->q[p->y->largest], high = INT32_MAX;
    for (size_t i = 0; i < v->nrows && low <= high; i++) {
        int64_t one = share_at(p->kind, n, p->x->q[i], p->x->c[i]) + p->rim;
        int64_t value = p->many[i], from, to;
        if (is_left_out(v, p, i))
            continue;
        if (one == 0 && value == 0) /* whatever the other axis has */
            continue;
        if (one <= 0 || value % one || value / one < p->rim)
            return false;
        numbers_with(p->kind, value / one - p->rim, p->y->q[i], p->y->c[i], &from, &to);
        low = from > low ? from : low;
        high = to < high ? to : high;
    }
    *ret_low = low;
    *ret_high = high;
    return low <= high;
}

/* What is done with each n, and the least and the largest m that go with it; false ends it. */
typedef bool product_visitor(sx_versions *v, const product *p, int64_t n, int64_t low,
                             int64_t high);

static bool visit_products(sx_versions *v, const product *p, product_visitor *visit)
{
    size_t first = 0;
    while (first < v->nrows && (is_left_out(v, p, first) || p->many[first] == 0))
        first++;
    if (first == v->nrows)
        return true;
    const sx_divisors part = sx_divisors_of(p->many[first]);
    for (size_t d = 0; d < part.n; d++) {
        int64_t from, to, low, high;
        if (part.of[d] - p->rim < 0)
            continue;
        numbers_with(p->kind, part.of[d] - p->rim, p->x->q[first], p->x->c[first], &from,
                     &to);
        for (int64_t n = max(from, p->x->q[p->x->largest]); n <= to && !v->failed; n++)
            if (others_of(v, p, n, &low, &high) && !visit(v, p, n, low, high))
                return false;
    }
    return true;
}

static bool is_told(const sx_versions *v, const product *p, int64_t n, int64_t m)
{
    for (size_t i = 0; i < v->nrows; i++)
        if (is_left_out(v, p, i) &&
            p->factor * (share_at(p->kind, n, p->x->q[i], p->x->c[i]) + p->rim) *
                    (share_at(p->kind, m, p->y->q[i], p->y->c[i]) + p->rim) !=
                v->row[i]->value)
            return false;
    return true;
}

static bool guess(sx_versions *v, const product *p, int64_t n, int64_t low, int64_t high)
{
    const uint64_t many = (uint64_t)(high - low) + 1;
    p->guesses->all += many;
    if (is_told(v, p, n, low) && is_told(v, p, n, high))
        p->guesses->right += many;
    return p->guesses->right == p->guesses->all || p->guesses->all <= MOST_GUESSES;
}

/* How many digits of base 4 have the different values of the input that is left out? */
static size_t digits_left_out(const sx_versions *v, const product *p)
{
    size_t digits = 0;
    for (size_t i = 0; i < v->nrows; i++) {
        bool is_new = is_left_out(v, p, i);
        for (size_t k = 0; k < i && is_new; k++)
            is_new = !is_left_out(v, p, k) || v->row[k]->value != v->row[i]->value;
        digits += is_new ? sx_law_digits_of(v->row[i]->value / p->factor) : 0;
    }
    return digits;
}

/* Do all products of this kind that fit the other inputs, whatever their rim, give the one that is left out? Or those that do, of so few that its values have
 * many digits more than it takes to say which? */
static bool is_foretold(sx_versions *v, const product *p)
{
    enum { DIGITS = 6 }; /* of base 4: one in 4,096 */
    guesses of_all = { 0 };
    int64_t of_others = 0;
    for (size_t i = 0; i < v->nrows; i++)
        if (!is_left_out(v, p, i))
            of_others = sx_gcd(of_others, v->row[i]->value);
    const sx_divisors factor = sx_divisors_of(of_others);
    product other = *p;
    other.guesses = &of_all;
    for (size_t i = 0; i < factor.n && divide(v, &other, factor.of[i]); i++)
        for (other.rim = -RIM; other.rim <= RIM; other.rim++)
            if (!visit_products(v, &other, guess))
                return false;
    return of_all.right == of_all.all ||
           (of_all.right > 0 &&
            digits_left_out(v, p) >= DIGITS + sx_law_digits_of((int64_t)of_all.all));
}

/* Is what the places have of n points not the same in all samples? Else the product is no product of two. */
static bool varies(const sx_versions *v, const product *p, const row_view *on, int64_t n)
{
    size_t i = 1;
    while (i < v->nrows && share_at(p->kind, n, on->q[i], on->c[i]) ==
                               share_at(p->kind, n, on->q[0], on->c[0]))
        i++;
    return i < v->nrows;
}

/* Has the input that is left out extents of the two axes that no other has? Of one that has not, the others tell nothing but
 * what they are. */
static bool has_own_extents(const sx_versions *v, const product *p)
{
    size_t own = 0;
    while (own < v->nrows && !is_left_out(v, p, own))
        own++;
    for (size_t i = 0; i < v->nrows && own < v->nrows; i++)
        if (!is_left_out(v, p, i) && p->x->q[i] == p->x->q[own] &&
            p->y->q[i] == p->y->q[own])
            return false;
    return own < v->nrows;
}

/* Is it so of some input? Two that are left are the least that numbers come from. */
static bool tells_some(sx_versions *v, const product *p)
{
    enum { LEAST = 3 };
    bool tells = *p->foretold == FORETOLD;
    if (*p->foretold != NOT_ASKED || v->inputs < LEAST)
        return tells;
    for (uint32_t run = 0; run < v->runs->n && !tells; run++) {
        product rest = *p;
        rest.without = run;
        tells = has_own_extents(v, &rest) && is_foretold(v, &rest);
    }
    *p->foretold = tells ? FORETOLD : NOT_FORETOLD;
    return tells;
}

static void add_product(sx_versions *v, const product *p, int64_t n, int64_t m)
{
    sx_arena *arena = v->scratch;
    const sx_expr *rim = sx_expr_int(arena, p->rim);
    const bool settled = n == m && sx_runs_is_settled(v->runs, n),
               two = varies(v, p, p->x, n) && varies(v, p, p->y, m);
    for (int rule = 0; rule < (p->kind == BLOCK ? SX_VERSIONS_RULES : 1); rule++) {
        bool other = rule != SX_EXTENT_BLOCK;
        const sx_expr *x = other ? sx_versions_dealt_expr(v, rule, n, &p->x->on)
                                 : share_expr(v, p->kind, n, &p->x->on),
                      *y = other ? sx_versions_dealt_expr(v, rule, m, &p->y->on)
                                 : share_expr(v, p->kind, m, &p->y->on);
        x = sx_expr_two(arena, SX_EXPR_ADD, x, rim);
        y = sx_expr_two(arena, SX_EXPR_ADD, y, rim);
        sx_versions_add(v,
                        sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, p->factor),
                                    sx_expr_two(arena, SX_EXPR_MUL, x, y)),
                        (sx_version_how) { true,
                                           (p->x->predicted || p->y->predicted) &&
                                               !other && !sx_versions_is_choice(v, 1),
                                           !other && two && tells_some(v, p),
                                           (size_t)!settled + (size_t)(n != m) +
                                               (size_t)(p->factor != 1),
                                           0 });
    }
}

static bool add_products(sx_versions *v, const product *p, int64_t n, int64_t low,
                         int64_t high)
{
    add_product(v, p, n, low);
    if (high != low)
        add_product(v, p, n, high);
    if (n > low && n < high)
        add_product(v, p, n, n);
    return true;
}

static void try_products(sx_versions *v, const row_view *x, const row_view *y,
                         const sx_divisors *factor)
{
    static const share kind[] = { BLOCK, QUOTIENT };
    foretelling foretold[SHARES] = { NOT_ASKED };
    product p = { .x = x, .y = y, .without = NO_RUN };
    for (size_t i = 0; i < factor->n && divide(v, &p, factor->of[i]); i++)
        for (p.rim = -RIM; p.rim <= RIM; p.rim++)
            for (size_t k = 0; k < sizeof kind / sizeof *kind; k++) {
                p.kind = kind[k];
                p.foretold = &foretold[p.kind];
                visit_products(v, &p, add_products);
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

static void add_diagonal(sx_versions *v, const row_view *on, int64_t factor, int64_t n)
{
    sx_arena *arena = v->scratch;
    const sx_expr *t = sx_expr_var(arena, SX_VAR_TERM, 0, 0), *dim = on->on.extent;
    const sx_expr *points = sx_versions_points_expr(v, n);
    const sx_expr *other = sx_expr_two(
        arena, SX_EXPR_MOD, sx_expr_two(arena, SX_EXPR_ADD, on->on.index, t), dim);
    const sx_expr *cell = sx_expr_two(
        arena, SX_EXPR_MUL, sx_expr_make(arena, SX_EXPR_BLOCK, points, dim, t),
        sx_expr_make(arena, SX_EXPR_BLOCK, points, dim, other));
    sx_versions_add(
        v,
        sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, factor),
                    sx_expr_two(arena, SX_EXPR_SUM, dim, cell)),
        (sx_version_how) { true, on->predicted, false, 1 + (factor != 1), on->inputs });
}

/* The sum is a little above N N / q. */
static void try_diagonals(sx_versions *v, const row_view *on, const sx_divisors *factor)
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
static bool is_even(const row_view *x, const row_view *y, size_t nrows)
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
    row_view view[sizeof rows->row / sizeof *rows->row];
    size_t n = 0;
    for (size_t i = 0; i < rows->n; i++)
        n += look(v, &rows->row[i], &view[n]);
    for (size_t i = 0; i < n; i++)
        if (view[i].q[view[i].smallest] < view[i].q[view[i].largest])
            try_lines(v, &view[i], &of_changes);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            if (view[i].on.grid == view[k].on.grid && view[i].on.grid != UINT32_MAX) {
                try_products(v, &view[i], &view[k], &of_all);
                if (i != k && is_even(&view[i], &view[k], v->nrows))
                    try_diagonals(v, &view[i], &of_all);
            }
}
