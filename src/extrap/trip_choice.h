/* Laws that choose by the trip of a loop: if(i == 0, .., if(i == 1, .., ..)). */
#ifndef SX_EXTRAP_TRIP_CHOICE_H
#define SX_EXTRAP_TRIP_CHOICE_H

#include "extrap/meeting.h"

/* Does it choose by one trip, of that loop's counter where it is not NULL? */
static inline bool sx_is_trip_choice(const sx_expr *law, const sx_expr *counter)
{
    const sx_expr *is = law->op == SX_EXPR_IF ? law->arg[0] : NULL;
    return is && is->op == SX_EXPR_EQ && is->arg[0]->op == SX_EXPR_VAR &&
           is->arg[0]->var == SX_VAR_COUNTER && is->arg[1]->op == SX_EXPR_INT &&
           (!counter || sx_expr_equal(counter, is->arg[0]));
}

/* The trips of that counter's loop around the call from number `first` on; 0 where that is not known. */
static inline int64_t sx_trips_left(const sx_message_end *end, const sx_expr *counter,
                                    int64_t first)
{
    const sx_expr *trips =
        counter->axis < end->depth ? end->around[counter->axis]->trips.expr : NULL;
    return trips && trips->op == SX_EXPR_INT && trips->value > first
               ? trips->value - first
               : 0;
}

#endif
