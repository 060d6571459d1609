/* Which ranks stand for all, and what a trace says that they computed. */
#include "tap.h"
#include "trace/some_ranks.h"

#include <math.h>

static void spread(int64_t p)
{
    const size_t n = sx_some_ranks_count(p);
    bool ascending = true, found = true;
    for (size_t i = 0; i < n; i++) {
        const sx_rank rank = sx_some_ranks_rank(p, i);
        ascending = ascending && (i == 0 || rank > sx_some_ranks_rank(p, i - 1));
        found = found && sx_some_ranks_place(p, rank) == (int)i;
    }
    is_int(n, p < SX_SOME_RANKS ? p : SX_SOME_RANKS, "ranks");
    ok(ascending, "each once, of %d", (int)p);
    ok(found, "each has its place");
    ok(sx_some_ranks_rank(p, n - 1) < p, "all of them are there");
}

/* Of each of 16 places of a row there are some. */
static void no_regular_ones(void)
{
    unsigned places = 0;
    for (size_t i = 0; i < SX_SOME_RANKS; i++)
        places |= 1U << sx_some_ranks_rank(1024, i) % 16;
    is_int(places, 0xffff, "places in rows of 16");
    is_int(sx_some_ranks_place(1024, 1023), -1, "not everybody");
}

static void text(sx_arena *arena)
{
    const int64_t ns[] = { 900, 1200, 1000, 900 }, none[4] = { 0 };
    double share[SX_SOME_RANKS];
    const char *said = sx_some_ranks_text(arena, 4, ns, 1000);
    is_text(said, "9000 12000 10000 9000", "text");
    is_int(sx_some_ranks_read(said, 4, share), 21, "read again");
    ok(fabs(share[1] - 1.2) < 1e-12 && fabs(share[3] - 0.9) < 1e-12, "as they were");
    is_int(sx_some_ranks_read("9000 12000, more", 2, share), 10, "and no further");
    is_int(sx_some_ranks_read(said, 5, share), 0, "too few");
    is_int(sx_some_ranks_read("9000 -1 5 5", 4, share), 0, "less than nothing");
    is_int(sx_some_ranks_read("9000 1e9 5 5", 4, share), 0, "no whole numbers");
    ok(!sx_some_ranks_text(arena, 4, none, 0), "nothing was computed");
    ok(!sx_some_ranks_text(arena, 4, none, 1000), "a rank computed nothing");
}

int main(void)
{
    sx_arena *arena = sx_arena_create();
    const int64_t p[] = { 1, 7, 63, 64, 65, 66, 100, 127, 128, 129, 1000, 1 << 20 };
    for (size_t i = 0; i < sizeof p / sizeof *p; i++)
        spread(p[i]);
    no_regular_ones();
    text(arena);
    sx_arena_destroy(arena);
    return tap_done();
}
