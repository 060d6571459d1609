#include "match/poly.h"

#include "base/checked.h"
#include "trace/expr_op.h"

#include <string.h>

enum { TERMS = 24, FACTORS = 4 };

typedef enum atom_kind {
    VARIABLE,
    DIVIDED,
    REMAINDER,
    BLOCKED,
    EXCLUSIVE,
    SUMMED,
    CALLED
} atom_kind;

typedef struct atom {
    atom_kind kind;
    uint32_t variable;
    sx_expr_op op; /* CALLED */
    int64_t n, q; /* DIVIDED, REMAINDER: by n; BLOCKED; SUMMED: n terms */
    const sx_poly *x, *y;
} atom;

typedef struct term {
    int64_t factor; /* not 0 */
    uint32_t n;
    const atom *atom[FACTORS]; /* ascending */
} term;

struct sx_poly {
    uint32_t n;
    term term[]; /* ascending by atoms; the constant, without atoms, first */
};

static int compare_polys(const sx_poly *x, const sx_poly *y);

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int compare_atoms(const atom *a, const atom *b)
{
    int order = compare(a->kind, b->kind);
    if (a == b || order)
        return order;
    order = compare(a->variable, b->variable);
    order = order ? order : compare(a->op, b->op);
    order = order ? order : compare(a->n, b->n);
    order = order ? order : compare(a->q, b->q);
    order = order || !a->x ? order : compare_polys(a->x, b->x);
    return order || !a->y ? order : compare_polys(a->y, b->y);
}

/* Without the factors. */
static int compare_terms(const term *a, const term *b)
{
    int order = compare(a->n, b->n);
    for (uint32_t i = 0; i < a->n && !order; i++)
        order = compare_atoms(a->atom[i], b->atom[i]);
    return order;
}

static int compare_polys(const sx_poly *x, const sx_poly *y)
{
    int order = compare(x->n, y->n);
    for (uint32_t i = 0; i < x->n && !order; i++) {
        order = compare_terms(&x->term[i], &y->term[i]);
        order = order ? order : compare(x->term[i].factor, y->term[i].factor);
    }
    return order;
}

bool sx_poly_equal(const sx_poly *x, const sx_poly *y)
{
    return x && y && compare_polys(x, y) == 0;
}

/* Room for n terms; NULL when these are too many. */
static sx_poly *make(const sx_algebra *a, uint32_t n)
{
    return n > TERMS ? NULL
                     : sx_arena_alloc(a->arena, 1, sizeof(sx_poly) + n * sizeof(term));
}

const sx_poly *sx_poly_int(const sx_algebra *a, int64_t value)
{
    sx_poly *p = sx_is_special(value) ? NULL : make(a, 1);
    if (p && value != 0) {
        p->n = 1;
        p->term[0].factor = value;
    }
    return p;
}

static const sx_poly *of_atom(const sx_algebra *a, const atom *made)
{
    sx_poly *p = make(a, 1);
    const atom *kept = sx_arena_copy(a->arena, made, 1, sizeof *made);
    if (!p || !kept)
        return NULL;
    p->n = 1;
    p->term[0] = (term) { 1, 1, { kept } };
    return p;
}

const sx_poly *sx_poly_variable(const sx_algebra *a, uint32_t variable)
{
    sx_range range = a->box->range[variable];
    if (range.least == range.most)
        return sx_poly_int(a, range.least);
    return of_atom(a, &(atom) { .kind = VARIABLE, .variable = variable });
}

/* x + factor * y. */
static const sx_poly *combine(const sx_algebra *a, const sx_poly *x, const sx_poly *y,
                              int64_t factor)
{
    if (!x || !y)
        return NULL;
    term merged[2 * TERMS];
    uint32_t n = 0, i = 0, k = 0;
    while (i < x->n || k < y->n) {
        int order = i == x->n   ? 1
                    : k == y->n ? -1
                                : compare_terms(&x->term[i], &y->term[k]);
        term t = order <= 0 ? x->term[i] : y->term[k];
        int64_t scaled = 0;
        if (order >= 0 && sx_mul_overflows(y->term[k].factor, factor, &scaled))
            return NULL;
        if (sx_add_overflows(order <= 0 ? t.factor : 0, scaled, &t.factor))
            return NULL;
        i += order <= 0;
        k += order >= 0;
        if (t.factor != 0)
            merged[n++] = t;
    }
    sx_poly *p = make(a, n);
    if (!p)
        return NULL;
    p->n = n;
    memcpy(p->term, merged, n * sizeof *merged);
    return p;
}

