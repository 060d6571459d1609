/* Recursion folded out of call paths: as letters, on the stack of this program, and past all limits. */
#include "record/callsite.h"
#include "tests/tap.h"

/* Functions of the frames of a path: a letter each, at the address of the digit after it; ? is not known. */
static char code[128][10];

/* The frames that are kept of a path of such pairs, innermost first. */
static void fold(const char *frames, uint32_t depth, char *ret_kept)
{
    sx_call_path path;
    sx_call_path_init(&path);
    for (; *frames; frames += 2) {
        char *function = code[(int)frames[0]];
        if (!sx_call_path_add(&path, function + (frames[1] - '0'),
                              *frames == '?' ? NULL : function, depth))
            break;
    }
    for (uint32_t i = 0; i < path.n; i++) {
        ptrdiff_t at = (char *)path.address[i] - code[0];
        *ret_kept++ = (char)(at / 10);
        *ret_kept++ = (char)('0' + at % 10);
    }
    *ret_kept = '\0';
}

static const struct {
    const char *what, *frames;
    uint32_t depth;
    const char *kept;
} example[] = {
    { "no recursion, as it is", "a1b1c1d1e1m1", 16, "a1b1c1d1e1m1" },
    { "one that calls itself", "a1a2a2a2m1", 16, "a1m1" },
    { "from several places", "a1a3a2a3a3m1", 16, "a1m1" },
    { "with frames within", "h1g1a1a2a2m1", 16, "h1g1a1m1" },
    { "twice over", "a1a2b1b2b2m1", 16, "a1b1m1" },
    { "two that call each other", "b1a2b1a2b1a2m1", 16, "b1a2m1" },
    { "of which the other called", "a1b1a2b1a2m1", 16, "a1m1" },
    { "called by either of them", "a1b1a2b1m1", 16, "a1b1m1" },
    { "four in a ring", "a1b1c1d1a1b1c1d1m1", 16, "a1b1c1d1m1" },
    { "five are not looked for", "a1b1c1d1e1a1m1", 16, "a1b1c1d1e1a1m1" },
    { "one without a known function", "?1?1?1m1", 16, "?1m1" },
    { "from several places", "?1?2?2m1", 16, "?1?2m1" },
    { "in turn with one that is known", "?1a1?1a1m1", 16, "?1a1m1" },
    { "within the depth", "a1a2a2a2m1n1", 2, "a1m1" },
    { "no more than the depth", "a1b1c1", 2, "a1b1" },
    { "one frame", "a1a2m1", 1, "a1" },
};

static void test_folding(void)
{
    for (size_t i = 0; i < sizeof example / sizeof example[0]; i++) {
        char kept[2 * SX_PATH_FRAMES + 1];
        fold(example[i].frames, example[i].depth, kept);
        is_text(kept, example[i].kept, example[i].what);
    }
}

static void test_endless(void)
{
    sx_call_path path;
    uint32_t n = 1;
    sx_call_path_init(&path);
    while (sx_call_path_add(&path, code[1], code[1], 16) && n < 2 * SX_PATH_LONGEST)
        n++;
    is_int(n, SX_PATH_LONGEST, "recursion without an end is left");
    is_int(path.n, 1, "with one frame");
}

static sx_callsites followed, unwound;
static int64_t site[2];
static volatile int sink;

/* What a wrapper does: once by rules, where there are some, and once by the unwinder. */
static __attribute__((noinline)) void look(void)
{
    const uintptr_t *frame = __builtin_frame_address(0);
    void *caller = __builtin_return_address(0);
    site[0] = sx_callsites_here(&followed, caller, frame);
    site[1] = sx_callsites_here(&unwound, caller, NULL);
}

/* Two halves: from two places of its own. */
static __attribute__((noinline)) void sort(int depth)
{
    if (depth == 0) {
        look();
        sink = 0;
    } else if (depth % 3) {
        sort(depth - 1);
        sink = 1;
    } else {
        sort(depth - 1);
        sink = 2;
    }
}

static void descend(int depth);

static __attribute__((noinline)) void smooth(int depth)
{
    descend(depth - 1);
    sink = 3;
}

/* By way of another function. */
static __attribute__((noinline)) void descend(int depth)
{
    if (depth > 0)
        smooth(depth);
    else
        look();
    sink = 4;
}

static void test_stack(const char *what, void (*recursive)(int), uint32_t frames)
{
    static const int depth[] = { 1, 2, 3, 30, 100, 150, 1000, 2000 };
    int64_t sites[2] = { -1, -1 };
    int others = 0;
    followed.depth = unwound.depth = frames;
    for (size_t i = 0; i < 2 * sizeof depth / sizeof depth[0]; i++) {
        recursive(depth[i / 2]); /* twice: it is recognised then */
        for (int k = 0; k < 2; k++) {
            sites[k] = i ? sites[k] : site[k];
            others += site[k] != sites[k];
        }
    }
    is_int(others, 0, what);
    ok(followed.n == 1 && unwound.n == 1, "one site, of up to %u frames", frames);
    recursive(3 * SX_PATH_LONGEST);
    recursive(4 * SX_PATH_LONGEST);
    ok(followed.n == 2 && unwound.n == 2, "far too deep, it has one more");
    sx_callsites_finish(&followed);
    sx_callsites_finish(&unwound);
}

/* The frames around the recursion are there, of which the nearest is the caller of it. */
static void test_frames(void)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace[2] = { 0 };
    const uint32_t *index;
    const int depth[] = { 0, 20 };
    for (volatile int i = 0; i < 2; i++) {
        followed.depth = unwound.depth = 4;
        sort(depth[i]); /* one place */
        sx_callsites_tables(&followed, arena, &trace[i], &index, NULL);
        sx_callsites_finish(&followed);
        sx_callsites_finish(&unwound);
    }
    const sx_site *flat = trace[0].site, *deep = trace[1].site;
    bool same = flat && deep && flat->n == deep->n && flat->n > 1;
    for (uint32_t f = 0; same && f < flat->n; f++)
        same = flat->frame[f].offset == deep->frame[f].offset;
    ok(same, "without recursion and with it the frames are the same");
    sx_arena_destroy(arena);
}

int main(void)
{
    test_folding();
    test_endless();
    test_stack("one that calls itself, at any depth", sort, 16);
    test_stack("the same, of few frames", sort, 2);
    test_stack("two that call each other, at any depth", descend, 16);
    test_frames();
    return tap_done();
}
