#include "trace/factors.h"

int sx_factors_of(int64_t p, int64_t ret_factor[SX_FACTORS])
{
    int n = 0;
    for (int64_t d = 2; d <= p / d; d += d == 2 ? 1 : 2) {
        for (; p % d == 0; p /= d)
            ret_factor[n++] = d;
    }
    if (p > 1)
        ret_factor[n++] = p;
    return n;
}
