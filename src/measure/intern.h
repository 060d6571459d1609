/* Keys of bytes numbered in the order in which they first appear. */
#ifndef SX_MEASURE_INTERN_H
#define SX_MEASURE_INTERN_H

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

#define SX_INTERN_NONE UINT32_MAX

typedef struct sx_intern_key {
    const char *bytes; /* in the arena, and a NUL behind them */
    size_t length;
    uint64_t hash;
} sx_intern_key;

typedef struct sx_intern {
    sx_arena *arena;
    sx_intern_key *key;
    uint32_t *slot; /* index of a key + 1, 0: free */
    uint32_t n;
    size_t nslots, capacity;
} sx_intern;

/* [in] arena  of the keys; the tables are of the heap */
void sx_intern_init(sx_intern *table, sx_arena *arena);
void sx_intern_finish(sx_intern *table);

/* The number of a key, which is added when it is new; SX_INTERN_NONE when out of memory or when there are 2^31 keys.
 * O(length). */
uint32_t sx_intern_add(sx_intern *table, const void *bytes, size_t length);

#endif
