/* Loops over levels and, on each, over as many steps, that were recorded as one loop: ranks that are active on fewer levels make fewer trips of it, by whole levels. */
#ifndef SX_ALIGN_REGROUP_H
#define SX_ALIGN_REGROUP_H

#include "align/runs.h"

/* Makes two loops of each loop of the merged program in which ranks of a run make different numbers of trips, all of them multiples of one number, and a value of every call
 * at its top is the same for so many trips each time, and another one for the next, on all ranks, but not whom it is with: a tag or a size by level. The events of every rank stay as they are,
 * and in their order. Errors: SX_NOMEM. O(nodes x ranks + lengths of values). */
sx_runs_step sx_runs_regroup;

#endif
