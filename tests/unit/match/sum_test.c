/* Sums at an open number of ranks have the value that they are made for, whatever names stand for; what is said to be at least 0 is so
 * wherever the facts are. Drawn at random. */
#include "match/sum.h"

#include "base/checked.h"
#include "tap.h"

#include <inttypes.h>

enum { SUMS = 4000, PLACES = 40, NAMES = 7, DEPTH = 3 };

static uint64_t state = 20261123;

static int64_t draw(int64_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((state >> 33) % (uint64_t)n);
}

/* Two extents, a place on each axis, a natural number, and two of any sign. */
typedef struct place {
    int64_t name[NAMES];
} place;

static place draw_place(void)
{
    int64_t x = 1 + draw(6), y = 1 + draw(6);
    return (place) { { x, y, draw(x), draw(y), draw(9), draw(19) - 9, draw(19) - 9 } };
}

static const sx_sum *name(sx_sums *s, int i)
{
    static const sx_atom_kind kind[] = { SX_ATOM_POSITIVE, SX_ATOM_POSITIVE,
                                         SX_ATOM_NATURAL,  SX_ATOM_NATURAL,
                                         SX_ATOM_NATURAL,  SX_ATOM_ANY,
                                         SX_ATOM_ANY };
    const sx_sum *below = i == 2 || i == 3 ? name(s, i - 2) : NULL;
    return sx_sum_name(s, (uint32_t)i, kind[i], below);
}

/* A sum and what it is at each place. */
typedef struct drawn {
    const sx_sum *sum;
    int64_t at[PLACES];
} drawn;

static drawn draw_sum(sx_sums *s, const place *places, int depth);

/* A number times extents. */
static drawn draw_divisor(sx_sums *s, const place *places)
{
    int64_t times = 1 + draw(3), x = draw(2), y = draw(2);
    drawn d = { .sum = sx_sum_int(s, times) };
    if (x)
        d.sum = sx_sum_mul(s, d.sum, name(s, 0));
    if (y)
        d.sum = sx_sum_mul(s, d.sum, name(s, 1));
    for (int i = 0; i < PLACES; i++)
        d.at[i] = times * (x ? places[i].name[0] : 1) * (y ? places[i].name[1] : 1);
    return d;
}

static int64_t apply(int op, int64_t x, int64_t y)
{
    switch (op) {
    case 0:
    case 1:
        return x + y;
    case 2:
        return x - y;
    case 3:
        return x * y;
    case 4:
        return x - y * sx_floor_div(x, y);
    case 5:
        return sx_floor_div(x, y);
    case 6:
        return x ^ y;
    default:
        return x < y ? x : y;
    }
}

static const sx_sum *make(sx_sums *s, int op, const sx_sum *x, const sx_sum *y)
{
    switch (op) {
    case 0:
    case 1:
        return sx_sum_add(s, x, y);
    case 2:
        return sx_sum_sub(s, x, y);
    case 3:
        return sx_sum_mul(s, x, y);
    case 4:
        return sx_sum_mod(s, x, y);
    case 5:
        return sx_sum_div(s, x, y);
    case 6:
        return sx_sum_xor(s, x, y);
    default:
        return sx_sum_call(s, SX_EXPR_MIN, x, y, NULL);
    }
}

static drawn draw_leaf(sx_sums *s, const place *places)
{
    drawn d;
    int which = (int)draw(NAMES + 2);
    int64_t value = draw(7) - 3;
    d.sum = which < NAMES ? name(s, which) : sx_sum_int(s, value);
    for (int i = 0; i < PLACES; i++)
        d.at[i] = which < NAMES ? places[i].name[which] : value;
    return d;
}

static drawn draw_sum(sx_sums *s, const place *places, int depth)
{
    if (depth == 0 || draw(5) == 0)
        return draw_leaf(s, places);
    int op = (int)draw(8);
    drawn x = draw_sum(s, places, depth - 1),
          y = op == 4 || op == 5 ? draw_divisor(s, places)
                                 : draw_sum(s, places, depth - 1),
          d = { .sum = make(s, op, x.sum, y.sum) };
    for (int i = 0; i < PLACES; i++)
        d.at[i] = apply(op, x.at[i], y.at[i]);
    return d;
}

