#include "record/surprise.h"

#include "base/checked.h"

#include <string.h>

enum { LEAST_BITS = 4, MOST_BITS = 10, PROBES = 4 };

/* What came last behind a context. */
typedef struct promise {
    uint64_t context, row;
} promise;

/* The place of a context, or else one that is free, or given up. */
static promise *find_promise(promise *of, unsigned bits, uint64_t context)
{
    uint64_t at = context >> (64 - bits), mask = (UINT64_C(1) << bits) - 1;
    for (int i = 0; i < PROBES; i++, at = (at + 1) & mask)
        if (of[at].context == context || !of[at].context)
            return &of[at];
    return &of[at];
}

/* Steps from number to number that are the same in a row are one, which is promised by what came last behind the two before: a
 * line that begins again and again is as regular as its lengths. */
uint64_t sx_surprise_count(const int64_t *value, uint64_t n)
{
    promise promised[1 << MOST_BITS];
    uint64_t last = 0, before = 0, surprises = 0;
    unsigned bits = LEAST_BITS;
    while (bits < MOST_BITS && UINT64_C(1) << bits < n)
        bits++;
    memset(promised, 0, sizeof promised[0] << bits);
    for (uint64_t i = 1; i < n;) {
        uint64_t from = i, step = (uint64_t)value[i] - (uint64_t)value[i - 1];
        while (i < n && (uint64_t)value[i] - (uint64_t)value[i - 1] == step)
            i++;
        uint64_t row = sx_hash_add(step, i - from);
        uint64_t context = sx_hash_mix(last * UINT64_C(0x9e3779b97f4a7c15) + before) | 1;
        promise *next = find_promise(promised, bits, context);
        surprises += next->context != context || next->row != row;
        *next = (promise) { context, row };
        before = last;
        last = row;
    }
    return surprises;
}
