/* What the busiest rank of a trace does, by its structure: how often it makes each call, what it computes before them, and what its
 * messages are. Of many ranks a spread is looked at (extrap/places.h). */
#ifndef SX_EXTRAP_BUSIEST_H
#define SX_EXTRAP_BUSIEST_H

#include "extrap/traffic.h"

/* How often it makes a call, the bytes of all of these and what they send, and what they take by the means over all ranks. */
typedef struct sx_busiest_call {
    double calls, bytes, ns[SX_TIMES_KINDS];
    sx_traffic traffic;
} sx_busiest_call;

typedef struct sx_busiest {
    sx_rank
        rank; /* which computes most, by the means of what calls compute before them */
    sx_busiest_call *call, all; /* by node, and together */
    double mean_calls; /* of all ranks that were looked at */
    sx_traffic *mean; /* by operation: of these ranks */
} sx_busiest;

/* The trace is bound. Lives in the arena. Errors: SX_NOMEM, of evaluation. O(ranks that are looked at x events with loops
 * folded). */
sx_status sx_busiest_find(sx_arena *arena, const sx_trace *trace, sx_busiest *ret_busiest,
                          sx_error *err);

#endif
