/* Rounds of stages in each of which some ranks take part: a prefix sum that doubles its distance, a butterfly with a fold before and
 * after it. Each rank folds its own calls, wherever they repeat, so that the program of all has a loop for every way to take part.
 * How far a call reaches, or its tag, says which stage it is of. */
#ifndef SX_ALIGN_STAGES_H
#define SX_ALIGN_STAGES_H

#include "align/runs.h"

/* Puts such stretches of the merged program in the shape of a loop over rounds, in which calls that are made once, loops of one call,
 * and loops over stages follow each other in the order that all ranks keep; where that takes fewer calls, or fewer loops of which
 * ranks make different numbers of trips. A call that is not made in every stage stands in a loop of one trip or none. The events of
 * every rank stay as they are, and in their order. Errors: SX_NOMEM. O(executions in what is looked at x calls). */
sx_runs_step sx_runs_stages;

#endif
