/* Steps that a half of an even number of ranks makes, and every rank of an odd one: whom half of a ring gives back to, what it is in points of
 * the one who gets it, and pairs where there is an even number of ranks. */
#include "fit/fit.h"
#include "message.h"
#include "try_program.h"

enum { POINTS = 500 };

static int64_t nine(const synth_at *at)
{
    (void)at;
    return 9;
}
static int64_t around(const synth_at *at, int64_t by)
{
    return ((at->r + by) % at->p + at->p) % at->p;
}

/* ---- half of a ring ---- */

static int64_t gives_back(const synth_at *at)
{
    return at->p % 2 == 1 || at->r >= at->p / 2;
}
static int64_t gets_back(const synth_at *at)
{
    return at->p % 2 == 1 || at->r < at->p / 2;
}
static int64_t owner(const synth_at *at)
{
    return around(at, -(at->p / 2));
}
static int64_t helper(const synth_at *at)
{
    return around(at, at->p / 2);
}
/* In blocks, of which the first have one more. */
static int64_t points(const synth_at *at, int64_t rank)
{
    return POINTS / at->p + (rank < POINTS % at->p);
}
static int64_t of_owner(const synth_at *at)
{
    return 3 * points(at, owner(at));
}
static int64_t own_points(const synth_at *at)
{
    return 3 * points(at, at->r);
}

static const synth_item half_ring[] = {
    MESSAGE(gives_back, owner, nine),
    MESSAGE(gets_back, helper, nine),
    { 0 },
};
static const synth_item half_ring_of_blocks[] = {
    MESSAGE(gives_back, owner, of_owner),
    MESSAGE(gets_back, helper, own_points),
    { 0 },
};

/* Blocks go around first, half of the ring far. */
static int64_t half(const synth_at *at)
{
    return at->p / 2;
}
static int64_t next(const synth_at *at)
{
    return around(at, 1);
}
static int64_t before(const synth_at *at)
{
    return around(at, -1);
}
static int64_t two(const synth_at *at)
{
    (void)at;
    return 2;
}
static int64_t passed_on(const synth_at *at)
{
    return 3 * points(at, around(at, -at->i[1]));
}
static int64_t received(const synth_at *at)
{
    return 3 * points(at, around(at, -1 - at->i[1]));
}

static const synth_item around_and_back[] = {
    { '(', .trips = two },
    { '(', .trips = half },
    MESSAGE(NULL, before, received),
    MESSAGE(NULL, next, passed_on),
    { .kind = ')' },
    MESSAGE(gives_back, owner, of_owner),
    MESSAGE(gets_back, helper, own_points),
    { .kind = ')' },
    { 0 },
};

/* ---- in pairs where there is an even number of ranks, around the ring elsewhere ---- */

static int64_t pair_or_next(const synth_at *at)
{
    return at->p % 2 ? around(at, 1) : at->r ^ 1;
}

static const synth_item pairs_or_ring[] = {
    MESSAGE(NULL, pair_or_next, nine),
    { 0 },
};

int main(void)
{
    const int64_t both[] = { 4, 5, 6, 7, 8, 0 }, all[] = { 3, 4, 5, 6, 7, 8, 0 };
    const int64_t few[] = { 3, 5, 6, 8, 0 }, more[] = { 11, 16, 0 };
    sx_fit_init();
    try_program("half of a ring", half_ring, both, more, 0);
    try_program("half of a ring, blocks of points", half_ring_of_blocks, both, more, 0);
    try_program("blocks of points that go around, and back", around_and_back, few, more,
                0);
    try_program("pairs, or a ring", pairs_or_ring, all, more, 0);
    return tap_done();
}
