/* The classes of places that boundaries make: on each axis of a grid first, interior or last (the nine
 * groups of paper 001, figure 7, in any number of dims), and conditions for sets of them. */
#ifndef SX_LAW_POSITION_H
#define SX_LAW_POSITION_H

#include "align/runs.h"

/* 3^ndims classes for ndims up to this; more dims have none. */
enum { SX_POSITION_DIMS = 4, SX_POSITION_CLASSES = 81 };

/* Classes of a grid; 0 when it has too many dims. */
uint32_t sx_position_classes(const sx_grid *grid);

/* The class of rank R (among all) on grid g: base 3 digits, axis 1 first: 0 first, 1 interior, 2 last.
 * An axis of extent 1 counts as first. */
uint32_t sx_position_of(const sx_runs *runs, int64_t rank, uint32_t g);

/* A condition that holds exactly in the classes with in[class], as an OR of conditions on boxes of
 * classes; classes with free[class] may fall on either side (free may be NULL). NULL when out of memory.
 * All classes: the number 1; none: 0. */
const sx_expr *sx_position_condition(sx_arena *arena, const sx_grid *grid, uint32_t g,
                                     const bool *in, const bool *is_free);

#endif
