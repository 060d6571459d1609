/* The search for the formulas of the grammar that give all samples, at work. */
#ifndef SX_TESTS_LAW_FITTING_H
#define SX_TESTS_LAW_FITTING_H

#include "law.h"

enum { LAW_LEAST_FACTOR = -9 };

/* May it be the factor of a term? */
static inline bool law_is_factor(int64_t a)
{
    return a != 0 && a >= LAW_LEAST_FACTOR && a <= LAW_WIDEST;
}

typedef struct law_search {
    size_t n; /* samples, in an order in which neighbours differ */
    const int64_t *value;
    const law_place *place; /* of the policy at hand */
    formula *found;
    size_t count, capacity;
    const formula
        *like; /* NULL, or what those that are looked for differ from in numbers alone */
} law_search;

/* Adds the formula, which gives all samples. */
void law_keep(law_search *s, formula l);

/* All sums of two terms. Where the samples leave a line or a plane of coefficients open, as many are added as span it: where these
 * agree at some place, all do. */
void law_try_sums(law_search *s, law_policy policy);

/* The same of three terms, each of them linear. */
void law_try_threes(law_search *s, law_policy policy);

#endif
