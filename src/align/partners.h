/* Exchanges of pairs in which a rank rests now and then: an odd-even transposition, or a red-black sweep along a line, whose calls each
 * rank folds as if it had no rests. Neither a tag nor a distance tells which trip a call is of, but the partner does: both
 * ends of an exchange are in the same trip. */
#ifndef SX_ALIGN_PARTNERS_H
#define SX_ALIGN_PARTNERS_H

#include "align/runs.h"

/* Puts such stretches of the merged program in the shape of a loop, in whose trips all exchanges happen as early as those before let
 * them, where ranks of a run make different numbers of trips and some rank of each run then rests in none. A call that is not made in every
 * trip stands in a loop of one trip or none. The events of every rank stay as they are, and in their order. Errors: SX_NOMEM.
 * O(executions in what is looked at x calls). */
sx_runs_step sx_runs_partners;

#endif
