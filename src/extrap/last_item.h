/* The last place along an axis, where items are dealt out in turn along it: it may be the place of the last item. */
#ifndef SX_EXTRAP_LAST_ITEM_H
#define SX_EXTRAP_LAST_ITEM_H

#include "align/runs.h"

/* Of a formula trace in which a loop of a number of trips goes around an axis, or all ranks, with its counter: where that number, or one more, leaves nothing
 * over in all inputs, the last place is that of the last item, as far as these say. What is said elsewhere of the last place, or the one
 * before it, as a rank or of who takes part, is not proved where it leaves something. Errors: SX_NOMEM. O(size of the program x such loops). */
sx_status sx_last_item_doubt(sx_arena *arena, const sx_runs *runs, sx_trace *formula,
                             sx_error *err);

#endif
