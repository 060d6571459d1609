/* Room for messages is made once, behind MPI_Init, for the largest of them whose size is known there. */
#ifndef SX_GENERATE_C_ROOM_H
#define SX_GENERATE_C_ROOM_H

#include "generate/c_call.h"

/* Notes that the call has a buffer of so many elements, in each of `parts` (C, NULL for one). */
void sx_c_note_room(sx_c_call *call, sx_param_id count, const char *type,
                    const char *parts, bool receives);

/* A count as C: times what the command line of the program says of its messages, where it may. */
const char *sx_c_scaled(sx_c_writer *w, const char *count);

/* Makes room for what was noted. */
void sx_c_make_room(sx_c_writer *w);

#endif
