/* Borders of an axis of two places. Who sends to the place before is, where an axis has two ranks in all inputs, the last place along it, and
 * may be every one but the first. Programs seldom mean the last one alone. */
#ifndef SX_EXTRAP_INNER_BORDERS_H
#define SX_EXTRAP_INNER_BORDERS_H

#include "align/runs.h"

/* Of a formula trace: where one of two places along an axis alone takes part in a call, or in the loops
 * around it, and its message goes to the other one, those take part who have such a neighbour: all but the
 * first place, or but the last. It is in doubt where both differ. Errors: SX_NOMEM. O(calls x loops around
 * x conditions and trips that laws name x axes of two places x ranks of the inputs), as far as steps go. */
sx_status sx_inner_borders_tell(sx_arena *arena, const sx_runs *runs, sx_trace *formula,
                                sx_error *err);

#endif
