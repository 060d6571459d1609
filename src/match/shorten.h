/* Loops of all ranks whose trips are all alike, taken once. If everybody comes to the end of a trip with no message on its
 * way and no request left, the next trip begins as this one did; so all come to the end of all trips. That holds where there is nothing to
 * choose, in which order ranks go on then makes no difference: to wait for everybody before and behind a trip is one of them. */
#ifndef SX_MATCH_SHORTEN_H
#define SX_MATCH_SHORTEN_H

#include "trace/trace.h"

/* The call site of the barriers that are put before and behind a trip. */
#define SX_SITE_NONE UINT32_MAX

/* A trace that is bound and numbered, with one trip of each such loop at the top, between two barriers. *ret_loops: how many there
 * are; 0: the trace is the same. The copy is the arena's. Errors: SX_NOMEM. O(size of the trace). */
sx_status sx_trace_shorten(sx_arena *arena, const sx_trace *trace, sx_trace *ret_trace,
                           size_t *ret_loops, sx_error *err);

#endif
