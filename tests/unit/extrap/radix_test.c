/* Trees in which a rank has three children on each level (base 4), as programs write broadcasts and reductions by hand: up from the
 * nearest child, and down from the farthest level; from rank 0, and from another root. */
#include "fit/fit.h"
#include "try_program.h"

enum { BASE = 4 };

static const int64_t from_zero = 0, from_three = 3;

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t number(const synth_at *at)
{
    const int64_t *root = at->item->data;
    return (at->r - *root + at->p) % at->p;
}
static int64_t rank_of(const synth_at *at, int64_t x)
{
    const int64_t *root = at->item->data;
    return (x + *root) % at->p;
}

/* The distance of the child that comes so many trips after the first, from the nearest one on; 0 where there is none. */
static int64_t distance(const synth_at *at, int64_t trip)
{
    const int64_t x = number(at);
    for (int64_t k = 1; k < at->p && x % (BASE * k) == 0; k *= BASE)
        for (int64_t d = 1; d < BASE; d++)
            if (x + d * k < at->p && trip-- == 0)
                return d * k;
    return 0;
}
static int64_t children(const synth_at *at)
{
    int64_t n = 0;
    while (distance(at, n))
        n++;
    return n;
}
static int64_t child(const synth_at *at)
{
    return rank_of(at, number(at) + distance(at, at->i[0]));
}
static int64_t far_child(const synth_at *at)
{
    const int64_t x = number(at);
    int64_t trip = at->i[0], top = 1;
    while (top < at->p && x % (BASE * top) == 0)
        top *= BASE;
    for (int64_t k = top / BASE; k > 0; k /= BASE)
        for (int64_t d = 1; d < BASE; d++)
            if (x + d * k < at->p && trip-- == 0)
                return rank_of(at, x + d * k);
    return SX_NULL;
}
static int64_t parent(const synth_at *at)
{
    const int64_t x = number(at);
    int64_t k = BASE;
    while (x > 0 && x % k == 0)
        k *= BASE;
    return rank_of(at, x / k * k);
}
static int64_t is_not_root(const synth_at *at)
{
    return number(at) != 0;
}
static int64_t has_children(const synth_at *at)
{
    return children(at) > 0;
}

#define CALL(OP, PEER)                                                                   \
    .op = OP, .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_PEER, PEER } }
#define TREE(ROOT)                                                                       \
    {                                                                                    \
        { '(', .trips = children, .where = has_children, .data = &(ROOT) },              \
            { 'e', CALL(SX_OP_Recv, child), .data = &(ROOT) }, { .kind = ')' },          \
            { 'e', CALL(SX_OP_Send, parent), .where = is_not_root, .data = &(ROOT) },    \
            { 'e', CALL(SX_OP_Recv, parent), .where = is_not_root, .data = &(ROOT) },    \
            { '(', .trips = children, .where = has_children, .data = &(ROOT) },          \
            { 'e', CALL(SX_OP_Send, far_child), .data = &(ROOT) }, { .kind = ')' },      \
        {                                                                                \
            0                                                                            \
        }                                                                                \
    }

static const synth_item tree[] = TREE(from_zero), turned[] = TREE(from_three);

int main(void)
{
    const int64_t deep[] = { 6, 11, 16, 21, 0 }, larger[] = { 5, 13, 40, 70, 0 };
    sx_fit_init();
    try_program("a tree of base 4", tree, deep, larger, 0);
    try_program("a tree of base 4 from rank 3", turned, deep, larger, 0);
    return tap_done();
}
