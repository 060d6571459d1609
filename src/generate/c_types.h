/* Datatypes that the program makes. */
#ifndef SX_GENERATE_C_TYPES_H
#define SX_GENERATE_C_TYPES_H

#include "generate/c_writer.h"

/* Is it made by the program, and no type of MPI's? */
bool sx_c_type_is_made(const sx_type *type);

/* Their variables, before main, and the calls that make them, after MPI_Init: those that the program names, and what
 * they are made of. */
void sx_c_declare_types(sx_c_writer *w, sx_buffer *out);
void sx_c_make_types(sx_c_writer *w);

#endif
