/* Conditions over the trips of a loop: who has something to do in which. Three trips tell them from others, and two different numbers of trips that they follow
 * the scale. Inner to the families of such conditions. */
#ifndef SX_LAW_BY_TRIP_H
#define SX_LAW_BY_TRIP_H

#include "law/law.h"

/* What is said of a condition that fewer trips show, and of one that another is as good as. */
typedef struct sx_by_trip {
    const char *few, *rival;
} sx_by_trip;

/* Takes a condition over counter c that gives every sample as the law, or as a doubt wherever it differs from the law that is there. Errors: SX_NOMEM (also where
 * `where` is NULL). O(samples). */
sx_status sx_by_trip_take(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                          uint32_t c, const sx_by_trip *said, const sx_expr *where,
                          sx_law *law, sx_error *err);

#endif
