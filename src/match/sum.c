#include "match/sum.h"

#include "base/checked.h"

#include <string.h>

enum { MOST_PRODUCTS = 64, MOST_STEPS = 16 };

/* Sums in the making. */
typedef struct draft {
    bool failed;
    uint32_t n;
    sx_product product[MOST_PRODUCTS];
} draft;

static int by_atoms(const sx_product *a, const sx_product *b)
{
    if (a->n != b->n)
        return a->n < b->n ? -1 : 1;
    for (uint32_t i = 0; i < a->n; i++)
        if (a->atom[i] != b->atom[i])
            return a->atom[i] < b->atom[i] ? -1 : 1;
    return 0;
}

static void add(draft *d, const sx_product *p)
{
    uint32_t at = 0;
    while (at < d->n && by_atoms(&d->product[at], p) < 0)
        at++;
    if (at < d->n && by_atoms(&d->product[at], p) == 0) {
        sx_product *like = &d->product[at];
        d->failed = d->failed || sx_add_overflows(like->times, p->times, &like->times);
        if (like->times == 0)
            memmove(like, like + 1, (--d->n - at) * sizeof *like);
        return;
    }
    d->failed = d->failed || d->n == MOST_PRODUCTS;
    if (d->failed || p->times == 0)
        return;
    memmove(&d->product[at + 1], &d->product[at], (d->n++ - at) * sizeof *p);
    d->product[at] = *p;
}

static void add_sum(draft *d, const sx_sum *x, int64_t times)
{
    d->failed = d->failed || !x;
    for (uint32_t i = 0; !d->failed && i < x->n; i++) {
        sx_product p = x->product[i];
        d->failed = sx_mul_overflows(p.times, times, &p.times);
        add(d, &p);
    }
}

static const sx_sum *finish(const sx_sums *s, const draft *d)
{
    sx_sum *sum = d->failed
                      ? NULL
                      : sx_arena_alloc(s->arena, sizeof *sum + d->n * sizeof *d->product,
                                       _Alignof(sx_sum));
    if (!sum)
        return NULL;
    sum->n = d->n;
    memcpy(sum->product, d->product, d->n * sizeof *d->product);
    return sum;
}

const sx_sum *sx_sum_int(const sx_sums *s, int64_t value)
{
    draft d = { .n = 0 };
    add(&d, &(sx_product) { .times = value });
    return finish(s, &d);
}

static const sx_sum *of_atom(const sx_sums *s, uint32_t atom)
{
    draft d = { .n = 0 };
    add(&d, &(sx_product) { .times = 1, .n = 1, .atom = { atom } });
    return finish(s, &d);
}

const sx_sum *sx_sum_add(const sx_sums *s, const sx_sum *x, const sx_sum *y)
{
    draft d = { .n = 0 };
    add_sum(&d, x, 1);
    add_sum(&d, y, 1);
    return finish(s, &d);
}

const sx_sum *sx_sum_sub(const sx_sums *s, const sx_sum *x, const sx_sum *y)
{
    draft d = { .n = 0 };
    add_sum(&d, x, 1);
    add_sum(&d, y, -1);
    return finish(s, &d);
}

/* False when there are too many atoms, or the number is too large. */
static bool multiply(const sx_product *x, const sx_product *y, sx_product *ret)
{
    sx_product p = { .n = 0 };
    uint32_t i = 0, k = 0;
    if (x->n + y->n > SX_SUM_FACTORS || sx_mul_overflows(x->times, y->times, &p.times))
        return false;
    while (i < x->n || k < y->n)
        p.atom[p.n++] = k == y->n || (i < x->n && x->atom[i] <= y->atom[k])
                            ? x->atom[i++]
                            : y->atom[k++];
    *ret = p;
    return true;
}

