/* Sizes of communicators, ranks in them and members are laws of their own, which may contradict each other where no input is: a rank
 * beyond the last, or nobody. */
#ifndef SX_EXTRAP_TOGETHER_H
#define SX_EXTRAP_TOGETHER_H

#include "trace/trace.h"

/* Refuses the laws of each communicator of a bound trace that contradict each other at some rank, which the reason names: its size is
 * then at least 1 and the own rank below it or, where a law has no value, both are the parent's. Looks at all of up to 4,096 ranks, and
 * at the places (places.h) of more. `trace->comm` becomes a copy where one is refused. Errors: SX_NOMEM. */
sx_status sx_together_judge(sx_arena *arena, sx_trace *trace, sx_error *err);

#endif
