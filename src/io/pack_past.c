#include "io/pack_past.h"

#include "base/checked.h"

#include <stdlib.h>

/* Far repeats: of as many indices as have WINDOW_BITS together, in sequences of at least FAR_FROM. */
enum { WINDOW_BITS = 32, FAR_FROM = 256, NEAR = 32 };
#define FAR_BASE UINT64_C(0x9e3779b97f4a7c15)

static bool open_far(sx_past *past, uint64_t n, unsigned bits, uint64_t far_most)
{
    uint64_t size = FAR_FROM;
    if (n < FAR_FROM)
        return true;
    while (size < n && size < far_most)
        size *= 2;
    past->window = (WINDOW_BITS + bits - 1) / bits;
    past->window = past->window < 4 ? 4 : past->window;
    past->oldest_power = 1;
    for (uint64_t i = 0; i < past->window; i++)
        past->oldest_power *= FAR_BASE;
    past->far_mask = size - 1;
    past->far = calloc(size, sizeof *past->far);
    return past->far;
}

bool sx_past_open(sx_past *past, uint64_t n, unsigned bits, uint64_t most_bytes,
                  uint64_t far_most)
{
    uint64_t size = 4 * NEAR;
    past->width = bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8;
    while (size < n + 2 * NEAR && size < most_bytes / past->width)
        size *= 2;
    past->mask = size - 1;
    past->index = calloc(size, past->width);
    return past->index && open_far(past, n, bits, far_most);
}

void sx_past_finish(sx_past *past)
{
    free(past->index);
    free(past->far);
}

uint64_t sx_past_at(const sx_past *past, uint64_t k)
{
    k &= past->mask;
    switch (past->width) {
    case 1:
        return ((const uint8_t *)past->index)[k];
    case 2:
        return ((const uint16_t *)past->index)[k];
    case 4:
        return ((const uint32_t *)past->index)[k];
    default:
        return ((const uint64_t *)past->index)[k];
    }
}

void sx_past_put(sx_past *past, uint64_t k, uint64_t index)
{
    k &= past->mask;
    switch (past->width) {
    case 1:
        ((uint8_t *)past->index)[k] = (uint8_t)index;
        break;
    case 2:
        ((uint16_t *)past->index)[k] = (uint16_t)index;
        break;
    case 4:
        ((uint32_t *)past->index)[k] = (uint32_t)index;
        break;
    default:
        ((uint64_t *)past->index)[k] = index;
    }
}

/* How many indices, at most so many, are the same before `from` and before k. None where they may be no longer there. */
static uint64_t same_before(const sx_past *past, uint64_t from, uint64_t k, uint64_t most)
{
    uint64_t n = 0;
    if (k - from > past->mask - 2 * NEAR)
        return 0;
    while (n < most && n < from &&
           sx_past_at(past, from - 1 - n) == sx_past_at(past, k - 1 - n))
        n++;
    return n;
}

/* Looks for what came when the newest window was there before, where less than that speaks for the prediction. */
static void predict_far(sx_past *past, uint64_t k)
{
    past->hash = past->hash * FAR_BASE + sx_past_at(past, k - 1) + 1;
    if (k > past->window)
        past->hash -= past->oldest_power * (sx_past_at(past, k - 1 - past->window) + 1);
    if (k < past->window)
        return;
    uint32_t *newest = &past->far[sx_hash_mix(past->hash) & past->far_mask];
    uint64_t from = *newest;
    *newest = (uint32_t)k;
    if (past->length >= past->window || from == 0)
        return;
    if (same_before(past, from, k, past->window) == past->window) {
        past->from = from;
        past->length = past->window;
    }
}

/* Looks for what came when the newest number was there before. */
void sx_past_predict(sx_past *past, uint64_t k)
{
    if (k == 0)
        return;
    uint64_t last = sx_past_at(past, k - 1);
    uint32_t *newest = &past->newest[sx_hash_mix(last) % SX_PAST_NEWEST];
    if (past->length && sx_past_at(past, past->from) == last) {
        past->from++;
        past->length++;
    } else {
        past->from = *newest;
        past->length = same_before(past, past->from, k, NEAR);
    }
    *newest = (uint32_t)k;
    if (past->far)
        predict_far(past, k);
}
