/* Versions of products over two axes, or over one twice, with hidden numbers of points in blocks, or rounded in either way. Each factor may
 * have a rim of its own: points beside those of the place, as a face has that takes corners along. */
#include "law/versions/products.h"
#include "law/versions/rules.h"

#include "base/checked.h"

typedef enum foretelling { NOT_ASKED, FORETOLD, NOT_FORETOLD } foretelling;

/* Of the products that fit the other inputs; of too many none tells. */
enum { MOST_GUESSES = 1 << 12 };
typedef struct guesses {
    uint64_t all, right; /* those that give what is left out */
} guesses;

/* factor * (what the place has of n points along x, + rim_x) * (the same of m points along y, + rim_y) */
typedef struct product {
    const sx_row_view *x, *y;
    sx_points_share kind;
    int64_t factor, rim_x, rim_y, n;
    int64_t *many; /* by row: the value, divided by the factor */
    int64_t *rest; /* and by what x has; ANY where both are 0 */
    uint64_t without; /* these inputs, a bit each */
    size_t inputs; /* whose extents of the two differ */
    foretelling *foretold; /* along these axes */
    guesses *guesses;
} product;

enum { ANY = -1 };

static bool is_left_out(const sx_versions *v, const product *p, size_t i)
{
    return p->without >> v->row[i]->run & 1;
}

/* False when out of memory. */
static bool divide(sx_versions *v, product *p, int64_t factor)
{
    p->factor = factor;
    p->many = SX_ROOM_ARRAY(v->scratch, int64_t, v->nrows);
    p->rest = SX_ROOM_ARRAY(v->scratch, int64_t, v->nrows);
    v->failed = v->failed || !p->many || !p->rest;
    for (size_t i = 0; !v->failed && i < v->nrows; i++)
        p->many[i] = v->row[i]->value / factor;
    return !v->failed;
}

/* The N of which the place has so much. */
static void numbers_with(sx_points_share kind, int64_t much, int64_t q, int64_t c,
                         int64_t *ret_low, int64_t *ret_high)
{
    *ret_low = much * q - sx_points_share_lead(kind, q, c);
    *ret_high = *ret_low + q - 1;
}

/* What is left of a value for y, where x has n points; false where that does not divide it. */
static inline bool leaves_rest_of(const product *p, size_t i, int64_t *ret_rest)
{
    const int64_t one =
        sx_points_share_at(p->kind, p->n, p->x->q[i], p->x->c[i]) + p->rim_x;
    if (one < 0 || (one ? p->many[i] % one : p->many[i]) != 0)
        return false;
    *ret_rest = one ? p->many[i] / one : ANY;
    return true;
}

static bool leaves_rest(const sx_versions *v, const product *p)
{
    for (size_t i = 0; i < v->nrows; i++)
        if (!is_left_out(v, p, i) && !leaves_rest_of(p, i, &p->rest[i]))
            return false;
    return true;
}

/* From n on, the first number that may leave a rest: a few rows that are far from each other are asked, and where one leaves none, it does not as long as it has as much. */
static int64_t next_number(const sx_versions *v, const product *p)
{
    enum { FEW = 4 };
    for (size_t k = 0; k < FEW; k++) {
        const size_t i = k * (v->nrows - 1) / (FEW - 1);
        int64_t rest, last;
        if (is_left_out(v, p, i) || leaves_rest_of(p, i, &rest))
            continue;
        numbers_with(p->kind, sx_points_share_at(p->kind, p->n, p->x->q[i], p->x->c[i]),
                     p->x->q[i], p->x->c[i], &rest, &last);
        return last + 1;
    }
    return p->n;
}

/* The interval of the other axis' number that goes with n. */
static bool others_of(const sx_versions *v, const product *p, int64_t *ret_low,
                      int64_t *ret_high)
{
    int64_t low = p->y->q[p->y->largest], high = INT32_MAX;
    for (size_t i = 0; i < v->nrows && low <= high; i++) {
        int64_t from, to;
        if (is_left_out(v, p, i) || p->rest[i] == ANY)
            continue;
        if (p->rest[i] < p->rim_y)
            return false;
        numbers_with(p->kind, p->rest[i] - p->rim_y, p->y->q[i], p->y->c[i], &from, &to);
        low = from > low ? from : low;
        high = to < high ? to : high;
    }
    *ret_low = low;
    *ret_high = high;
    return low <= high;
}

/* What is done with each n, and the least and the largest m that go with it; false ends it. */
typedef bool product_visitor(sx_versions *v, const product *p, int64_t low, int64_t high);

