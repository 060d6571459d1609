#include "match/index.h"

#include "base/checked.h"

#include <stdlib.h>

#define FREE UINT32_MAX

void sx_index_finish(sx_index *index)
{
    free(index->channel);
    free(index->slot);
    *index = (sx_index) { 0 };
}

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

int sx_channel_order(const sx_channel *a, const sx_channel *b)
{
    int order = compare(a->comm, b->comm);
    order = order ? order : compare(a->group, b->group);
    order = order ? order : compare(a->receiver, b->receiver);
    order = order ? order : compare(a->sender, b->sender);
    return order ? order : compare(a->tag, b->tag);
}

static uint64_t hash(const sx_channel *c)
{
    uint64_t h = sx_hash_mix((uint64_t)c->comm);
    h = sx_hash_add(h, (uint64_t)c->group);
    h = sx_hash_add(h, (uint64_t)c->receiver);
    h = sx_hash_add(h, (uint64_t)c->sender);
    return sx_hash_add(h, (uint64_t)c->tag);
}

/* The slot that the channel has or would get. */
static size_t slot_of(const sx_index *index, const sx_channel *channel)
{
    size_t i = (size_t)hash(channel) & (index->nslots - 1);
    while (index->slot[i] != FREE &&
           sx_channel_order(&index->channel[index->slot[i]], channel) != 0)
        i = (i + 1) & (index->nslots - 1);
    return i;
}

static bool grow(sx_index *index)
{
    size_t capacity = index->capacity ? 2 * index->capacity : 256;
    if (capacity >= FREE)
        return false;
    sx_channel *channel = realloc(index->channel, capacity * sizeof *channel);
    if (!channel)
        return false;
    index->channel = channel;
    uint32_t *slot = malloc(2 * capacity * sizeof *slot);
    if (!slot)
        return false;
    free(index->slot);
    index->slot = slot;
    index->capacity = capacity;
    index->nslots = 2 * capacity;
    for (size_t i = 0; i < index->nslots; i++)
        slot[i] = FREE;
    for (size_t i = 0; i < index->n; i++)
        slot[slot_of(index, &index->channel[i])] = (uint32_t)i;
    return true;
}

bool sx_index_add(sx_index *index, const sx_channel *channel, size_t *ret_number)
{
    if (index->n == index->capacity && !grow(index))
        return false;
    size_t i = slot_of(index, channel);
    if (index->slot[i] == FREE) {
        index->channel[index->n] = *channel;
        index->slot[i] = (uint32_t)index->n++;
    }
    *ret_number = index->slot[i];
    return true;
}
