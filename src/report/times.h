/* Delta times of two traces, side by side. */
#ifndef SX_REPORT_TIMES_H
#define SX_REPORT_TIMES_H

#include "trace/trace.h"

/* Nanoseconds over all ranks and executions: computation before the calls of an
 * operation, and time in them. */
typedef struct sx_time_total {
    double comp_ns, comm_ns;
} sx_time_total;

/* Sums N x MEAN of every histogram; those of curves (formula traces) count as 0. */
void sx_times_sum(const sx_trace *trace, sx_time_total ret_op[SX_OPS]);

/* Of one event: the same sums. */
sx_time_total sx_times_of(const sx_node *node);

/* Of one call of the event by this rank: the mean over the histograms it has a part in, each
 * weighed by its samples for each of its ranks (of everybody: p). */
sx_time_total sx_times_mean(const sx_node *node, sx_rank rank, int64_t p);

/* Whether two events, x of trace a and y of b, have the same histograms: keys (with call sites as
 * sx_site_same has it), ranks, fields and bins. O(n^2) in the histograms of the event. */
bool sx_times_equal(const sx_trace *a, const sx_node *x, const sx_trace *b,
                    const sx_node *y);

#endif
