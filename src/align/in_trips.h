/* A loop in whose trips ranks make the calls of a stretch, where it is known which trip each of them is of. */
#ifndef SX_ALIGN_IN_TRIPS_H
#define SX_ALIGN_IN_TRIPS_H

#include "align/stage_plan.h"

typedef struct sx_in_trips {
    const sx_stretch *of;
    sx_stage_stream *stream; /* of the rank at hand */
    const int64_t *trips; /* by rank: how many it makes */
    const size_t *order; /* the calls as they stand in a trip */
    int64_t (*trip_of)(const void *context, const sx_stage_stream *stream,
                       int64_t i); /* of the i-th call of the stream */
    const void *context;
} sx_in_trips;

/* All ranks that get to the stretch make the trips. A call that is not made in every one stands in a loop of one trip or none. The events of
 * every rank stay as they are; in their order, if it makes those of a trip in the given one. Errors: SX_NOMEM. O(executions x calls). */
sx_status sx_in_trips_loop(const sx_in_trips *how, sx_node **ret_loop);

#endif
