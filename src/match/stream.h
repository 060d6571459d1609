/* The fingerprint of a sequence of numbers: a polynomial over the integers modulo 2^61 - 1 at a fixed
 * point, so that of two sequences one after the other, and of one that comes many times, it follows
 * without their elements. Equal sequences have equal fingerprints; different ones do with a
 * chance of about length / 2^61. */
#ifndef SX_MATCH_STREAM_H
#define SX_MATCH_STREAM_H

#include <stdbool.h>
#include <stdint.h>

/* Zero is the empty sequence. */
typedef struct sx_stream {
    uint64_t n, hash;
} sx_stream;

/* Sums and products of such numbers. */
uint64_t sx_field_add(uint64_t a, uint64_t b);
uint64_t sx_field_sub(uint64_t a, uint64_t b);
uint64_t sx_field_mul(uint64_t a, uint64_t b);
/* Any number as one of them: the remainder, or scattered. */
uint64_t sx_field_number(uint64_t number);
uint64_t sx_field_of(uint64_t number);

/* `element` is a number of the field. */
void sx_stream_append(sx_stream *stream, uint64_t element);
/* False when the length does not fit. O(log of the length of b). */
bool sx_stream_join(sx_stream *a, const sx_stream *b);
/* The same `times` times over, 0 or more. O(log^2). */
bool sx_stream_repeat(sx_stream *stream, uint64_t times);

static inline bool sx_stream_equal(const sx_stream *a, const sx_stream *b)
{
    return a->n == b->n && a->hash == b->hash;
}

#endif
