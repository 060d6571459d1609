/* A loop of the merged program, in which all ranks of a run make as many trips unless it says otherwise: what stands in each of them, and two loops in its
 * stead. */
#ifndef SX_ALIGN_LOOP_TRIPS_H
#define SX_ALIGN_LOOP_TRIPS_H

#include "align/runs.h"

/* Trips that are looked at, at the most. */
enum { SX_LOOP_TRIPS = 1 << 12 };

typedef struct sx_loop_trips {
    sx_arena *arena, *scratch; /* of the program; of one loop */
    sx_runs *runs;
    int64_t trips[SX_RUNS]; /* 0: no rank of the run enters it */
    const int64_t *own; /* by rank, where they differ in a run; NULL: they do not */
} sx_loop_trips;

/* Reads the trips of those who are in; false when they are not one number for each run. */
bool sx_loop_trips_read(sx_loop_trips *of, const sx_node *loop, const bool *in);

/* By rank, the first execution in each trip, and the number of all behind the last, of what stands in the loop itself: one a trip. */
int64_t **sx_loop_starts(const sx_loop_trips *of, const bool *in);

/* The same inside an inner loop, whose entries are those of `start`. NULL when there are too many. */
int64_t **sx_loop_starts_inside(const sx_loop_trips *of, const sx_node *inner,
                                const bool *in, int64_t *const *start);

/* The loop makes `outer` trips, each of them one through a new loop of `inner` trips, which has its body. Errors: SX_NOMEM. */
sx_status sx_loop_split(const sx_loop_trips *of, sx_node *loop, const bool *in,
                        const int64_t *outer, const int64_t *inner);

#endif
