/* Loops that were two or more, of which some values follow the outer counter and others the inner one: what a sweep sends where stays for all
 * blocks of an octant, how much comes back with each block. */
#ifndef SX_ALIGN_FACTOR_H
#define SX_ALIGN_FACTOR_H

#include "align/runs.h"

/* Splits loops of the merged program where, for as many outer trips in all runs, each value of their bodies stays through an inner loop on all ranks, or comes back
 * with it on all, and there are both. In trips without a call its values are anything. Executions stay in their order, so no
 * value changes. Errors: SX_NOMEM. O(size of the program x ranks x divisors of the trips). */
sx_runs_step sx_runs_factor;

#endif
