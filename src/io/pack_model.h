/* An adaptive binary model and the arithmetic coder behind it: bits in, bytes out, and back. The model is
 * told what is known when a bit comes (its contexts); it mixes what each of them has seen so far. All in
 * integers, so that every machine makes the same bytes. */
#ifndef SX_IO_PACK_MODEL_H
#define SX_IO_PACK_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SX_MODEL_CONTEXTS = 6, SX_MODEL_SETS = 4 };

typedef struct sx_model sx_model;

/* For about so many bits. With `in`, `size` bytes are decoded, else bits are encoded.
 * NULL when out of memory. */
sx_model *sx_model_create(uint64_t bits, const unsigned char *in, size_t size);
void sx_model_destroy(sx_model *model);

/* Encodes the bit, or decodes and returns one. `context` has a hash of each context; `set`, below
 * SX_MODEL_SETS, says by which weights they are mixed. */
unsigned sx_model_bit(sx_model *model, const uint64_t context[SX_MODEL_CONTEXTS],
                      unsigned set, unsigned bit);

/* A bit of which nothing is known. */
unsigned sx_model_plain_bit(sx_model *model, unsigned bit);

/* Ends encoding: all bytes, which live as long as the model; NULL when out of memory. */
const unsigned char *sx_model_end(sx_model *model, size_t *ret_size);

#endif
