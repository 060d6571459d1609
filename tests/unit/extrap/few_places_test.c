/* What few places of a grid show: those of a diagonal, or of the first half of an axis, leave open of which axis a block is, and axes that are even or short in all
 * inputs whether a step is half the axis or to the other one of a pair; so do a value that one sample shows, and one for each input. */
#include "fit/fit.h"
#include "labelled.h"
#include "largest_divisor.h"
#include "message.h"

/* X >= Y with X Y = P and the least difference; x varies fastest. */
static int64_t short_side(const synth_at *at)
{
    return largest_divisor(at->p);
}
static int64_t long_side(const synth_at *at)
{
    return at->p / short_side(at);
}
static int64_t x(const synth_at *at)
{
    return at->r % long_side(at);
}
static int64_t y(const synth_at *at)
{
    return at->r / long_side(at);
}
static int64_t at_x(const synth_at *at, int64_t place)
{
    return y(at) * long_side(at) + place;
}
static int64_t block(int64_t points, int64_t extent, int64_t place)
{
    return points / extent + (place < points % extent);
}

static int64_t east(const synth_at *at)
{
    return at_x(at, (x(at) + 1) % long_side(at));
}
static int64_t north(const synth_at *at)
{
    return (at->r + long_side(at)) % at->p;
}
static int64_t half_around(const synth_at *at)
{
    return at_x(at, (x(at) + long_side(at) / 2) % long_side(at));
}
static int64_t two_on(const synth_at *at)
{
    return at_x(at, (x(at) + 2) % long_side(at));
}
static int64_t other_of_pair(const synth_at *at)
{
    const int64_t other = x(at) ^ 1;
    return other < long_side(at) ? at_x(at, other) : at->r;
}
static int64_t is_on_diagonal(const synth_at *at)
{
    return x(at) == y(at);
}
static int64_t is_in_first_half(const synth_at *at)
{
    return x(at) < long_side(at) / 2;
}
static int64_t with_rim(const synth_at *at)
{
    return 9 * (block(32, short_side(at), y(at)) + 2);
}
static int64_t less_at_first(const synth_at *at)
{
    return 166 / long_side(at) - (x(at) == 0);
}
static int64_t plain(const synth_at *at)
{
    return block(113, long_side(at), x(at));
}

static int64_t is_third(const synth_at *at)
{
    return at->r % 3 == 0;
}
static int64_t of_corner(const synth_at *at)
{
    return at->r == 0 ? 499 : 15;
}
static int64_t head_of_row(const synth_at *at)
{
    return x(at) > 0 ? at->r - x(at) : SX_NULL;
}
static int64_t is_odd(const synth_at *at)
{
    return at->r % 2 == 1;
}
static int64_t of_first_seven(const synth_at *at)
{
    return at->r < 7 ? 9 : 190;
}
static int64_t next(const synth_at *at)
{
    return (at->r + 1) % at->p;
}
static int64_t before(const synth_at *at)
{
    return (at->r + at->p - 1) % at->p;
}
static int64_t is_middle(const synth_at *at)
{
    return at->r == at->p / 2;
}
static int64_t of_pair(const synth_at *at)
{
    return at->r ^ 1;
}

#define GRID MESSAGE(NULL, east, zero), MESSAGE(NULL, north, zero)

static const synth_item halves[] = { GRID, MESSAGE(NULL, half_around, zero), { 0 } };
static const synth_item twos[] = { GRID, MESSAGE(NULL, two_on, zero), { 0 } };
static const synth_item pairs[] = { GRID, MESSAGE(NULL, other_of_pair, zero), { 0 } };
static const synth_item diagonal[] = { GRID,
                                       MESSAGE(is_on_diagonal, zero, with_rim),
                                       { 0 } };
static const synth_item first_half[] = { GRID,
                                         MESSAGE(is_in_first_half, zero, less_at_first),
                                         { 0 } };
static const synth_item all[] = { GRID, MESSAGE(NULL, zero, plain), { 0 } };

static const synth_item corner[] = { GRID, MESSAGE(is_third, zero, of_corner), { 0 } };
static const synth_item heads[] = { GRID,
                                    MESSAGE(is_in_first_half, head_of_row, zero),
                                    { 0 } };
static const synth_item all_heads[] = { GRID, MESSAGE(NULL, head_of_row, zero), { 0 } };
static const synth_item one_other[] = { MESSAGE(NULL, next, zero),
                                        MESSAGE(NULL, before, zero),
                                        MESSAGE(is_odd, zero, of_first_seven),
                                        { 0 } };
static const synth_item one_each[] = { MESSAGE(is_middle, zero, of_pair), { 0 } };

static const int64_t short_ones[] = { 6, 12, 16, 0 }, even[] = { 4, 8, 32, 0 },
                     long_ones[] = { 12, 20, 30, 0 }, some[] = { 6, 9, 12, 20, 0 },
                     wide[] = { 4, 12, 15, 0 }, squares[] = { 9, 16, 25, 0 },
                     line[] = { 5, 7, 8, 0 }, few[] = { 4, 6, 9, 0 },
                     many[] = { 12, 20, 30, 42, 0 };

static const labelled table[] = {
    { halves, short_ones, 15, SX_PARAM_PEER, SX_LABEL_EXACT, "half of 5, or 2 back" },
    { twos, many, 56, SX_PARAM_PEER, SX_LABEL_PROVED, "two on" },
    { pairs, even, 54, SX_PARAM_PEER, SX_LABEL_EXACT, "pairs of ranks, or of places" },
    { diagonal, long_ones, 40, SX_PARAM_COUNT, SX_LABEL_EXACT, "blocks of either axis" },
    { first_half, some, 56, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "of the place before, or not" },
    { corner, wide, 35, SX_PARAM_COUNT, SX_LABEL_EXACT, "of the corner, or an edge" },
    { heads, squares, 36, SX_PARAM_PEER, SX_LABEL_EXACT,
      "the head of a row, or the next" },
    { all_heads, squares, 36, SX_PARAM_PEER, SX_LABEL_PROVED, "the head of a row" },
    { one_other, line, 11, SX_PARAM_COUNT, SX_LABEL_EXACT, "one rank of one input" },
    { one_each, few, 12, SX_PARAM_COUNT, SX_LABEL_EXACT, "one number for each input" },
    { all, some, 56, SX_PARAM_COUNT, SX_LABEL_PROVED, "blocks that all show" },
};

int main(void)
{
    sx_fit_init();
    are_labelled(table, sizeof table / sizeof *table);
    return tap_done();
}
