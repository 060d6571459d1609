#include "record/hits.h"

#include <stdlib.h>
#include <string.h>

/* The place of the hit, or where it goes. */
static uint32_t place_of(const sx_hits *hits, const sx_hit *hit)
{
    uint32_t low = 0, high = hits->n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const sx_hit *there = &hits->hit[middle];
        if (there->kind < hit->kind ||
            (there->kind == hit->kind && there->value < hit->value))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool sx_hits_add(sx_hits **hits, const sx_hit *hit)
{
    sx_hits *all = *hits;
    uint32_t n = all ? all->n : 0, at = all ? place_of(all, hit) : 0;
    if (at < n && all->hit[at].kind == hit->kind && all->hit[at].value == hit->value) {
        all->hit[at].count += hit->count;
        return true;
    }
    if (!all || n == all->capacity) {
        uint32_t capacity = all ? 2 * n : 4;
        all = realloc(all, sizeof *all + capacity * sizeof all->hit[0]);
        if (!all)
            return false;
        all->n = n;
        all->capacity = capacity;
        *hits = all;
    }
    memmove(&all->hit[at + 1], &all->hit[at], (n - at) * sizeof all->hit[0]);
    all->hit[at] = *hit;
    all->n++;
    return true;
}

bool sx_hits_merge(sx_hits **hits, sx_hits **other)
{
    bool fits = true;
    if (!*hits) {
        *hits = *other;
        *other = NULL;
    }
    for (uint32_t i = 0; *other && fits && i < (*other)->n; i++)
        fits = sx_hits_add(hits, &(*other)->hit[i]);
    free(*other);
    *other = NULL;
    return fits;
}

sx_status sx_hits_multisets(const sx_hits *hits, sx_arena *arena, sx_node *node)
{
    if (!hits)
        return SX_OK;
    node->multiset = SX_NEW_ARRAY(arena, sx_multiset, SX_MULTISETS);
    sx_multiset_item *item = SX_NEW_ARRAY(arena, sx_multiset_item, hits->n);
    if (!node->multiset || !item)
        return SX_NOMEM;
    sx_multiset *set = node->multiset - 1;
    for (uint32_t i = 0; i < hits->n; i++) {
        const sx_hit *hit = &hits->hit[i];
        if (i == 0 || set->kind != hit->kind)
            *++set = (sx_multiset) { .kind = hit->kind, .all = true, .item = item + i };
        set->n++;
        item[i] = (sx_multiset_item) { hit->value, hit->count };
    }
    node->nmultisets = (uint32_t)(set + 1 - node->multiset);
    return SX_OK;
}
