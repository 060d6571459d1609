/* Models that are linear in quantities that are known at every scale, as time is in messages and bytes: which of these, alone or two
 * together, explain what was measured. */
#ifndef SX_FIT_MODEL_LINEAR_H
#define SX_FIT_MODEL_LINEAR_H

#include "base/model.h"

typedef struct sx_linear_data {
    size_t quantities, points; /* 1 .. SX_MODEL_PARAMETERS; points >= 1 */
    const double *at; /* points x quantities, >= 0 */
    const double *value; /* points */
    const double
        *of; /* points, > 0: what the value is a part of; noise is in proportion to it */
    size_t
        spent; /* points that tell nothing: as many coefficients were taken out of these numbers before */
    double two; /* how many times as likely two quantities are as one, before the data */
} sx_linear_data;

/* Weighs the forms, as doc/fit.md derives it: the share of each quantity in the whole is anything from 0 to 1. The parameters of the
 * model are the quantities; its value is the mean of all forms by their weights, and its evidence that of all of them. Forms with a negative coefficient are none; where all are, the model is 0.
 * [out] ret_noise  the deviation of one run, relative to `of`
 * O(points quantities^2). */
void sx_model_linear_fit(const sx_linear_data *data, sx_model *ret_model,
                         double *ret_noise);

#endif
