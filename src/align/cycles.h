/* A loop over a few exchanges, each with a tag of its own, right inside of a loop over levels: recorded as one loop of as many trips
 * as both make, which differ from rank to rank where ranks fall idle. The tags, which go round, tell how many exchanges a
 * level has. */
#ifndef SX_ALIGN_CYCLES_H
#define SX_ALIGN_CYCLES_H

#include "align/runs.h"

/* Gives such loops of the merged program the exchanges of one level as their body. The events of every rank stay as they are,
 * and in their order. Errors: SX_NOMEM. O(size of the program x ranks). */
sx_runs_step sx_runs_cycles;

#endif
