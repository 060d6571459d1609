/* Calls behind a loop, or before it, that a trace has in the last trip of the loop alone, or in the first: what is shortest for a
 * whole program may be the one at a scale and the other at the next. */
#ifndef SX_ALIGN_PEEL_H
#define SX_ALIGN_PEEL_H

#include "trace/trace.h"

/* Takes such calls out of loops of each of n traces, where another trace has the loop without them and none with them. Traces hold
 * sequences, not expressions of counters (sx_trace_unfold); nodes that change are copies. Every rank's events stay as they are, and
 * in their order. Steps as of sx_unnest. Errors: SX_NOMEM, SX_LIMIT. O(size of the programs x ranks). */
sx_status sx_peel(sx_arena *arena, sx_trace *const *trace, size_t n, uint64_t *steps,
                  sx_error *err);

#endif
