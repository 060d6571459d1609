/* Loops with nothing in them but a loop. A recorder sees one loop, and writes two where values tell them apart and that
 * is shorter (sx_trace_canonical): at one scale perhaps, and at another not. */
#ifndef SX_ALIGN_UNNEST_H
#define SX_ALIGN_UNNEST_H

#include "trace/trace.h"

/* Makes one loop of those two in each of n traces of which not all traces have the same. Traces hold sequences, not
 * expressions of counters (sx_trace_unfold); nodes that change are copies. Trips are steps of those left (NULL: any number); without, loops stay
 * two. Errors: SX_NOMEM, SX_LIMIT. O(size of the programs x ranks). */
sx_status sx_unnest(sx_arena *arena, sx_trace *const *trace, size_t n, uint64_t *steps,
                    sx_error *err);

#endif
