#include "align/call_parts.h"

#include <string.h>

enum { MOST = 64 };

bool sx_call_parts_order(size_t n, const uint64_t *behind, uint64_t which,
                         bool last_first, size_t *ret_place)
{
    uint64_t left = which;
    for (size_t at = 0; left; at++) {
        size_t next = n;
        for (size_t k = 0; k < n; k++) {
            size_t i = last_first ? n - 1 - k : k;
            bool waits = false;
            for (size_t a = 0; a < n; a++)
                waits = waits || (left >> a & 1 && a != i && behind[a] >> i & 1);
            if (left >> i & 1 && !waits) {
                next = i;
                break;
            }
        }
        if (next == n)
            return false;
        ret_place[at] = next;
        left &= ~(UINT64_C(1) << next);
    }
    return true;
}

/* Through others, too. */
static void close_order(size_t n, uint64_t *behind)
{
    for (size_t via = 0; via < n; via++)
        for (size_t c = 0; c < n; c++)
            if (behind[c] >> via & 1)
                behind[c] |= behind[via];
}

/* A call that comes behind none of those left, but for what comes behind it as well. */
static size_t find_first(size_t n, const uint64_t *closed, uint64_t left)
{
    size_t c = 0;
    for (bool is_first = false; c < n; c++) {
        is_first = left >> c & 1;
        for (size_t a = 0; a < n && is_first; a++)
            is_first = !(left >> a & 1) || !(closed[a] >> c & 1) || closed[c] >> a & 1;
        if (is_first)
            break;
    }
    return c;
}

size_t sx_call_parts(size_t n, const uint64_t *behind, sx_call_part *ret_part)
{
    uint64_t closed[MOST], left = n < MOST ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
    size_t parts = 0;
    memcpy(closed, behind, n * sizeof *closed);
    close_order(n, closed);
    while (left) {
        const size_t first = find_first(n, closed, left);
        uint64_t calls = UINT64_C(1) << first;
        for (size_t c = 0; c < n; c++)
            if (closed[first] >> c & 1 && closed[c] >> first & 1)
                calls |= UINT64_C(1) << c;
        ret_part[parts++] = (sx_call_part) { calls, behind[first] >> first & 1 ||
                                                        (calls & (calls - 1)) != 0 };
        left &= ~calls;
    }
    return parts;
}
