/* The delta times of a trace in words: for each event what its calls and the computation before them took, by the event
 * before and with each rank's first time apart, and for each region of the application what it took. */
#ifndef SX_REPORT_DELAYS_H
#define SX_REPORT_DELAYS_H

#include "report/site.h"

enum { SX_DELAYS_QUANTILES = 8 };

typedef struct sx_delays_options {
    uint32_t nquantiles; /* columns; ascending is not needed */
    double quantile[SX_DELAYS_QUANTILES]; /* from 0 to 1 */
} sx_delays_options;

/* "50,99.9" as shares of 1. False when that is no list of 1 to SX_DELAYS_QUANTILES numbers from 0 to 100. */
bool sx_delays_parse(const char *percents, sx_delays_options *ret_options);

/* A quantile of a histogram, in ns: of its sketch, else the field that has it; NaN when neither does. */
double sx_delays_quantile(const sx_hist *hist, double q);

/* Errors: SX_NOTFOUND when the trace has no times; SX_INVALID for a formula trace. */
sx_status sx_delays_print(sx_buffer *out, const sx_trace *trace,
                          const sx_sources *sources, const sx_delays_options *options,
                          sx_error *err);

#endif
