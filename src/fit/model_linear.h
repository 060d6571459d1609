/* Models that are linear in quantities that are known at every scale, as time is in messages and bytes: which of these, alone or several
 * together, explain what was measured. */
#ifndef SX_FIT_MODEL_LINEAR_H
#define SX_FIT_MODEL_LINEAR_H

#include "base/model.h"

enum { SX_LINEAR_MOST = 3 };

typedef struct sx_linear_data {
    size_t quantities, points; /* 1 .. SX_MODEL_PARAMETERS; points >= 1 */
    const double *at; /* points x quantities, >= 0 */
    const double *value; /* points */
    const double
        *of; /* points, > 0: what the value is a part of; noise is in proportion to it */
    size_t
        spent; /* points that tell nothing: as many coefficients were taken out of these numbers before */
    size_t most; /* quantities in a form, 1 .. SX_LINEAR_MOST */
    double
        two; /* how many times as likely each further quantity makes a form, before the data */
} sx_linear_data;

/* Weighs the forms, as doc/fit.md derives it: the share of each quantity in the whole is anything from 0 to 1. The parameters of the
 * model are the quantities; its value is the mean of all forms by their weights, and its evidence that of all of them. Forms with a negative coefficient are none; where all are, the model is 0.
 * [out] ret_noise  the deviation of one run, relative to `of`
 * O(points quantities^2). */
void sx_model_linear_fit(const sx_linear_data *data, sx_model *ret_model,
                         double *ret_noise);

/* Makes the value of a model the mean of its forms by other weights, one for each form (of the first of several, which is their mean: 0), where any is above 0; those in intervals stay.
 * O(forms). */
void sx_model_linear_value(sx_model *model, const double *weight);

/* Two models over the same quantities, of other numbers, that are linear in the same of these: the weight of each form is then that of
 * both. Returns how likely the numbers of both are together, as a logarithm; where they have no form in common that is -INFINITY, and
 * neither changes. O(forms^2). */
double sx_model_linear_join(sx_model *a, sx_model *b);

#endif
