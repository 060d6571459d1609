/* Labels of values that say something of their communicator: they stand on its laws, too. */
#ifndef SX_EXTRAP_STANDING_H
#define SX_EXTRAP_STANDING_H

#include "trace/trace.h"

/* Of a trace at a target whose own labels are judged: a value whose law has the size of its communicator, or the rank in it,
 * is proved only where that is. Changes labels in place; communicators come after their parents. An event on one of
 * several communicators stands on all that were made. O(size of the trace). */
void sx_standing_judge(sx_trace *trace);

#endif
