#include "match/room.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 8 };

bool sx_match_room(void *array, size_t n, size_t *capacity, size_t size)
{
    if (n < *capacity)
        return true;
    void *memory; /* a pointer to whatever type, copied as what it is */
    memcpy(&memory, array, sizeof memory);
    const size_t grown = *capacity ? 2 * *capacity : FIRST;
    memory = grown > UINT32_MAX ? NULL : realloc(memory, grown * size);
    if (!memory)
        return false;
    memcpy(array, &memory, sizeof memory);
    *capacity = grown;
    return true;
}
