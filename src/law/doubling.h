/* Exchanges whose distance doubles or halves from trip to trip: butterflies, where the other rank's place
 * differs in one bit, and rings; over a whole communicator, or along one axis of a grid. */
#ifndef SX_LAW_DOUBLING_H
#define SX_LAW_DOUBLING_H

#include "law/sample.h"

typedef enum sx_doubling_way {
    SX_DOUBLING_XOR, /* null where that is no place */
    SX_DOUBLING_UP, /* around */
    SX_DOUBLING_DOWN,
    SX_DOUBLING_UP_OPEN, /* null beyond the end */
    SX_DOUBLING_DOWN_OPEN,
    SX_DOUBLING_WAYS
} sx_doubling_way;

typedef struct sx_doubling {
    bool whole; /* the communicator is the axis */
    uint32_t axis; /* else this one, of the grid that was asked for */
    sx_doubling_way way;
    bool halves; /* extent / 2, extent / 4 ..; else 1, 2, 4 .. */
    bool
        through; /* in every run the trips with somebody at the other end go through all the powers of two below the extent, and none goes beyond it */
    bool complete; /* and the extent is a power of two, too */
    uint32_t counter; /* of the samples' counters */
} sx_doubling;

/* Does such a form give every sample? At least one run must make two trips. `dims` are those of a grid of all
 * ranks, by run; NULL for the communicator itself, of which trips beyond it have nobody. O(samples x forms), given up early for each that fails. */
bool sx_doubling_fits(const sx_runs *runs, const sx_samples *samples,
                      int64_t (*dims)[SX_MAX_DIMS], uint32_t ndims,
                      sx_doubling *ret_doubling);

/* The peer, in grid g unless `whole`. NULL when out of memory. */
const sx_expr *sx_doubling_expr(sx_arena *arena, const sx_samples *samples,
                                const sx_doubling *doubling, uint32_t g);

#endif
