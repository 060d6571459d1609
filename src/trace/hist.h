/* The distribution of a delta time in nanoseconds. Default form: ten fields; while ranks are still
 * being merged, also the counts of logarithmic bins, from which the quantiles are made. In a formula
 * trace every field has a curve over P. */
#ifndef SX_TRACE_HIST_H
#define SX_TRACE_HIST_H

#include "base/arena.h"
#include "base/curve.h"
#include "base/status.h"

#include <stdint.h>

/* Order of the fields in the text. `n` counts samples; sd is the population's standard deviation. */
/* clang-format off */
#define SX_HIST_FIELD_LIST(X)                                                            \
    X(N, "n") X(MIN, "min") X(Q10, "q10") X(Q25, "q25") X(Q50, "q50") X(Q75, "q75")      \
    X(Q90, "q90") X(MAX, "max") X(MEAN, "mean") X(SD, "sd")
/* clang-format on */

typedef enum sx_hist_field {
#define SX_HIST_ENUM(name, text) SX_HIST_##name,
    SX_HIST_FIELD_LIST(SX_HIST_ENUM)
#undef SX_HIST_ENUM
        SX_HIST_FIELDS
} sx_hist_field;

const char *sx_hist_field_name(sx_hist_field field);

typedef struct sx_hist_bin {
    uint32_t index; /* sx_hist_bin_index of the samples */
    uint64_t count;
} sx_hist_bin;

typedef struct sx_hist {
    double field[SX_HIST_FIELDS]; /* ns, but N; unused where curve is not NULL */
    uint32_t nbins; /* 0 in finished traces */
    const sx_hist_bin *bin; /* ascending index */
    const sx_curve *curve; /* NULL, or SX_HIST_FIELDS curves */
} sx_hist;

/* Bins: 0 for a sample of 0 ns, else 8 per doubling (relative width 1/8), up to 2^63 ns. */
enum { SX_HIST_BINS = 1 + 8 * 63 };
unsigned sx_hist_bin_index(uint64_t ns);
/* Middle of a bin, in ns. */
double sx_hist_bin_value(unsigned index);

/* The two distributions pooled: exact for N, MIN, MAX, MEAN and SD; quantiles from the bins where
 * both have them, else the means of the two quantiles weighted by N. No curves. O(bins). */
sx_status sx_hist_merge(sx_arena *arena, const sx_hist *a, const sx_hist *b,
                        sx_hist *ret_hist, sx_error *err);

/* Fills the quantile fields from the bins (clamped to MIN and MAX), then drops the bins. */
void sx_hist_finish(sx_hist *hist);

#endif
