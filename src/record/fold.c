#include "record/fold.h"

#include "base/checked.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t modulus = (UINT64_C(1) << 61) - 1;
static const uint64_t base =
    UINT64_C(0x0a7c15f39cc0605d); /* any number below the modulus */

static inline uint64_t times(uint64_t a, uint64_t b)
{
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    uint64_t sum = (uint64_t)(product & modulus) + (uint64_t)(product >> 61);
    return sum >= modulus ? sum - modulus : sum;
}

static inline uint64_t plus(uint64_t a, uint64_t b)
{
    uint64_t sum = a + b;
    return sum >= modulus ? sum - modulus : sum;
}

/* The hash of the symbols [from .. from + length). */
static inline uint64_t range(const sx_fold *fold, uint32_t from, uint32_t length)
{
    uint64_t all = fold->entry[from + length - 1].prefix;
    if (from == 0)
        return all;
    return plus(all, modulus - times(fold->entry[from - 1].prefix, fold->power[length]));
}

static inline uint64_t hash_mixed(uint64_t hash, uint64_t mixed)
{
    return plus(times(hash, base), (mixed >> 4) + 1);
}

uint64_t sx_fold_hash(uint64_t hash, uint64_t symbol)
{
    return hash_mixed(hash, sx_hash_mix(symbol));
}

size_t sx_fold_bytes(const sx_fold *fold)
{
    size_t each = sizeof *fold->entry + sizeof *fold->gram + sizeof *fold->power;
    return fold->capacity * each + fold->nbuckets * sizeof *fold->bucket +
           fold->anchor_capacity * sizeof *fold->anchor +
           fold->wait_capacity * sizeof *fold->wait;
}

void sx_fold_finish(sx_fold *fold)
{
    free(fold->entry);
    free(fold->gram);
    free(fold->power);
    free(fold->anchor);
    free(fold->bucket);
    free(fold->wait);
    memset(fold, 0, sizeof *fold);
}

static bool resize(void *array, size_t count, size_t size)
{
    void *old, *new;
    memcpy(&old, array, sizeof old);
    new = realloc(old, count * size);
    if (!new)
        return false;
    memcpy(array, &new, sizeof new);
    return true;
}

static inline uint32_t *bucket_of(const sx_fold *fold, const sx_fold_anchor *anchor)
{
    return &fold->bucket[anchor->gram & (fold->nbuckets - 1)];
}

static void link_anchor(sx_fold *fold, uint32_t index)
{
    uint32_t *bucket = bucket_of(fold, &fold->anchor[index]);
    fold->anchor[index].earlier = *bucket;
    *bucket = index + 1;
}

/* Where the least gram of the newest position's window is (winnowing; Schleimer, Wilkerson, Aiken 2003):
 * where symbols repeat, so do anchors. */
static uint32_t find_anchor(const sx_fold *fold)
{
    uint32_t at = fold->n - 1, least = SX_FOLD_GRAM - 1;
    if (least + SX_FOLD_WINDOW <= at)
        least = at + 1 - SX_FOLD_WINDOW;
    if (fold->nanchors && fold->anchor[fold->nanchors - 1].position >= least) {
        least = fold->anchor[fold->nanchors - 1].position;
        return fold->gram[at] <= fold->gram[least] ? at : least;
    }
    for (uint32_t i = least + 1; i <= at; i++)
        least = fold->gram[i] <= fold->gram[least] ? i : least;
    return least;
}

static bool index_gram(sx_fold *fold)
{
    uint32_t position = find_anchor(fold), n = fold->nanchors;
    if (n && fold->anchor[n - 1].position == position)
        return true;
    if (n == fold->anchor_capacity) {
        uint32_t capacity = n ? 2 * n : 4;
        if (!resize(&fold->anchor, capacity, sizeof *fold->anchor))
            return false;
        fold->anchor_capacity = capacity;
    }
    fold->anchor[n].position = position;
    fold->anchor[n].gram = fold->gram[position];
    link_anchor(fold, fold->nanchors++);
    return true;
}

static bool grow(sx_fold *fold)
{
    uint32_t capacity = fold->capacity ? 2 * fold->capacity : 16;
    if (capacity > UINT32_MAX / 4 ||
        !resize(&fold->entry, capacity, sizeof *fold->entry) ||
        !resize(&fold->gram, capacity, sizeof *fold->gram) ||
        !resize(&fold->power, capacity, sizeof *fold->power) ||
        !resize(&fold->bucket, capacity / 4, sizeof *fold->bucket))
        return false;
    if (!fold->capacity)
        fold->power[0] = 1;
    for (uint32_t i = fold->capacity; i < capacity; i++) {
        if (i > 0)
            fold->power[i] = times(fold->power[i - 1], base);
        fold->entry[i].due = 0;
    }
    fold->capacity = capacity;
    fold->nbuckets = capacity / 4;
    memset(fold->bucket, 0, fold->nbuckets * sizeof *fold->bucket);
    for (uint32_t i = 0; i < fold->nanchors; i++)
        link_anchor(fold, i);
    return true;
}

bool sx_fold_push(sx_fold *fold, uint64_t symbol)
{
    if (fold->n == fold->capacity && !grow(fold))
        return false;
    uint32_t at = fold->n++;
    uint64_t mixed = sx_hash_mix(symbol);
    sx_fold_entry *entry = &fold->entry[at];
    entry->prefix = hash_mixed(at ? entry[-1].prefix : 0, mixed);
    entry->marks = (at ? entry[-1].marks << 8 : 0) | (mixed & 0xff);
    entry->anchors = fold->nanchors;
    if (fold->n < SX_FOLD_GRAM)
        return true;
    fold->gram[at] = (uint32_t)sx_hash_mix(entry->marks);
    if (index_gram(fold)) {
        entry->anchors = fold->nanchors;
        return true;
    }
    fold->n--;
    return false;
}

