/* How computation scales in the program as a whole (extrap/common_time.h), where it is known what that goes with: what ranks compute for each point at each call, or in
 * several such amounts together, many ranks of each input tell (extrap/forecast.h); a curve over the inputs' means hardly tells a fixed part of each call from points that
 * are shared. */
#ifndef SX_EXTRAP_COMMON_BY_WORK_H
#define SX_EXTRAP_COMMON_BY_WORK_H

#include "extrap/forecast.h"

/* Gives the formula trace that law, and the histograms that have a share of it theirs, where the inputs rather speak for points at calls, or amounts together, than for anything else; it stays
 * at the inputs what it was on the mean. Points at sides count as on a cube of ranks, and what is done for points whatever the number of calls is that of the calls of
 * the largest input. Errors: SX_NOMEM. O(size of the formula trace). */
sx_status sx_common_time_by_work(sx_arena *arena, const sx_forecaster *forecaster,
                                 sx_trace *formula, sx_error *err);

#endif
