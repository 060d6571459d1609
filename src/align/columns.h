/* Exchanges along several axes, whose conditions leave out other calls on each rank: a rank folds what is left of them into loops of its
 * own, in which the i-th trip is another axis than on others, and a call of the source stands in several places of the merged program. */
#ifndef SX_ALIGN_COLUMNS_H
#define SX_ALIGN_COLUMNS_H

#include "align/runs.h"

/* Takes such stretches of the merged program apart, call by call, and puts them in an order in which each call of an axis stands once: calls of one site are
 * the same where the same rank is at the other end, seen from the own, or where they complete requests that are the same, or where everybody makes as many
 * of them. Left as it is where no order has that. The events of every rank stay as they are, and in their order. Errors: SX_NOMEM.
 * O(calls in what is taken apart squared + ranks x calls). */
sx_runs_step sx_runs_columns;

/* The same of whole loops of the program, which ranks folded in ways that have no common body: what each rank does as often as all others of its run, the
 * same calls each time, is what an iteration does. O(executions in such loops). */
sx_runs_step sx_runs_columns_whole;

#endif
