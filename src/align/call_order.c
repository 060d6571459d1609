#include "align/call_order.h"

/* How often one of the calls in `set` comes right after call v, which stands behind them. */
static uint64_t returns(size_t n, const uint64_t *follows, size_t v, unsigned set)
{
    uint64_t sum = 0;
    for (size_t u = 0; u < n; u++)
        sum += set >> u & 1 ? follows[v * n + u] : 0;
    return sum;
}

/* The fewest returns among the calls in each set, whichever stands last in it: by what the set is without that one. */
bool sx_call_order(size_t n, const uint64_t *follows, size_t *ret_place)
{
    uint64_t fewest[1u << SX_CALL_ORDER];
    uint8_t last[1u << SX_CALL_ORDER];
    if (n > SX_CALL_ORDER)
        return false;
    fewest[0] = 0;
    for (unsigned set = 1; set < 1u << n; set++) {
        fewest[set] = UINT64_MAX;
        for (size_t v = n; v-- > 0;) {
            const unsigned before = set & ~(1u << v);
            if (before == set)
                continue;
            uint64_t here = fewest[before] + returns(n, follows, v, before);
            if (here >= fewest[set])
                continue;
            fewest[set] = here;
            last[set] = (uint8_t)v;
        }
    }
    size_t place = n;
    for (unsigned set = (1u << n) - 1; set; set &= ~(1u << last[set]))
        ret_place[last[set]] = --place;
    return true;
}
