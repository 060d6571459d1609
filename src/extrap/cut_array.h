/* Numbers that are the same in all inputs because these divide them. A program that deals out N div x to each of x often leaves out what is over, and has
 * N div x x everywhere else: where x divides N at every input, that is N there, and less elsewhere. */
#ifndef SX_EXTRAP_CUT_ARRAY_H
#define SX_EXTRAP_CUT_ARRAY_H

#include "align/runs.h"

/* Of a formula trace: a count that is a number, a multiple of one that another count divides by P or by an extent of a grid, is in doubt
 * where that leaves a rest, unless it does so at some input. Errors: SX_NOMEM. O(laws x divisions). */
sx_status sx_cut_array_doubt(sx_arena *arena, const sx_runs *runs, sx_trace *formula,
                             sx_error *err);

#endif
