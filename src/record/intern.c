#include "record/intern.h"

#include "base/checked.h"

#include <stdlib.h>
#include <string.h>

static bool is_long(const sx_intern_item *item)
{
    return item->size > sizeof item->as && !sx_intern_is_free(item);
}

void sx_intern_finish(sx_intern *intern)
{
    for (uint32_t i = 0; i < intern->n; i++)
        if (is_long(&intern->item[i]))
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

/* Makes room for half as many strings as slots. */
static bool resize(sx_intern *intern, uint32_t nslots)
{
    sx_intern_slot *slot = calloc(nslots, sizeof *slot);
    sx_intern_item *item = slot ? realloc(intern->item, nslots / 2 * sizeof *item) : NULL;
    if (item)
        intern->item = item;
    if (!item) {
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

static bool grow(sx_intern *intern)
{
    uint32_t nslots = intern->nslots ? 2 * intern->nslots : 32;
    return intern->nslots <= UINT32_MAX / 4 && resize(intern, nslots);
}

/* The next name, and not yet its item. */
static uint32_t new_name(sx_intern *intern)
{
    if (!intern->forgotten)
        return intern->n++;
    uint32_t name = intern->forgotten - 1;
    intern->forgotten = (uint32_t)intern->item[name].as.word[0];
    return name;
}

static void forget(sx_intern *intern, uint32_t name)
{
    sx_intern_item *item = &intern->item[name];
    if (is_long(item)) {
        intern->long_bytes -= item->size + 2 * sizeof(size_t);
        free(item->as.pointer);
    }
    *item = (sx_intern_item) { .size = SIZE_MAX };
}

static bool is_kept(const uint64_t *kept, uint32_t name)
{
    return kept[name / 64] >> name % 64 & 1;
}

bool sx_intern_keep(sx_intern *intern, const uint64_t *kept)
{
    uint32_t nslots = 32, n = intern->n;
    while (n && !is_kept(kept, n - 1))
        n--;
    while (nslots / 2 <= n)
        nslots *= 2;
    if (nslots > intern->nslots) /* as full as it may be */
        nslots = intern->nslots;
    for (uint32_t i = 0; i < intern->nslots; i++)
        if (intern->slot[i].name && !is_kept(kept, intern->slot[i].name - 1))
            intern->slot[i].name = 0;
    for (uint32_t i = 0; i < intern->n; i++)
        if (!is_kept(kept, i))
            forget(intern, i);
    intern->n = n;
    intern->forgotten = 0;
    for (uint32_t i = n; i-- > 0;) {
        if (!sx_intern_is_free(&intern->item[i]))
            continue;
        intern->item[i].as.word[0] = intern->forgotten;
        intern->forgotten = i + 1;
    }
    return !nslots || resize(intern, nslots);
}

int64_t sx_intern_name(sx_intern *intern, const void *bytes, size_t size)
{
    if (intern->n == intern->capacity && !intern->forgotten && !grow(intern))
        return SX_INTERN_FULL;
    uint32_t hash = size ? (uint32_t)hash_of(bytes, size) : 0;
    uint32_t at = hash & (intern->nslots - 1);
    for (; intern->slot[at].name; at = (at + 1) & (intern->nslots - 1)) {
        const sx_intern_item *item = &intern->item[intern->slot[at].name - 1];
        if (intern->slot[at].hash == hash && item->size == size &&
            (!size || memcmp(sx_intern_bytes(item), bytes, size) == 0))
            return intern->slot[at].name - 1;
    }
    sx_intern_item item;
    if (!new_item(&item, bytes, size))
        return SX_INTERN_FULL;
    if (size > sizeof item.as)
        intern->long_bytes += size + 2 * sizeof(size_t); /* malloc's own */
    uint32_t name = new_name(intern);
    intern->item[name] = item;
    intern->slot[at] = (sx_intern_slot) { hash, name + 1 };
    return name;
}

size_t sx_intern_size(const sx_intern *intern)
{
    return intern->long_bytes + intern->capacity * sizeof *intern->item +
           intern->nslots * sizeof *intern->slot;
}
