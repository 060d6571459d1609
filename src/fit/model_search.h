/* All forms of a few terms, weighed by how likely they are given the data. doc/fit.md derives the weight. */
#ifndef SX_FIT_MODEL_SEARCH_H
#define SX_FIT_MODEL_SEARCH_H

#include "fit/model_places.h"
#include "fit/model_terms.h"

/* A form: its terms as indices and the logarithm of its weight. Of a segmented one the first terms are those of the
 * places before `split`, the others of those from there on. */
typedef struct sx_found_form {
    double score;
    uint32_t terms, term[SX_MODEL_TERMS];
    uint32_t first;
    size_t split; /* 0: not segmented */
} sx_found_form;

typedef struct sx_found {
    size_t n;
    sx_found_form form[SX_MODEL_FORMS]; /* the likeliest first */
} sx_found;

typedef struct sx_search {
    const sx_model_places *places;
    sx_candidate_term *term; /* the constant first */
    size_t terms;
    double *column; /* terms x places: the terms' values */
    /* For the places' reference: columns divided by it and scaled to a mean square of 1; their products with
     * themselves, with the values, and, of those that lead, with all. */
    double *scaled, *own, *with_value, *with;
    double *weighted; /* columns with the places' masses, while they are multiplied */
    double square; /* the values with themselves */
    /* Of each column: how much of the constant is in it; with that taken out, its product with itself (0: nothing is
     * left) and with the values. */
    double *share, *rest, *rest_value;
    uint32_t *lead,
        *turn; /* the constant, and those that are tried with all others; the place of each there */
    size_t leads;
    double least,
        far; /* of the sums of squares so far; how many times that is not worth weighing */
    double gamma[SX_MODEL_TERMS + 1]; /* what bounds the evidence of so many terms */
} sx_search;

/* False when out of memory. */
bool sx_search_init(sx_search *search, const sx_model_places *places);
void sx_search_finish(sx_search *search);

/* The likeliest forms for the places' present reference and masses. O(terms^2 places). */
void sx_search_run(sx_search *search, sx_found *ret_found);

/* Takes a form among the likeliest. square: of the residuals of places; determinant: of the products of its scaled
 * columns; prior: its weight before any data. */
void sx_search_consider(sx_search *search, sx_found *found, const sx_found_form *form,
                        double square, double determinant, double prior);

/* What a form has of prior weight that takes one of its terms off, and one of a term and the constant. */
#define SX_PRIOR_NEGATIVE 0.2
#define SX_PRIOR_WITH_CONSTANT 0.7

/* Less than this share of a column is left when others are taken out: it cannot be told from them. */
#define SX_COLLINEAR 1e-9

/* Fits a form that was found, for the places' reference; false where it cannot be. [out] ret_form: all but its
 * weight. `scratch` has room for (terms + 1) x places. */
bool sx_search_fit(const sx_search *search, const sx_found_form *found, double *scratch,
                   sx_model_form *ret_form);

#endif