const sx_sum *sx_sum_mul(const sx_sums *s, const sx_sum *x, const sx_sum *y)
{
    draft d = { .failed = !x || !y };
    for (uint32_t i = 0; !d.failed && i < x->n; i++)
        for (uint32_t k = 0; !d.failed && k < y->n; k++) {
            sx_product p;
            d.failed = !multiply(&x->product[i], &y->product[k], &p);
            if (!d.failed)
                add(&d, &p);
        }
    return finish(s, &d);
}

bool sx_sum_equal(const sx_sum *x, const sx_sum *y)
{
    if (!x || !y || x->n != y->n)
        return false;
    for (uint32_t i = 0; i < x->n; i++)
        if (by_atoms(&x->product[i], &y->product[i]) != 0 ||
            x->product[i].times != y->product[i].times)
            return false;
    return true;
}

bool sx_sum_constant(const sx_sum *x, int64_t *ret_value)
{
    if (!x || x->n > 1 || (x->n == 1 && x->product[0].n > 0))
        return false;
    *ret_value = x->n ? x->product[0].times : 0;
    return true;
}

/* ---- atoms ---- */

static bool same_argument(const sx_sum *x, const sx_sum *y)
{
    return x == y || sx_sum_equal(x, y);
}

static const sx_sum *intern(sx_sums *s, const sx_atom *atom)
{
    uint32_t i = 0;
    for (; i < s->natoms; i++) {
        const sx_atom *known = &s->atom[i];
        if (known->op == atom->op && known->name == atom->name &&
            same_argument(known->arg[0], atom->arg[0]) &&
            same_argument(known->arg[1], atom->arg[1]) &&
            same_argument(known->arg[2], atom->arg[2]))
            return of_atom(s, i);
    }
    if (i == SX_SUM_ATOMS)
        return NULL;
    s->atom[s->natoms++] = *atom;
    return of_atom(s, i);
}

const sx_sum *sx_sum_name(sx_sums *s, uint32_t name, sx_atom_kind kind,
                          const sx_sum *below)
{
    return intern(s, &(sx_atom) { kind, SX_EXPR_VAR, name, { NULL }, below });
}

const sx_sum *sx_sum_call(sx_sums *s, sx_expr_op op, const sx_sum *x, const sx_sum *y,
                          const sx_sum *z)
{
    if (!x || !y)
        return NULL;
    return intern(s, &(sx_atom) { SX_ATOM_ANY, op, 0, { x, y, z }, NULL });
}

/* ---- what is at least 0 ---- */

/* Without help: nothing is taken away but from a number. */
static bool is_plainly_natural(const sx_sums *s, const sx_sum *x)
{
    int64_t least = 0;
    for (uint32_t i = 0; x && i < x->n; i++) {
        const sx_product *p = &x->product[i];
        bool positive = true, natural = true;
        for (uint32_t k = 0; k < p->n; k++) {
            sx_atom_kind kind = s->atom[p->atom[k]].kind;
            positive = positive && kind == SX_ATOM_POSITIVE;
            natural = natural && kind != SX_ATOM_ANY;
        }
        if (!natural || (p->n > 0 && p->times < 0) ||
            (positive && sx_add_overflows(least, p->times, &least)))
            return false;
    }
    return x && least >= 0;
}

/* What is known of the atoms of x, and the facts. */
static uint32_t find_facts(const sx_sums *s, const sx_sum *x, const sx_sum **ret,
                           uint32_t most)
{
    uint32_t n = 0;
    const sx_sum *one = sx_sum_int(s, 1);
    for (uint32_t i = 0; i < s->nfacts && n < most; i++)
        ret[n++] = s->fact[i];
    for (uint32_t i = 0; i < x->n; i++)
        for (uint32_t k = 0; k < x->product[i].n && n + 2 <= most; k++) {
            uint32_t atom = x->product[i].atom[k];
            const sx_sum *self = of_atom(s, atom), *below = s->atom[atom].below;
            if (s->atom[atom].kind == SX_ATOM_NATURAL)
                ret[n++] = self;
            if (below)
                ret[n++] = sx_sum_sub(s, sx_sum_sub(s, below, one), self);
        }
    return n;
}

