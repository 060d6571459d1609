/* Numbers and names as reports print them. */
#ifndef SX_REPORT_PRINT_H
#define SX_REPORT_PRINT_H

#include "base/buffer.h"

#include <stdint.h>

/* "any", "null", "root" or the number. */
void sx_print_number(sx_buffer *out, int64_t value);

/* 1234567 as 1,234,567, right-aligned in `width` columns. */
void sx_print_grouped(sx_buffer *out, int width, uint64_t number);

/* In at most 5 columns, right-aligned: 0, 999, 1.2k, 35M. Thousands, not 1,024s. */
void sx_print_short(sx_buffer *out, double number);

/* A name from a file: what is not printable ASCII, and the backslash, as \xHH. */
void sx_print_name(sx_buffer *out, const char *name);

#endif
