/* Loops over the neighbours that a rank has, once for each of several fields, or over several fields for each of them: where nothing else is called each
 * rank folds both loops into one, of other trips than on others. */
#ifndef SX_ALIGN_LAPS_H
#define SX_ALIGN_LAPS_H

#include "align/runs.h"

/* Splits loops of nothing but calls, in which ranks of a run make different numbers of trips, into laps: as many on every rank of all runs, in each of
 * which end points come back and all other values come back or stay; or into loops of as many trips on every rank in which end points stay. Left as they are where no end point
 * changes on any rank. Executions stay in their order, so no value changes. Errors: SX_NOMEM. O(size of the program x ranks x divisors of the trips). */
sx_runs_step sx_runs_laps;

#endif