static void pop_one(sx_fold *fold)
{
    uint32_t at = --fold->n;
    while (fold->nwaits && fold->wait[fold->nwaits - 1].position == at) {
        const sx_fold_wait *wait = &fold->wait[--fold->nwaits];
        fold->entry[wait->due].due = wait->next;
    }
    if (at && fold->entry[at - 1].anchors < fold->entry[at].anchors) {
        const sx_fold_anchor *anchor = &fold->anchor[--fold->nanchors];
        *bucket_of(fold, anchor) = anchor->earlier;
    }
}

void sx_fold_pop(sx_fold *fold, uint32_t count)
{
    while (count--)
        pop_one(fold);
    if (fold->n < fold->low)
        fold->low = fold->n;
}

bool sx_fold_expect(sx_fold *fold, uint32_t level, uint32_t length, uint64_t hash)
{
    uint32_t position = fold->n - 1, due = position + length;
    while (due >= fold->capacity) {
        if (!grow(fold))
            return false;
    }
    if (fold->nwaits == fold->wait_capacity) {
        uint32_t capacity = fold->wait_capacity ? 2 * fold->wait_capacity : 8;
        if (!resize(&fold->wait, capacity, sizeof *fold->wait))
            return false;
        fold->wait_capacity = capacity;
    }
    fold->wait[fold->nwaits++] =
        (sx_fold_wait) { position, level, due, fold->entry[due].due, hash };
    fold->entry[due].due = fold->nwaits;
    return true;
}

uint64_t sx_fold_tail(const sx_fold *fold, uint32_t length)
{
    return range(fold, fold->n - length, length);
}

bool sx_fold_continues(const sx_fold *fold, uint32_t *ret_position, uint32_t *ret_level)
{
    if (!fold->n)
        return false;
    uint32_t next = fold->entry[fold->n - 1].due;
    for (int tried = 0; next && tried < SX_FOLD_CANDIDATES; tried++) {
        const sx_fold_wait *wait = &fold->wait[next - 1];
        if (range(fold, wait->position + 1, wait->due - wait->position) == wait->hash) {
            *ret_position = wait->position;
            *ret_level = wait->level;
            return true;
        }
        next = wait->next;
    }
    return false;
}

static inline bool is_twice(const sx_fold *fold, uint32_t length)
{
    return range(fold, fold->n - 2 * length, length) ==
           range(fold, fold->n - length, length);
}

/* Most lengths are out by the marks, which costs less than the hashes .. */
static inline bool is_twice_short(const sx_fold *fold, uint32_t length)
{
    const sx_fold_entry *end = fold->entry + fold->n - 1;
    uint64_t differ = end->marks ^ (end - length)->marks;
    return differ << (64 - 8 * length) == 0 && is_twice(fold, length);
}

/* .. and longer ones by how the two end, or begin. */
static inline bool is_twice_long(const sx_fold *fold, uint32_t length)
{
    const uint32_t *end = fold->gram + fold->n - 1;
    const uint32_t *begin = end - length + SX_FOLD_GRAM;
    return *end == *(end - length) && *begin == *(begin - length) &&
           is_twice(fold, length);
}

/* Longer than SX_FOLD_NEAR: as far apart as the newest anchor and an earlier one like it. */
static uint32_t repeats_far(const sx_fold *fold)
{
    const sx_fold_anchor *newest = &fold->anchor[fold->nanchors - 1];
    uint32_t next = newest->earlier;
    for (int tried = 0; next && tried < SX_FOLD_CANDIDATES; tried++) {
        const sx_fold_anchor *anchor = &fold->anchor[next - 1];
        uint32_t length = newest->position - anchor->position;
        if (length > fold->n / 2)
            break;
        if (anchor->gram == newest->gram && length > SX_FOLD_NEAR &&
            is_twice_long(fold, length))
            return length;
        next = anchor->earlier;
    }
    return 0;
}

/* The smallest length up to SX_FOLD_GRAM, or 0. Only where the last mark was there before. */
static uint32_t repeats_shortly(const sx_fold *fold)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    const sx_fold_entry *end = fold->entry + fold->n - 1;
    uint64_t differ = end[-1].marks ^ (ones * (end->marks & 0xff));
    uint64_t same =
        (differ - ones) & ~differ & (ones << 7); /* for a byte of 0, or above one */
    for (; same; same &= same - 1) {
        uint32_t length = (uint32_t)__builtin_ctzll(same) / 8 + 1;
        if (2 * length > fold->n)
            break;
        if (is_twice_short(fold, length))
            return length;
    }
    return 0;
}

/* Does the gram at the end also end 9 .. SX_FOLD_NEAR symbols before? A loop that compilers make short. */
static inline bool may_repeat(const sx_fold *fold)
{
    const uint32_t *last = fold->gram + fold->n - 1, *first = last - SX_FOLD_NEAR;
    uint32_t same = 0;
    for (uint32_t i = 0; i < SX_FOLD_NEAR - SX_FOLD_GRAM; i++)
        same |= first[i] == *last;
    return same;
}

uint32_t sx_fold_repeats(const sx_fold *fold)
{
    uint32_t half = fold->n / 2, length = half ? repeats_shortly(fold) : 0;
    bool far = half > SX_FOLD_NEAR;
    if (length)
        return length;
    if (far && !may_repeat(fold))
        return repeats_far(fold);
    for (length = SX_FOLD_GRAM + 1; length <= SX_FOLD_NEAR && length <= half; length++) {
        if (is_twice_long(fold, length))
            return length;
    }
    return far ? repeats_far(fold) : 0;
}
