/* Names for byte strings: equal strings have equal names, which are 0, 1, 2 .. Names that nobody needs any more may be
 * forgotten, and are then given to other strings. */
#ifndef SX_RECORD_INTERN_H
#define SX_RECORD_INTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SX_INTERN_FULL = -1 };

/* Short strings are in it, so that finding one looks at two places, whatever the table has. */
typedef struct sx_intern_item {
    size_t size;
    union {
        uint64_t word[2];
        void *pointer;
    } as;
} sx_intern_item;

typedef struct sx_intern_slot {
    uint32_t hash, name; /* name + 1; 0 for none */
} sx_intern_slot;

/* All zero is an empty one. */
typedef struct sx_intern {
    uint32_t n, capacity, nslots;
    uint32_t
        forgotten; /* a name that is free + 1, its item has the next one; 0 for none */
    size_t long_bytes; /* of the strings that are not in it */
    sx_intern_item *item; /* by name */
    sx_intern_slot *slot; /* open addressing */
} sx_intern;

/* Aligned for integers of 64 bits; valid until the next string is named. */
static inline const void *sx_intern_bytes(const sx_intern_item *item)
{
    return item->size <= sizeof item->as ? item->as.word : item->as.pointer;
}

void sx_intern_finish(sx_intern *intern);

/* The name of the string; SX_INTERN_FULL when out of memory. */
int64_t sx_intern_name(sx_intern *intern, const void *bytes, size_t size);

/* Forgets the names of which `kept`, a bit for each, has none. Strings that are kept stay where they are, short ones until
 * the next one is named. False, and nothing changed, when out of memory. O(names). */
bool sx_intern_keep(sx_intern *intern, const uint64_t *kept);

static inline bool sx_intern_is_free(const sx_intern_item *item)
{
    return item->size == SIZE_MAX;
}

/* The bytes of all that. O(1). */
size_t sx_intern_size(const sx_intern *intern);

#endif
