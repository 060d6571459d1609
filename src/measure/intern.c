#include "measure/intern.h"

#include "base/checked.h"

#include <stdlib.h>
#include <string.h>

enum { SMALLEST = 16, MOST = 1 << 30 };

void sx_intern_init(sx_intern *table, sx_arena *arena)
{
    *table = (sx_intern) { .arena = arena };
}

void sx_intern_finish(sx_intern *table)
{
    free(table->key);
    free(table->slot);
}

static uint64_t hash_of(const char *bytes, size_t length)
{
    uint64_t hash = length;
    for (; length >= sizeof hash; bytes += sizeof hash, length -= sizeof hash) {
        uint64_t word;
        memcpy(&word, bytes, sizeof word);
        hash = sx_hash_add(hash, word);
    }
    uint64_t rest = 0;
    memcpy(&rest, bytes, length);
    return sx_hash_add(hash, rest);
}

static size_t slot_of(const sx_intern *table, const char *bytes, size_t length,
                      uint64_t hash)
{
    size_t at = (size_t)hash & (table->nslots - 1);
    for (; table->slot[at]; at = (at + 1) & (table->nslots - 1)) {
        const sx_intern_key *key = &table->key[table->slot[at] - 1];
        if (key->hash == hash && key->length == length &&
            memcmp(key->bytes, bytes, length) == 0)
            break;
    }
    return at;
}

/* Twice as many slots, of which half are taken at most. */
static int grow_slots(sx_intern *table)
{
    size_t nslots = table->nslots ? 2 * table->nslots : SMALLEST;
    uint32_t *slot = calloc(nslots, sizeof *slot);
    if (!slot)
        return 0;
    for (uint32_t i = 0; i < table->n; i++) {
        size_t at = (size_t)table->key[i].hash & (nslots - 1);
        while (slot[at])
            at = (at + 1) & (nslots - 1);
        slot[at] = i + 1;
    }
    free(table->slot);
    table->slot = slot;
    table->nslots = nslots;
    return 1;
}

static int grow_keys(sx_intern *table)
{
    size_t capacity = table->capacity ? 2 * table->capacity : SMALLEST;
    sx_intern_key *key = realloc(table->key, capacity * sizeof *key);
    if (!key)
        return 0;
    table->key = key;
    table->capacity = capacity;
    return 1;
}

uint32_t sx_intern_add(sx_intern *table, const void *bytes, size_t length)
{
    uint64_t hash = hash_of(bytes, length);
    if (2 * ((size_t)table->n + 1) > table->nslots && !grow_slots(table))
        return SX_INTERN_NONE;
    size_t at = slot_of(table, bytes, length, hash);
    if (table->slot[at])
        return table->slot[at] - 1;
    if (table->n == MOST || (table->n == table->capacity && !grow_keys(table)))
        return SX_INTERN_NONE;
    const char *copy = sx_arena_string(table->arena, bytes, length);
    if (!copy)
        return SX_INTERN_NONE;
    table->key[table->n] = (sx_intern_key) { copy, length, hash };
    table->slot[at] = ++table->n;
    return table->n - 1;
}
