/* Sums of two terms that give all samples: a * one + c * other + b, solved for by integers. */
#include "base/checked.h"
#include "law_fitting.h"
#include "law_line.h"

#include <stdlib.h>

enum { PROBE = 24 };

/* A term at the samples, less what it is at the first. */
typedef struct term {
    size_t number;
    int64_t h;
    int64_t *at; /* the probe */
    int64_t *all; /* where somebody asked; else NULL */
} term;

typedef struct coefficients {
    int n; /* how many are given: a point, or two of a line, or three of a plane */
    bool open; /* the samples leave some open */
    struct {
        int64_t a, c;
    } of[3];
} coefficients;

static void add(coefficients *to, int64_t a, int64_t c)
{
    if (!law_is_factor(a) || !law_is_factor(c) || to->n > to->open)
        return;
    to->of[to->n].a = a;
    to->of[to->n++].c = c;
}

/* Of the line that this row leaves. */
static void add_line(coefficients *to, int64_t one, int64_t other, int64_t value)
{
    to->open = true;
    for (int64_t a = LAW_LEAST_FACTOR; a <= LAW_WIDEST && to->n <= to->open; a++) {
        const int64_t rest = value - a * one;
        if (other ? rest % other == 0 : rest == 0)
            add(to, a, other ? rest / other : 1 + to->n);
    }
}

static size_t first_change(const int64_t *at, size_t n)
{
    size_t k = 0;
    while (k < n && at[k] == 0)
        k++;
    return k;
}

/* The other term is the same everywhere. */
static void solve_one(const int64_t *one, const int64_t *value, size_t n,
                      coefficients *ret)
{
    size_t p = first_change(one, n);
    for (size_t k = 0; k < n; k++)
        if (p < n ? value[k] * one[p] != value[p] * one[k] : value[k] != 0)
            return;
    if (p < n) {
        add_line(ret, one[p], 0, value[p]);
        return;
    }
    ret->open = true;
    add(ret, 1, 1);
    add(ret, 2, 1);
    ret->of[ret->n].a = 1;
    ret->of[ret->n++].c = 2;
}

/* Row by row without c: a * D == R. False where nothing fits. */
static bool solve_first(const int64_t *one, const int64_t *other, const int64_t *value,
                        size_t n, size_t p, int64_t *a)
{
    for (size_t k = 0; k < n; k++) {
        int64_t D = one[k] * other[p] - one[p] * other[k];
        int64_t R = value[k] * other[p] - value[p] * other[k];
        if (*a == 0 && D != 0) {
            if (R % D != 0 || !law_is_factor(R / D))
                return false;
            *a = R / D;
        }
        if (*a * D != R)
            return false;
    }
    return true;
}

static void solve(const int64_t *one, const int64_t *other, const int64_t *value,
                  size_t n, coefficients *ret)
{
    size_t p = first_change(other, n);
    int64_t a = 0;
    *ret = (coefficients) { 0 };
    if (p == n)
        solve_one(one, value, n, ret);
    else if (!solve_first(one, other, value, n, p, &a))
        return;
    else if (a == 0)
        add_line(ret, one[p], other[p], value[p]);
    else if ((value[p] - a * one[p]) % other[p] == 0)
        add(ret, a, (value[p] - a * one[p]) / other[p]);
}

static formula sum_of(const term *one, const term *other, law_policy policy)
{
    return (formula) {
        .number = one->number, .second = other->number + 1, .policy = policy, .h = one->h
    };
}

static void evaluate(const law_search *s, const term *t, law_policy policy, size_t n,
                     int64_t *ret_at)
{
    formula l = { .number = t->number, .policy = policy, .h = t->h };
    int64_t first = law_expression(&l, &s->place[0]);
    for (size_t k = 0; k < n; k++)
        ret_at[k] = law_expression(&l, &s->place[k]) - first;
}

typedef struct sums {
    law_search *s;
    law_policy policy;
    size_t probe;
    int64_t *value; /* less the first */
} sums;

