/* The order of calls in a trip, from what ranks make one after the other: sequences as letters, a rank each. */
#include "../../tap.h"
#include "align/call_order.h"

#include <stdio.h>
#include <string.h>

static void try_order(const char *what, size_t n, const char *const *rank,
                      const char *want)
{
    uint64_t follows[26 * 26] = { 0 };
    size_t place[26];
    char got[27] = { 0 };
    for (size_t r = 0; rank[r]; r++)
        for (const char *s = rank[r]; s[0] && s[1]; s++)
            follows[(size_t)(s[0] - 'a') * n + (size_t)(s[1] - 'a')]++;
    ok(sx_call_order(n, follows, place), "%s", what);
    for (size_t c = 0; c < n; c++)
        got[place[c]] = (char)('a' + c);
    ok(strcmp(got, want) == 0, "%s: order %s, want %s", what, got, want);
}

int main(void)
{
    static const char *const plain[] = { "abcabcabc", NULL };
    static const char *const sometimes[] = { "acababcab", "acabcabac", NULL };
    static const char *const either[] = { "abaabac", "acabaab", NULL };
    static const char *const late[] = { "badbadbd", "bdbcadbd", NULL };
    size_t place[SX_CALL_ORDER + 1];
    const uint64_t none[(SX_CALL_ORDER + 1) * (SX_CALL_ORDER + 1)] = { 0 };
    try_order("all calls in every trip", 3, plain, "abc");
    try_order("a call that comes before another one, seen later", 3, sometimes, "abc");
    try_order("calls that never meet stay in order", 3, either, "abc");
    try_order("a call that is first by number and not in a trip", 4, late, "bcad");
    ok(!sx_call_order(SX_CALL_ORDER + 1, none, place), "too many calls have no order");
    return tap_done();
}
