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
    int64_t *at;
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

static void evaluate(const law_search *s, term *t, law_policy policy, size_t n)
{
    formula l = { .number = t->number, .policy = policy, .h = t->h };
    int64_t first = law_expression(&l, &s->place[0]);
    for (size_t k = 0; k < n; k++)
        t->at[k] = law_expression(&l, &s->place[k]) - first;
}

typedef struct sums {
    law_search *s;
    law_policy policy;
    size_t probe;
    int64_t *value; /* less the first */
    int64_t *spare[2]; /* for all samples */
} sums;

/* What a few samples leave open, all of them decide. */
static void solve_all(const sums *u, const term *one, const term *other,
                      coefficients *ret)
{
    term all[2] = { *one, *other };
    for (int i = 0; i < 2; i++) {
        all[i].at = u->spare[i];
        evaluate(u->s, &all[i], u->policy, u->s->n);
    }
    solve(all[0].at, all[1].at, u->value, u->s->n, ret);
}

static void try_sum(const sums *u, const term *one, const term *other)
{
    coefficients c;
    solve(one->at, other->at, u->value, u->probe, &c);
    if (c.open && c.n && u->probe < u->s->n)
        solve_all(u, one, other, &c);
    for (int i = 0; i < c.n; i++) {
        formula l = sum_of(one, other, u->policy);
        l.a = c.of[i].a;
        l.c = c.of[i].c;
        l.b = u->s->value[0] - law_line(&l, &u->s->place[0]);
        law_try(u->s, l);
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
            ret[n] = (term) { number, h, &at[n * PROBE] };
            evaluate(u->s, &ret[n], u->policy, u->probe);
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
    u.value = malloc(3 * s->n * sizeof *u.value);
    u.spare[0] = u.value + s->n;
    u.spare[1] = u.spare[0] + s->n;
    for (size_t k = 0; k < s->n; k++)
        u.value[k] = s->value[k] - s->value[0];
    size_t plain = make_terms(&u, NONE, t, at);
    size_t n = plain + make_terms(&u, POINTS, t + plain, at + plain * PROBE);
    for (size_t k = 0; k < plain; k++)
        for (size_t i = k + 1; i < n && s->count < s->capacity; i++)
            try_sum(&u, &t[i], &t[k]);
    free(t);
    free(at);
    free(u.value);
}