const sx_poly *sx_poly_add(const sx_algebra *a, const sx_poly *x, const sx_poly *y)
{
    return combine(a, x, y, 1);
}

const sx_poly *sx_poly_sub(const sx_algebra *a, const sx_poly *x, const sx_poly *y)
{
    return combine(a, x, y, -1);
}

static bool multiply_terms(const term *x, const term *y, term *ret_term)
{
    term t = { 0, 0, { NULL } };
    uint32_t i = 0, k = 0;
    if (x->n + y->n > FACTORS || sx_mul_overflows(x->factor, y->factor, &t.factor))
        return false;
    while (i < x->n || k < y->n) {
        bool first =
            k == y->n || (i < x->n && compare_atoms(x->atom[i], y->atom[k]) <= 0);
        t.atom[t.n++] = first ? x->atom[i++] : y->atom[k++];
    }
    *ret_term = t;
    return true;
}

const sx_poly *sx_poly_mul(const sx_algebra *a, const sx_poly *x, const sx_poly *y)
{
    if (!x || !y)
        return NULL;
    const sx_poly *sum = sx_poly_int(a, 0);
    for (uint32_t i = 0; i < x->n; i++) {
        for (uint32_t k = 0; k < y->n; k++) {
            sx_poly *one = make(a, 1);
            if (!one || !multiply_terms(&x->term[i], &y->term[k], &one->term[0]))
                return NULL;
            one->n = 1;
            sum = sx_poly_add(a, sum, one);
        }
    }
    return sum;
}

bool sx_poly_constant(const sx_poly *x, int64_t *ret_value)
{
    if (!x || x->n > 1 || (x->n == 1 && x->term[0].n > 0))
        return false;
    *ret_value = x->n ? x->term[0].factor : 0;
    return true;
}

bool sx_poly_line(const sx_poly *x, uint32_t *ret_variable, int64_t *ret_factor,
                  int64_t *ret_offset)
{
    bool offset = x && x->n == 2 && x->term[0].n == 0;
    if (!x || x->n != 1u + offset)
        return false;
    const term *t = &x->term[offset];
    if (t->n != 1 || t->atom[0]->kind != VARIABLE)
        return false;
    *ret_variable = t->atom[0]->variable;
    *ret_factor = t->factor;
    *ret_offset = offset ? x->term[0].factor : 0;
    return true;
}

/* ---- ranges ---- */

static bool multiply_ranges(sx_range x, sx_range y, sx_range *ret_range)
{
    int64_t corner[4];
    if (sx_mul_overflows(x.least, y.least, &corner[0]) ||
        sx_mul_overflows(x.least, y.most, &corner[1]) ||
        sx_mul_overflows(x.most, y.least, &corner[2]) ||
        sx_mul_overflows(x.most, y.most, &corner[3]))
        return false;
    *ret_range = (sx_range) { corner[0], corner[0] };
    for (int i = 1; i < 4; i++) {
        if (corner[i] < ret_range->least)
            ret_range->least = corner[i];
        if (corner[i] > ret_range->most)
            ret_range->most = corner[i];
    }
    return true;
}

/* The numbers with no more binary digits than either. */
static bool range_of_xor(sx_range x, sx_range y, sx_range *ret_range)
{
    int64_t most = x.most > y.most ? x.most : y.most, all = 1;
    if (x.least < 0 || y.least < 0 || most > INT64_MAX / 4)
        return false;
    while (all <= most)
        all *= 2;
    *ret_range = (sx_range) { 0, all - 1 };
    return true;
}

