/* Collective operations that ranks call in different places of the program, as one event each: what a rank does before its call
 * stands before it, for all of them. The order of each rank's events, and what they are, stays; only call sites differ then.
 *
 * Algorithm 1 of the paper, on the compressed program: where it stops at a collective for a rank until the others are there, this
 * does so for all executions of an event in a block at once. Loops with collectives in them are put together where they make as
 * many trips; those that do not stay apart, as do events whose values cannot be told in one (laws that differ).
 *
 * @source Wu, Mueller, Pakin, "A Methodology for Automatic Generation of Executable Communication Specifications from
 * Parallel MPI Applications", 2014, 4.3. */
#ifndef SX_MATCH_MEET_H
#define SX_MATCH_MEET_H

#include "trace/trace.h"

/* More ranks are left as they are: their sets are listed. */
enum { SX_MEET_RANKS = 4096 };

/* The trace is bound and numbered, and does not change. *ret_joined: how many events and loops became parts of others. O(size of the trace) where
 * all ranks make all collective calls together, else O(nodes x ranks). Errors: SX_NOMEM; of rank sets. */
sx_status sx_collectives_meet(sx_arena *arena, const sx_trace *trace, sx_trace *ret_trace,
                              size_t *ret_joined, sx_error *err);

#endif
