/* How unevenly ranks of a run compute, beyond that some make more calls or have another pace (trace/pace.h): the least and the greatest computation of a rank, as
 * a multiple of what its calls compute at its pace on the mean of all ranks. What a trace says of its ranks together lacks it. */
#ifndef SX_TRACE_SLOWNESS_H
#define SX_TRACE_SLOWNESS_H

#include "trace/trace.h"

typedef struct sx_slowness {
    double least, most; /* 0 < least <= most */
    sx_rank first, last; /* whose these are */
} sx_slowness;

/* Of the bound trace of a run, by what its meta data say (trace/extremes.h). False where they say nothing, or a rank has too many events
 * to be gone through. O(events of two ranks, loops folded). */
bool sx_slowness_of(const sx_trace *trace, sx_slowness *ret_slowness);

/* Says so in the meta data of a bound trace, for the ranks named, or others where it has not so many. Nothing where it has no times.
 * Errors: SX_NOMEM. O(events of two ranks, loops folded). */
sx_status sx_slowness_note(sx_arena *arena, const sx_slowness *slowness, sx_trace *trace,
                           sx_error *err);

#endif
