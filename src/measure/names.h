/* Names, in which anything may be, in outputs that they must not break. */
#ifndef SX_MEASURE_NAMES_H
#define SX_MEASURE_NAMES_H

#include "base/buffer.h"

/* In a line of fields between tabs: control characters as \t, \n, \r or \xHH, a backslash doubled. */
void sx_name_put(sx_buffer *out, const char *name);
/* In a text of an XML document; what XML cannot hold as ?. */
void sx_name_put_xml(sx_buffer *out, const char *name);
/* As a string of JSON, with its quotes. */
void sx_name_put_json(sx_buffer *out, const char *name);

#endif
