/* What the readers of the formats share: the text, where it is read, numbers, names and messages. */
#ifndef SX_MEASURE_READER_H
#define SX_MEASURE_READER_H

#include "measure/builder.h"
#include "measure/read.h"

typedef struct sx_span {
    const char *at;
    size_t length;
} sx_span;

typedef struct sx_reader {
    const char *name; /* of the input */
    const char *at, *end; /* what has not been read */
    long line; /* of what is being read */
    sx_builder *builder;
    sx_error *err;
} sx_reader;

/* SX_PARSE with the reader's line. */
sx_status sx_reader_fail(const sx_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The next line without its end ("\n" or "\r\n"), and counts it; false at the end. */
bool sx_reader_line(sx_reader *reader, sx_span *ret_line);

/* Without blanks and tabs at both ends. */
sx_span sx_span_trim(sx_span span);
/* Takes the first word, up to a blank or a tab, off a span that begins with one; empty at the end. */
sx_span sx_span_word(sx_span *rest);
bool sx_span_is(sx_span span, const char *text);

/* A whole decimal number, with or without sign, fraction and exponent. */
sx_status sx_reader_number(const sx_reader *reader, sx_span word, double *ret_value);
/* The same > 0. */
sx_status sx_reader_coordinate(const sx_reader *reader, sx_span word, double *ret_value);

sx_status sx_reader_parameter(sx_reader *reader, sx_span name);

/* For messages: what it begins with, on one line, in quotes. */
typedef struct sx_shown {
    char text[80];
} sx_shown;
sx_shown sx_span_show(sx_span span);
sx_span sx_span_of(const char *text);

/* All is UTF-8 without other control characters than tabs and ends of lines. */
sx_status sx_reader_check_text(sx_reader *reader);

bool sx_text_format_knows(const char *text, size_t size);
bool sx_csv_format_knows(const char *text, size_t size);
bool sx_json_format_knows(const char *text, size_t size);
bool sx_json_lines_format_knows(const char *text, size_t size);
sx_status sx_text_format_read(sx_reader *reader);
sx_status sx_csv_format_read(sx_reader *reader);
sx_status sx_json_format_read(sx_reader *reader);
sx_status sx_json_lines_format_read(sx_reader *reader);

#endif
