/* The process grids of a program, from the end points of its messages and from the groups of its
 * communicators; and the laws of the neighbours that follow. */
#ifndef SX_LAW_GRIDS_H
#define SX_LAW_GRIDS_H

#include "align/runs.h"

/* Finds the grids, and adds them and the laws of neighbours in them to the runs. Grids are taken in the
 * order of how many end points they explain, until the rest is explained by none. Errors: SX_NOMEM. */
sx_status sx_grids_find(sx_arena *arena, sx_runs *runs, sx_error *err);

/* Is a grid's doubt one of an axis of a box that is as long in all inputs, which may be one axis of the grid together with another? Where it holds, what depends on the grid
 * is in doubt, and nothing else. */
bool sx_grids_is_of_box_axis(const sx_expr *doubt);
extern const char sx_grids_box_axis_reason[];

#endif
