/* Loops that the recorder could not tell apart: two loops of which the outer has nothing but the inner one in it are
 * recorded as one of as many trips as both make. Where the values inside come back after every so many trips, or stay for
 * every so many, they say where the inner loop begins. So they do in a triangle, whose inner loop has those of the trip before and one more, or
 * all but one of them. */
#ifndef SX_ALIGN_RENEST_H
#define SX_ALIGN_RENEST_H

#include "align/runs.h"

/* Splits such loops of the merged program in all runs alike: by a number of outer trips, of inner trips, or of trips for
 * which values stay, that is one in all runs. Executions stay in their order, so no value changes.
 * Errors: SX_NOMEM. O(size of the program x ranks). */
sx_runs_step sx_runs_renest;

#endif