/* All rims of y; over one axis twice that of x. */
static bool visit_rests(sx_versions *v, product *p, product_visitor *visit)
{
    int64_t low, high;
    if (!leaves_rest(v, p))
        return true;
    for (size_t k = 0; k < SX_RIMS; k++) {
        p->rim_y = sx_rim[k];
        if (p->x == p->y ? p->rim_x != p->rim_y
                         : !sx_rims_go_together(p->rim_x, p->rim_y))
            continue;
        if (others_of(v, p, &low, &high) && !visit(v, p, low, high))
            return false;
    }
    return true;
}

/* All n of which the first place has so much, with the rim. */
static bool visit_numbers(sx_versions *v, product *p, size_t first, int64_t much,
                          product_visitor *visit)
{
    const int64_t least = p->x->q[p->x->largest];
    int64_t from, to;
    if (much < p->rim_x)
        return true;
    numbers_with(p->kind, much - p->rim_x, p->x->q[first], p->x->c[first], &from, &to);
    p->n = from > least ? from : least;
    while (p->n <= to && !v->failed) {
        const int64_t next = next_number(v, p);
        if (next == p->n && !visit_rests(v, p, visit))
            return false;
        p->n = next > p->n ? next : p->n + 1;
    }
    return true;
}

static bool visit_products(sx_versions *v, product *p, product_visitor *visit)
{
    size_t first = 0;
    while (first < v->nrows && (is_left_out(v, p, first) || p->many[first] == 0))
        first++;
    if (first == v->nrows)
        return true;
    const sx_divisors part = sx_divisors_of(p->many[first]);
    v->too_many = v->too_many || part.more;
    for (size_t k = 0; k < SX_RIMS; k++) {
        p->rim_x = sx_rim[k];
        for (size_t d = 0; d < part.n; d++)
            if (!visit_numbers(v, p, first, part.of[d], visit))
                return false;
    }
    return true;
}

/* ---- what inputs tell of each other ---- */

static bool is_told(const sx_versions *v, const product *p, int64_t m)
{
    for (size_t i = 0; i < v->nrows; i++)
        if (is_left_out(v, p, i) &&
            p->factor *
                    (sx_points_share_at(p->kind, p->n, p->x->q[i], p->x->c[i]) +
                     p->rim_x) *
                    (sx_points_share_at(p->kind, m, p->y->q[i], p->y->c[i]) + p->rim_y) !=
                v->row[i]->value)
            return false;
    return true;
}

static bool guess(sx_versions *v, const product *p, int64_t low, int64_t high)
{
    const uint64_t many = (uint64_t)(high - low) + 1;
    p->guesses->all += many;
    if (is_told(v, p, low) && is_told(v, p, high))
        p->guesses->right += many;
    return p->guesses->right == p->guesses->all || p->guesses->all <= MOST_GUESSES;
}

/* How many digits of base 4 have the different values that are left out, but for what divides all values? */
static size_t digits_left_out(const sx_versions *v, const product *p)
{
    int64_t of_all = 0;
    size_t digits = 0;
    for (size_t i = 0; i < v->nrows; i++)
        of_all = sx_gcd(of_all, v->row[i]->value);
    for (size_t i = 0; i < v->nrows; i++) {
        bool is_new = is_left_out(v, p, i);
        for (size_t k = 0; k < i && is_new; k++)
            is_new = !is_left_out(v, p, k) || v->row[k]->value != v->row[i]->value;
        digits += is_new ? sx_law_digits_of(v->row[i]->value / of_all) : 0;
    }
    return digits;
}

/* Do all products that fit the other inputs, whatever their rims and however they are rounded, give what is left out? Or
 * those that do, of so few that its values have many digits more than it takes to say which? */
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
        for (other.kind = 0; other.kind < SX_POINTS_SHARES; other.kind++)
            if (!visit_products(v, &other, guess))
                return false;
    return (of_all.all > 0 && of_all.right == of_all.all) ||
           (of_all.right > 0 &&
            digits_left_out(v, p) >= DIGITS + sx_law_digits_of((int64_t)of_all.all));
}

/* The inputs that show the same extents of the two axes as this one anywhere, a bit each: they tell nothing of each other but what they are. */
static uint64_t alike(const sx_versions *v, const product *p, uint32_t run)
{
    uint64_t inputs = 0;
    for (size_t i = 0; i < v->nrows; i++)
        for (size_t k = 0; k < v->nrows && v->row[i]->run == run; k++)
            if (p->x->q[k] == p->x->q[i] && p->y->q[k] == p->y->q[i])
                inputs |= UINT64_C(1) << v->row[k]->run;
    return inputs;
}

