/* Ways of decomposing that begin beyond the inputs: what is one axis in all of them may be two at more ranks. */
#ifndef SX_LAW_REGIMES_H
#define SX_LAW_REGIMES_H

#include "align/runs.h"

/* Where the program splits a communicator into one of all its ranks and one of each alone, in all inputs, these are the rows and
 * columns of a grid of one row: policies by which it has more of them beyond some number of ranks (switch-x-2d) fit all inputs,
 * whatever number no input exceeds. Adds to *beyond (NULL: nowhere), with *why, where nothing is proved then. Errors: SX_NOMEM. */
sx_status sx_regimes_find(sx_arena *arena, const sx_runs *runs, const sx_expr **beyond,
                          const char **why, sx_error *err);

#endif
