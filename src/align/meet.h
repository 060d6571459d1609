/* Collectives in which ranks meet: all members of a communicator make the k-th collective on it together. Merged call by call, ranks
 * that do the same things in another order (the halves of a red-black sweep) may have their first collective where others have their
 * second. */
#ifndef SX_ALIGN_MEET_H
#define SX_ALIGN_MEET_H

#include "align/runs.h"

/* Puts the bodies of the merged program, in which every rank makes as many collectives on one communicator, in an order in which the
 * k-th of all ranks stand side by side, and what a rank does before its k-th stands before them. Nodes that are before the k-th for
 * some ranks, and behind it for others, stand twice; their times stay with the first. The events of every rank stay as they are,
 * and in their order. Errors: SX_NOMEM. O(nodes x ranks). */
sx_runs_step sx_runs_meet;

#endif
