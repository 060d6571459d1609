/* Counts of transpositions between pencils: what an element of the list has of one axis of an array, times what the place has of the
 * two others, which no value says alone; the last places have what is left over. */
#include "fit/fit.h"
#include "labelled.h"
#include "largest_divisor.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

/* A grid as square as the number of ranks allows. */
static int64_t width(int64_t p)
{
    return largest_divisor(p);
}
static int64_t to_the_left(const synth_at *at)
{
    return at->r % width(at->p) ? at->r - 1 : SX_NULL;
}
static int64_t below(const synth_at *at)
{
    return at->r + width(at->p) < at->p ? at->r + width(at->p) : SX_NULL;
}

static int64_t points(int64_t n, int64_t q, int64_t place)
{
    return (n + place) / q;
}
static int64_t of_pencil(const synth_at *at)
{
    const int64_t x = width(at->p), y = at->p / x;
    return points(34, x, at->r % x) * points(58, y, at->r / x);
}
static int64_t for_element(const synth_at *at)
{
    return of_pencil(at) * points(70, at->p, at->e);
}
/* The same but for one rank, which makes it no product. */
static int64_t but_for_one(const synth_at *at)
{
    return for_element(at) + (at->r == 1 && at->e == 1);
}

#define ALLTOALLV(f)                                                                     \
    {                                                                                    \
        'e', .op = SX_OP_Alltoallv, .param = {                                           \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_COUNTS, f }                                                       \
        }                                                                                \
    }
#define SEND(peer)                                                                       \
    {                                                                                    \
        'e', .op = SX_OP_Send, .param = {                                                \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, peer }                                                      \
        }                                                                                \
    }

static const synth_item transposition[] = {
    SEND(to_the_left), SEND(below), ALLTOALLV(for_element), { 0 }
};
static const synth_item irregular[] = {
    SEND(to_the_left), SEND(below), ALLTOALLV(but_for_one), { 0 }
};

int main(void)
{
    static const int64_t few[] = { 6, 12, 20, 0 }, more[] = { 30, 42, 0 };
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    sx_fit_init();
    try_program("pencils", transposition, few, more, 0);
    if (extrapolate(arena, transposition, few, 30, &trace))
        ok(label_of(arena, &trace, "2.counts") == SX_LABEL_EXACT,
           "no factor shows alone: nothing is proved");
    if (extrapolate(arena, irregular, few, 30, &trace))
        ok(label_of(arena, &trace, "2.counts") > SX_LABEL_EXACT,
           "one rank's count is no product");
    sx_arena_destroy(arena);
    return tap_done();
}
