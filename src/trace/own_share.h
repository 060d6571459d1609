/* How much of what differs from call to call in computation before the same calls is each rank's own: of the variance, the part that ranks do not share at the
 * same call. Phases of a program are shared; what is not makes ranks wait for each other, the more the more ranks there are. Traces and formula traces
 * have it as meta data. */
#ifndef SX_TRACE_OWN_SHARE_H
#define SX_TRACE_OWN_SHARE_H

#include "trace/trace.h"

/* The key among meta data. */
extern const char sx_own_share_key[];

/* "0.3150", in the arena; NULL when out of memory, or when it is not from 0 to 1. */
const char *sx_own_share_text(sx_arena *arena, double share);

/* What the meta data say; negative where they do not. */
double sx_own_share_of(const sx_trace *trace);

#endif
