/* Who of the ranks has least and most: pooled in any order, and read back from meta data as written. */
#include "tap.h"
#include "trace/extremes.h"

static void pooling(void)
{
    static const int64_t value[] = { 5, 9, 2, 9, 2, 7 };
    sx_extremes up = { .n = 0 }, down = { .n = 0 };
    for (sx_rank r = 0; r < 6; r++) {
        sx_extremes one = sx_extremes_of(r, value[r]), other;
        sx_extremes_merge(&up, &one);
        other = sx_extremes_of(5 - r, value[5 - r]);
        sx_extremes_merge(&down, &other);
    }
    sx_extremes none = { .n = 0 };
    sx_extremes_merge(&up, &none);
    ok(memcmp(&up, &down, sizeof up) == 0, "the order does not matter");
    is_int(up.n, 6, "ranks");
    is_int((int64_t)up.sum, 34, "sum");
    is_int(up.least, 2, "least");
    is_int(up.least_rank, 2, "the first that has it");
    is_int(up.most, 9, "most");
    is_int(up.most_rank, 1, "the first that has it");
}

static int64_t ranks_found(const char *text)
{
    sx_meta meta = { sx_extremes_key(SX_TIMES_COMM), text };
    sx_trace trace = { .p = 4, .meta = &meta, .nmeta = 1 };
    ok(sx_extremes_find(&trace, SX_TIMES_COMP).n == 0, "the other key");
    return sx_extremes_find(&trace, SX_TIMES_COMM).n;
}

static void meta_data(void)
{
    sx_arena *arena = sx_arena_create();
    sx_extremes written = { 4, 36, 7, 12, 3, 0 };
    const char *text = sx_extremes_text(arena, &written);
    is_text(text, "least 7 of rank 3, mean 9, most 12 of rank 0", "as text");
    sx_meta meta = { sx_extremes_key(SX_TIMES_COMM), text };
    sx_trace trace = { .p = 4, .meta = &meta, .nmeta = 1 };
    sx_extremes back = sx_extremes_find(&trace, SX_TIMES_COMM);
    ok(memcmp(&back, &written, sizeof back) == 0, "and back");
    static const char *const wrong[] = {
        "",
        "least 7 of rank 4, mean 9, most 12 of rank 0", /* there are ranks 0 to 3 */
        "least 7 of rank 3, mean 9, most 12 of rank -1",
        "least 7 of rank 3, mean 6, most 12 of rank 0",
        "least 7 of rank 3, mean 13, most 12 of rank 0",
        "least -7 of rank 3, mean 9, most 12 of rank 0",
        "least 7 of rank 3, mean 9, most 12 of rank 0 or so",
        "least 7 of rank 3, mean 9, most 12",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        is_int(ranks_found(wrong[i]), 0, wrong[i]);
    ok(!sx_extremes_text(arena, &(sx_extremes) { .n = 0 }), "of nobody there is no text");
    ok(sx_extremes_is_key("rank.computation_ns") && !sx_extremes_is_key("verify"),
       "keys");
    sx_arena_destroy(arena);
}

int main(void)
{
    pooling();
    meta_data();
    return tap_done();
}
