/* Bytes as printable characters: base 85, five characters for four bytes. */
#ifndef SX_IO_PACK_DIGITS_H
#define SX_IO_PACK_DIGITS_H

#include "base/buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many of the characters from `at` on are digits. */
size_t sx_digits_span(const char *at, const char *end);

/* Bytes on their way into `out`, without the zeros at the end. All zero but for `out` at first. */
typedef struct sx_digits {
    sx_buffer *out;
    uint64_t zeros; /* that are written once another byte follows */
    uint32_t word; /* the bytes of a group that is not full */
    unsigned n;
} sx_digits;

void sx_digits_put(sx_digits *to, unsigned byte);
void sx_digits_end(sx_digits *to);

/* The bytes of `size` digits, at most `size` of them. False when they are digits of no bytes. */
bool sx_digits_bytes(const char *text, size_t size, unsigned char *ret_byte,
                     size_t *ret_n);

#endif
