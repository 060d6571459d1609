#include "record/lists.h"

#include "record/spill_number.h"

#include <stdlib.h>
#include <string.h>

void sx_lists_finish(sx_lists *lists)
{
    sx_intern_finish(&lists->named);
    sx_intern_finish(&lists->loaded);
    free(lists->part);
    memset(lists, 0, sizeof *lists);
}

/* Most lists are the same as the one before. */
static inline bool is_last(const sx_lists *lists, const int64_t *element, size_t size)
{
    if (lists->last >= lists->named.n || lists->named.item[lists->last].size != size)
        return false;
    const int64_t *last = sx_intern_bytes(&lists->named.item[lists->last]);
    for (size_t i = 0; i < size / sizeof *last; i++) {
        if (element[i] != last[i])
            return false;
    }
    return true;
}

int64_t sx_lists_name(sx_lists *lists, const int64_t *element, size_t n)
{
    size_t size = n * sizeof *element;
    if (!is_last(lists, element, size)) {
        int64_t name = sx_intern_name(&lists->named, element, size);
        if (name == SX_INTERN_FULL)
            return -1;
        lists->last = (uint32_t)name;
    }
    return lists->first + lists->last;
}

size_t sx_lists_bytes(const sx_lists *lists)
{
    return sx_intern_size(&lists->named);
}

static const int64_t *elements_of(const sx_intern *of, int64_t index, size_t *ret_n)
{
    const sx_intern_item *item = &of->item[index];
    *ret_n = item->size / sizeof(int64_t);
    return sx_intern_bytes(item);
}

static bool make_room(sx_lists *lists)
{
    uint32_t capacity = 2 * lists->capacity + 16;
    if (lists->nparts < lists->capacity)
        return true;
    sx_lists_part *part = realloc(lists->part, capacity * sizeof *part);
    if (!part)
        return false;
    lists->part = part;
    lists->capacity = capacity;
    return true;
}

bool sx_lists_put(sx_lists *lists, FILE *file)
{
    if (lists->named.n == 0)
        return true;
    if (!make_room(lists) || fseeko(file, 0, SEEK_END) != 0)
        return false;
    sx_lists_part part = { lists->first, ftello(file) };
    put_number(file, lists->named.n);
    for (uint32_t i = 0; i < lists->named.n; i++) {
        size_t n;
        const int64_t *element = elements_of(&lists->named, i, &n);
        put_number(file, n);
        for (size_t k = 0; k < n; k++)
            put_signed(file, element[k]);
    }
    if (part.place < 0 || ferror(file) || fflush(file) != 0)
        return false;
    lists->file = file;
    lists->part[lists->nparts++] = part;
    lists->first += lists->named.n;
    sx_intern_finish(&lists->named);
    return true;
}

/* Different lists, which get the names that they had. */
static bool load(sx_lists *lists, uint32_t which)
{
    FILE *file = lists->file;
    int64_t *element = NULL;
    size_t room = 0;
    sx_intern_finish(&lists->loaded);
    bool done = fseeko(file, lists->part[which].place, SEEK_SET) == 0;
    uint64_t count = done ? get_number(file) : 0;
    for (uint64_t i = 0; done && i < count; i++) {
        size_t n = get_number(file);
        if (n > room) {
            int64_t *more = reallocarray(element, n, sizeof *more);
            room = more ? n : room;
            element = more ? more : element;
        }
        done = is_right(file) && n <= room;
        for (size_t k = 0; done && k < n; k++)
            element[k] = get_signed(file);
        done = done && is_right(file) &&
               sx_intern_name(&lists->loaded, element, n * sizeof *element) == (int64_t)i;
    }
    free(element);
    lists->which = done ? which + 1 : 0;
    return done && count;
}

/* The newest part whose first name is not above this one. */
static uint32_t part_of(const sx_lists *lists, int64_t name)
{
    uint32_t low = 0, high = lists->nparts;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (lists->part[middle].first <= name)
            low = middle;
        else
            high = middle;
    }
    return low;
}

const int64_t *sx_lists_elements(sx_lists *lists, int64_t name, size_t *ret_n)
{
    static const int64_t none;
    if (name >= lists->first)
        return elements_of(&lists->named, name - lists->first, ret_n);
    uint32_t which = part_of(lists, name);
    if (lists->which != which + 1 && !lists->failed)
        lists->failed = !load(lists, which);
    *ret_n = 0;
    return lists->failed
               ? &none
               : elements_of(&lists->loaded, name - lists->part[which].first, ret_n);
}
