/* The search for the formulas of the grammar that give all samples, at work. */
#ifndef SX_TESTS_LAW_FITTING_H
#define SX_TESTS_LAW_FITTING_H

#include "law.h"

enum { LAW_LARGEST_FACTOR = 9 }; /* of a term of a sum, and of negative ones */

typedef struct law_search {
    size_t n; /* samples, in an order in which neighbours differ */
    const int64_t *value;
    const law_place *place; /* of the policy at hand */
    formula *found;
    size_t count, capacity;
} law_search;

/* Adds the formula if it gives all samples. */
void law_try(law_search *s, formula l);

/* All sums of two terms. Where the samples leave a line or a plane of coefficients open, as many are added as span it: where these
 * agree at some place, all do. */
void law_try_sums(law_search *s, law_policy policy);

/* The same of three terms, each of them linear. */
void law_try_threes(law_search *s, law_policy policy);

#endif