/* What a sum is at a place. */
static int64_t evaluate(const sx_sums *s, const sx_sum *x, const place *p)
{
    int64_t all = 0;
    for (uint32_t i = 0; i < x->n; i++) {
        int64_t one = x->product[i].times;
        for (uint32_t k = 0; k < x->product[i].n; k++) {
            const sx_atom *a = &s->atom[x->product[i].atom[k]];
            if (a->op == SX_EXPR_VAR) {
                one *= p->name[a->name];
                continue;
            }
            int op = a->op == SX_EXPR_MOD   ? 4
                     : a->op == SX_EXPR_DIV ? 5
                     : a->op == SX_EXPR_XOR ? 6
                                            : 7;
            one *= apply(op, evaluate(s, a->arg[0], p), evaluate(s, a->arg[1], p));
        }
        all += one;
    }
    return all;
}

typedef struct counts {
    int made, wrong, natural, negative;
} counts;

static void look_at_one(counts *n)
{
    sx_arena *arena = sx_arena_create();
    sx_sums *s = SX_NEW(arena, sx_sums);
    place places[PLACES];
    bool counts_at[PLACES];
    s->arena = arena;
    for (int i = 0; i < PLACES; i++)
        places[i] = draw_place();
    for (int i = 0; i < PLACES; i++)
        counts_at[i] = true;
    for (int64_t facts = draw(3); facts > 0; facts--) {
        drawn fact = draw_sum(s, places, 1);
        if (!fact.sum)
            continue;
        s->fact[s->nfacts++] = fact.sum;
        for (int i = 0; i < PLACES; i++)
            counts_at[i] = counts_at[i] && fact.at[i] >= 0;
    }
    drawn d = draw_sum(s, places, DEPTH);
    const bool natural = sx_sum_is_natural(s, d.sum);
    n->made += d.sum != NULL;
    n->natural += natural;
    for (int i = 0; d.sum && i < PLACES; i++) {
        n->wrong += counts_at[i] && evaluate(s, d.sum, &places[i]) != d.at[i];
        n->negative += counts_at[i] && natural && d.at[i] < 0;
    }
    sx_arena_destroy(arena);
}

/* The same in two ways. */
static void known(void)
{
    sx_arena *arena = sx_arena_create();
    sx_sums *s = SX_NEW(arena, sx_sums);
    s->arena = arena;
    const sx_sum *d = name(s, 0), *e = name(s, 1), *c = name(s, 2), *k = name(s, 3),
                 *one = sx_sum_int(s, 1), *any = name(s, 5);
    const sx_sum *rank = sx_sum_add(s, c, sx_sum_mul(s, k, d)), *q, *rest;
    ok(sx_sum_equal(sx_sum_mod(s, rank, d), c), "the column of a rank");
    ok(sx_sum_equal(sx_sum_div(s, rank, d), k), "the row of a rank");
    const sx_sum *next = sx_sum_mod(s, sx_sum_add(s, c, one), d);
    ok(!sx_sum_equal(next, sx_sum_add(s, c, one)), "the next place is around the end");
    ok(sx_sum_equal(sx_sum_mod(s, sx_sum_sub(s, next, one), d), c), "there and back");
    ok(sx_sum_equal(sx_sum_mod(s, sx_sum_sub(s, sx_sum_add(s, c, d), one), d),
                    sx_sum_mod(s, sx_sum_sub(s, c, one), d)),
       "around, either way");
    ok(sx_sum_equal(sx_sum_xor(s, sx_sum_xor(s, c, any), any), c), "xor twice");
    ok(!sx_sum_mod(s, c, any) && !sx_sum_div(s, c, k) &&
           !sx_sum_mod(s, c, sx_sum_int(s, 0)) && !sx_sum_mod(s, c, sx_sum_int(s, -2)),
       "by what may be 0 or less");
    ok(sx_sum_is_natural(s, sx_sum_sub(s, sx_sum_mul(s, d, e), one)), "a rank at least");
    ok(!sx_sum_is_natural(s, any) && !sx_sum_is_natural(s, sx_sum_mul(s, any, any)) &&
           !sx_sum_is_natural(s, sx_sum_mul(s, c, any)),
       "numbers of any sign");
    ok(sx_sum_is_natural(s, sx_sum_sub(s, sx_sum_sub(s, d, one), c)), "up to the end");
    ok(!sx_sum_is_natural(s, sx_sum_sub(s, sx_sum_sub(s, d, one), k)), "of another axis");
    ok(sx_sum_equal(
           sx_sum_reduced(s, sx_sum_sub(s, sx_sum_mul(s, sx_sum_mul(s, d, e), any),
                                        sx_sum_mul(s, d, c))),
           sx_sum_sub(s, sx_sum_mul(s, e, any), c)),
       "without an extent that both have");
    ok(sx_sum_split(s, rank, &d->product[0], &q, &rest) && sx_sum_equal(q, k) &&
           sx_sum_equal(rest, c),
       "rows and columns");
    s->fact[s->nfacts++] = any;
    ok(sx_sum_is_natural(s, any), "a fact");
    sx_arena_destroy(arena);
}

