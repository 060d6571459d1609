/* Collectives that ranks call at sites of their own: a root in one branch, all others in another, where another rank is the root from trip to
 * trip (panels of a matrix that are broadcast in turn). Each rank folds its own calls, wherever they repeat. As all of them make all
 * of these calls, the how many-th it is says which trip it is of. */
#ifndef SX_ALIGN_CALLERS_H
#define SX_ALIGN_CALLERS_H

#include "align/runs.h"

/* Puts stretches of collectives of the merged program, in which ranks of a run make different numbers of trips, and all of them as many calls, in the
 * shape of a loop in whose trips each rank calls one of several sites at each place. The events of every rank stay as they are, and
 * in their order. Errors: SX_NOMEM. O(executions in what is looked at x calls). */
sx_runs_step sx_runs_callers;

#endif
