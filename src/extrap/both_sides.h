/* Neighbours on both sides of an axis of two places. Around such an axis the next place is the one before, too: an axis that has two ranks, or one, in
 * all inputs does not tell which of both an end point is, and the law of all of them is the next one. Programs mean each side
 * once, and a receive from one side what its sender sends to the other. */
#ifndef SX_EXTRAP_BOTH_SIDES_H
#define SX_EXTRAP_BOTH_SIDES_H

#include "align/runs.h"

/* Of a formula trace: of calls in one loop, or trips of one, whose end points have one law, the first has
 * the place before, by turns along several axes, or the next one where longer axes begin with it; of a call
 * that sends and receives the halves have different sides, and so have a receive and the send of that tag. A
 * single one goes where those around longer axes do. It is in doubt where both sides differ. What else of the
 * call has the end point in its law follows. Errors: SX_NOMEM. O(calls x trips of each that have laws of their
 * own) but for those around axes of two places, which are looked at two by two, some millions of times. */
sx_status sx_both_sides_tell(sx_arena *arena, const sx_runs *runs, sx_trace *formula,
                             sx_error *err);

#endif
