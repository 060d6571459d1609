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

/* The hash of symbol[from .. from + length). */
static inline uint64_t range(const sx_fold *fold, uint32_t from, uint32_t length)
{
    uint64_t before = times(fold->prefix[from], fold->power[length]);
    return plus(fold->prefix[from + length], modulus - before);
}

void sx_fold_finish(sx_fold *fold)
{
    free(fold->symbol);
    free(fold->prefix);
    free(fold->power);
    free(fold->gram);
    free(fold->earlier);
    free(fold->bucket);
    free(fold->due);
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

/* Links the gram that ends at the newest position; shorter stacks have none. */
static void link_gram(sx_fold *fold)
{
    uint32_t at = fold->n - 1;
    if (fold->n < SX_FOLD_GRAM)
        return;
    fold->gram[at] = (uint32_t)sx_fold_tail(fold, SX_FOLD_GRAM);
    uint32_t *bucket = &fold->bucket[fold->gram[at] & (fold->nbuckets - 1)];
    fold->earlier[at] = *bucket;
    *bucket = at + 1;
}

static bool grow(sx_fold *fold)
{
    uint32_t capacity = fold->capacity ? 2 * fold->capacity : 16, n = fold->n;
    if (capacity > UINT32_MAX / 4 ||
        !resize(&fold->symbol, capacity, sizeof *fold->symbol) ||
        !resize(&fold->prefix, capacity + 1, sizeof *fold->prefix) ||
        !resize(&fold->power, capacity + 1, sizeof *fold->power) ||
        !resize(&fold->gram, capacity, sizeof *fold->gram) ||
        !resize(&fold->earlier, capacity, sizeof *fold->earlier) ||
        !resize(&fold->due, capacity, sizeof *fold->due) ||
        !resize(&fold->bucket, 2 * capacity, sizeof *fold->bucket))
        return false;
    if (!fold->capacity) {
        fold->prefix[0] = 0;
        fold->power[0] = 1;
    }
    for (uint32_t i = fold->capacity; i < capacity; i++) {
        fold->power[i + 1] = times(fold->power[i], base);
        fold->due[i] = 0;
    }
    fold->capacity = capacity;
    fold->nbuckets = 2 * capacity;
    memset(fold->bucket, 0, fold->nbuckets * sizeof *fold->bucket);
    for (fold->n = SX_FOLD_GRAM; fold->n <= n; fold->n++)
        link_gram(fold);
    fold->n = n;
    return true;
}

bool sx_fold_push(sx_fold *fold, uint64_t symbol)
{
    if (fold->n == fold->capacity && !grow(fold))
        return false;
    uint32_t at = fold->n++;
    fold->symbol[at] = symbol;
    fold->prefix[at + 1] =
        plus(times(fold->prefix[at], base), (sx_hash_mix(symbol) >> 4) + 1);
    link_gram(fold);
    return true;
}

static void pop_one(sx_fold *fold)
{
    uint32_t at = fold->n - 1;
    while (fold->nwaits && fold->wait[fold->nwaits - 1].position == at) {
        const sx_fold_wait *wait = &fold->wait[--fold->nwaits];
        fold->due[wait->due] = wait->next;
    }
    if (fold->n >= SX_FOLD_GRAM) {
        fold->bucket[fold->gram[at] & (fold->nbuckets - 1)] = fold->earlier[at];
    }
    fold->n--;
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
        (sx_fold_wait) { position, level, due, fold->due[due], hash };
    fold->due[due] = fold->nwaits;
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
    uint32_t next = fold->due[fold->n - 1];
    for (int tried = 0; next && tried < SX_FOLD_CANDIDATES; tried++) {
        const sx_fold_wait *wait = &fold->wait[next - 1];
        if (sx_fold_tail(fold, wait->due - wait->position) == wait->hash) {
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

/* Most lengths are out by one of two symbols, which costs less than the hashes .. */
static inline bool is_twice_short(const sx_fold *fold, uint32_t length)
{
    const uint64_t *second = fold->symbol + fold->n - length, *first = second - length;
    return second[length - 1] == first[length - 1] && second[0] == first[0] &&
           is_twice(fold, length);
}

/* .. and longer ones by how the two begin. */
static inline bool is_twice_long(const sx_fold *fold, uint32_t length)
{
    const uint32_t *begin = fold->gram + fold->n - length + SX_FOLD_GRAM - 1;
    return begin[0] == *(begin - length) && is_twice(fold, length);
}

uint32_t sx_fold_repeats(const sx_fold *fold)
{
    uint32_t half = fold->n / 2, at = fold->n - 1;
    for (uint32_t length = 1; length <= SX_FOLD_GRAM && length <= half; length++) {
        if (is_twice_short(fold, length))
            return length;
    }
    if (half <= SX_FOLD_GRAM)
        return 0;
    uint32_t next = fold->earlier[at];
    for (int tried = 0; next && tried < SX_FOLD_CANDIDATES; tried++) {
        uint32_t length = at - (next - 1);
        if (length > half)
            break;
        if (length > SX_FOLD_GRAM && is_twice_long(fold, length))
            return length;
        next = fold->earlier[next - 1];
    }
    return 0;
}
