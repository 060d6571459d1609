/* Numbers without a pattern as few printable characters: an adaptive model of their bits, an arithmetic
 * coder, and base 85. What the numbers are is not known here. */
#ifndef SX_IO_PACK_H
#define SX_IO_PACK_H

#include "base/buffer.h"
#include "base/status.h"
#include "trace/seq.h"

#include <stdbool.h>
#include <stdint.h>

/* The most numbers that `size` characters may stand for, so that the reader's memory and time follow the
 * size of its input. */
#define SX_PACK_MOST(size) (64 * (uint64_t)(size) + 256)

/* How much memory the model has, of which a reader needs as much as the writer did. */
typedef enum sx_pack_form {
    SX_PACK_WIDE, /* up to 24 MB, and the numbers: what was written at first, and is still read */
    SX_PACK_LEAN, /* up to 4 MB, the numbers in it: far repeats are seen as far as half a megabyte of them goes */
} sx_pack_form;

/* Appends the payload of n numbers, in the lean form. False, and nothing appended, when they are no case for packing (all
 * the same, more than SX_PACK_MOST of the result, numbers that are more than 2^40 apart and all different)
 * or there is no memory. O(n) for numbers of bounded size; the same bytes everywhere. Memory: 4 MB, for few
 * numbers less, and twice the payload. */
bool sx_pack(sx_buffer *out, const sx_numbers *numbers);

/* The n numbers of a payload; n <= SX_PACK_MOST(size), to be checked before memory for them is asked for.
 * Of two ways to write the same numbers, by themselves and by their steps, sx_pack takes the shorter; both
 * are read, but nothing else. Errors, without a place: SX_PARSE, SX_NOMEM. */
sx_status sx_unpack(sx_pack_form form, const char *payload, size_t size, uint64_t n,
                    int64_t *ret_value, sx_error *err);

/* The first n of `length` numbers of a payload that sx_pack made, without a look at whether it did; see sx_packed. */
bool sx_unpack_some(const char *payload, size_t size, uint64_t length, uint64_t n,
                    int64_t *ret_value);

#endif
