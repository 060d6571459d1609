/* Calls in the order that all ranks keep, of which those that come back after each other are one part: what is in a loop together. */
#ifndef SX_ALIGN_CALL_PARTS_H
#define SX_ALIGN_CALL_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sx_call_part {
    uint64_t calls; /* a bit each */
    bool loops; /* some rank makes one of them again */
} sx_call_part;

/* The parts of n calls, up to 64, of which behind[i] come somewhere behind i, itself where it comes back; *ret_part has room for n. How many, in
 * their order. O(n^3). */
size_t sx_call_parts(size_t n, const uint64_t *behind, sx_call_part *ret_part);

/* Puts those of n calls that are in `which`, of which behind[i] come behind i, in an order; of those that may be next the first comes, or the
 * last. False when there is none. O(n^3). */
bool sx_call_parts_order(size_t n, const uint64_t *behind, uint64_t which,
                         bool last_first, size_t *ret_place);

#endif
