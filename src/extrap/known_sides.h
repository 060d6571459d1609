/* Domains whose sides the sizes of a program say. */
#ifndef SX_EXTRAP_KNOWN_SIDES_H
#define SX_EXTRAP_KNOWN_SIDES_H

#include "align/runs.h"

/* Where laws say how many points lie along each axis of a grid, the rules that cut such a domain (trace/sides.h) and give the dims of all inputs are
 * its rivals; one that follows from sides, of which only a range is known, follows from these then. Errors: SX_NOMEM. O(size of the trace + dims by the
 * rules at the inputs). */
sx_status sx_known_sides_take(sx_arena *arena, const sx_runs *runs, sx_trace *formula,
                              sx_error *err);

#endif
