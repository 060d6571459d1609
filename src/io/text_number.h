/* Decimal fractions in the text, whatever the locale of the process is. */
#ifndef SX_IO_TEXT_NUMBER_H
#define SX_IO_TEXT_NUMBER_H

#include "base/buffer.h"

#include <stdbool.h>
#include <stddef.h>

/* Most significant digits that the writer gives to a time. */
enum { SX_TEXT_DIGITS = 9 };

/* Appends the shortest text of the value rounded to SX_TEXT_DIGITS digits. A value that
 * is not finite has no text: the buffer's status becomes SX_INVALID. */
void sx_text_put_real(sx_buffer *out, double value);
/* What that text reads back as. */
double sx_text_rounded(double value);
/* Appends the shortest text that reads back as the same double. */
void sx_text_put_exact(sx_buffer *out, double value);

/* The number that begins at text[0 .. length): an optional minus, digits, an optional
 * fraction, an optional exponent. Returns how many characters it has, 0 when there is
 * none. The result may be infinite when it does not fit. */
size_t sx_text_get_real(const char *text, size_t length, double *ret_value);

#endif
