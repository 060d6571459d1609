/* Loops in each trip of which everybody makes the same collective call, the beat: what ranks do besides, each in some of the trips, they
 * fold each in a way of their own, and the loop falls into others, in which the beats of one trip are of other nodes on each rank. */
#ifndef SX_ALIGN_BEATS_H
#define SX_ALIGN_BEATS_H

#include "align/runs.h"

/* Puts such stretches of the merged program in the shape of one loop: all ranks of a run make the collective calls of one operation on one communicator as
 * often, and the k-th of these is the same call for all. What is before the k-th, or behind it, is of the k-th trip; a call that some ranks do not make in each of the trips, or
 * make several times on end, stands in a loop of so many trips. Where that takes fewer calls and loops. The events of every rank
 * stay as they are, and in their order. Errors: SX_NOMEM. O(executions in what is looked at x calls). */
sx_runs_step sx_runs_beats;

#endif
