/* An adaptive binary model and the arithmetic coder behind it: bits in, digits out, and back. The model is
 * told what is known when a bit comes (its contexts); it mixes what each of them has seen so far. All in
 * integers, so that every machine makes the same bytes. */
#ifndef SX_IO_PACK_MODEL_H
#define SX_IO_PACK_MODEL_H

#include "base/buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SX_MODEL_CONTEXTS = 6, SX_MODEL_SETS = 4 };

typedef struct sx_model sx_model;

/* Encodes bits to digits behind `out`, or, where that is NULL, decodes `size` bytes. NULL when out of memory. */
sx_model *sx_model_create(sx_buffer *out, const unsigned char *in, size_t size);
void sx_model_destroy(sx_model *model);

/* Makes room for what is seen in each context, 2^slot_bits times 4 bytes: to be called once, before sx_model_bit. Contexts
 * share what there is. False when out of memory. */
bool sx_model_open(sx_model *model, const unsigned slot_bits[SX_MODEL_CONTEXTS]);

/* Encodes the bit, or decodes and returns one. `context` has a hash of each context; `set`, below
 * SX_MODEL_SETS, says by which weights they are mixed. */
unsigned sx_model_bit(sx_model *model, const uint64_t context[SX_MODEL_CONTEXTS],
                      unsigned set, unsigned bit);

/* A bit of which nothing is known. */
unsigned sx_model_plain_bit(sx_model *model, unsigned bit);

/* Ends encoding: the digits are whole. */
void sx_model_end(sx_model *model);

#endif
