/* Models of measured values in one or several parameters: which forms explain them, how well, and what else may
 * be so. Data are rows of numbers; what comes out is kept and evaluated by base/model.h, without the data.
 *
 * This is the selector `default` of times. It stands beside the table of curve_fit.h, whose rows choose one curve
 * of base/curve.h a field and have no intervals: a model is no such curve. */
#ifndef SX_FIT_MODEL_H
#define SX_FIT_MODEL_H

#include "base/model.h"

/* A repeat is another point at the same place. */
typedef struct sx_model_data {
    size_t parameters, points; /* 1 .. SX_MODEL_PARAMETERS; points >= 1 */
    const double *at; /* points x parameters, > 0 */
    const double *value; /* points */
} sx_model_data;

/* Chooses and weighs the forms of a model.
 * Values are taken to be positive with a deviation in proportion to them. Where some are 0 or negative the model is a
 * constant with a wide interval. The same values in another unit, or in another order, give the same forms and
 * weights, and coefficients in that unit.
 * Errors, ret_model untouched: SX_INVALID for no points, too many parameters, a value that is not finite, a
 * parameter that is not positive; SX_NOMEM. */
sx_status sx_model_fit(const sx_model_data *data, sx_model *ret_model, sx_error *err);

/* The same without forms in pieces. Of values that are each a part of something they say little: where a program begins to behave otherwise, the
 * whole does. */
sx_status sx_model_fit_smooth(const sx_model_data *data, sx_model *ret_model,
                              sx_error *err);

#endif