static bool range_of_atom(const sx_algebra *a, const atom *of, sx_range *ret_range)
{
    sx_range x = { 0, 0 }, y = { 0, 0 };
    if (of->kind == VARIABLE) {
        *ret_range = a->box->range[of->variable];
        return true;
    }
    if (of->kind == REMAINDER) {
        *ret_range = (sx_range) { 0, of->n - 1 };
        return true;
    }
    if (of->kind == BLOCKED) {
        int64_t least = sx_floor_div(of->n, of->q);
        *ret_range = (sx_range) { least, least + 1 };
        return true;
    }
    if (of->kind == SUMMED || !sx_poly_range(a, of->x, &x) ||
        (of->y && !sx_poly_range(a, of->y, &y)))
        return false;
    if (of->kind == DIVIDED) {
        *ret_range =
            (sx_range) { sx_floor_div(x.least, of->n), sx_floor_div(x.most, of->n) };
        return true;
    }
    if (of->kind == EXCLUSIVE)
        return range_of_xor(x, y, ret_range);
    if (of->op != SX_EXPR_MIN && of->op != SX_EXPR_MAX)
        return false;
    return sx_expr_apply(of->op, x.least, y.least, &ret_range->least) &&
           sx_expr_apply(of->op, x.most, y.most, &ret_range->most);
}

bool sx_poly_range(const sx_algebra *a, const sx_poly *x, sx_range *ret_range)
{
    sx_range sum = { 0, 0 };
    if (!x)
        return false;
    for (uint32_t i = 0; i < x->n; i++) {
        sx_range product = { x->term[i].factor, x->term[i].factor }, of;
        for (uint32_t k = 0; k < x->term[i].n; k++)
            if (!range_of_atom(a, x->term[i].atom[k], &of) ||
                !multiply_ranges(product, of, &product))
                return false;
        if (sx_add_overflows(sum.least, product.least, &sum.least) ||
            sx_add_overflows(sum.most, product.most, &sum.most))
            return false;
    }
    *ret_range = sum;
    return true;
}

/* ---- division ---- */

/* n times the first, and the rest, whose factors are 0 .. n - 1. */
static bool split(const sx_algebra *a, const sx_poly *x, int64_t n, sx_poly **ret_whole,
                  sx_poly **ret_rest)
{
    sx_poly *whole = make(a, x->n), *rest = make(a, x->n);
    if (!whole || !rest)
        return false;
    for (uint32_t i = 0; i < x->n; i++) {
        term t = x->term[i];
        int64_t factor = t.factor;
        t.factor = sx_floor_div(factor, n);
        if (t.factor)
            whole->term[whole->n++] = t;
        t.factor = sx_floor_mod(factor, n);
        if (t.factor)
            rest->term[rest->n++] = t;
    }
    *ret_whole = whole;
    *ret_rest = rest;
    return true;
}

const sx_poly *sx_poly_div(const sx_algebra *a, const sx_poly *x, int64_t n)
{
    sx_poly *whole, *rest;
    sx_range range;
    if (!x || n <= 0 || !split(a, x, n, &whole, &rest))
        return NULL;
    if (sx_poly_range(a, rest, &range) &&
        sx_floor_div(range.least, n) == sx_floor_div(range.most, n))
        return sx_poly_add(a, whole, sx_poly_int(a, sx_floor_div(range.least, n)));
    return sx_poly_add(a, whole,
                       of_atom(a, &(atom) { .kind = DIVIDED, .n = n, .x = rest }));
}

/* Where all of x lies between two multiples of n that follow each other: less the lower one. NULL elsewhere. */
static const sx_poly *within(const sx_algebra *a, const sx_poly *x, int64_t n)
{
    sx_range range;
    if (!sx_poly_range(a, x, &range))
        return NULL;
    int64_t times = sx_floor_div(range.least, n), lower;
    if (times != sx_floor_div(range.most, n) || sx_mul_overflows(times, n, &lower))
        return NULL;
    return sx_poly_sub(a, x, sx_poly_int(a, lower));
}

