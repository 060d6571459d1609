#include "trace/share.h"

#include "base/checked.h"

#include <math.h>

enum { COUNTED = 32, UNIFORMS = 12 };

/* From 0 to below 1, the i-th of a hash. */
static double uniform(uint64_t hash, int64_t i)
{
    return ldexp((double)(sx_hash_mix(~hash + (uint64_t)i) >> 11), -53);
}

/* How many of m things fall to a of b places. Few are thrown one by one; of many the number is normal, by a sum of
 * uniform numbers, in operations that IEEE 754 fixes. */
static int64_t binomial(int64_t m, int64_t a, int64_t b, uint64_t hash)
{
    const double p = (double)a / (double)b;
    if (m <= COUNTED) {
        int64_t n = 0;
        for (int64_t i = 0; i < m; i++)
            n += uniform(hash, i) < p;
        return n;
    }
    double z = -UNIFORMS / 2;
    for (int64_t i = 0; i < UNIFORMS; i++)
        z += uniform(hash, i);
    double n = floor((double)m * p + sqrt((double)m * p * (1 - p)) * z + 0.5);
    if (n <= 0)
        return 0;
    return n >= (double)m ? m : (int64_t)n;
}

bool sx_share(int64_t total, int64_t n, int64_t k, int64_t *ret_part)
{
    if (total < 0 || n < 1 || k < 0)
        return false;
    int64_t first = 0, end = n, at = k % n;
    uint64_t hash = (uint64_t)(k / n); /* then of the halves on the way as well */
    while (end - first > 1 && total > 0) {
        int64_t middle = first + (end - first) / 2;
        hash = sx_hash_mix(hash + (uint64_t)(first + end));
        int64_t left = binomial(total, middle - first, end - first, hash);
        total = at < middle ? left : total - left;
        *(at < middle ? &end : &first) = middle;
    }
    *ret_part = total;
    return true;
}
