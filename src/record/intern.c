#include "record/intern.h"

#include "base/checked.h"

#include <stdlib.h>
#include <string.h>

void sx_intern_finish(sx_intern *intern)
{
    for (uint32_t i = 0; i < intern->n; i++)
        free(intern->item[i].bytes);
    free(intern->item);
    free(intern->slot);
    memset(intern, 0, sizeof *intern);
}

/* A word a step; not for strings that somebody may choose with evil intent. */
static uint64_t hash_of(const unsigned char *bytes, size_t size)
{
    uint64_t h = size, word;
    for (; size >= sizeof word; bytes += sizeof word, size -= sizeof word) {
        memcpy(&word, bytes, sizeof word);
        h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    word = 0;
    memcpy(&word, bytes, size);
    return sx_hash_mix(h ^ word);
}

static int grow(sx_intern *intern)
{
    uint32_t nslots = intern->nslots ? 2 * intern->nslots : 32;
    uint32_t *slot = calloc(nslots, sizeof *slot);
    sx_intern_item *item = realloc(intern->item, nslots / 2 * sizeof *item);
    if (item)
        intern->item = item;
    if (!slot || !item) {
        free(slot);
        return 0;
    }
    for (uint32_t i = 0; i < intern->n; i++) {
        uint32_t at = (uint32_t)item[i].hash & (nslots - 1);
        while (slot[at])
            at = (at + 1) & (nslots - 1);
        slot[at] = i + 1;
    }
    free(intern->slot);
    intern->slot = slot;
    intern->nslots = nslots;
    intern->capacity = nslots / 2;
    return 1;
}

int64_t sx_intern_name(sx_intern *intern, const void *bytes, size_t size)
{
    if (intern->n == intern->capacity &&
        (intern->nslots > UINT32_MAX / 4 || !grow(intern)))
        return SX_INTERN_FULL;
    uint64_t hash = size ? hash_of(bytes, size) : 0;
    uint32_t at = (uint32_t)hash & (intern->nslots - 1);
    for (; intern->slot[at]; at = (at + 1) & (intern->nslots - 1)) {
        const sx_intern_item *item = &intern->item[intern->slot[at] - 1];
        if (item->hash == hash && item->size == size &&
            (!size || memcmp(item->bytes, bytes, size) == 0))
            return intern->slot[at] - 1;
    }
    void *copy = malloc(size ? size : 1);
    if (!copy)
        return SX_INTERN_FULL;
    if (size)
        memcpy(copy, bytes, size);
    intern->item[intern->n] = (sx_intern_item) { hash, size, copy };
    intern->slot[at] = ++intern->n;
    return intern->n - 1;
}
