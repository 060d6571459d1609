/* The distribution of a delta time in nanoseconds: ten fields, and, while ranks are still being merged or where a
 * trace keeps them, the counts of logarithmic bins, from which quantiles are made. In a formula trace every
 * field has a curve over P, or all of them one law. */
#ifndef SX_TRACE_HIST_H
#define SX_TRACE_HIST_H

#include "base/arena.h"
#include "base/curve.h"
#include "base/model.h"
#include "base/status.h"

#include <stdbool.h>
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

/* Bins for each doubling. The middle of a coarse bin is within 5 % of its samples, that of a fine one within
 * 1 %; five fine bins are one coarse one. */
enum { SX_HIST_COARSE = 8, SX_HIST_FINE = 40 };

/* How a distribution follows from the scale: how many samples there are and what their mean is, as models over P and
 * the program's parameters, in that order; all else is in proportion to the mean, so that a histogram of any scale has
 * its fields in order. */
typedef struct sx_hist_law {
    uint32_t parameters, forms;
    sx_model_form n; /* the number of samples, without intervals */
    const sx_model_form *mean; /* the forms of a model, the likeliest first; ns */
    sx_model_share of_common; /* by > 0: `mean` is that of the trace's common_time */
    double share[SX_HIST_FIELDS]; /* of the mean; of N nothing, of MEAN 1 */
} sx_hist_law;

typedef struct sx_hist {
    double field[SX_HIST_FIELDS]; /* ns, but N; unused where it is open */
    uint32_t steps; /* SX_HIST_COARSE or SX_HIST_FINE, where there are bins */
    uint32_t nbins; /* in finished traces 0, or fine ones: a sketch */
    const sx_hist_bin *bin; /* ascending index */
    const sx_curve *curve; /* NULL, or SX_HIST_FIELDS curves */
    const sx_hist_law *law; /* NULL, or instead of these */
} sx_hist;

/* In a formula trace. */
static inline bool sx_hist_is_open(const sx_hist *hist)
{
    return hist->curve || hist->law;
}

/* The mean of a histogram with a law, as a model of its own. */
sx_model sx_hist_mean_model(const sx_hist_law *law);

/* The distribution at `at`: P and the parameters. Of curves it is for P alone. Never below 0; numbers of samples are
 * whole, times of a picosecond and more. */
sx_hist sx_hist_at(const sx_hist *open, const double *at);

/* All its times so many times as long, to a picosecond; by >= 0. Bins stay as they are. */
void sx_hist_scale(sx_hist *hist, double by);

/* Bin 0 is for samples of 0 ns; from 1 ns on there are `steps` to each doubling, up to 2^63 ns. They divide
 * it evenly in (4 m - m^2) / 3 with m from 0 to 1, which is close to log2(1 + m) and needs no floating
 * point (the quadratically interpolated mapping of DDSketch; Masson, Rim, Lee 2019, 2.2, has the logarithm). */
static inline uint32_t sx_hist_bin_index(uint64_t ns, uint32_t steps)
{
    if (ns == 0)
        return 0;
    uint32_t octave = 63 ^ (uint32_t)__builtin_clzll(ns);
    uint64_t m = ns << (63 ^ octave) << 1 >> 33; /* 31 bits */
    uint64_t part = (((UINT64_C(4) << 31) - m) * m >> 31) / 3;
    return octave < 63 ? 1 + (uint32_t)(steps * (((uint64_t)octave << 31) + part) >> 31)
                       : 63 * steps;
}

static inline uint32_t sx_hist_bins(uint32_t steps)
{
    return 1 + 63 * steps;
}

/* Middle of the whole numbers in a bin, in ns. */
double sx_hist_bin_value(uint32_t index, uint32_t steps);

/* The two distributions pooled: exact for N, MIN, MAX, MEAN and SD; quantiles from the bins where both have
 * them (the coarser ones of the two), else the means of the two quantiles weighted by N. No curves. O(bins). */
sx_status sx_hist_merge(sx_arena *arena, const sx_hist *a, const sx_hist *b,
                        sx_hist *ret_hist, sx_error *err);

/* The smallest sample that a share `q` from 0 to 1 of all does not exceed, to the width of a bin; needs
 * bins. */
double sx_hist_quantile(const sx_hist *hist, double q);

/* Fills the quantile fields from the bins, then drops coarse bins. */
void sx_hist_finish(sx_hist *hist);

#endif
