/* Labels of values that say something of their communicator, or of who gets to them: they stand on the laws of these, too. */
#ifndef SX_EXTRAP_STANDING_H
#define SX_EXTRAP_STANDING_H

#include "trace/trace.h"

/* Of a trace at a target whose own labels are judged: a value whose law has the size of its communicator, or the rank in it,
 * is proved only where that is, and where it is said which one it is. Changes labels in place; communicators come after their parents. An
 * event on one of several communicators stands on all that were made. Nor is a law of places or counters proved where who takes part
 * in it, or in a loop around it, is refused, if the same call stands once more, so that executions of one may be those of the other here, or has a fraction; how often they do is another matter, since who makes no trip of a loop does not take part in it. Trips
 * of a loop are not proved where some ranks have nothing in its body but a loop whose trips are refused: these may be the trips of both. Nor a number, where they are not proved, that is another where the same call stands
 * once more, nor a law of places or counters, where the call has none where it stands once more. Errors: SX_NOMEM. O(size of the trace). */
sx_status sx_standing_judge(sx_trace *trace, sx_error *err);

#endif
