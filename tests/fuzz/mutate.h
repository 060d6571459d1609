/* Mutations of a bundle (bundle.h) that know what a trace looks like, so that most of what comes out is still read:
 * numbers, attributes, sets of ranks, events and loops are altered, swapped, removed, doubled and moved
 * from one scale to another. By libFuzzer's names, which calls them. */
#ifndef SX_TESTS_FUZZ_MUTATE_H
#define SX_TESTS_FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

/* Alters data[0 .. size) and returns its new size, at most max_size. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size,
                               unsigned seed);

/* Writes a with some trace of b among its own; returns the size. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b,
                                 size_t b_size, uint8_t *out, size_t max_size,
                                 unsigned seed);

/* libFuzzer's own, of bytes. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

#endif
