/* Binomial trees whose messages say in their tags which stage they are of: the distance between both ends, its logarithm, the stages
 * left, or a line of one of these. */
#include "fit/fit.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t nine(const synth_at *at)
{
    (void)at;
    return 9;
}
static int64_t is_root(const synth_at *at)
{
    return at->r == 0;
}
static int64_t is_other(const synth_at *at)
{
    return at->r > 0;
}
static int64_t logarithm(int64_t n)
{
    int64_t l = 0;
    while (INT64_C(2) << l <= n)
        l++;
    return l;
}

/* ---- from the root, the largest distance first ---- */

/* How far its parent is; of the root, a power of two that is no less than there are ranks. */
static int64_t up(const synth_at *at)
{
    int64_t h = 1;
    while (at->r ? at->r % (2 * h) == 0 : h < at->p)
        h *= 2;
    return h;
}
static int64_t children(const synth_at *at)
{
    int64_t n = 0;
    for (int64_t h = up(at) / 2; h > 0; h /= 2)
        n += at->r + h < at->p;
    return n;
}
static int64_t has_children(const synth_at *at)
{
    return is_other(at) && children(at) > 0;
}
/* The first of the loop has the largest distance. */
static int64_t down(const synth_at *at)
{
    return INT64_C(1) << (children(at) - 1 - at->i[0]);
}
static int64_t parent(const synth_at *at)
{
    return at->r - up(at);
}
static int64_t child(const synth_at *at)
{
    return at->r + down(at);
}

typedef int64_t tag_of(int64_t far, int64_t p);

static int64_t distance(int64_t far, int64_t p)
{
    (void)p;
    return far;
}
static int64_t level(int64_t far, int64_t p)
{
    (void)p;
    return logarithm(far);
}
static int64_t level_from_top(int64_t far, int64_t p)
{
    return logarithm(p) - 1 - logarithm(far);
}
/* The same where the number of ranks is no power of two. */
static int64_t level_from_above(int64_t far, int64_t p)
{
    return logarithm(2 * p - 1) - 1 - logarithm(far);
}
static int64_t twice_and_one_hundred(int64_t far, int64_t p)
{
    (void)p;
    return 100 + 2 * logarithm(far);
}

/* Which tag an item has. */
typedef struct tagged {
    tag_of *of;
} tagged;

static int64_t tag_down(const synth_at *at)
{
    return ((const tagged *)at->item->data)->of(down(at), at->p);
}
static int64_t tag_up(const synth_at *at)
{
    return ((const tagged *)at->item->data)->of(up(at), at->p);
}

#define MESSAGE(OP, SITE, WHO, PEER, TAG, DATA)                                          \
    {                                                                                    \
        'e', .op = OP, .where = WHO, .site = SYNTH_SHARED + SITE, .data = &(DATA),       \
             .param = {                                                                  \
                 { SX_PARAM_COMM, zero },                                                \
                 { SX_PARAM_PEER, PEER },                                                \
                 { SX_PARAM_COUNT, nine },                                               \
                 { SX_PARAM_TYPE, zero },                                                \
                 { SX_PARAM_TAG, TAG }                                                   \
             }                                                                           \
    }

/* The root's loop stands before what others receive, as ranks fold a loop over distances with a branch in it. */
#define TREE_DOWN(DATA)                                                                  \
    {                                                                                    \
        { '(', .where = is_root, .trips = children },                                    \
            MESSAGE(SX_OP_Send, 0, NULL, child, tag_down, DATA), { .kind = ')' },        \
            MESSAGE(SX_OP_Recv, 1, is_other, parent, tag_up, DATA),                      \
            { '(', .where = has_children, .trips = children },                           \
            MESSAGE(SX_OP_Send, 0, NULL, child, tag_down, DATA), { .kind = ')' }, { 0 }, \
    }

/* All receive first, and send then, as in a tree that looks for its parent. */
#define TREE_OF_ALL(DATA)                                                                \
    {                                                                                    \
        MESSAGE(SX_OP_Recv, 1, is_other, parent, tag_up, DATA),                          \
            { '(', .where = children, .trips = children },                               \
            MESSAGE(SX_OP_Send, 0, NULL, child, tag_down, DATA), { .kind = ')' }, { 0 }, \
    }

static const tagged by_distance = { distance }, by_level = { level },
                    from_top = { level_from_top }, from_above = { level_from_above },
                    line = { twice_and_one_hundred };
