/* Loops that the recorder took apart: a rank that has other calls in some trips of a loop folds these on their own, and
 * each rank does it elsewhere. Neighbouring nodes over the same calls, in which ranks make different numbers of trips, are
 * one loop with as many trips on every rank, in which calls are made in some trips and not in others. */
#ifndef SX_ALIGN_REJOIN_H
#define SX_ALIGN_REJOIN_H

#include "align/runs.h"

/* Joins such nodes of the merged program where that gives all ranks of a run as many trips: the events of every rank stay
 * as they are, and in their order. A call that is not made in every trip stands in a loop of one trip or none.
 * Errors: SX_NOMEM. O(executions in what is joined). */
sx_runs_step sx_runs_rejoin;

#endif
