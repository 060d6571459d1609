/* Laws of how much ranks compute at each call, of the mean of all (trace/pace.h): what single ranks of the inputs computed is linear in calls, points and points at sides of the
 * grid (extrap/uneven.h), and programs make the calls anyway. So the pace is linear in the points of a rank's blocks, as the laws of sizes have them
 * (extrap/local_volume.h), and in these at sides. */
#ifndef SX_EXTRAP_PACE_LAW_H
#define SX_EXTRAP_PACE_LAW_H

#include "extrap/forecast.h"

/* Gives the formula trace a pace where inputs show that points or sides decide what a rank computes. Errors: SX_NOMEM. O(size of the formula trace). */
sx_status sx_pace_law_find(sx_arena *arena, const sx_forecaster *forecaster,
                           sx_trace *formula, sx_error *err);

/* Where the formula has one, the trace that was made from it gets one of its own, with numbers for its scale: of all ranks, as they were looked at, it is 1 on the mean, each as heavy
 * as what its calls compute. None where it is that for each of them. Errors: SX_NOMEM. O(ranks that were looked at). */
sx_status sx_pace_law_settle(sx_arena *arena, const sx_forecaster *forecaster,
                             const sx_local_volume *volume, const sx_busiest *busiest,
                             sx_trace *trace, sx_error *err);

#endif
