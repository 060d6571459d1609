/* Steps of which every so many-th has calls of some ranks: an output that a few write. Each of these makes a loop over the steps between two of its calls in a loop
 * around, where all others fold one loop of all steps. */
#ifndef SX_ALIGN_IN_STEP_H
#define SX_ALIGN_IN_STEP_H

#include "align/runs.h"

/* Gives those of the merged program who do nothing but the inner loop of such a loop the trips of the others, where both have as many in all. The events of
 * every rank stay as they are, and in their order. Errors: SX_NOMEM. O(size of the program x ranks). */
sx_runs_step sx_runs_in_step;

#endif
