/* How much a rank computes before its calls, of what calls compute on the mean of all ranks: times of a trace are those of its ranks together, and
 * where blocks of points are uneven, or more is to do at sides, its pace says who has how much of them. */
#ifndef SX_TRACE_PACE_H
#define SX_TRACE_PACE_H

#include "trace/place.h"

/* What a pace is written in. */
#define SX_PACE_UNIT INT64_C(1000000)

/* Of the rank at a place of a bound trace; 1 where the trace has none, or that has no value above 0 there. */
double sx_pace_at(const sx_trace *trace, const sx_place_of *place);

#endif
