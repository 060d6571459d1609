/* The parts of the writer of the text format, for each other. */
#ifndef SX_IO_TEXT_WRITER_H
#define SX_IO_TEXT_WRITER_H

#include "io/text.h"

typedef struct sx_text_sets sx_text_sets;
typedef struct sx_text_parts sx_text_parts;

typedef struct sx_text_writer {
    sx_buffer *out;
    sx_text_sets *sets; /* those that belong into `out`, which has none */
    const sx_trace *trace;
    bool message; /* for sx_text_read_message */
    sx_expr_names names; /* those of parts, too */
    sx_text_parts *parts; /* NULL: none have names */
} sx_text_writer;

/* text_write_value.c */
void sx_text_put_string(sx_buffer *out, const char *text);
void sx_text_put_expr(sx_text_writer *w, const sx_expr *expr);
void sx_text_put_evidence(sx_text_writer *w, const sx_evidence *evidence);
void sx_text_put_value(sx_text_writer *w, const sx_value *value);
/* Of an event or a loop: in a message packed sequences say what they are of. */
void sx_text_put_passed(sx_text_writer *w, const sx_value *value);
/* " ranks=.."; nothing for everybody without evidence. */
void sx_text_put_domain(sx_text_writer *w, const sx_domain *domain);

/* text_write_parts.c */

/* Gives names to what recurs in a formula trace. Memory is from `arena`, and what is not is given back at the end. */
sx_status sx_text_parts_find(sx_text_writer *w, sx_arena *arena);
void sx_text_parts_finish(sx_text_writer *w);
/* The expression as it is printed: names instead of its parts. */
const sx_expr *sx_text_with_parts(sx_text_writer *w, const sx_expr *expr);
/* As a string, or its name. */
void sx_text_put_reason(sx_text_writer *w, const char *reason);
/* The tables of both. */
void sx_text_put_parts(sx_text_writer *w);

/* text_write_sets.c */

/* NULL when out of memory. */
sx_text_sets *sx_text_sets_create(void);
void sx_text_sets_destroy(sx_text_sets *sets);
/* Notes that the list, which must live on, belongs here. */
void sx_text_put_ranklist(sx_text_writer *w, const sx_ranklist *list);
/* The expression, or everybody (NULL), with its evidence: a law, which in a formula trace may have a name. */
void sx_text_put_law(sx_text_writer *w, const sx_expr *expr, const sx_evidence *evidence);
/* Appends the tables of those that are named, and the text with all of them in their places. */
void sx_text_put_sets(sx_buffer *out, sx_text_sets *sets, const sx_buffer *text);

/* text_write_laws.c: the line of the model that histograms may have shares of, if there is one; a histogram with a law, behind its
 * key. */
void sx_text_put_common_time(sx_text_writer *w);
void sx_text_put_time_law(sx_text_writer *w, const sx_hist_law *law);

/* text_write_times.c: a line behind its indent. */
void sx_text_put_times(sx_text_writer *w, const sx_times *times);

#endif