/* Under a remainder by n, k times a remainder by m may be k times its argument where n divides k m. */
static const sx_poly *unwrap(const sx_algebra *a, const sx_poly *x, int64_t n)
{
    const sx_poly *sum = x;
    for (uint32_t i = 0; i < x->n && sum; i++) {
        const term *t = &x->term[i];
        int64_t turn;
        if (t->n != 1 || t->atom[0]->kind != REMAINDER ||
            sx_mul_overflows(t->factor, t->atom[0]->n, &turn) || turn % n != 0)
            continue;
        sx_poly *one = make(a, 1);
        if (!one)
            return NULL;
        one->n = 1;
        one->term[0] = *t;
        sum = sx_poly_sub(a, sum, one);
        sum = combine(a, sum, t->atom[0]->x, t->factor);
    }
    return sum;
}

/* Remainders in x go first, even where x is between two multiples with them: one number has one form. */
const sx_poly *sx_poly_mod(const sx_algebra *a, const sx_poly *x, int64_t n)
{
    sx_poly *whole, *rest;
    x = x && n > 0 ? unwrap(a, x, n) : NULL;
    const sx_poly *found = x ? within(a, x, n) : NULL;
    if (!x || found)
        return found;
    if (!split(a, x, n, &whole, &rest))
        return NULL;
    found = within(a, rest, n);
    return found ? found : of_atom(a, &(atom) { .kind = REMAINDER, .n = n, .x = rest });
}

/* ---- functions ---- */

/* The exclusive or that is all of x; NULL: it is none. */
static const atom *exclusive(const sx_poly *x)
{
    bool is = x->n == 1 && x->term[0].factor == 1 && x->term[0].n == 1 &&
              x->term[0].atom[0]->kind == EXCLUSIVE;
    return is ? x->term[0].atom[0] : NULL;
}

const sx_poly *sx_poly_xor(const sx_algebra *a, const sx_poly *x, const sx_poly *y)
{
    int64_t m, n;
    if (!x || !y)
        return NULL;
    if (sx_poly_equal(x, y))
        return sx_poly_int(a, 0);
    bool x_known = sx_poly_constant(x, &m), y_known = sx_poly_constant(y, &n);
    if (x_known && y_known)
        return sx_poly_int(a, m ^ n);
    if (x_known && m == 0)
        return y;
    if (y_known && n == 0)
        return x;
    for (int turn = 0; turn < 2; turn++) {
        const sx_poly *other = turn ? x : y;
        const atom *of = exclusive(turn ? y : x);
        if (of && sx_poly_equal(of->x, other))
            return of->y;
        if (of && sx_poly_equal(of->y, other))
            return of->x;
    }
    bool in_order = compare_polys(x, y) < 0;
    return of_atom(
        a, &(atom) { .kind = EXCLUSIVE, .x = in_order ? x : y, .y = in_order ? y : x });
}

const sx_poly *sx_poly_block(const sx_algebra *a, int64_t n, int64_t q, const sx_poly *x)
{
    int64_t c, value;
    sx_range range;
    if (!x || q <= 0)
        return NULL;
    /* Without a remainder all blocks are alike, but for those before the first. */
    if (sx_floor_mod(n, q) == 0 && sx_poly_range(a, x, &range) && range.least >= 0)
        return sx_poly_int(a, n / q);
    if (sx_poly_constant(x, &c))
        return sx_expr_block(n, q, c, &value) ? sx_poly_int(a, value) : NULL;
    return of_atom(a, &(atom) { .kind = BLOCKED, .n = n, .q = q, .x = x });
}

const sx_poly *sx_poly_sum(const sx_algebra *a, int64_t n, const sx_poly *x)
{
    return x ? of_atom(a, &(atom) { .kind = SUMMED, .n = n, .x = x }) : NULL;
}

const sx_poly *sx_poly_call(const sx_algebra *a, sx_expr_op op, const sx_poly *x,
                            const sx_poly *y)
{
    int64_t m, n, value;
    if (!x || !y)
        return NULL;
    if (sx_poly_constant(x, &m) && sx_poly_constant(y, &n))
        return sx_expr_apply(op, m, n, &value) ? sx_poly_int(a, value) : NULL;
    return of_atom(a, &(atom) { .kind = CALLED, .op = op, .x = x, .y = y });
}
