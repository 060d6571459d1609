#include "record/intern.h"

#include "base/checked.h"

#include <stdlib.h>
#include <string.h>

void sx_intern_finish(sx_intern *intern)
{
    for (uint32_t i = 0; i < intern->n; i++)
        if (intern->item[i].size > sizeof intern->item[i].as)
            free(intern->item[i].as.pointer);
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

static bool grow(sx_intern *intern)
{
    uint32_t nslots = intern->nslots ? 2 * intern->nslots : 32;
    sx_intern_slot *slot = calloc(nslots, sizeof *slot);
    sx_intern_item *item = realloc(intern->item, nslots / 2 * sizeof *item);
    if (item)
        intern->item = item;
    if (!slot || !item) {
        free(slot);
        return false;
    }
    for (uint32_t i = 0; i < intern->nslots; i++) {
        uint32_t at = intern->slot[i].hash & (nslots - 1);
        while (intern->slot[i].name && slot[at].name)
            at = (at + 1) & (nslots - 1);
        if (intern->slot[i].name)
            slot[at] = intern->slot[i];
    }
    free(intern->slot);
    intern->slot = slot;
    intern->nslots = nslots;
    intern->capacity = nslots / 2;
    return true;
}

static bool new_item(sx_intern_item *item, const void *bytes, size_t size)
{
    void *copy = item->as.word;
    item->size = size;
    if (size > sizeof item->as)
        copy = item->as.pointer = malloc(size);
    if (copy && size)
        memcpy(copy, bytes, size);
    return copy;
}

int64_t sx_intern_name(sx_intern *intern, const void *bytes, size_t size)
{
    if (intern->n == intern->capacity &&
        (intern->nslots > UINT32_MAX / 4 || !grow(intern)))
        return SX_INTERN_FULL;
    uint32_t hash = size ? (uint32_t)hash_of(bytes, size) : 0;
    uint32_t at = hash & (intern->nslots - 1);
    for (; intern->slot[at].name; at = (at + 1) & (intern->nslots - 1)) {
        const sx_intern_item *item = &intern->item[intern->slot[at].name - 1];
        if (intern->slot[at].hash == hash && item->size == size &&
            (!size || memcmp(sx_intern_bytes(item), bytes, size) == 0))
            return intern->slot[at].name - 1;
    }
    if (!new_item(&intern->item[intern->n], bytes, size))
        return SX_INTERN_FULL;
    if (size > sizeof intern->item->as)
        intern->long_bytes += size + 2 * sizeof(size_t); /* malloc's own */
    intern->slot[at] = (sx_intern_slot) { hash, ++intern->n };
    return intern->n - 1;
}

size_t sx_intern_size(const sx_intern *intern)
{
    return intern->long_bytes + intern->capacity * sizeof *intern->item +
           intern->nslots * sizeof *intern->slot;
}