static const synth_item distance_down[] = TREE_DOWN(by_distance),
                        level_down[] = TREE_DOWN(by_level),
                        top_down[] = TREE_DOWN(from_top), line_down[] = TREE_DOWN(line),
                        above_all_down[] = TREE_DOWN(from_above),
                        distance_of_all[] = TREE_OF_ALL(by_distance),
                        level_of_all[] = TREE_OF_ALL(by_level),
                        top_of_all[] = TREE_OF_ALL(from_top);

/* ---- from the root, the smallest distance first: who is in by then has another rank as far above ---- */

static int64_t highest(const synth_at *at)
{
    return INT64_C(1) << logarithm(at->r);
}
static int64_t first_distance(const synth_at *at)
{
    return at->r ? 2 * highest(at) : 1;
}
static int64_t later(const synth_at *at)
{
    int64_t n = 0;
    while (at->r + (first_distance(at) << n) < at->p)
        n++;
    return n;
}
static int64_t is_early(const synth_at *at)
{
    return is_other(at) && later(at) > 0;
}
static int64_t above(const synth_at *at)
{
    return at->r + (first_distance(at) << at->i[0]);
}
static int64_t below(const synth_at *at)
{
    return at->r - highest(at);
}
static int64_t tag_above(const synth_at *at)
{
    return ((const tagged *)at->item->data)->of(above(at) - at->r, at->p);
}
static int64_t tag_below(const synth_at *at)
{
    return ((const tagged *)at->item->data)->of(highest(at), at->p);
}

#define TREE_UP(DATA)                                                                    \
    {                                                                                    \
        { '(', .where = is_root, .trips = later },                                       \
            MESSAGE(SX_OP_Send, 0, NULL, above, tag_above, DATA), { .kind = ')' },       \
            MESSAGE(SX_OP_Recv, 1, is_other, below, tag_below, DATA),                    \
            { '(', .where = is_early, .trips = later },                                  \
            MESSAGE(SX_OP_Send, 0, NULL, above, tag_above, DATA), { .kind = ')' },       \
            { 0 },                                                                       \
    }

static const synth_item distance_up[] = TREE_UP(by_distance),
                        level_up[] = TREE_UP(by_level), top_up[] = TREE_UP(from_top),
                        line_up[] = TREE_UP(line);

/* ---- mirrored ---- */

static int64_t mirror(const synth_at *at)
{
    return at->p - 1 - at->r;
}
static int64_t mirror_distance(const synth_at *at)
{
    const int64_t far = at->p - 1 - 2 * at->r;
    return ((const tagged *)at->item->data)->of(far < 0 ? -far : far, at->p);
}

static const synth_item mirrored[] = {
    MESSAGE(SX_OP_Send, 0, NULL, mirror, mirror_distance, by_distance),
    { 0 },
}, mirrored_level[] = {
    MESSAGE(SX_OP_Send, 0, NULL, mirror, mirror_distance, by_level),
    { 0 },
};

int main(void)
{
    const int64_t powers[] = { 4, 8, 16, 32, 0 }, larger[] = { 64, 128, 0 };
    sx_fit_init();
    try_program("tag is the distance", distance_down, powers, larger, 0);
    try_program("tag is the level", level_down, powers, larger, 0);
    try_program("tag is the level from the top", top_down, powers, larger, 0);
    try_program("tag is a line of the level", line_down, powers, larger, 0);
    try_program("all receive first, tag is the distance", distance_of_all, powers, larger,
                0);
    try_program("all receive first, tag is the level", level_of_all, powers, larger, 0);
    try_program("all receive first, tag is the level from the top", top_of_all, powers,
                larger, 0);
    try_program("smallest first, tag is the distance", distance_up, powers, larger, 0);
    try_program("smallest first, tag is the level", level_up, powers, larger, 0);
    try_program("smallest first, tag is the level from the top", top_up, powers, larger,
                0);
    try_program("smallest first, tag is a line of the level", line_up, powers, larger, 0);
    const int64_t any[] = { 4, 5, 6, 8, 12, 0 }, more[] = { 20, 32, 0 };
    try_program("any number of ranks, down, tag is the distance", distance_down, any,
                more, 0);
    try_program("any number of ranks, down, tag is the level", level_down, any, more, 0);
    try_program("any number of ranks, down, tag is the level from the top",
                above_all_down, any, more, 0);
    const int64_t even[] = { 4, 6, 8, 12, 0 }, large[] = { 20, 32, 0 };
    try_program("tag is the distance to the mirrored rank", mirrored, even, large, 0);
    try_program("tag is its logarithm", mirrored_level, even, large, 0);
    return tap_done();
}
