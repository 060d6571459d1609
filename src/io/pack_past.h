/* The indices that a packer has coded so far, the newest of them, and what they say comes next. */
#ifndef SX_IO_PACK_PAST_H
#define SX_IO_PACK_PAST_H

#include <stdbool.h>
#include <stdint.h>

enum { SX_PAST_NEWEST = 1 << 12 };

typedef struct sx_past {
    void *index; /* of `width` bytes each, number k at k & mask */
    unsigned width;
    uint64_t mask;
    /* A prediction: what stands at `from`, since `length` indices before it are those before now (0: no
     * prediction). newest[] says behind which place an index was last. */
    uint64_t from, length;
    uint32_t newest[SX_PAST_NEWEST];
    /* The same for the last `window` indices, of which `hash` is a polynomial; `oldest_power` is that of the one
     * that falls out. Many numbers of a few kinds stand everywhere, but as many in a row do not. */
    uint32_t *far;
    uint64_t far_mask, window, hash, oldest_power;
} sx_past;

/* For n indices of so many bits, of which at most so many bytes are kept, a power of two, and at most `far_most` places
 * in a table of far repeats. All zero before. False when out of memory. */
bool sx_past_open(sx_past *past, uint64_t n, unsigned bits, uint64_t most_bytes,
                  uint64_t far_most);
void sx_past_finish(sx_past *past);

/* Index k, which is kept. */
uint64_t sx_past_at(const sx_past *past, uint64_t k);
void sx_past_put(sx_past *past, uint64_t k, uint64_t index);

/* Brings the prediction up to number k. */
void sx_past_predict(sx_past *past, uint64_t k);

#endif
