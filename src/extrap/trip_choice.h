/* Laws that choose by the trip of a loop, if(i == 0, .., if(i == 1, .., ..)), and others that take their place. */
#ifndef SX_EXTRAP_TRIP_CHOICE_H
#define SX_EXTRAP_TRIP_CHOICE_H

#include "align/runs.h"
#include "extrap/meeting.h"

/* Does it choose by one trip, of that loop's counter where it is not NULL? */
bool sx_is_trip_choice(const sx_expr *law, const sx_expr *counter);

/* The trips of that counter's loop around the call from number `first` on; 0 where that is not known. */
int64_t sx_trips_left(const sx_message_end *end, const sx_expr *counter, int64_t first);

/* `other`, which says the same on all ranks of the inputs, takes the place of a law on a communicator, which is its rival from then on; nothing
 * changes where they are equal, or an input tells them apart in a trip up to 64. NULL: out of memory. Errors: SX_NOMEM. O(ranks of the inputs x trips). */
sx_status sx_take_other(sx_arena *arena, const sx_runs *runs, uint32_t comm,
                        const sx_expr *other, const char *reason, const sx_expr **law,
                        sx_evidence *evidence, sx_error *err);

#endif
