/* What few inputs, or few ranks, show in many more digits than were chosen to fit is no accident of them; and where another law would have to be
 * one that no program has, it is none. */
#include "fit/fit.h"
#include "labelled.h"
#include "largest_divisor.h"
#include "message.h"

static int64_t floor_mod(int64_t a, int64_t q)
{
    return (a % q + q) % q;
}
static int64_t block(int64_t n, int64_t q, int64_t c)
{
    return n / q + (c < n % q);
}

/* ---- grids: so many ranks to a row ---- */

static int64_t to_square(int64_t p)
{
    int64_t q = 1;
    while (q * q < p)
        q++;
    return q;
}
static int64_t by_divisor(int64_t p)
{
    return p / largest_divisor(p);
}
static int64_t in_four_rows(int64_t p)
{
    return p / 4;
}

#define GRID(name, wide)                                                                 \
    static int64_t name##_right(const synth_at *at)                                      \
    {                                                                                    \
        const int64_t x = wide(at->p);                                                   \
        return at->r % x + 1 < x ? at->r + 1 : SX_NULL;                                  \
    }                                                                                    \
    static int64_t name##_below(const synth_at *at)                                      \
    {                                                                                    \
        const int64_t x = wide(at->p);                                                   \
        return at->r + x < at->p ? at->r + x : SX_NULL;                                  \
    }
GRID(square, to_square)
GRID(divisor, by_divisor)
GRID(four, in_four_rows)

#define ON(name) MESSAGE(NULL, name##_right, zero), MESSAGE(NULL, name##_below, zero)

/* ---- ---- */

static int64_t is_last(const synth_at *at)
{
    return at->r == at->p - 1;
}
static int64_t parent(const synth_at *at)
{
    return at->r & (at->r - 1);
}
static int64_t is_third(const synth_at *at)
{
    return at->r > 0 && at->r % 3 == 0;
}
static const synth_item last_to_parent[] = { MESSAGE(is_last, parent, zero), { 0 } },
                        third_to_parent[] = { MESSAGE(is_third, parent, zero), { 0 } };

static int64_t is_first(const synth_at *at)
{
    return at->r == 0;
}
static int64_t right_around(const synth_at *at)
{
    const int64_t x = by_divisor(at->p), c = at->r % x;
    return at->r - c + (c + 1) % x;
}
static int64_t up_around(const synth_at *at)
{
    return floor_mod(at->r - by_divisor(at->p), at->p);
}
static const synth_item first_again[] = { MESSAGE(NULL, right_around, zero),
                                          MESSAGE(NULL, up_around, zero),
                                          MESSAGE(is_first, up_around, zero),
                                          { 0 } };

static int64_t two_back(const synth_at *at)
{
    const int64_t x = in_four_rows(at->p), c = at->r % x;
    return at->r - c + floor_mod(c - 2, x);
}
static const synth_item back[] = { ON(four), MESSAGE(NULL, two_back, zero), { 0 } };

static int64_t ranks_and_side(const synth_at *at)
{
    return 13 * at->p + 2 * to_square(at->p) + 1;
}
static int64_t few_digits(const synth_at *at)
{
    return 2 * at->p + 3 * to_square(at->p) + 1;
}
static const synth_item sum[] = { ON(square),
                                  MESSAGE(NULL, zero, ranks_and_side),
                                  { 0 } },
                        small_sum[] = { ON(square),
                                        MESSAGE(NULL, zero, few_digits),
                                        { 0 } };

static int64_t inner_cells(const synth_at *at)
{
    const int64_t x = by_divisor(at->p);
    return (block(22, x, at->r % x) - 2) * (block(36, at->p / x, at->r / x) - 2);
}
static int64_t few_cells(const synth_at *at)
{
    const int64_t x = by_divisor(at->p);
    return (block(22, x, at->r % x) - 2) * (block(9, at->p / x, at->r / x) - 2);
}
static const synth_item inner[] = { ON(divisor),
                                    MESSAGE(NULL, zero, inner_cells),
                                    { 0 } },
                        few_inner[] = { ON(divisor),
                                        MESSAGE(NULL, zero, few_cells),
                                        { 0 } };

static int64_t has_below(const synth_at *at)
{
    return at->r + by_divisor(at->p) < at->p;
}
static int64_t dealt_to_row(const synth_at *at)
{
    const int64_t x = by_divisor(at->p);
    return 4 * (58 / x + (at->r % x == x - 1) * (58 % x)) + 53;
}
static const synth_item dealt[] = { ON(divisor),
                                    MESSAGE(has_below, zero, dealt_to_row),
                                    { 0 } };

