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

/* The call that sets dim[] to the extents for so many ranks; it is 0 where there are none, unless there always are. Which of dim[]
 * is the extent of an axis. */
const char *sx_c_find_dims(sx_c_writer *w, unsigned g, const char *size,
                           bool *ret_always);
unsigned sx_c_dim_index(const sx_c_writer *w, unsigned g, unsigned axis);

/* Functions of the grids and their variables, before main. */
void sx_c_grids(sx_c_writer *w);
void sx_c_declare_grids(sx_c_writer *w, sx_buffer *out);

#endif