/* What is too long or too large is no sum. */
static void limits(void)
{
    enum { NAMED = 100, MANY = 65 };
    sx_arena *arena = sx_arena_create();
    sx_sums *s = SX_NEW(arena, sx_sums);
    s->arena = arena;
    const sx_sum *x = name(s, 5), *one = sx_sum_int(s, 1), *power = one, *all = one;
    const sx_sum *most = sx_sum_int(s, INT64_MAX);
    for (int i = 0; i < SX_SUM_FACTORS; i++)
        power = sx_sum_mul(s, power, x);
    ok(power && !sx_sum_mul(s, power, x), "%d factors, and one more", SX_SUM_FACTORS);
    for (uint32_t i = 1; i < MANY - 1; i++)
        all = sx_sum_add(s, all, sx_sum_name(s, NAMED + i, SX_ATOM_ANY, NULL));
    ok(all && all->n == MANY - 1, "as many products as there may be");
    ok(!sx_sum_add(s, all, sx_sum_name(s, NAMED, SX_ATOM_ANY, NULL)), "one more");
    ok(!sx_sum_add(s, most, one) && !sx_sum_sub(s, sx_sum_int(s, -2), most) &&
           !sx_sum_mul(s, sx_sum_mul(s, most, x), sx_sum_int(s, 2)),
       "beyond what an int64_t holds");
    ok(!sx_sum_add(s, NULL, x) && !sx_sum_sub(s, x, NULL) && !sx_sum_mul(s, NULL, x) &&
           !sx_sum_mul(s, x, NULL) && !sx_sum_mod(s, NULL, one) &&
           !sx_sum_div(s, NULL, one) && !sx_sum_xor(s, x, NULL) &&
           !sx_sum_call(s, SX_EXPR_MIN, NULL, x, NULL) && !sx_sum_equal(NULL, NULL) &&
           !sx_sum_equal(x, NULL) && !sx_sum_is_natural(s, NULL),
       "what is made of no sum");
    int64_t value = 7;
    ok(!sx_sum_constant(x, &value) && !sx_sum_constant(all, &value) && value == 7,
       "no numbers");
    ok(sx_sum_constant(sx_sum_sub(s, x, x), &value) && value == 0, "nothing is left");
    ok(sx_sum_constant(most, &value) && value == INT64_MAX, "a number");
    while (s->natoms < SX_SUM_ATOMS)
        sx_sum_name(s, NAMED + s->natoms, SX_ATOM_ANY, NULL);
    ok(!sx_sum_name(s, 1, SX_ATOM_ANY, NULL) && sx_sum_equal(name(s, 5), x),
       "no more names than there may be");
    sx_arena_destroy(arena);
}

int main(void)
{
    counts n = { 0 };
    known();
    limits();
    for (int i = 0; i < SUMS; i++)
        look_at_one(&n);
    is_int(n.wrong, 0, "values that are others");
    is_int(n.negative, 0, "values below 0 that are said not to be");
    ok(n.made > SUMS * 9 / 10, "%d of %d sums are made", n.made, SUMS);
    ok(n.natural > SUMS / 20, "%d are said to be at least 0", n.natural);
    return tap_done();
}
