/* The points of a fit by places: those with equal parameters are repeats. Sorted, so that the order in which
 * they came does not matter to any sum. */
#ifndef SX_FIT_MODEL_PLACES_H
#define SX_FIT_MODEL_PLACES_H

#include "fit/model.h"

#include <stdbool.h>

typedef struct sx_model_places {
    uint32_t parameters;
    size_t n, points;
    double *at; /* n x parameters */
    size_t *first; /* n + 1: the points of each */
    double *value, *keep; /* points: the values, and how much each counts, 0 .. 1 */
    /* Of each place: what values are taken relative to; the mean of those; how many there are, by `keep`, none of
     * one that is left out. */
    double *reference, *mean, *mass;
    bool *out; /* n: has a value of its own, that no form explains */
    size_t outs;
    double within; /* the sum of squares of values around their place's mean, relative */
    double
        total; /* how many values there are by `keep`, those of places that are left out too */
} sx_model_places;

/* From data that are checked. keep: what is far from the other repeats of its place (at least three) counts
 * less, reference: medians. False when out of memory. */
bool sx_model_places_init(sx_model_places *places, const sx_model_data *data);
void sx_model_places_finish(sx_model_places *places);

/* Medians, again, as what values are relative to. */
void sx_model_places_refer_to_medians(sx_model_places *places);

/* mean, mass, within and total for the reference that there is. */
void sx_model_places_sum(sx_model_places *places);

#endif