/* A trip more than there are digits. */
static int64_t trips(const synth_at *at)
{
    int64_t digits = 0;
    for (int64_t p = at->p; p > 1; p /= 2)
        digits++;
    return digits + 1;
}
static int64_t partner(const synth_at *at)
{
    const int64_t other = at->r ^ INT64_C(1) << at->i[0];
    return other < at->p ? other : SX_NULL;
}
static const synth_item butterfly[] = {
    { .kind = '(', .trips = trips },
    MESSAGE(NULL, partner, zero),
    { .kind = ')' },
    { 0 },
};

/* One element more on one rank of one input: as if points were dealt out, less one at the first place. */
static int64_t is_below(const synth_at *at)
{
    return at->p == 16 ? at->r < 4 : at->r >= by_divisor(at->p);
}
static int64_t one_more_once(const synth_at *at)
{
    const int64_t x = by_divisor(at->p);
    return 4 * (96 / x) * (60 / (at->p / x)) + (at->p == 16 && at->r == 1);
}
static const synth_item more_once[] = { ON(divisor),
                                        MESSAGE(is_below, zero, one_more_once),
                                        { 0 } };

static int64_t next(const synth_at *at)
{
    return at->r + 1 < at->p ? at->r + 1 : SX_NULL;
}
static int64_t previous(const synth_at *at)
{
    return at->r > 0 ? at->r - 1 : SX_NULL;
}
static int64_t two(const synth_at *at)
{
    (void)at;
    return 2;
}
static int64_t doubled(const synth_at *at)
{
    return (at->r + (INT64_C(1) << at->i[0])) % at->p;
}
static const synth_item ring[] = {
    MESSAGE(NULL, next, zero),
    MESSAGE(NULL, previous, zero),
    { .kind = '(', .trips = two },
    MESSAGE(NULL, doubled, zero),
    { .kind = ')' },
    { 0 },
};

static const int64_t large[] = { 12, 20, 35, 0 }, small[] = { 6, 8, 12, 0 };
static const int64_t sevens[] = { 14, 21, 28, 35, 0 }, two_more[] = { 9, 12, 0 },
                     odd[] = { 12, 20, 32, 0 }, even[] = { 16, 24, 40, 0 },
                     squares[] = { 4, 9, 16, 36, 0 }, powers[] = { 4, 8, 32, 0 },
                     short_rows[] = { 4, 9, 14, 0 }, lines[] = { 6, 9, 11, 0 },
                     doubles[] = { 4, 8, 16, 32, 0 };

static const labelled table[] = {
    { last_to_parent, sevens, 63, SX_PARAM_PEER, SX_LABEL_PROVED,
      "the last rank's parent in a binomial tree, of 14, 21, 28 and 35" },
    { third_to_parent, two_more, 13, SX_PARAM_PEER, SX_LABEL_EXACT,
      "every third rank of 9 and 12: 15 binary digits" },
    { first_again, large, 56, SX_PARAM_PEER, SX_LABEL_PROVED,
      "the first of 12, 20 and 35 ranks has a neighbour that all have at another call" },
    { first_again, small, 56, SX_PARAM_PEER, SX_LABEL_EXACT, "of 6, 8 and 12" },
    { back, odd, 40, SX_PARAM_PEER, SX_LABEL_PROVED,
      "two places back around 3, 5 and 8, in which no rows of two lie" },
    { back, even, 56, SX_PARAM_PEER, SX_LABEL_EXACT, "around 4, 6 and 10 they may" },
    { sum, squares, 25, SX_PARAM_COUNT, SX_LABEL_PROVED, "13 P + 2 q + 1" },
    { small_sum, squares, 25, SX_PARAM_COUNT, SX_LABEL_EXACT, "2 P + 3 q + 1" },
    { inner, powers, 16, SX_PARAM_COUNT, SX_LABEL_PROVED,
      "a product that is nothing at places of an input" },
    { few_inner, powers, 16, SX_PARAM_COUNT, SX_LABEL_PROVED, "along both axes" },
    { dealt, short_rows, 35, SX_PARAM_COUNT, SX_LABEL_PROVED,
      "the rank less three for each row is no place where rows have other lengths" },
    { butterfly, powers, 64, SX_PARAM_PEER, SX_LABEL_PROVED,
      "a partner by each binary digit, and nobody beyond the last" },
    { more_once, doubles, 64, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "what one rank of one input has more is no rule" },
    { ring, lines, 75, SX_PARAM_PEER, SX_LABEL_PROVED,
      "one rank on and two, in two trips as in all inputs" },
};

int main(void)
{
    sx_fit_init();
    are_labelled(table, sizeof table / sizeof *table);
    return tap_done();
}