/* Are there two inputs at least that are not left out? Fewer give no numbers. */
static bool leaves_two(const sx_versions *v, const product *p)
{
    uint64_t left = 0;
    for (size_t i = 0; i < v->nrows; i++)
        left |= is_left_out(v, p, i) ? 0 : UINT64_C(1) << v->row[i]->run;
    return (left & (left - 1)) != 0;
}

/* Is it so of the inputs with some extents? */
static bool tells_some(sx_versions *v, const product *p)
{
    bool tells = *p->foretold == FORETOLD;
    if (*p->foretold != NOT_ASKED)
        return tells;
    for (uint32_t run = 0; run < v->runs->n && !tells; run++) {
        product rest = *p;
        rest.without = alike(v, p, run);
        const bool is_first = (rest.without & -rest.without) == UINT64_C(1) << run;
        tells = is_first && leaves_two(v, &rest) && is_foretold(v, &rest);
    }
    *p->foretold = tells ? FORETOLD : NOT_FORETOLD;
    return tells;
}

/* How many pairs of extents are there? */
static size_t different_extents(const sx_versions *v, const sx_row_view *x,
                                const sx_row_view *y)
{
    size_t n = 0;
    for (size_t i = 0; i < v->nrows; i++) {
        size_t k = 0;
        while (k < i && (x->q[k] != x->q[i] || y->q[k] != y->q[i]))
            k++;
        n += k == i;
    }
    return n;
}

/* ---- versions ---- */

/* Is what the places have of n points not the same in all samples? Else the product is no product of two. */
static bool varies(const sx_versions *v, const product *p, const sx_row_view *on,
                   int64_t n)
{
    size_t i = 1;
    while (i < v->nrows && sx_points_share_at(p->kind, n, on->q[i], on->c[i]) ==
                               sx_points_share_at(p->kind, n, on->q[0], on->c[0]))
        i++;
    return i < v->nrows;
}

static const sx_expr *side(const sx_versions *v, const product *p, int rule,
                           const sx_row_view *on, int64_t n, int64_t rim)
{
    const sx_expr *points = rule == SX_EXTENT_BLOCK
                                ? sx_points_share_expr(v, p->kind, n, &on->on)
                                : sx_versions_dealt_expr(v, rule, n, &on->on);
    return sx_expr_two(v->scratch, SX_EXPR_ADD, points, sx_expr_int(v->scratch, rim));
}

static void add(sx_versions *v, const product *p, int64_t m)
{
    sx_arena *arena = v->scratch;
    const int64_t n = p->n;
    const bool settled = n == m && sx_runs_is_settled(v->runs, n),
               two = varies(v, p, p->x, n) && varies(v, p, p->y, m),
               predicted = p->x->predicted || p->y->predicted,
               usual = sx_rims_are_usual(p->rim_x, p->rim_y);
    if ((p->rim_x || p->rim_y) && p->x->on.grid == UINT32_MAX)
        return; /* rims are those of faces */
    const size_t hidden = (size_t)!settled + (size_t)(n != m) + (size_t)(p->factor != 1) +
                          (size_t)!usual; /* a rim that was chosen as well */
    for (int rule = 0; rule < (p->kind == SX_POINTS_BLOCK ? SX_VERSIONS_RULES : 1);
         rule++) {
        const bool other = rule != SX_EXTENT_BLOCK;
        const sx_expr *both =
            sx_expr_two(arena, SX_EXPR_MUL, side(v, p, rule, p->x, n, p->rim_x),
                        side(v, p, rule, p->y, m, p->rim_y));
        sx_versions_add(
            v, sx_expr_two(arena, SX_EXPR_MUL, sx_expr_int(arena, p->factor), both),
            (sx_version_how) {
                true, usual && predicted && !other && !sx_versions_is_choice(v, 1),
                usual && !other && two && tells_some(v, p), hidden, p->inputs,
                2 * sx_versions_seldom(rule) });
    }
}

static bool add_all(sx_versions *v, const product *p, int64_t low, int64_t high)
{
    add(v, p, low);
    if (high != low)
        add(v, p, high);
    if (p->n > low && p->n < high)
        add(v, p, p->n);
    return true;
}

void sx_versions_try_products(sx_versions *v, const sx_row_view *x, const sx_row_view *y,
                              const sx_divisors *factor)
{
    foretelling foretold = NOT_ASKED;
    product p = {
        .x = x,
        .y = y,
        .inputs = different_extents(v, x, y),
        .foretold = &foretold,
    };
    for (size_t i = 0; i < factor->n && divide(v, &p, factor->of[i]); i++)
        for (p.kind = 0; p.kind < SX_POINTS_SHARES; p.kind++)
            visit_products(v, &p, add_all);
}
