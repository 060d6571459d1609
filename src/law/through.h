/* Loops whose end points, trip by trip, are at all the powers of two below an extent: butterflies, recursive halving and
 * doubling, dissemination. A trip more would leave the axis, and with a trip less not everybody would have heard of
 * everybody: the trips are the logarithm of that extent, whatever else has as many in the inputs. And loops in which a total goes in
 * chunks. */
#ifndef SX_LAW_THROUGH_H
#define SX_LAW_THROUGH_H

#include "law/law.h"

/* The trips of a loop, of which these are the samples; `inner` is the nest inside. expr NULL where no event of its body that
 * all ranks in it execute, in all trips or in some, has such an end point in all runs, of three trips in one of them and fewer in another.
 * @source the union of the partners over the stages: Thakur, Rabenseifner, Gropp, "Optimization of collective
 * communication operations in MPICH", 2005. Errors: SX_NOMEM. */
sx_status sx_law_through(sx_arena *arena, sx_runs *runs, const sx_node *loop,
                         const sx_nest *inner, const sx_samples *trips, sx_law *ret_law,
                         sx_error *err);

/* The trips of a loop in which a total goes in chunks of one size, and what is left of it in the last trip, as the sizes of an event of its
 * body say that all ranks in it execute: (total + chunk - 1) div chunk, by the law of the total, which is found as that of any size. expr NULL
 * where none goes in chunks, in more than one trip in two runs, or the total has no law. Errors: SX_NOMEM. */
sx_status sx_law_chunks(sx_arena *arena, sx_runs *runs, const sx_node *loop,
                        const sx_nest *inner, const sx_samples *trips, sx_law *ret_law,
                        sx_error *err);

/* The same of loops in whose body, of which the laws are known, an index goes around an extent with the counter, at depth
 * `depth`: a shift or a cell of a diagonal, (c + i) mod extent in a law that is proved. They make a trip for each place, or for
 * all but one, where they do in all inputs, three of which differ: with trips that follow anything else some places would have
 * another turn, or none. Errors: SX_NOMEM. */
sx_status sx_law_round(sx_arena *arena, const sx_runs *runs, const sx_block *body,
                       uint32_t depth, const sx_samples *trips, sx_law *ret_law,
                       sx_error *err);

#endif
