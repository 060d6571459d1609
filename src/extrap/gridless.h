/* Grids that have no dims at a target where programs of these inputs have another one: they were found by accident, or have other dims there. */
#ifndef SX_EXTRAP_GRIDLESS_H
#define SX_EXTRAP_GRIDLESS_H

#include "trace/trace.h"

/* In the stead of each grid of all ranks that has no dims at p, where another one of several axes has some or dims are `told`, those of MPI_Dims_create,
 * refused: *ret_formula is the formula trace with these, and is the same for all else. The other one explains more end points, since it was found before,
 * unless the law that has none has a number that was chosen. Nor does it take another one where no law asks for a grid whose law has such a number.
 * Errors: SX_NOMEM. O(size of the trace). */
sx_status sx_gridless_stand_in(sx_arena *arena, const sx_trace *formula, int64_t p,
                               bool told, sx_trace *ret_formula, sx_error *err);

/* Adds to the refusal of a target without grid that another law, which fits all inputs as well, has one. */
void sx_gridless_mention_rivals(const sx_trace *formula, int64_t p, sx_error *err);

/* Does nothing say what its dims are? Then others stand in. */
bool sx_gridless_is(const sx_grid *grid);

#endif
