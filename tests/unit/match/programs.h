/* Programs in a few words, for tests of matching. A line is
 *     OPERATION [? CONDITION ;] KEY = EXPRESSION ; ..
 *     loop EXPRESSION          and, to close it,          end
 * with the expressions of trace formats; COMM is 0 unless given, and TYPE and RTYPE are 0, of 8 bytes, where there are
 * counts; type 1 has 4. Communicator 2 has rows of 4 ranks, and is made by
 * `rows`; grid g1 has them too, along its first axis. */
#ifndef PROGRAMS_H
#define PROGRAMS_H

#include "match/match.h"

/* The trace of the program at p ranks, bound. The text must be right: a mistake fails a test. */
sx_trace program_trace(sx_arena *arena, const char *text, sx_rank p);

/* What sx_match finds in it, rank by rank. */
sx_matching program_match(sx_arena *arena, const char *text, sx_rank p);

/* Whether its laws are said to agree. */
bool program_agrees(sx_arena *arena, const char *text, sx_rank p);

#endif
