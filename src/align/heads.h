/* Calls that some ranks make at the head of some trips of a loop: those who wake up, and those who tell them what they missed, while a hierarchy of
 * grids is climbed. A rank that makes them in two trips or more folds these with what everybody does in a trip, and goes on with a loop of the rest, so
 * that the same body stands in several loops, with trips by rank. */
#ifndef SX_ALIGN_HEADS_H
#define SX_ALIGN_HEADS_H

#include "align/runs.h"

/* Puts such loops of the merged program together, where it is known of each call which trip it is of (align/heads_trips.h). All ranks
 * of a run then make as many trips, and calls that are not made in every one stand in loops of one trip or none. The events of every
 * rank stay as they are, and in their order. Errors: SX_NOMEM. O(executions in what is looked at x kinds of messages). */
sx_runs_step sx_runs_heads;

#endif
