#include "record/hits.h"

#include <stdlib.h>
#include <string.h>

/* So many are moved to put one between them. */
enum { MOST_MOVED = 64 };

void sx_hits_finish(sx_hits **hits)
{
    while (*hits && (*hits)->part) {
        sx_hits_part *part = (*hits)->part;
        (*hits)->part = part->next;
        free(part);
    }
    free(*hits);
    *hits = NULL;
}

static int by_value(const void *a, const void *b)
{
    const sx_hit *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

/* The place of the hit among the sorted ones, or where it goes. */
static uint32_t place_of(const sx_hits *hits, const sx_hit *hit)
{
    uint32_t low = 0, high = hits->sorted;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (by_value(&hits->hit[middle], hit) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_there(const sx_hits *hits, uint32_t at, const sx_hit *hit)
{
    return at < hits->sorted && by_value(&hits->hit[at], hit) == 0;
}

/* Sorts the newest, and keeps of these what is not among the others. */
static void tidy_newest(sx_hits *all)
{
    uint32_t n = all->sorted;
    qsort(&all->hit[n], all->n - n, sizeof all->hit[0], by_value);
    for (uint32_t i = n; i < all->n; i++) {
        const sx_hit *hit = &all->hit[i];
        uint32_t at = place_of(all, hit);
        if (is_there(all, at, hit))
            all->hit[at].count += hit->count;
        else if (n > all->sorted && by_value(&all->hit[n - 1], hit) == 0)
            all->hit[n - 1].count += hit->count;
        else
            all->hit[n++] = *hit;
    }
    all->n = n;
}

/* The same, sorted, with room for half as many more at least. */
static bool rebuild(sx_hits **hits)
{
    sx_hits *all = *hits, *new;
    if (all && all->sorted < all->n)
        tidy_newest(all);
    uint32_t n = all ? all->n : 0, next = all ? all->sorted : 0, from = 0, sorted = next;
    uint32_t capacity = n + n / 2 + 4;
    new = malloc(sizeof *new + capacity * sizeof new->hit[0]);
    if (!new)
        return false;
    *new = (sx_hits) { n, n, capacity, all ? all->part : NULL };
    for (uint32_t i = 0; i < n; i++) {
        bool old = next == n ||
                   (from < sorted && by_value(&all->hit[from], &all->hit[next]) < 0);
        new->hit[i] = all->hit[old ? from++ : next++];
    }
    free(all);
    *hits = new;
    return true;
}

bool sx_hits_sort(sx_hits **hits)
{
    return (*hits)->sorted == (*hits)->n || rebuild(hits);
}

bool sx_hits_add(sx_hits **hits, const sx_hit *hit)
{
    uint32_t at = *hits ? place_of(*hits, hit) : 0;
    if (*hits && is_there(*hits, at, hit)) {
        (*hits)->hit[at].count += hit->count;
        return true;
    }
    if (!*hits || (*hits)->n == (*hits)->capacity)
        return rebuild(hits) && sx_hits_add(hits, hit);
    sx_hits *all = *hits;
    uint32_t moved = all->n - at;
    if (all->sorted == all->n && moved <= MOST_MOVED) {
        memmove(&all->hit[at + 1], &all->hit[at], moved * sizeof all->hit[0]);
        all->hit[at] = *hit;
        all->sorted++;
    } else {
        all->hit[all->n] = *hit;
    }
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
    if (*other && fits) {
        sx_hits_part **end = &(*hits)->part;
        while (*end)
            end = &(*end)->next;
        *end = (*other)->part;
        (*other)->part = NULL;
    }
    sx_hits_finish(other);
    return fits;
}

bool sx_hits_cut(sx_hits **hits, uint64_t stored)
{
    sx_hits_part *part = *hits || rebuild(hits) ? malloc(sizeof *part) : NULL;
    if (!part)
        return false;
    *part = (sx_hits_part) { stored, (*hits)->part };
    (*hits)->part = part;
    (*hits)->n = (*hits)->sorted = 0;
    return rebuild(hits);
}

sx_status sx_hits_multisets(sx_hits **from, sx_arena *arena, sx_node *node)
{
    if (!*from)
        return SX_OK;
    if (!sx_hits_sort(from))
        return SX_NOMEM;
    const sx_hits *hits = *from;
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