/* Have both a product of the same atoms, and of one sign? Then less is left of it when y is taken away from x. */
static bool shares(const sx_sum *x, const sx_sum *y)
{
    for (uint32_t i = 0; i < x->n; i++)
        for (uint32_t k = 0; k < y->n; k++)
            if (by_atoms(&x->product[i], &y->product[k]) == 0 && x->product[i].n > 0 &&
                (x->product[i].times > 0) == (y->product[k].times > 0))
                return true;
    return false;
}

/* By a chain of so many facts at most, each of which takes away what the one before brought. */
static bool is_natural_by(const sx_sums *s, const sx_sum *x, const sx_sum *const *fact,
                          uint32_t n, int most)
{
    if (!x || is_plainly_natural(s, x) || most == 0)
        return x && is_plainly_natural(s, x);
    for (uint32_t i = 0; i < n; i++)
        if (fact[i] && shares(x, fact[i]) &&
            is_natural_by(s, sx_sum_sub(s, x, fact[i]), fact, n, most - 1))
            return true;
    return false;
}

bool sx_sum_is_natural(const sx_sums *s, const sx_sum *x)
{
    enum { MOST = SX_SUM_FACTS + 32, CHAIN = 4 };
    const sx_sum *fact[MOST];
    if (!x || is_plainly_natural(s, x))
        return x != NULL;
    uint32_t n = find_facts(s, x, fact, MOST);
    for (uint32_t i = 0; i < n; i++) {
        const sx_sum *left = sx_sum_sub(s, x, fact[i]);
        if (is_plainly_natural(s, left))
            return true;
        for (uint32_t k = 0; left && k <= i; k++)
            if (is_plainly_natural(s, sx_sum_sub(s, left, fact[k])))
                return true;
    }
    return is_natural_by(s, x, fact, n, CHAIN);
}

static bool is_below(const sx_sums *s, const sx_sum *x, const sx_sum *n)
{
    return sx_sum_is_natural(s, x) &&
           sx_sum_is_natural(s, sx_sum_sub(s, sx_sum_sub(s, n, sx_sum_int(s, 1)), x));
}

/* ---- division ---- */

/* A positive number times extents. */
static bool is_divisor(const sx_sums *s, const sx_sum *n)
{
    bool is = n && n->n == 1 && n->product[0].times > 0;
    for (uint32_t k = 0; is && k < n->product[0].n; k++)
        is = s->atom[n->product[0].atom[k]].kind == SX_ATOM_POSITIVE;
    return is;
}

static bool divide(const sx_product *p, const sx_product *by, sx_product *ret)
{
    sx_product q = { .times = p->times / by->times };
    uint32_t k = 0;
    for (uint32_t i = 0; i < p->n; i++)
        if (k < by->n && p->atom[i] == by->atom[k])
            k++;
        else
            q.atom[q.n++] = p->atom[i];
    *ret = q;
    return k == by->n && p->times % by->times == 0;
}

bool sx_sum_split(const sx_sums *s, const sx_sum *x, const sx_product *factor,
                  const sx_sum **ret_q, const sx_sum **ret_rest)
{
    draft q = { .failed = !x }, rest = { .failed = !x };
    for (uint32_t i = 0; x && i < x->n; i++) {
        sx_product part;
        if (divide(&x->product[i], factor, &part))
            add(&q, &part);
        else
            add(&rest, &x->product[i]);
    }
    *ret_q = finish(s, &q);
    *ret_rest = finish(s, &rest);
    return *ret_q && *ret_rest;
}

const sx_sum *sx_sum_reduced(const sx_sums *s, const sx_sum *x)
{
    for (uint32_t k = 0; x && x->n > 0 && k < x->product[0].n;) {
        const uint32_t atom = x->product[0].atom[k++];
        const sx_product factor = { .times = 1, .n = 1, .atom = { atom } };
        const sx_sum *q, *rest;
        if (s->atom[atom].kind != SX_ATOM_POSITIVE ||
            !sx_sum_split(s, x, &factor, &q, &rest) || rest->n > 0)
            continue;
        x = q;
        k = 0;
    }
    return x;
}

