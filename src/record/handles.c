#include "record/handles.h"

#include "base/checked.h"

#include <stdlib.h>
#include <string.h>

void sx_handles_finish(sx_handles *map)
{
    free(map->slot);
    memset(map, 0, sizeof *map);
}

static uint32_t home(const sx_handles *map, uintptr_t key)
{
    return (uint32_t)sx_hash_mix(key) & (map->nslots - 1);
}

/* The slot of the key, or the free one where it would go. */
static uint32_t slot_of(const sx_handles *map, uintptr_t key)
{
    uint32_t at = home(map, key);
    while (map->slot[at].key && map->slot[at].key != key)
        at = (at + 1) & (map->nslots - 1);
    return at;
}

int64_t sx_handles_find(const sx_handles *map, const void *handle)
{
    if (!map->n)
        return SX_HANDLES_NONE;
    const struct sx_handles_slot *slot = &map->slot[slot_of(map, (uintptr_t)handle)];
    return slot->key ? (int64_t)slot->value : SX_HANDLES_NONE;
}

static bool grow(sx_handles *map)
{
    sx_handles old = *map, new = { old.n, old.nslots ? 2 * old.nslots : 32, NULL };
    new.slot = calloc(new.nslots, sizeof *new.slot);
    if (!new.slot)
        return false;
    for (uint32_t i = 0; i < old.nslots; i++) {
        if (old.slot[i].key)
            new.slot[slot_of(&new, old.slot[i].key)] = old.slot[i];
    }
    free(old.slot);
    *map = new;
    return true;
}

bool sx_handles_set(sx_handles *map, const void *handle, uint32_t value)
{
    if (2 * (map->n + 1) > map->nslots && !grow(map))
        return false;
    struct sx_handles_slot *slot = &map->slot[slot_of(map, (uintptr_t)handle)];
    map->n += !slot->key;
    slot->key = (uintptr_t)handle;
    slot->value = value;
    return true;
}

void sx_handles_remove(sx_handles *map, const void *handle)
{
    if (sx_handles_find(map, handle) == SX_HANDLES_NONE)
        return;
    uint32_t mask = map->nslots - 1, hole = slot_of(map, (uintptr_t)handle);
    /* Moves back what could no longer be reached over the hole. */
    for (uint32_t at = (hole + 1) & mask; map->slot[at].key; at = (at + 1) & mask) {
        uint32_t wanted = home(map, map->slot[at].key);
        if (((at - wanted) & mask) >= ((at - hole) & mask)) {
            map->slot[hole] = map->slot[at];
            hole = at;
        }
    }
    map->slot[hole].key = 0;
    map->n--;
}
