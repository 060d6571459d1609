/* What inputs do not show: places, trips and numbers of ranks of another kind than all of theirs, and what is the same in them by chance. */
#include "fit/fit.h"
#include "labelled.h"
#include "largest_divisor.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t up(const synth_at *at)
{
    return (at->r + 1) % at->p;
}

#define MESSAGE(who, peer, count, tag)                                                   \
    {                                                                                    \
        'e', .op = SX_OP_Send, .where = who, .param = {                                  \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, peer },                                                     \
            { SX_PARAM_COUNT, count },                                                   \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_TAG, tag }                                                        \
        }                                                                                \
    }

/* ---- one rank, at the same place of its row in all inputs ---- */

enum { ROWS = 6 };

static int64_t beside(const synth_at *at)
{
    const int64_t x = at->p / ROWS, c = at->r % x;
    return at->r - c + (c + 1) % x;
}
static int64_t above(const synth_at *at)
{
    return (at->r + at->p / ROWS) % at->p;
}
static int64_t is_13(const synth_at *at)
{
    return at->r == 13;
}
static int64_t by_place(const synth_at *at)
{
    return 6 * (at->r % (at->p / ROWS)) + 32;
}

static const synth_item alone[] = {
    MESSAGE(NULL, beside, zero, zero),
    MESSAGE(NULL, above, zero, zero),
    MESSAGE(is_13, zero, by_place, zero),
    { 0 },
};

/* ---- numbers of ranks of one kind ---- */

static int64_t three(const synth_at *at)
{
    (void)at;
    return 3;
}

static const synth_item ring[] = { MESSAGE(NULL, up, three, zero), { 0 } };

static int64_t halvings(const synth_at *at)
{
    int64_t n = 0;
    while (INT64_C(2) << n <= at->p)
        n++;
    return n;
}
static int64_t across(const synth_at *at)
{
    const int64_t other = at->r ^ INT64_C(1) << at->i[0];
    return other < at->p ? other : SX_NULL;
}

static const synth_item butterfly[] = {
    { '(', .trips = halvings },
    MESSAGE(NULL, across, three, zero),
    { .kind = ')' },
    { 0 },
};

/* ---- trips that one input has ---- */

static int64_t eighths(const synth_at *at)
{
    return at->p / 8;
}

static const synth_item later[] = {
    { '(', .trips = eighths },
    MESSAGE(NULL, up, zero, three),
    { .kind = ')' },
    { 0 },
};

/* ---- powers of two next to the number of ranks ---- */

static int64_t is_first(const synth_at *at)
{
    return at->r == 0;
}
static int64_t stages(const synth_at *at)
{
    return halvings(at) + ((at->p & (at->p - 1)) != 0);
}
static int64_t halved(const synth_at *at)
{
    return INT64_C(1) << (stages(at) - 1 - at->i[0]);
}

static const synth_item tree[] = {
    MESSAGE(NULL, up, zero, zero),
    { '(', .where = is_first, .trips = stages },
    MESSAGE(NULL, halved, zero, zero),
    { .kind = ')' },
    { 0 },
};

/* ---- a sum of both extents that is half of their product where one is 2 or the other 4 ---- */

static int64_t length(int64_t p)
{
    return p / largest_divisor(p);
}
static int64_t along(const synth_at *at)
{
    const int64_t x = length(at->p);
    return at->r % x + 1 < x ? at->r + 1 : SX_NULL;
}
static int64_t next_row(const synth_at *at)
{
    const int64_t x = length(at->p);
    return at->r + x < at->p ? at->r + x : SX_NULL;
}
static int64_t of_both(const synth_at *at)
{
    const int64_t x = length(at->p);
    return x + 2 * (at->p / x) + 7 * (at->r / x) + 10;
}

static const synth_item sums[] = {
    MESSAGE(NULL, along, zero, zero),
    MESSAGE(NULL, next_row, of_both, zero),
    { 0 },
};

/* ---- rows that may be groups of as many ranks as the root of all, the last of which is shorter ---- */

static int64_t next_in_group(const synth_at *at)
{
    const int64_t x = largest_divisor(at->p);
    return at->r % x + 1 < x ? at->r + 1 : SX_NULL;
}
static int64_t next_group(const synth_at *at)
{
    const int64_t x = largest_divisor(at->p);
    return at->r + x < at->p ? at->r + x : SX_NULL;
}
static int64_t is_leader(const synth_at *at)
{
    return at->r % largest_divisor(at->p) == 0;
}

static const synth_item grid[] = {
    MESSAGE(NULL, next_group, zero, zero),
    MESSAGE(NULL, next_in_group, zero, zero),
    { 0 },
};
static const synth_item groups[] = {
    MESSAGE(is_leader, next_group, zero, zero),
    MESSAGE(NULL, next_in_group, zero, zero),
    { 0 },
};

/* ---- corners from which a sweep comes down and up, in rows as wide as a line over all ranks has them ---- */

