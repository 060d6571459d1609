/* A map from handles (pointers of the MPI library) to small numbers. */
#ifndef SX_RECORD_HANDLES_H
#define SX_RECORD_HANDLES_H

#include <stdbool.h>
#include <stdint.h>

enum { SX_HANDLES_NONE = -1 };

/* All zero is an empty one. Open addressing, at most half full; key 0 is a free slot. */
typedef struct sx_handles {
    uint32_t n, nslots;
    struct sx_handles_slot {
        uintptr_t key;
        uint32_t value;
    } * slot;
} sx_handles;

void sx_handles_finish(sx_handles *map);
/* The number of the handle, or SX_HANDLES_NONE. */
int64_t sx_handles_find(const sx_handles *map, const void *handle);
/* Sets or replaces it; not for NULL. False when out of memory. */
bool sx_handles_set(sx_handles *map, const void *handle, uint32_t value);
void sx_handles_remove(sx_handles *map, const void *handle);

#endif
