/* Which trip of a loop each call is of that ranks make at the head of some of its trips. */
#ifndef SX_ALIGN_HEADS_TRIPS_H
#define SX_ALIGN_HEADS_TRIPS_H

#include "align/ends.h"
#include "align/heads_read.h"

typedef struct sx_heads_ends {
    size_t n;
    sx_end *end; /* .of: sx_heads_made */
} sx_heads_ends;

/* Says of each execution which trip it is of: the last of every rank of a run is the same; what a rank does before it first makes the common calls is open, and as early as messages allow, which are
 * received in the trip in which they are sent, one of a kind in a trip; what completes a call goes along with it. *ret_ends are the ends of all messages, on the world. False where that is not known, or can
 * not be. O(executions x trips, n log n in messages). */
bool sx_heads_find_trips(sx_heads *heads, sx_heads_ends *ret_ends);

#endif
