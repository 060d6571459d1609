/* Loops that some ranks join late: up a hierarchy of grids, those who were idle on the coarse levels make the last trips only. Each rank counts its own trips from the first. */
#ifndef SX_ALIGN_LATE_H
#define SX_ALIGN_LATE_H

#include "align/runs.h"

/* Makes a loop of the merged program, in which ranks of a run make different numbers of trips, one in which all make as many and some do nothing in the first ones: the body then stands in a loop
 * of one trip or none. So where messages of the loop say it: all are sent and received in it, on the world, in the same trip if trips are counted from the last, and some in different ones if
 * they are counted from the first. The events of every rank stay as they are, and in their order. Errors: SX_NOMEM. O(nodes x ranks + n log n in messages). */
sx_runs_step sx_runs_late;

#endif
