/* Calls that programs may leave out at a target, and no input tells: messages that have nothing in them, as blocks of fewer points than ranks are, and
 * those of ranks that would have themselves as a partner, or nobody. */
#ifndef SX_EXTRAP_LEFT_OUT_H
#define SX_EXTRAP_LEFT_OUT_H

#include "align/runs.h"

/* `to` has the laws of an event, which `in` of the merged runs take part in. Where a size by place and scale may become 0, and is more in all inputs, who takes part is in
 * doubt wherever it is 0. Errors: SX_NOMEM. O(ranks of all runs x sizes of the event). */
sx_status sx_no_points_doubt(sx_arena *arena, const sx_runs *runs, const bool *in,
                             sx_node *to, sx_error *err);

/* Those who have a partner by the law of an end point on the world, which may end there in place of going around, and may leave out oneself, may be in all inputs
 * who takes part, of those `within`: then that, and the end point, are in doubt wherever it says something else. Errors: SX_NOMEM. O(ranks of all runs x end
 * points of the event). */
sx_status sx_no_partner_doubt(sx_arena *arena, const sx_runs *runs, const bool *in,
                              const bool *within, sx_node *to, sx_error *err);

static inline sx_status sx_left_out_doubt(sx_arena *arena, const sx_runs *runs,
                                          const bool *in, const bool *within, sx_node *to,
                                          sx_error *err)
{
    sx_status st = sx_no_points_doubt(arena, runs, in, to, err);
    return st ? st : sx_no_partner_doubt(arena, runs, in, within, to, err);
}

#endif