static const int64_t *at_all(const sums *u, term *t)
{
    if (!t->all) {
        t->all = malloc(u->s->n * sizeof *t->all);
        evaluate(u->s, t, u->policy, u->s->n, t->all);
    }
    return t->all;
}

static bool gives_all(const sums *u, int64_t a, const int64_t *one, int64_t c,
                      const int64_t *other)
{
    size_t k = 0;
    while (k < u->s->n && a * one[k] + c * other[k] == u->value[k])
        k++;
    return k == u->s->n;
}

/* A row of the probe by which most pairs with a term are told to give no sum: a * D == R there, with the same D and R as above. */
typedef struct tell {
    bool is_there;
    size_t p, row;
    int64_t R;
} tell;

static tell tell_of(const sums *u, const term *other)
{
    const int64_t *at = other->at, *value = u->value;
    tell t = { .p = first_change(at, u->probe) };
    for (; t.p < u->probe && t.row < u->probe; t.row++) {
        t.R = value[t.row] * at[t.p] - value[t.p] * at[t.row];
        if (t.R != 0)
            break;
    }
    t.is_there = t.R != 0;
    return t;
}

static bool may_be_sum(const tell *t, const term *one, const term *other)
{
    if (!t->is_there)
        return true;
    const int64_t D =
        one->at[t->row] * other->at[t->p] - one->at[t->p] * other->at[t->row];
    return D != 0 && t->R % D == 0;
}

/* What a few samples leave open, all of them decide. */
static void try_sum(const sums *u, term *one, term *other)
{
    coefficients c;
    solve(one->at, other->at, u->value, u->probe, &c);
    if (c.n == 0)
        return;
    const int64_t *first = at_all(u, one), *second = at_all(u, other);
    if (c.open && u->probe < u->s->n)
        solve(first, second, u->value, u->s->n, &c);
    for (int i = 0; i < c.n; i++) {
        formula l = sum_of(one, other, u->policy);
        l.a = c.of[i].a;
        l.c = c.of[i].c;
        l.b = u->s->value[0] - law_line(&l, &u->s->place[0]);
        if (gives_all(u, l.a, first, l.c, second))
            law_keep(u->s, l);
    }
}

/* Terms with each number that they may hide. */
static size_t make_terms(const sums *u, law_hidden hidden, term *ret, int64_t *at)
{
    size_t n = 0;
    for (size_t number = 0; number < LINES; number++)
        for (int64_t h = hidden_range[hidden].from;
             grammar[number].hidden == hidden && law_is_term(number) &&
             law_speaks_of(number, u->policy) && h <= hidden_range[hidden].to;
             h++) {
            ret[n] = (term) { number, h, &at[n * PROBE], NULL };
            evaluate(u->s, &ret[n], u->policy, u->probe, ret[n].at);
            n++;
        }
    return n;
}

void law_try_sums(law_search *s, law_policy policy)
{
    enum { MOST_TERMS = 64 * 128 };
    sums u = { .s = s, .policy = policy, .probe = s->n < PROBE ? s->n : PROBE };
    term *t = malloc(MOST_TERMS * sizeof *t);
    int64_t *at = malloc(MOST_TERMS * PROBE * sizeof *at);
    u.value = malloc(s->n * sizeof *u.value);
    for (size_t k = 0; k < s->n; k++)
        u.value[k] = s->value[k] - s->value[0];
    size_t plain = make_terms(&u, NONE, t, at);
    size_t n = plain + make_terms(&u, POINTS, t + plain, at + plain * PROBE);
    for (size_t k = 0; k < plain; k++) {
        const tell tells = tell_of(&u, &t[k]);
        for (size_t i = k + 1; i < n && s->count < s->capacity; i++)
            if (may_be_sum(&tells, &t[i], &t[k]))
                try_sum(&u, &t[i], &t[k]);
    }
    for (size_t k = 0; k < n; k++)
        free(t[k].all);
    free(t);
    free(at);
    free(u.value);
}
