/* The terms that models are made of, and how likely each is before any data. */
#ifndef SX_FIT_MODEL_TERMS_H
#define SX_FIT_MODEL_TERMS_H

#include "base/model.h"

typedef struct sx_candidate_term {
    sx_model_term term;
    double prior; /* relative to the constant and to the terms with 1 */
} sx_candidate_term;

/* Those of so many parameters, the constant first: all terms of each alone, and the products over two or
 * more of them. NULL, when out of memory; to be freed by the caller. */
sx_candidate_term *sx_model_terms(uint32_t parameters, size_t *ret_count);

/* The values of all, to a few units of the last place more than sx_model_term_at gives them. */
void sx_model_terms_at(const sx_candidate_term *terms, size_t count, uint32_t parameters,
                       const double *at, double *ret_value);

#endif
