/* The one pass that totals, call sites, imbalance and sizes are made from: what every call of
 * a trace moves. Whatever is the same for many ranks and executions is said once; the rest
 * rank by rank, and execution by execution only where values change. */
#ifndef SX_REPORT_CENSUS_H
#define SX_REPORT_CENSUS_H

#include "trace/trace.h"

/* Calls of one event: `times` calls of each rank move `bytes`, as many `bytes + stride`, .. */
typedef struct sx_share {
    const sx_node *node; /* of the trace */
    sx_rank rank; /* whose; -1: of each of several ranks */
    int64_t ranks; /* how many they are */
    const sx_ranklist *set; /* which; NULL: everybody. Where rank is -1 */
    uint64_t times, steps; /* steps >= 1 values of bytes */
    int64_t bytes, stride;
    bool message; /* sends whose destination is not null */
    bool counted; /* else bytes are not known, and message is true only where it is */
} sx_share;

/* Errors of its own end the census. */
typedef sx_status (*sx_census_sink)(void *context, const sx_share *share, sx_error *err);

/* Values that follow coordinates and loop counters at once must be evaluated one by one; an
 * event that wants more than `most_evaluations` of them is not counted. */
typedef struct sx_census_options {
    bool calls_only; /* bytes stay 0, and no message is looked for */
    uint64_t most_evaluations;
} sx_census_options;

/* The trace must be bound. Errors: SX_NOMEM, SX_OVERFLOW; of evaluation. */
sx_status sx_census(const sx_trace *trace, const sx_census_options *options,
                    sx_census_sink sink, void *context, sx_error *err);

/* Calls and bytes of all ranks in a share. False on overflow. */
bool sx_share_total(const sx_share *share, uint64_t *ret_calls, uint64_t *ret_bytes);

/* Of each of its ranks. */
bool sx_share_of_each(const sx_share *share, uint64_t *ret_calls, uint64_t *ret_bytes);

#endif
