/* --replace of generated programs: collectives by other ways to the same end (paper 000, 5.5.3, where an Alltoall becomes messages by hand). */
#ifndef SX_GENERATE_C_REPLACE_H
#define SX_GENERATE_C_REPLACE_H

#include "generate/c_writer.h"

/* Notes which calls of the program, as it is written so far, have other ways. */
void sx_c_find_replaced(sx_c_writer *w);
/* Has it such a call? */
bool sx_c_is_replaced(const sx_c_writer *w, sx_op op);
/* What may stand behind --replace, with | between. */
const char *sx_c_ways(const sx_c_writer *w);
/* The variables that say which way; what sets them and the functions by which they go. */
void sx_c_declare_ways(const sx_c_writer *w, sx_buffer *out);
void sx_c_write_replaced(const sx_c_writer *w, sx_buffer *out);

#endif
