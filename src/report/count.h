/* Calls, messages and bytes of a trace, and its communicators: totals over all ranks.
 * Counted from the compressed form: by multiplication where loops and sets of ranks
 * allow it, else once per rank and loop, and event by event only where values change
 * from iteration to iteration. */
#ifndef SX_REPORT_COUNT_H
#define SX_REPORT_COUNT_H

#include "report/census.h"

typedef struct sx_total {
    uint64_t calls;
    uint64_t bytes; /* as the listing of events has them */
    uint64_t messages; /* sends and Sendrecvs whose destination is not null */
    uint64_t message_bytes;
    uint64_t uncounted; /* calls whose bytes (and, should a null destination be possible,
                           messages) are not in the above */
} sx_total;

typedef struct sx_totals {
    sx_total all, op[SX_OPS];
} sx_totals;

/* False, and *total is void, on overflow. */
bool sx_total_add(sx_total *total, const sx_share *share);
sx_status sx_totals_add(sx_totals *totals, const sx_share *share, sx_error *err);

/* The trace must be bound. Errors: SX_NOMEM, SX_OVERFLOW; of evaluation. */
sx_status sx_totals_count(const sx_trace *trace, const sx_census_options *options,
                          sx_totals *ret_totals, sx_error *err);

typedef struct sx_comm_total {
    int64_t members; /* ranks that have one */
    int64_t groups;
    int64_t min_size, max_size; /* of a group; 0 when nobody has one */
} sx_comm_total;

/* ret_comm [out]: one per communicator of the trace, in the arena. O(P x
 * communicators), or O(1) where there are only the world and self. */
sx_status sx_comms_count(sx_arena *arena, const sx_trace *trace, sx_comm_total **ret_comm,
                         sx_error *err);

#endif
