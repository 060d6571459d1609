/* Comments that name the call site of the original. They stand in the text as marks until the program is written out: what is looked for
 * in the text of a program is not found in what an original calls its functions. */
#ifndef SX_GENERATE_C_COMMENT_H
#define SX_GENERATE_C_COMMENT_H

#include "generate/c_writer.h"

/* In main, before the calls of the event. Nothing where its call site is not known. */
void sx_c_comment(sx_c_writer *w, const sx_node *node);

/* Appends text of main, with comments in the place of marks. */
void sx_c_append(const sx_c_writer *w, sx_buffer *out, const char *text, size_t size);

/* The name of a mark's call site. */
const char *sx_c_site_of(const sx_c_writer *w, const char *mark);

#endif
