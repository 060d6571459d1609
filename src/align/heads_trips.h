/* Which trip of a loop each call is of that ranks make at the head of some of its trips. */
#ifndef SX_ALIGN_HEADS_TRIPS_H
#define SX_ALIGN_HEADS_TRIPS_H

#include "align/heads_read.h"

/* Says of each execution which trip it is of: the last of every rank of a run is the same, what a rank does before it first makes the common calls is in the trip in which
 * others send that, or receive it, and what is no message goes along with what is before it. *ret_first is the first column that goes into the loop: those before stand in the
 * first trip on all ranks. False where that is not known, or in some trip something else is sent than received, or calls are made in another order than columns have. O(executions x kinds of
 * messages). */
bool sx_heads_find_trips(sx_heads *heads, size_t *ret_first);

#endif
