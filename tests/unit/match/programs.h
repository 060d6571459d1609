/* Programs in a few words, for tests of matching. A line is
 *     OPERATION [? CONDITION ;] KEY = EXPRESSION ; ..
 * where a condition may be a box, [START | NUMBER | STRIDE | NUMBER | STRIDE ..];
 *     loop EXPRESSION          and, to close it,          end
 * with the expressions of trace formats; COMM is 0 unless given, and TYPE and RTYPE are 0, of 8 bytes, where there are
 * counts; type 1 has 4. Communicator 2 has rows of 4 ranks, and is made by
 * `rows`; grid g1 has them too, along its first axis. N1 is 7. */
#ifndef PROGRAMS_H
#define PROGRAMS_H

#include "match/match.h"

/* The trace of the program at p ranks, bound. The text must be right: a mistake fails a test. */
sx_trace program_trace(sx_arena *arena, const char *text, sx_rank p);

/* The same for any number of ranks, with grid g1 by that policy. */
sx_trace program_formula(sx_arena *arena, const char *text, const char *law, int64_t arg);

/* What sx_match finds in it, rank by rank. */
sx_matching program_match(sx_arena *arena, const char *text, sx_rank p);

/* Whether all that a formula trace says at so many ranks agrees, rank by rank, and nobody waits for ever. True where it has no grid. */
bool program_is_fine(const sx_trace *formula, sx_rank p);

/* Whether its laws are said to agree. */
bool program_agrees(sx_arena *arena, const char *text, sx_rank p);

/* A program that is drawn at random, and its text so far. Zero but for the state, it is empty. */
enum { PROGRAM_TEXT = 8192 };

typedef struct program_draft {
    char text[PROGRAM_TEXT];
    size_t size;
    uint64_t state;
} program_draft;

/* Of 0 .. n - 1; the same everywhere. */
int program_draw(program_draft *draft, int n);

/* Adds to the text; ends the test program where that is too long. */
__attribute__((format(printf, 2, 3))) void program_put(program_draft *draft,
                                                       const char *format, ...);

#endif
