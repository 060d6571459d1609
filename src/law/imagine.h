/* Imaginary scales and places, by the laws of the grids found: what an expression would be where no input
 * is, with other parameters, too. A spread of them tells whether two laws can ever differ, and whether a size can become negative. */
#ifndef SX_LAW_IMAGINE_H
#define SX_LAW_IMAGINE_H

#include "align/runs.h"

/* Is it 0 at all of them? False also when there are too few valid ones to tell. */
bool sx_imagine_vanishes(const sx_runs *runs, const sx_expr *expr);

/* Is it negative at some of them with more than `above` ranks, and with the parameters of an input? Not asked of what
 * parameters leave for each rank. */
bool sx_imagine_negative(const sx_runs *runs, const sx_expr *expr, int64_t above);

/* A hash of what the expression is at the first `most` valid ones: laws with different ones differ somewhere. */
uint64_t sx_imagine_signature(const sx_runs *runs, const sx_expr *expr, size_t most);

/* The same of some of them, a spread and all that are small. */
uint64_t sx_imagined_signature(const sx_runs *runs, const sx_expr *expr);

/* Keeps them with the runs until another grid is found, as far as they are asked for: all expressions are looked at there. Without, each is
 * imagined anew. False when out of memory. */
bool sx_imagine_places(sx_arena *arena, sx_runs *runs);

#endif
