/* Names for byte strings: equal strings have equal names, which are 0, 1, 2 .. */
#ifndef SX_RECORD_INTERN_H
#define SX_RECORD_INTERN_H

#include <stddef.h>
#include <stdint.h>

enum { SX_INTERN_FULL = -1 };

typedef struct sx_intern_item {
    uint64_t hash;
    size_t size;
    void *bytes; /* aligned for anything */
} sx_intern_item;

/* All zero is an empty one. */
typedef struct sx_intern {
    uint32_t n, capacity, nslots;
    sx_intern_item *item; /* by name */
    uint32_t *slot; /* open addressing: name + 1, 0 for none */
} sx_intern;

void sx_intern_finish(sx_intern *intern);

/* The name of the string; SX_INTERN_FULL when out of memory. */
int64_t sx_intern_name(sx_intern *intern, const void *bytes, size_t size);

#endif