/* One step towards the shortest form of the same remainder by n: a product with y mod n in it has y instead. */
static bool open_remainder(const sx_sums *s, const sx_sum *n, const sx_sum **x)
{
    for (uint32_t i = 0; i < (*x)->n; i++)
        for (uint32_t k = 0; k < (*x)->product[i].n; k++) {
            const sx_product *p = &(*x)->product[i];
            const sx_atom *atom = &s->atom[p->atom[k]];
            if (atom->op != SX_EXPR_MOD || !sx_sum_equal(atom->arg[1], n))
                continue;
            sx_product others = *p;
            memmove(&others.atom[k], &others.atom[k + 1],
                    (--others.n - k) * sizeof *others.atom);
            draft own = { .n = 0 }, factor = { .n = 0 };
            add(&own, p);
            add(&factor, &others);
            *x = sx_sum_add(s, sx_sum_sub(s, *x, finish(s, &own)),
                            sx_sum_mul(s, finish(s, &factor), atom->arg[0]));
            return true;
        }
    return false;
}

const sx_sum *sx_sum_mod(sx_sums *s, const sx_sum *x, const sx_sum *n)
{
    const sx_sum *q;
    int64_t a, b;
    if (!x || !is_divisor(s, n))
        return NULL;
    for (int step = 0; step < MOST_STEPS; step++) {
        if (!sx_sum_split(s, x, &n->product[0], &q, &x))
            return NULL;
        if (!open_remainder(s, n, &x))
            break;
        if (!x)
            return NULL;
    }
    if (sx_sum_constant(x, &a) && sx_sum_constant(n, &b))
        return sx_sum_int(s, a - b * sx_floor_div(a, b));
    if (is_below(s, x, n))
        return x;
    return intern(s, &(sx_atom) { SX_ATOM_NATURAL, SX_EXPR_MOD, 0, { x, n }, n });
}

const sx_sum *sx_sum_div(sx_sums *s, const sx_sum *x, const sx_sum *n)
{
    const sx_sum *q, *rest;
    int64_t a, b;
    if (!is_divisor(s, n) || !sx_sum_split(s, x, &n->product[0], &q, &rest))
        return NULL;
    if (sx_sum_constant(rest, &a) && sx_sum_constant(n, &b))
        return sx_sum_add(s, q, sx_sum_int(s, sx_floor_div(a, b)));
    if (is_below(s, rest, n))
        return q;
    return sx_sum_add(s, q, sx_sum_call(s, SX_EXPR_DIV, rest, n, NULL));
}

/* ---- exclusive or ---- */

/* The other one, where x is y xor that. */
static const sx_sum *undone(const sx_sums *s, const sx_sum *x, const sx_sum *y)
{
    if (x->n != 1 || x->product[0].n != 1 || x->product[0].times != 1)
        return NULL;
    const sx_atom *atom = &s->atom[x->product[0].atom[0]];
    for (int i = 0; atom->op == SX_EXPR_XOR && i < 2; i++)
        if (sx_sum_equal(atom->arg[i], y))
            return atom->arg[1 - i];
    return NULL;
}

const sx_sum *sx_sum_xor(sx_sums *s, const sx_sum *x, const sx_sum *y)
{
    int64_t a, b;
    if (!x || !y)
        return NULL;
    const sx_sum *of_x = undone(s, x, y), *of_y = undone(s, y, x);
    if (of_x || of_y)
        return of_x ? of_x : of_y;
    if (sx_sum_constant(x, &a) && sx_sum_constant(y, &b))
        return sx_sum_int(s, a ^ b);
    return sx_sum_call(s, SX_EXPR_XOR, x, y, NULL);
}
