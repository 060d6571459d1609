/* A trace without the names of its application, for those who may have how it communicates, but not what it is. What is
 * left: structure, who talks to whom, sizes, times, values of constants, and what the machine was. */
#ifndef SX_TRACE_ANONYMOUS_H
#define SX_TRACE_ANONYMOUS_H

#include "trace/trace.h"

/* Numbers in place of names. A call site becomes one that follows from its call path, so that runs of one build still
 * have theirs in common; the program and its modules are one, "1"; regions and parameters are numbered in the order of their
 * tables. Communicators lose their names, evidence its reasons (these quote files), meta data all but those of the machine and
 * the recorder. The rest is shared with *trace. O(trace). Errors: SX_NOMEM. */
sx_status sx_trace_anonymous(sx_arena *arena, const sx_trace *trace, sx_trace *ret_trace,
                             sx_error *err);

#endif
