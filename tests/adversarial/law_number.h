/* Small numbers of use to grids and laws. */
#ifndef SX_TESTS_LAW_NUMBER_H
#define SX_TESTS_LAW_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

static inline bool is_power(int64_t a)
{
    return a > 0 && (a & (a - 1)) == 0;
}

static inline int64_t lg(int64_t a)
{
    return a > 0 ? 63 - __builtin_clzll((unsigned long long)a) : -1;
}

static inline int64_t root(int64_t a)
{
    int64_t q = 0;
    while ((q + 1) * (q + 1) <= a)
        q++;
    return q;
}

static inline int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t most(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

#endif
