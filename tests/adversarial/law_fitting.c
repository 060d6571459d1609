/* Which formulas of the grammar give all samples. */
#include "law_fitting.h"

#include "law_line.h"

#include <stdlib.h>
#include <string.h>

static bool is_drawn(int64_t a)
{
    return a >= LAW_LEAST_FACTOR && a <= LAW_WIDEST;
}

static bool solve_scaled(const law_search *s, formula *l)
{
    int64_t first = law_expression(l, &s->place[0]);
    if (first != 0 && s->value[0] % first != 0)
        return false;
    for (size_t k = 0; k < s->n; k++) {
        int64_t value = law_expression(l, &s->place[k]);
        if (value == 0)
            continue;
        l->a = s->value[k] / value;
        break;
    }
    return is_drawn(l->a);
}

static bool solve_line(const law_search *s, formula *l)
{
    int64_t first = law_expression(l, &s->place[0]);
    for (size_t k = 1; k < s->n; k++) {
        int64_t step = law_expression(l, &s->place[k]) - first;
        int64_t change = s->value[k] - s->value[0];
        if (step ? change % step != 0 : change != 0)
            return false;
        if (step == 0)
            continue;
        l->a = change / step;
        break;
    }
    l->b = s->value[0] - l->a * first;
    return l->a == 1 || (grammar[l->number].shape == LINE && is_drawn(l->a));
}

/* a and b of the first samples that differ, where small integers will do; not verified. */
static bool solve(const law_search *s, formula *l)
{
    l->a = 1;
    l->b = 0;
    if (grammar[l->number].shape == PLAIN)
        return true;
    return grammar[l->number].shape == SCALED ? solve_scaled(s, l) : solve_line(s, l);
}

void law_keep(law_search *s, formula l)
{
    if (s->count < s->capacity && (!s->like || law_is_like(s->like, &l)))
        s->found[s->count++] = l;
}

/* Keeps the formula if it gives all samples. */
static void try(law_search *s, formula l)
{
    if (s->count == s->capacity || (s->like && !law_is_like(s->like, &l)))
        return;
    for (size_t k = 0; k < s->n; k++)
        if (law_line(&l, &s->place[k]) != s->value[k])
            return;
    law_keep(s, l);
}

enum { MOST_NUMBERS = 160 };

/* A law of two hidden numbers of points is a number times what depends on one, times what depends on the other: a factor at some
 * sample, for each number, up to one number that is the same for all. */
typedef struct factors {
    int64_t one[MOST_NUMBERS], other[MOST_NUMBERS];
    int64_t want; /* of one times other, times a */
} factors;

static bool factors_at(const law_search *s, size_t sample, formula l, factors *ret)
{
    const struct range *range = &hidden_range[grammar[l.number].hidden];
    l.h = l.g = range->to;
    const int64_t both = law_expression(&l, &s->place[sample]);
    for (int64_t n = range->from; both && n <= range->to; n++) {
        l.h = n;
        ret->one[n - range->from] = law_expression(&l, &s->place[sample]);
        l.h = range->to;
        l.g = n;
        ret->other[n - range->from] = law_expression(&l, &s->place[sample]);
        l.g = range->to;
    }
    ret->want = s->value[sample] * both;
    return both != 0;
}

/* May there be another number for this one? */
static bool divides(const factors *f, int64_t one)
{
    return f->one[one] ? f->want % f->one[one] == 0 : f->want == 0;
}

/* Of two samples that are as far from each other as may be. */
static bool find_factors(const law_search *s, formula l, factors *first, factors *last)
{
    size_t from = 0, to = s->n;
    while (from < s->n && !factors_at(s, from, l, first))
        from++;
    while (to > from && !factors_at(s, to - 1, l, last))
        to--;
    return from < to;
}

/* May these be both numbers? Most are not, by products alone, which may go around. */
static bool may_be(const factors *first, const factors *last, int64_t one, int64_t other)
{
    const int64_t at_first = first->one[one] * first->other[other],
                  at_last = last->one[one] * last->other[other];
    if (at_first == 0)
        return first->want == 0;
    if ((uint64_t)first->want * (uint64_t)at_last !=
        (uint64_t)last->want * (uint64_t)at_first)
        return false;
    const int64_t a = first->want / at_first;
    return first->want % at_first == 0 && is_drawn(a) && last->want == a * at_last;
}

typedef struct others {
    bool is[MOST_NUMBERS], any;
} others;

/* Which numbers may be the other one. Those before are where nothing that is asked differs: many numbers deal out the same. */
static void find_others(const factors *first, const factors *last, int64_t one, int64_t n,
                        others *ret)
{
    if (one > 0 && first->one[one] == first->one[one - 1] &&
        last->one[one] == last->one[one - 1])
        return;
    ret->any = false;
    if (!divides(first, one) || !divides(last, one))
        return;
    for (int64_t other = 0; other < n; other++) {
        ret->is[other] = may_be(first, last, one, other);
        ret->any |= ret->is[other];
    }
}

