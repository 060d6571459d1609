/* Which formulas of the grammar give all samples. */
#include "law_fitting.h"

#include "law_line.h"

#include <stdlib.h>
#include <string.h>

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
    return l->a >= -9 && l->a <= 9;
}

static bool solve_line(const law_search *s, formula *l)
{
    int64_t first = law_expression(l, &s->place[0]);
    for (size_t k = 1; k < s->n; k++) {
        int64_t step = law_expression(l, &s->place[k]) - first;
        int64_t change = s->value[k] - s->value[0];
        if (step == 0 && change != 0)
            return false;
        if (step == 0)
            continue;
        l->a = change / step;
        break;
    }
    l->b = s->value[0] - l->a * first;
    return l->a == 1 || (grammar[l->number].shape == LINE && l->a >= -9 && l->a <= 9);
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

void law_try(law_search *s, formula l)
{
    if (s->count == s->capacity)
        return;
    for (size_t k = 0; k < s->n; k++)
        if (law_line(&l, &s->place[k]) != s->value[k])
            return;
    s->found[s->count++] = l;
}

static void try_line(law_search *s, size_t number, law_policy policy)
{
    const struct range *range = &hidden_range[grammar[number].hidden];
    bool two = law_hides_two(number);
    for (int64_t h = range->from; h <= range->to; h++)
        for (int64_t g = two ? range->from : 0; g <= (two ? range->to : 0); g++) {
            formula l = { .number = number, .policy = policy, .h = h, .g = g };
            if (solve(s, &l))
                law_try(s, l);
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

size_t law_fitting(law_role role, const law_sample *samples, size_t n, formula *ret_law,
                   size_t capacity)
{
    law_sample *sample = malloc((n + 1) * sizeof *sample);
    law_place *place = malloc((n + 1) * sizeof *place);
    int64_t *value = malloc((n + 1) * sizeof *value);
    law_search s = { n, value, place, ret_law, 0, capacity };
    if (n > 0)
        memcpy(sample, samples, n * sizeof *sample);
    scatter(sample, n);
    for (size_t k = 0; k < n; k++)
        value[k] = sample[k].value;
    for (law_policy policy = 0; n > 0 && policy < POLICIES; policy++) {
        if (!place_all(policy, sample, n, place))
            continue;
        for (size_t number = 0; number < LINES; number++)
            if (grammar[number].role == role && law_speaks_of(number, policy))
                try_line(&s, number, policy);
        if (role == SIZE) {
            law_try_sums(&s, policy);
            law_try_threes(&s, policy);
        }
    }
    free(sample);
    free(place);
    free(value);
    return s.count;
}