static int64_t two(const synth_at *at)
{
    (void)at;
    return 2;
}
static int64_t has_row(const synth_at *at)
{
    const int64_t to = at->r + (2 * at->i[0] - 1) * largest_divisor(at->p);
    return to >= 0 && to < at->p;
}
static int64_t row(const synth_at *at)
{
    return at->r + (2 * at->i[0] - 1) * largest_divisor(at->p);
}

static int64_t has_beside(const synth_at *at)
{
    const int64_t x = largest_divisor(at->p), to = at->r % x + 2 * at->i[1] - 1;
    return to >= 0 && to < x;
}
static int64_t place_beside(const synth_at *at)
{
    return at->r + 2 * at->i[1] - 1;
}

static const synth_item sweep[] = {
    { '(', .trips = two },
    { '(', .trips = two },
    { '(', .trips = has_beside },
    MESSAGE(NULL, place_beside, zero, zero),
    { .kind = ')' },
    { '(', .trips = has_row },
    MESSAGE(NULL, row, zero, zero),
    { .kind = ')' },
    { .kind = ')' },
    { .kind = ')' },
    { 0 },
};

/* ---- a tree in each row, in which one place alone has a second child ---- */

static int64_t width(const synth_at *at)
{
    return at->p / length(at->p);
}
static int64_t on_in_row(const synth_at *at)
{
    const int64_t x = width(at), c = at->r % x;
    return at->r - c + (c + 1) % x;
}
static int64_t on_in_column(const synth_at *at)
{
    return (at->r + width(at)) % at->p;
}
static int64_t has_second(const synth_at *at)
{
    return 2 * (at->r % width(at)) + 2 < width(at);
}
static int64_t second(const synth_at *at)
{
    return at->r + at->r % width(at) + 2;
}

static const synth_item children[] = {
    MESSAGE(NULL, on_in_row, zero, zero),
    MESSAGE(NULL, on_in_column, zero, zero),
    MESSAGE(has_second, second, zero, zero),
    { 0 },
};

/* ---- ---- */

static const int64_t of_six[] = { 12, 18, 24, 36, 0 }, primes[] = { 5, 7, 11, 0 },
                     powers[] = { 8, 16, 32, 64, 0 }, once[] = { 8, 10, 14, 16, 0 },
                     octave[] = { 9, 12, 15, 0 }, corner[] = { 8, 12, 14, 0 },
                     near_root[] = { 9, 12, 16, 20, 0 }, narrow[] = { 6, 12, 20, 0 };

static const labelled table[] = {
    { alone, of_six, 72, SX_PARAM_COUNT, SX_LABEL_PROVED,
      "rank 13 is the second of its row, as in all inputs" },
    { alone, of_six, 42, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "rank 13 is the last of its row" },
    { ring, primes, 13, SX_PARAM_COUNT, SX_LABEL_PROVED, "another prime" },
    { ring, primes, 15, SX_PARAM_COUNT, SX_LABEL_EXACT, "3 times 5" },
    { butterfly, powers, 128, SX_PARAM_COUNT, SX_LABEL_PROVED, "another power of two" },
    { butterfly, powers, 96, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "half as many more ranks than a power of two" },
    { later, once, 12, SX_PARAM_TAG, SX_LABEL_PROVED, "one trip" },
    { later, once, 32, SX_PARAM_TAG, SX_LABEL_EXACT,
      "trips that one input has, or none" },
    { tree, octave, 14, SX_PARAM_PEER, SX_LABEL_PROVED,
      "8 is half of the next power of two, as in all inputs" },
    { tree, octave, 20, SX_PARAM_PEER, SX_LABEL_EXACT, "16 is it" },
    { sums, corner, 10, SX_PARAM_COUNT, SX_LABEL_PROVED, "five by two" },
    { sums, corner, 28, SX_PARAM_COUNT, SX_LABEL_EXACT, "seven by four" },
    { groups, near_root, 30, SX_PARAM_PEER, SX_LABEL_PROVED,
      "the root of 30 divides it" },
    { groups, near_root, 28, SX_PARAM_PEER, SX_LABEL_EXACT, "the root of 28 does not" },
    { grid, near_root, 28, SX_PARAM_PEER, SX_LABEL_PROVED,
      "columns are those of a grid" },
    { children, narrow, 56, SX_PARAM_PEER, SX_LABEL_EXACT,
      "two on from the first of a row may be twice its place, and two" },
};

/* Who is next is a line of P, i and r, or so many rows of an extent. */
static void sweeps_are_doubted(void)
{
    const int64_t on_line[] = { 4, 12, 20, 0 };
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    if (extrapolate(arena, sweep, on_line, 25, &trace))
        is_int(label_of(arena, &trace, "1.peer"), SX_LABEL_EXACT,
               "rows of 2, 3 and 4 of 4, 12 and 20 ranks do not prove those of 25");
    sx_arena_destroy(arena);
}

int main(void)
{
    sx_fit_init();
    are_labelled(table, sizeof table / sizeof *table);
    sweeps_are_doubted();
    return tap_done();
}
