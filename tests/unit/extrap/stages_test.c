/* Communication in stages, as programs write it by hand: trees from another root than 0. */
#include "fit/fit.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

/* ---- binomial trees whose root is a number, the last rank or the one in the middle ---- */

typedef enum root_kind { THIRD, LAST, MIDDLE } root_kind;

static int64_t root(const synth_at *at)
{
    const root_kind *kind = at->item->data;
    return *kind == THIRD ? 3 : *kind == LAST ? at->p - 1 : at->p / 2;
}

/* Counted from the root. */
static int64_t number(const synth_at *at)
{
    return (at->r - root(at) + at->p) % at->p;
}
static int64_t rank_of(const synth_at *at, int64_t x)
{
    return (x + root(at)) % at->p;
}
static int64_t is_not_root(const synth_at *at)
{
    return number(at) != 0;
}
static int64_t children(const synth_at *at)
{
    int64_t n = 0, x = number(at);
    while (x + (INT64_C(1) << n) < at->p && x >> n << n == x && !(x >> n & 1))
        n++;
    return n;
}
static int64_t child(const synth_at *at)
{
    return rank_of(at, number(at) + (INT64_C(1) << at->i[0]));
}
static int64_t child_from_top(const synth_at *at)
{
    return rank_of(at, number(at) + (INT64_C(1) << (children(at) - 1 - at->i[0])));
}
static int64_t parent(const synth_at *at)
{
    return rank_of(at, number(at) & (number(at) - 1));
}

#define TREE(ROOT)                                                                       \
    {                                                                                    \
        { '(', .trips = children, .data = &(ROOT) },                                     \
            { 'e', .op = SX_OP_Recv, .data = &(ROOT),                                    \
              .param = { { SX_PARAM_COMM, zero },                                        \
                         { SX_PARAM_PEER, child },                                       \
                         { SX_PARAM_TAG, zero } } },                                     \
            { .kind = ')' },                                                             \
            { 'e', .op = SX_OP_Send, .where = is_not_root, .data = &(ROOT),              \
              .param = { { SX_PARAM_COMM, zero },                                        \
                         { SX_PARAM_PEER, parent },                                      \
                         { SX_PARAM_TAG, zero } } },                                     \
            { '(', .trips = children, .data = &(ROOT) },                                 \
            { 'e', .op = SX_OP_Send, .data = &(ROOT),                                    \
              .param = { { SX_PARAM_COMM, zero },                                        \
                         { SX_PARAM_PEER, child_from_top },                              \
                         { SX_PARAM_TAG, zero } } },                                     \
            { .kind = ')' }, { 0 },                                                      \
    }

static const root_kind third = THIRD, last = LAST, middle = MIDDLE;
static const synth_item from_third[] = TREE(third), from_last[] = TREE(last),
                        from_middle[] = TREE(middle);

int main(void)
{
    static const int64_t any[] = { 5, 8, 13, 22, 0 }, others[] = { 11, 32, 57, 0 };
    sx_fit_init();
    try_program("a tree from rank 3", from_third, any, others, 0);
    try_program("a tree from the last rank", from_last, any, others, 0);
    try_program("a tree from the middle", from_middle, any, others, 0);
    return tap_done();
}