static void try_points(law_search *s, formula l)
{
    const struct range *range = &hidden_range[grammar[l.number].hidden];
    const int64_t n = range->to - range->from + 1;
    factors first, last;
    others may = { .any = true };
    const bool known = find_factors(s, l, &first, &last);
    for (int64_t one = 0; one < n; one++) {
        if (known)
            find_others(&first, &last, one, n, &may);
        for (int64_t other = 0; may.any && other < n; other++) {
            if (known && !may.is[other])
                continue;
            formula found = l;
            found.h = range->from + one;
            found.g = range->from + other;
            if (solve(s, &found))
                try(s, found);
        }
    }
}

static void try_each(law_search *s, formula l)
{
    const struct range *range = &hidden_range[grammar[l.number].hidden];
    const bool two = law_hides_two(l.number);
    for (l.h = range->from; l.h <= range->to; l.h++)
        for (l.g = two ? range->from : 0; l.g <= (two ? range->to : 0); l.g++) {
            formula found = l;
            if (solve(s, &found))
                try(s, found);
        }
}

static void try_line(law_search *s, size_t number, law_policy policy)
{
    formula l = { .number = number, .policy = policy, .a = 1 };
    switch (grammar[number].hidden) {
    case TWO_POINTS:
        try_points(s, l);
        break;
    case RIMMED:
        for (l.w = -LARGEST_RIM; l.w <= LARGEST_RIM; l.w++)
            try_points(s, l);
        break;
    default:
        try_each(s, l);
    }
}

/* In an order in which neighbours differ, so that most laws fail on the first few. */
static void scatter(law_sample *sample, size_t n)
{
    law_dice dice = { .state = n };
    for (size_t k = n; k > 1; k--) {
        size_t other = (size_t)law_draw_below(&dice, (int64_t)k);
        law_sample swap = sample[k - 1];
        sample[k - 1] = sample[other];
        sample[other] = swap;
    }
}

static bool place_all(law_policy policy, const law_sample *sample, size_t n,
                      law_place *place)
{
    int64_t dim[3];
    for (size_t k = 0; k < n; k++) {
        if (!law_dims(policy, sample[k].point.P, dim))
            return false;
        place[k] = law_place_at(policy, &sample[k].point);
    }
    return true;
}

/* Are all samples at the same places by both? */
static bool is_alike(law_policy policy, law_policy other, const law_sample *sample,
                     size_t n)
{
    int64_t dim[3], dims[3];
    bool alike = law_is_solid(policy) == law_is_solid(other);
    for (size_t k = 0; alike && k < n; k++)
        alike = law_dims(policy, sample[k].point.P, dim) &&
                law_dims(other, sample[k].point.P, dims) &&
                memcmp(dim, dims, sizeof dim) == 0;
    return alike;
}

/* What was found by another policy. */
static void try_again(law_search *s, law_policy policy, size_t first, size_t last)
{
    for (size_t k = first; k < last && s->count < s->capacity; k++) {
        s->found[s->count] = s->found[k];
        s->found[s->count++].policy = policy;
    }
}

static void try_policy(law_search *s, law_role role, law_policy policy)
{
    for (size_t number = 0; number < LINES; number++)
        if (grammar[number].role == role && law_speaks_of(number, policy))
            try_line(s, number, policy);
    if (role == SIZE) {
        law_try_sums(s, policy);
        law_try_threes(s, policy);
    }
}

/* All policies, into `s`, which has what is found. */
static void search(law_search *s, law_role role, const law_sample *samples, size_t n)
{
    law_sample *sample = malloc((n + 1) * sizeof *sample);
    law_place *place = malloc((n + 1) * sizeof *place);
    int64_t *value = malloc((n + 1) * sizeof *value);
    size_t first[POLICIES + 1] = { 0 };
    s->n = n;
    s->value = value;
    s->place = place;
    if (n > 0)
        memcpy(sample, samples, n * sizeof *sample);
    scatter(sample, n);
    for (size_t k = 0; k < n; k++)
        value[k] = sample[k].value;
    for (law_policy policy = 0; n > 0 && policy < POLICIES; policy++) {
        first[policy] = s->count;
        if ((s->like && s->like->policy != policy) ||
            !place_all(policy, sample, n, place))
            continue;
        law_policy other = s->like ? policy : 0;
        while (other < policy && !is_alike(policy, other, sample, n))
            other++;
        if (other < policy)
            try_again(s, policy, first[other], first[other + 1]);
        else
            try_policy(s, role, policy);
    }
    free(sample);
    free(place);
    free(value);
}

size_t law_fitting(law_role role, const law_sample *sample, size_t n, formula *ret_law,
                   size_t capacity)
{
    law_search s = { .found = ret_law, .capacity = capacity };
    search(&s, role, sample, n);
    return s.count;
}

static bool gives(const formula *l, const law_sample *sample, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (law_value(l, &sample[k].point) != sample[k].value)
            return false;
    return true;
}

bool law_foretells(const formula *law, const law_sample *sample, size_t n,
                   const law_sample *other, size_t nother)
{
    enum { FORMULAS = 1 << 14 };
    law_search s = { .capacity = FORMULAS, .like = law };
    s.found = malloc(FORMULAS * sizeof *s.found);
    search(&s, law_role_of(law), sample, n);
    bool all = s.count > 0;
    for (size_t k = 0; k < s.count && all; k++)
        all = gives(&s.found[k], other, nother);
    free(s.found);
    return all;
}
