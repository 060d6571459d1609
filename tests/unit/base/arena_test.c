#include "base/arena.h"

#include "tap.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>

static bool is_zero(const unsigned char *p, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (p[i])
            return false;
    return true;
}

static void test_pieces(sx_arena *arena)
{
    enum { PIECES = 2000 };
    unsigned char *piece[PIECES];
    bool aligned = true, zero = true, kept = true;
    for (size_t i = 0; i < PIECES; i++) {
        piece[i] = sx_arena_alloc(arena, i % 97, 1);
        aligned = aligned && (uintptr_t)piece[i] % alignof(max_align_t) == 0;
        zero = zero && is_zero(piece[i], i % 97);
        memset(piece[i], (int)(i % 251), i % 97);
    }
    for (size_t i = 0; i < PIECES; i++)
        for (size_t k = 0; k < i % 97; k++)
            kept = kept && piece[i][k] == i % 251;
    ok(aligned, "pieces are aligned");
    ok(zero, "pieces are zeroed");
    ok(kept, "pieces do not overlap");
}

static void test_large(sx_arena *arena)
{
    size_t before = sx_arena_size(arena);
    unsigned char *p = sx_arena_alloc(arena, 3 << 20, 1);
    ok(p && is_zero(p, 3 << 20), "a piece larger than any block");
    ok(sx_arena_size(arena) >= before + (3 << 20), "its size is counted");
}

static void test_failures(sx_arena *arena)
{
    ok(!sx_arena_alloc(arena, SIZE_MAX / 2, 3), "a product that overflows");
    ok(!sx_arena_alloc(arena, SIZE_MAX - 4, 1), "a size that overflows when aligned");
    ok(!sx_arena_string(arena, "", SIZE_MAX), "a string of SIZE_MAX bytes");
    ok(sx_arena_alloc(arena, 0, 8) != NULL, "nothing is something");
    sx_arena_destroy(NULL);
    ok(1, "destroying NULL");
}

static void test_limit(void)
{
    sx_arena *arena = sx_arena_create();
    ok(sx_arena_alloc(arena, 1, 100000) != NULL, "without a limit");
    sx_arena_limit(arena, 64);
    ok(sx_arena_alloc(arena, 1, 40) != NULL && !sx_arena_is_out(arena), "within one");
    ok(!sx_arena_alloc(arena, 1, 40) && sx_arena_is_out(arena), "beyond it");
    ok(sx_arena_alloc(arena, 1, 8) != NULL && sx_arena_is_out(arena),
       "that is remembered");
    sx_arena_destroy(arena);
    arena = sx_arena_create();
    ok(!sx_arena_string(arena, "", SIZE_MAX) && sx_arena_is_out(arena),
       "so are strings that are too long");
    sx_arena_destroy(arena);
}

static void test_clear(void)
{
    sx_arena *arena = sx_arena_create();
    sx_arena_clear(arena);
    for (int i = 0; i < 40; i++)
        memset(sx_arena_alloc(arena, 1, 1000 * (size_t)(i % 7 + 1)), 1,
               1000 * (size_t)(i % 7 + 1));
    memset(sx_arena_alloc(arena, 1, 200000), 1, 200000);
    size_t before = sx_arena_size(arena);
    sx_arena_clear(arena);
    size_t kept = sx_arena_size(arena);
    ok(kept >= 200000 && kept < before, "clearing keeps the largest block alone");
    const unsigned char *p = sx_arena_alloc(arena, 1, 200000);
    ok(is_zero(p, 200000) && sx_arena_size(arena) == kept,
       "what is handed out of it again is zeroed");
    sx_arena_destroy(arena);
}

static void test_copies(sx_arena *arena)
{
    const int numbers[] = { 3, 1, 4, 1, 5 };
    int *copy = sx_arena_copy(arena, numbers, 5, sizeof *numbers);
    ok(copy && copy != numbers && memcmp(copy, numbers, sizeof numbers) == 0,
       "a copy is equal");
    ok(sx_arena_copy(arena, NULL, 0, 4) != NULL, "a copy of nothing");
    is_text(sx_arena_string(arena, "ranklist", 4), "rank", "the first four letters");
    is_text(sx_arena_printf(arena, "%s<%d>", "t", 16), "t<16>", "a formatted string");
    is_text(sx_arena_printf(arena, "%s", ""), "", "an empty formatted string");
}

int main(void)
{
    sx_arena *arena = sx_arena_create();
    test_pieces(arena);
    test_large(arena);
    test_failures(arena);
    test_copies(arena);
    test_clear();
    test_limit();
    sx_arena_destroy(arena);
    return tap_done();
}
