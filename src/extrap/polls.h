/* Calls that ask whether something is there yet: how often a program asks is up to the time that messages take, which a law of place and scale
 * does not tell, even where all inputs asked as often. */
#ifndef SX_EXTRAP_POLLS_H
#define SX_EXTRAP_POLLS_H

#include "trace/trace.h"

/* Of a formula trace: nothing is proved of who makes such a call, nor of the trips of a loop that makes no others.
 * O(nodes). */
void sx_polls_doubt(sx_arena *arena, sx_trace *formula);

#endif
