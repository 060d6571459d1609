#include "base/arena.h"
#include "base/buffer.h"
#include "tap.h"
#include "trace/ranklist.h"

#include <stdlib.h>

static sx_arena *arena;

static void print(sx_buffer *out, const sx_ranklist *list)
{
    for (size_t i = 0; i < list->n; i++) {
        sx_buffer_printf(out, "<%u %lld", list->term[i].ndims,
                         (long long)list->term[i].start);
        for (uint32_t d = 0; d < list->term[i].ndims; d++)
            sx_buffer_printf(out, " %lld %lld", (long long)list->term[i].dim[d].iters,
                             (long long)list->term[i].dim[d].stride);
        sx_buffer_puts(out, ">");
    }
}

static void check_text(const sx_rank *rank, size_t n, const char *want, const char *what)
{
    sx_ranklist list;
    sx_buffer out = SX_BUFFER_INIT;
    if (!ok(sx_ranklist_from_ranks(arena, rank, n, &list, NULL) == SX_OK, "%s fold",
            what))
        return;
    print(&out, &list);
    is_text(out.data ? out.data : "", want, what);
    sx_buffer_finish(&out);
}

#define CHECK(what, want, ...)                                                           \
    do {                                                                                 \
        const sx_rank rank[] = { __VA_ARGS__ };                                          \
        check_text(rank, sizeof rank / sizeof *rank, want, what);                        \
    } while (0)

/* Paper 001, section 2 and 3.2: a rectangle within a grid is one term. */
static void test_shapes(void)
{
    sx_rank inner[64];
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            inner[8 * y + x] = 10 * (y + 1) + x + 1;
    check_text(inner, 64, "<2 11 8 10 8 1>", "the inner ranks of a 10 x 10 grid");
    CHECK("one rank", "<0 7>", 7);
    CHECK("two ranks", "<1 3 2 6>", 3, 9);
    CHECK("the inner ranks of a 4 x 4 grid", "<2 5 2 4 2 1>", 5, 6, 9, 10);
    CHECK("the corners of a 4 x 4 grid", "<2 0 2 12 2 3>", 0, 3, 12, 15);
    CHECK("the corners of a 4 x 4 x 4 grid", "<3 0 2 48 2 12 2 3>", 0, 3, 12, 15, 48, 51,
          60, 63);
    CHECK("a column and a block", "<1 0 3 6><2 2 3 6 3 1>", 0, 2, 3, 4, 6, 8, 9, 10, 12,
          14, 15, 16);
    CHECK("a lone rank before two rows", "<0 0><2 10 2 10 3 1>", 0, 10, 11, 12, 20, 21,
          22);
}

static size_t random_set(sx_rank *rank, int limit, int kind)
{
    size_t n = 0;
    for (int r = 0; r < limit; r++) {
        int x = r % 7, y = r / 7;
        bool in = kind == 0   ? rand() % 2
                  : kind == 1 ? rand() % 8 == 0
                  : kind == 2 ? x > 1 && x < 5 && y > 0 && y < 4
                              : (x == 0) != (y % 3 == 0);
        if (in)
            rank[n++] = r;
    }
    return n;
}

/* Everything that is asked of a list against the plain set. */
static bool answers_right(const sx_ranklist *list, const sx_rank *rank, size_t n,
                          int limit)
{
    sx_rank *back = calloc(n + 1, sizeof *back);
    bool right = list->count == (sx_rank)n;
    if (right)
        sx_ranklist_expand(list, back);
    right = right && (n == 0 || memcmp(back, rank, n * sizeof *rank) == 0);
    size_t below = 0;
    for (size_t i = 1; i < list->n; i++)
        right = right && list->term[i - 1].start < list->term[i].start;
    for (int r = -2; r < limit + 2 && right; r++) {
        bool in = below < n && rank[below] == r;
        right = sx_ranklist_contains(list, r) == in &&
                sx_ranklist_position(list, r) == (sx_rank)below;
        below += in;
    }
    right = right && sx_ranklist_first(list) == (n ? rank[0] : 0) &&
            sx_ranklist_last(list) == (n ? rank[n - 1] : -1);
    free(back);
    return right;
}

static size_t weight(const sx_ranklist *list)
{
    size_t fields = 0;
    for (size_t i = 0; i < list->n; i++)
        fields += 1 + list->term[i].ndims;
    return fields;
}

