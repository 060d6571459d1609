/* What stands around the calls of MPI that a program makes: functions in their stead that check what messages
 * carry, and clocks. */
#ifndef SX_GENERATE_C_CALLS_H
#define SX_GENERATE_C_CALLS_H

#include "generate/c_writer.h"

/* Which calls the body has, and what they need. */
void sx_c_find_calls(sx_c_writer *w);

/* What measures calls: variables and functions, behind those of options. */
void sx_c_declare_calls(sx_c_writer *w, sx_buffer *out);

/* The functions, and the names of MPI as macros that call them: behind all other functions. */
void sx_c_write_calls(const sx_c_writer *w, sx_buffer *out);

#endif
