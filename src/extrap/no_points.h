/* Messages that have nothing in them at a target, as blocks of fewer points than ranks are: programs may leave out their calls, and no input tells. */
#ifndef SX_EXTRAP_NO_POINTS_H
#define SX_EXTRAP_NO_POINTS_H

#include "align/runs.h"

/* `to` has the laws of an event, which `in` of the merged runs take part in. Where a size by place and scale may become 0, and is more in all inputs, who takes part is in
 * doubt wherever it is 0. Errors: SX_NOMEM. O(ranks of all runs x sizes of the event). */
sx_status sx_no_points_doubt(sx_arena *arena, const sx_runs *runs, const bool *in,
                             sx_node *to, sx_error *err);

#endif
