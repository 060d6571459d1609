/* The parts of the writer of the text format, for each other. */
#ifndef SX_IO_TEXT_WRITER_H
#define SX_IO_TEXT_WRITER_H

#include "io/text.h"

typedef struct sx_text_writer {
    sx_buffer *out;
    const sx_trace *trace;
    sx_expr_names names;
} sx_text_writer;

/* text_write_value.c */
void sx_text_put_string(sx_buffer *out, const char *text);
void sx_text_put_ranklist(sx_buffer *out, const sx_ranklist *list);
void sx_text_put_evidence(sx_text_writer *w, const sx_evidence *evidence);
void sx_text_put_value(sx_text_writer *w, const sx_value *value);
/* " ranks=.."; nothing for everybody without evidence. */
void sx_text_put_domain(sx_text_writer *w, const sx_domain *domain);

/* text_write_times.c: a line behind its indent. */
void sx_text_put_times(sx_text_writer *w, const sx_times *times);

#endif
