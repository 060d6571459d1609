/* Names for lists of numbers, the values of list parameters: equal lists have equal names. When they take too much
 * memory they go into a file, and keep their names; a list that comes again after that has another name. */
#ifndef SX_RECORD_LISTS_H
#define SX_RECORD_LISTS_H

#include "record/intern.h"

#include <stdio.h>

/* Lists that went into the file at once: those from name `first` on, at `place`. */
typedef struct sx_lists_part {
    int64_t first;
    off_t place;
} sx_lists_part;

/* All zero is an empty one. */
typedef struct sx_lists {
    sx_intern named; /* in memory; their names are `first` more */
    int64_t first;
    uint32_t last; /* the one named last, if it is there */
    uint32_t nparts, capacity;
    sx_lists_part *part; /* oldest first */
    FILE *file;
    sx_intern loaded; /* what is read back: one part at a time .. */
    uint32_t which; /* .. this one, + 1; 0 for none */
    bool failed; /* something could not be read back */
} sx_lists;

void sx_lists_finish(sx_lists *lists);

/* -1 when out of memory. O(n). */
int64_t sx_lists_name(sx_lists *lists, const int64_t *element, size_t n);

/* What is in memory takes so much. O(1). */
size_t sx_lists_bytes(const sx_lists *lists);

/* Puts all that is in memory at the end of the file, which is the same each time. False where it could not be
 * written, or out of memory; then everything is as it was. */
bool sx_lists_put(sx_lists *lists, FILE *file);

/* The elements of a list, until the next call. Where it cannot be read back, none, from then on for all that is
 * in the file, and `failed` is set. Quick where names come in order. */
const int64_t *sx_lists_elements(sx_lists *lists, int64_t name, size_t *ret_n);

#endif
