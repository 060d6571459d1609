/* Samples of delta times and their nanoseconds together, by kind. */
#ifndef SX_TRACE_TIME_SUMS_H
#define SX_TRACE_TIME_SUMS_H

#include "trace/trace.h"

typedef struct sx_time_sums {
    double samples[SX_TIMES_KINDS], ns[SX_TIMES_KINDS];
} sx_time_sums;

/* Adds those of one histogram; an open one, of a formula trace, has none. */
void sx_time_sums_add(sx_time_sums *sums, const sx_times *times);

/* Of the node's own histograms: of all ranks that execute it, and all executions. */
sx_time_sums sx_time_sums_of(const sx_node *node);

/* Of all nodes of a block, in its loops too. */
sx_time_sums sx_time_sums_within(const sx_block *block);

/* Nanoseconds a sample; 0 without samples. */
double sx_time_sums_mean(const sx_time_sums *sums, sx_times_kind kind);

#endif