/* Ranks of an open grid with as many ends as `ends` says; returns how many boxes they are. */
static size_t boxes_with_ends(const int *dim, int ndims, int ends)
{
    sx_rank rank[2048];
    sx_ranklist list;
    size_t n = 0;
    int size = 1;
    for (int axis = 0; axis < ndims; axis++)
        size *= dim[axis];
    for (int r = 0; r < size; r++) {
        int rest = r, here = 0;
        for (int axis = 0; axis < ndims; rest /= dim[axis++])
            here += rest % dim[axis] == 0 || rest % dim[axis] == dim[axis] - 1;
        if (here == ends)
            rank[n++] = r;
    }
    sx_ranklist_boxes(arena, rank, n, &list, NULL);
    return answers_right(&list, rank, n, size) ? list.n : SIZE_MAX;
}

/* Corners, edges, faces and the inside: at most a box for each choice of the axes at whose ends they are. */
static void test_boxes(void)
{
    static const int grid[][4] = { { 4, 4, 4 },   { 8, 8, 16 },  { 16, 8, 8 },
                                   { 5, 7, 9 },   { 12, 10, 8 }, { 3, 4, 20 },
                                   { 4, 4, 4, 4 } };
    static const size_t choices[][5] = { { 1, 3, 3, 1 }, { 1, 4, 6, 4, 1 } };
    for (size_t g = 0; g < sizeof grid / sizeof *grid; g++) {
        int ndims = grid[g][3] ? 4 : 3;
        for (int ends = 0; ends <= ndims; ends++)
            ok(boxes_with_ends(grid[g], ndims, ends) <= choices[ndims - 3][ends],
               "ranks with %d ends of %d x %d x %d x %d: %zu boxes", ends, grid[g][0],
               grid[g][1], grid[g][2], ndims == 4 ? grid[g][3] : 1,
               boxes_with_ends(grid[g], ndims, ends));
    }
}

static void test_random_sets(void)
{
    enum { LIMIT = 60, CASES = 4000 };
    bool right = true, canonical = true;
    srand(7);
    for (int i = 0; i < CASES && right && canonical; i++) {
        sx_rank rank[LIMIT], part[2][LIMIT];
        int limit = 1 + rand() % LIMIT;
        size_t n = random_set(rank, limit, rand() % 4), m[2] = { 0, 0 };
        sx_ranklist list, half[2], both, moved, boxes;
        for (size_t k = 0; k < n; k++) {
            int side = i % 3 ? rand() % 2 : k > n / 2;
            part[side][m[side]++] = rank[k];
        }
        sx_ranklist_from_ranks(arena, rank, n, &list, NULL);
        sx_ranklist_from_ranks(arena, part[0], m[0], &half[0], NULL);
        sx_ranklist_from_ranks(arena, part[1], m[1], &half[1], NULL);
        sx_ranklist_union(arena, &half[0], &half[1], &both, NULL);
        sx_ranklist_boxes(arena, rank, n, &boxes, NULL);
        right = answers_right(&list, rank, n, limit) &&
                answers_right(&boxes, rank, n, limit) && weight(&boxes) <= weight(&list);
        canonical = sx_ranklist_equal(&list, &both) &&
                    sx_ranklist_hash(&list) == sx_ranklist_hash(&both);
        sx_ranklist_shift(arena, &list, 100, &moved, NULL);
        right = right && moved.count == list.count &&
                (n == 0 || (sx_ranklist_first(&moved) == rank[0] + 100 &&
                            !sx_ranklist_equal(&moved, &list)));
    }
    ok(right, "random sets: members, positions and expansion are those of the set");
    ok(canonical, "random sets: a union of parts is the list of the whole");
}

/* A reader may give terms whose strides are not sorted. */
static void test_unsorted_strides(void)
{
    const sx_ranklist_term term = { 5, 2, { { 3, 1 }, { 4, 10 } } };
    const sx_ranklist list = { 1, &term, 12 };
    sx_rank rank[12] = { 0 };
    sx_ranklist_expand(&list, rank);
    is_int(rank[3], 15, "the fourth rank of 5 15 25 35, 6 16 26 36, 7 ..");
    is_int(sx_ranklist_position(&list, 16), 4, "ranks below 16");
    ok(sx_ranklist_contains(&list, 37) && !sx_ranklist_contains(&list, 38), "members");
}

static void test_errors(void)
{
    const sx_rank twice[] = { 1, 3, 3 };
    sx_ranklist list = { 0, NULL, 0 };
    sx_error err;
    is_int(sx_ranklist_from_ranks(arena, twice, 3, &list, &err), SX_INVALID,
           "a rank twice");
    sx_ranklist_range(arena, INT64_MAX - 1, 1, &list, NULL);
    is_int(sx_ranklist_shift(arena, &list, 9, &list, &err), SX_OVERFLOW,
           "a shift too far");
}

int main(void)
{
    arena = sx_arena_create();
    test_shapes();
    test_boxes();
    test_random_sets();
    test_unsorted_strides();
    test_errors();
    sx_arena_destroy(arena);
    return tap_done();
}
