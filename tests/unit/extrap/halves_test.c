/* What inputs do not tell of halves: of an odd number of ranks, where nobody beyond the middle shows, and in trips that none makes; and of the last
 * place of an axis, where points on a diagonal look like others. */
#include "fit/fit.h"
#include "labelled.h"
#include "message.h"

/* ---- half of all ranks on, around, for the first 13 ---- */

static int64_t is_of_first(const synth_at *at)
{
    return at->r < 13;
}
static int64_t half_on(const synth_at *at)
{
    return (at->r + at->p / 2) % at->p;
}

static const synth_item half_around[] = { MESSAGE(is_of_first, half_on, zero), { 0 } };

/* ---- the rank in the middle of squares ---- */

static int64_t side(const synth_at *at)
{
    int64_t q = 1;
    while (q * q < at->p)
        q++;
    return q;
}
static int64_t to_the_right(const synth_at *at)
{
    const int64_t q = side(at), c = at->r % q;
    return at->r - c + (c + 1) % q;
}
static int64_t above(const synth_at *at)
{
    return (at->r + side(at)) % at->p;
}
static int64_t in_the_middle(const synth_at *at)
{
    return at->p / 2;
}

static const synth_item middle[] = {
    MESSAGE(NULL, to_the_right, zero),
    MESSAGE(NULL, above, zero),
    MESSAGE(NULL, in_the_middle, zero),
    { 0 },
};

/* ---- pieces of two elements, as many as 16, 8, 4 .. in the trips of a tree, and nothing behind that ---- */

static int64_t levels(const synth_at *at)
{
    int64_t n = 0;
    for (int64_t ranks = 1; ranks < at->p; ranks *= 2)
        n++;
    return n;
}
static int64_t up(const synth_at *at)
{
    return (at->r + 1) % at->p;
}
static int64_t pieces(const synth_at *at)
{
    return 2 * (16 >> at->i[0]);
}
static int64_t digits(const synth_at *at)
{
    return 37 >> at->i[0];
}

static const synth_item in_pieces[] = {
    { '(', .trips = levels },
    MESSAGE(NULL, up, pieces),
    { .kind = ')' },
    { 0 },
};
static const synth_item with_rests[] = {
    { '(', .trips = levels },
    MESSAGE(NULL, up, digits),
    { .kind = ')' },
    { 0 },
};

/* ---- two numbers of points with rims, over the last row of squares ---- */

static int64_t is_of_last_row(const synth_at *at)
{
    return at->r / side(at) == side(at) - 1;
}
static int64_t points(int64_t n, int64_t q, int64_t c)
{
    return n / q + (c < n % q);
}
static int64_t with_rims(const synth_at *at)
{
    const int64_t q = side(at);
    return 4 * (points(38, q, at->r % q) + 2) * (points(32, q, q - 1) + 2);
}

static const synth_item last_row[] = {
    MESSAGE(NULL, to_the_right, zero),
    MESSAGE(NULL, above, zero),
    MESSAGE(is_of_last_row, above, with_rims),
    { 0 },
};

/* ---- ---- */

static const int64_t odd_and_even[] = { 6, 24, 27, 0 }, small[] = { 4, 6, 16, 0 },
                     squares[] = { 4, 9, 16, 25, 0 }, odd_squares[] = { 4, 9, 25, 36, 0 };

static const labelled table[] = {
    { half_around, odd_and_even, 30, SX_PARAM_PEER, SX_LABEL_PROVED, "15 of 30 on" },
    { half_around, odd_and_even, 21, SX_PARAM_PEER, SX_LABEL_EXACT,
      "10 of 21 on, or back for those beyond the tenth" },
    { in_pieces, small, 13, SX_PARAM_COUNT, SX_LABEL_PROVED, "32, 16, 8 and 4" },
    { in_pieces, small, 50, SX_PARAM_COUNT, SX_LABEL_EXACT, "then 2, and 1 or nothing" },
    { with_rests, small, 50, SX_PARAM_COUNT, SX_LABEL_PROVED,
      "37, 18, 9 and 4, which are no multiples, then 2 and 1" },
    { last_row, squares, 36, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "32 points over 6 places, or 38 on a diagonal without both ends" },
};

static void is_followed(const synth_item *program, const int64_t *scale, int64_t p)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    if (extrapolate(arena, program, scale, p, &trace))
        is_int(synth_differences(program, &trace), 0, "events that differ");
    sx_arena_destroy(arena);
}

int main(void)
{
    sx_fit_init();
    are_labelled(table, sizeof table / sizeof *table);
    is_followed(middle, odd_squares, 81);
    return tap_done();
}
