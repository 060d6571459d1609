#include "base/checked.h"
#include "trace/seq_fold.h"

#include <stdlib.h>
#include <string.h>

/* hash[k] is a polynomial hash of v[0 .. k) in wrapping 64-bit arithmetic over mixed values, and
 * power[k] the base to the k. A collision can only make a repetition seem longer than it is;
 * what is found is therefore cut to what the values confirm. */
typedef struct text {
    const int64_t *value;
    uint64_t n;
    uint64_t *hash, *power;
} text;

enum { BY_VALUE = 16 }; /* compared one by one before hashes are asked */

static uint64_t hash_of(const text *t, uint64_t from, uint64_t length)
{
    return t->hash[from + length] - t->hash[from] * t->power[length];
}

/* How far the suffixes at i < j agree. */
static uint64_t common_forward(const text *t, uint64_t i, uint64_t j)
{
    uint64_t low = 0, high = t->n - j;
    while (low < high && low < BY_VALUE && t->value[i + low] == t->value[j + low])
        low++;
    if (low < BY_VALUE || low == high)
        return low;
    while (low < high) {
        uint64_t middle = low + (high - low + 1) / 2;
        if (hash_of(t, i, middle) == hash_of(t, j, middle))
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* How far the prefixes that end before i < j agree, backwards. */
static uint64_t common_backward(const text *t, uint64_t i, uint64_t j)
{
    uint64_t low = 0, high = i;
    while (low < high && low < BY_VALUE && t->value[i - low - 1] == t->value[j - low - 1])
        low++;
    if (low < BY_VALUE || low == high)
        return low;
    while (low < high) {
        uint64_t middle = low + (high - low + 1) / 2;
        if (hash_of(t, i - middle, middle) == hash_of(t, j - middle, middle))
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* Is the suffix at i before that at j? The end is before every value; `reversed` turns all round. */
static bool suffix_less(const text *t, uint64_t i, uint64_t j, bool reversed)
{
    uint64_t same = common_forward(t, i, j);
    bool less = j + same < t->n && t->value[i + same] < t->value[j + same];
    return less != reversed;
}

static int by_begin(const void *a, const void *b)
{
    const sx_repeat *x = a, *y = b;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    if (x->period != y->period)
        return x->period < y->period ? -1 : 1;
    return (x->end > y->end) - (x->end < y->end);
}

/* Adds the repetitions that the Lyndon words of one order root. `next` is scratch of n. */
static uint64_t find_ordered(const text *t, bool reversed, uint64_t *next,
                             sx_repeat *found)
{
    uint64_t nfound = 0;
    for (uint64_t i = t->n; i-- > 0;) {
        uint64_t j = i + 1;
        while (j < t->n && suffix_less(t, i, j, reversed))
            j = next[j];
        next[i] = j;
        uint64_t period = j - i;
        if (period < 2)
            continue;
        uint64_t begin = i - common_backward(t, i, j);
        uint64_t end = j + common_forward(t, i, j);
        if (end - begin >= 2 * period)
            found[nfound++] = (sx_repeat) { begin, end, period };
    }
    return nfound;
}

static uint64_t sort_unique(sx_repeat *repeat, uint64_t n)
{
    qsort(repeat, n, sizeof *repeat, by_begin);
    uint64_t kept = 0;
    for (uint64_t i = 0; i < n; i++)
        if (kept == 0 || by_begin(&repeat[kept - 1], &repeat[i]) != 0)
            repeat[kept++] = repeat[i];
    return kept;
}

static bool prepare(text *t)
{
    const uint64_t base = UINT64_C(0x9e3779b97f4a7c15);
    t->hash = calloc(t->n + 1, sizeof *t->hash);
    t->power = calloc(t->n + 1, sizeof *t->power);
    if (!t->hash || !t->power)
        return false;
    t->power[0] = 1;
    for (uint64_t k = 0; k < t->n; k++) {
        t->power[k + 1] = t->power[k] * base;
        t->hash[k + 1] = t->hash[k] * base + sx_hash_mix((uint64_t)t->value[k] ^ base);
    }
    return true;
}

bool sx_repeats_find(const int64_t *value, uint64_t n, sx_repeat **ret_repeat,
                     uint64_t *ret_n)
{
    text t = { value, n, NULL, NULL };
    uint64_t *next = calloc(n, sizeof *next);
    sx_repeat *found = calloc(n, 2 * sizeof *found);
    bool fits = prepare(&t) && next && found;
    if (fits) {
        uint64_t nfound = find_ordered(&t, false, next, found);
        nfound += find_ordered(&t, true, next, found + nfound);
        *ret_n = sort_unique(found, nfound);
        *ret_repeat = found;
    } else {
        free(found);
    }
    free(next);
    free(t.hash);
    free(t.power);
    return fits;
}
