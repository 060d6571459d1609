/* Sums of three linear terms that give all samples: a * one + c * other + d * third + b, by elimination in integers. */
#include "base/checked.h"
#include "law_fitting.h"
#include "law_line.h"

#include <stdlib.h>
#include <string.h>

enum { TERMS = 3, PROBE = 24, MOST_LINEAR = 24 };

/* A term at the samples, less what it is at the first: at the probe, and at all where somebody asked. */
typedef struct linear {
    size_t number;
    int64_t *at;
    size_t known;
} linear;

typedef struct threes {
    law_search *s;
    law_policy policy;
    linear term[MOST_LINEAR];
    size_t n;
} threes;

/* Rows in echelon form: the first that is not 0 of each is where others have none. */
typedef struct echelon {
    int64_t row[TERMS][TERMS + 1];
    int first[TERMS], n;
} echelon;

static void know(threes *t, linear *term, size_t n)
{
    formula l = { .number = term->number, .policy = t->policy };
    const int64_t first = law_expression(&l, &t->s->place[0]);
    for (; term->known < n; term->known++)
        term->at[term->known] = law_expression(&l, &t->s->place[term->known]) - first;
}

static void reduce(int64_t *row)
{
    int64_t gcd = 0;
    for (int i = 0; i <= TERMS; i++)
        gcd = sx_gcd(gcd, llabs(row[i]));
    for (int i = 0; gcd > 1 && i <= TERMS; i++)
        row[i] /= gcd;
}

static void clear(int64_t *row, const int64_t *by, int at)
{
    const int64_t own = row[at], other = by[at];
    for (int i = 0; own && i <= TERMS; i++)
        row[i] = row[i] * other - by[i] * own;
    reduce(row);
}

/* False where it contradicts. */
static bool add_row(echelon *e, const int64_t *from)
{
    int64_t row[TERMS + 1];
    memcpy(row, from, sizeof row);
    for (int k = 0; k < e->n; k++)
        clear(row, e->row[k], e->first[k]);
    int first = 0;
    while (first < TERMS && row[first] == 0)
        first++;
    if (first == TERMS)
        return row[TERMS] == 0;
    for (int k = 0; k < e->n; k++)
        clear(e->row[k], row, first);
    memcpy(e->row[e->n], row, sizeof row);
    e->first[e->n++] = first;
    return true;
}

static bool eliminate(threes *t, const size_t which[TERMS], size_t n, echelon *ret)
{
    *ret = (echelon) { .n = 0 };
    for (int i = 0; i < TERMS; i++)
        know(t, &t->term[which[i]], n);
    for (size_t k = 1; k < n; k++) {
        int64_t row[TERMS + 1];
        for (int i = 0; i < TERMS; i++)
            row[i] = t->term[which[i]].at[k];
        row[TERMS] = t->s->value[k] - t->s->value[0];
        if (!add_row(ret, row))
            return false;
    }
    return true;
}

/* The factors that the open ones leave to the others; false where they are no small integers. */
static bool finish(const echelon *e, int64_t factor[TERMS])
{
    for (int k = 0; k < e->n; k++) {
        int64_t rest = e->row[k][TERMS];
        for (int i = 0; i < TERMS; i++)
            rest -= i == e->first[k] ? 0 : e->row[k][i] * factor[i];
        if (rest % e->row[k][e->first[k]])
            return false;
        factor[e->first[k]] = rest / e->row[k][e->first[k]];
    }
    for (int i = 0; i < TERMS; i++)
        if (!law_is_factor(factor[i]))
            return false;
    return true;
}

static bool gives_all(threes *t, const size_t which[TERMS], const int64_t factor[TERMS])
{
    const law_search *s = t->s;
    for (int i = 0; i < TERMS; i++)
        know(t, &t->term[which[i]], s->n);
    for (size_t k = 0; k < s->n; k++) {
        int64_t sum = 0;
        for (int i = 0; i < TERMS; i++)
            sum += factor[i] * t->term[which[i]].at[k];
        if (sum != s->value[k] - s->value[0])
            return false;
    }
    return true;
}

static void try_three(threes *t, const size_t which[TERMS], const int64_t factor[TERMS])
{
    formula l = { .number = t->term[which[0]].number,
                  .second = t->term[which[1]].number + 1,
                  .third = t->term[which[2]].number + 1,
                  .policy = t->policy,
                  .a = factor[0],
                  .c = factor[1],
                  .d = factor[2] };
    l.b = t->s->value[0] - law_line(&l, &t->s->place[0]);
    if (gives_all(t, which, factor))
        law_keep(t->s, l);
}

/* Differences to the first of some factors: do they span more with this one? */
static bool is_independent(int64_t known[TERMS + 1][TERMS], int n, const int64_t *factor)
{
    echelon e = { .n = 0 };
    for (int k = 1; k <= n; k++) {
        int64_t row[TERMS + 1] = { 0 };
        for (int i = 0; i < TERMS; i++)
            row[i] = (k < n ? known[k][i] : factor[i]) - known[0][i];
        add_row(&e, row);
    }
    return e.n == n;
}

/* As many as span all that are left open. */
static void try_open(threes *t, const size_t which[TERMS], const echelon *e)
{
    int64_t known[TERMS + 1][TERMS], from[TERMS], to[TERMS], factor[TERMS];
    int n = 0;
    bool open[TERMS] = { true, true, true };
    for (int k = 0; k < e->n; k++)
        open[e->first[k]] = false;
    for (int i = 0; i < TERMS; i++) {
        from[i] = open[i] ? LAW_LEAST_FACTOR : 0;
        to[i] = open[i] ? LAW_WIDEST : 0;
    }
    for (int64_t a = from[0]; a <= to[0]; a++)
        for (int64_t c = from[1]; c <= to[1]; c++)
            for (int64_t d = from[2]; d <= to[2] && n <= TERMS - e->n; d++) {
                memcpy(factor, (int64_t[TERMS]) { a, c, d }, sizeof factor);
                if (!finish(e, factor) || (n && !is_independent(known, n, factor)))
                    continue;
                memcpy(known[n++], factor, sizeof factor);
                try_three(t, which, factor);
            }
}

/* What a few samples leave open, all of them decide. */
static void try_terms(threes *t, const size_t which[TERMS])
{
    const size_t few = t->s->n < PROBE ? t->s->n : PROBE;
    echelon e;
    if (!eliminate(t, which, few, &e) ||
        (e.n < TERMS && few < t->s->n && !eliminate(t, which, t->s->n, &e)))
        return;
    try_open(t, which, &e);
}

void law_try_threes(law_search *s, law_policy policy)
{
    threes t = { .s = s, .policy = policy };
    for (size_t number = 0; number < LINES && t.n < MOST_LINEAR; number++)
        if (law_is_linear(number) && law_speaks_of(number, policy))
            t.term[t.n++] = (linear) { number, malloc(s->n * sizeof(int64_t)), 0 };
    for (size_t i = 0; i < t.n; i++)
        for (size_t j = i + 1; j < t.n; j++)
            for (size_t k = j + 1; k < t.n && s->count < s->capacity; k++)
                try_terms(&t, (size_t[TERMS]) { i, j, k });
    for (size_t i = 0; i < t.n; i++)
        free(t.term[i].at);
}
