/* From who talks to whom to a number: messages of one sender, receiver and tag on one group of a communicator are
 * received in the order in which they are sent. */
#ifndef SX_MATCH_INDEX_H
#define SX_MATCH_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sender and receiver are ranks of the group; sender and tag may be SX_ANY. */
typedef struct sx_channel {
    int64_t comm, group, receiver, sender, tag;
} sx_channel;

typedef struct sx_index {
    size_t n, capacity;
    sx_channel *channel; /* in the order in which they came */
    size_t nslots;
    uint32_t *slot;
} sx_index;

void sx_index_finish(sx_index *index);

/* The number of the channel, which is index->n - 1 when it is a new one. False when out of memory, or when there are 2^32
 * of them. Amortised O(1). */
bool sx_index_add(sx_index *index, const sx_channel *channel, size_t *ret_number);

/* By communicator, group, receiver, sender and tag. */
int sx_channel_order(const sx_channel *a, const sx_channel *b);

#endif
