/* Models of measurements: which ones are tried and how one is chosen is a table over src/fit. */
#ifndef SX_MEASURE_FITTER_H
#define SX_MEASURE_FITTER_H

#include "base/model.h"
#include "measure/measure.h"

#include <stdbool.h>

typedef struct sx_fitted {
    sx_model model;
    bool intervals; /* the model knows how uncertain it is; the published ones do not */
    double
        error; /* mean over the points of |model - mean of the values| / |mean|, of those whose
                     mean is not 0; NaN without any */
} sx_fitted;

struct sx_fitter;

typedef struct sx_fitter_method {
    const char *name, *description;
    size_t most_parameters;
    bool intervals;
    sx_status (*fit)(struct sx_fitter *fitter, const sx_measurements *m,
                     const sx_series *s, sx_model *ret_model, sx_error *err);
} sx_fitter_method;

extern const sx_fitter_method sx_fitter_methods[];
extern const size_t sx_fitter_method_count;

/* NULL when there is none of that name. */
const sx_fitter_method *sx_fitter_method_named(const char *name);

/* A method and the memory that it works in. */
typedef struct sx_fitter {
    const sx_fitter_method *method;
    double *at, *value;
    size_t capacity; /* values */
} sx_fitter;

void sx_fitter_init(sx_fitter *fitter, const sx_fitter_method *method);
void sx_fitter_finish(sx_fitter *fitter);

/* The model of one series. Errors: SX_NOMEM; SX_INVALID where the method has none for so many parameters. */
sx_status sx_fitter_fit(sx_fitter *fitter, const sx_measurements *m, const sx_series *s,
                        sx_fitted *ret_fitted, sx_error *err);

/* As sx_model_predict; without intervals their ends are NaN. */
sx_status sx_fitted_predict(const sx_fitted *fitted, const double *at, double level,
                            sx_model_prediction *ret_prediction, sx_error *err);

/* The mean of the values at point i of a series. */
double sx_series_mean(const sx_measurements *m, const sx_series *s, size_t i);

#endif
