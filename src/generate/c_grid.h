/* Process grids in a generated program: their extents follow from the number of ranks there as they do in the original. */
#ifndef SX_GENERATE_C_GRID_H
#define SX_GENERATE_C_GRID_H

#include "generate/c_writer.h"

/* The call that begins the program, with the own rank, and the place behind it. */
void sx_c_begin(sx_c_writer *w, const char *call);

/* What stands there: the grids on the world, and constants that follow from the scale. */
void sx_c_set_up(sx_c_writer *w);

/* The grids on a communicator, where it was just made. */
void sx_c_place(sx_c_writer *w, uint32_t comm);

/* Variables and functions of the grids, before main. */
void sx_c_grids(sx_c_writer *w);

#endif
