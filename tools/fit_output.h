/* What scalafit prints: a line or an object for each model and target. */
#ifndef SX_TOOLS_FIT_OUTPUT_H
#define SX_TOOLS_FIT_OUTPUT_H

#include "measure/fitter.h"
#include "measure/targets.h"

#include <stdio.h>

typedef struct fit_output {
    sx_buffer text;
    FILE *stream; /* where the text goes as it grows; NULL: it stays */
    const sx_measurements *data;
    const sx_targets *targets; /* none: the models alone */
    double level;
    const char *method;
    bool json;
    size_t models; /* printed so far */
} fit_output;

void fit_output_begin(fit_output *out);
/* Errors: those of predictions, memory. */
sx_status fit_output_add(fit_output *out, const sx_series *series,
                         const sx_fitted *fitted, sx_error *err);
sx_status fit_output_end(fit_output *out, sx_error *err);

#endif
