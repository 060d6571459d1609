/* Statements that a program has several times become functions of it. */
#ifndef SX_GENERATE_C_OUTLINE_H
#define SX_GENERATE_C_OUTLINE_H

#include "generate/c_writer.h"

/* Takes main's lines, a statement each, and writes them with calls in place of what is there more than once; these functions go
 * to `functions`, each behind those that it calls. Loop counters are told by their names. Text that is too long stays as it is. */
void sx_c_outline(sx_c_writer *w, const char *text, size_t size, sx_buffer *main,
                  sx_buffer *functions);

#endif
