/* Whether ranks that go through one program may come to wait for each other for ever, at any number of ranks, where each send
 * has its receive in the same trip.
 *
 * A rank that waits at one place of the program for a call of another's waits for it to get there: that one is at an earlier place.
 * Where these are earlier than the place of who waits, too, places fall along a chain of ranks that wait for each other. Where they
 * need not be, since messages are received before others are sent on (waves), the calls in between are a stretch; in it a number falls
 * along each chain:
 *
 *     a1 c1 + a2 c2 + .. + b[place]        c: coordinates in a grid, b: does not fall from place to place
 *
 * with integers that are looked for: a among few, b by them (as times are given to the operations of systolic arrays: Karp, Miller,
 * Winograd, "The organization of computations for uniform recurrence equations", 1967). So no chain is a circle: stretches, the trips
 * around them and this number fall together. A ring without an end has no such number. */
#ifndef SX_MATCH_WAITS_H
#define SX_MATCH_WAITS_H

#include "match/side.h"

/* Calls by their places, from 1 on, trip by trip of loops that are taken so. */
enum { SX_MOST_PLACES = 4096, SX_MOST_STRETCHES = 256 };

typedef enum sx_call { SX_CALL_OTHER, SX_CALL_COMPLETES, SX_CALL_TOGETHER } sx_call;

/* A loop that is not taken trip by trip. */
typedef struct sx_stretch {
    uint32_t first, last;
} sx_stretch;

typedef struct sx_waits {
    const sx_trace *trace;
    sx_arena *scratch;
    sx_side *const *side[2];
    size_t n[2]; /* all have their partners */
    uint32_t last; /* place */
    unsigned char call
        [SX_MOST_PLACES +
         1]; /* sx_call: completions are of any requests before, collectives of all ranks */
    uint32_t nloops;
    sx_stretch loop[SX_MOST_STRETCHES];
} sx_waits;

/* A side of which it cannot be told that its wait ends; NULL: all end. Clears `scratch`. Errors: SX_NOMEM. */
sx_status sx_waits_end(const sx_waits *waits, const sx_side **ret_endless, sx_error *err);

#endif
