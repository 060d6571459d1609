/* What shows at some places only, or at some numbers of ranks: what is between them may be otherwise. */
#include "fit/fit.h"
#include "labelled.h"
#include "largest_divisor.h"
#include "message.h"

static int64_t up(const synth_at *at)
{
    return (at->r + 1) % at->p;
}

#define RING MESSAGE(NULL, up, zero)

/* ---- blocks, of which the leaders of fours show theirs ---- */

enum { POINTS = 500, WIDE = 4 };

static int64_t block(int64_t n, int64_t p, int64_t r)
{
    return n / p + (r < n % p);
}
static int64_t own_block(const synth_at *at)
{
    return block(POINTS, at->p, at->r);
}
static int64_t is_leader(const synth_at *at)
{
    return at->r % WIDE == 0;
}

static const synth_item leaders_own[] = { RING,
                                          MESSAGE(is_leader, up, own_block),
                                          { 0 } };
static const synth_item all_own[] = { RING, MESSAGE(NULL, up, own_block), { 0 } };

/* ---- groups of four, the last of which is shorter ---- */

static int64_t beside(const synth_at *at)
{
    return at->r % WIDE + 1 < WIDE && at->r + 1 < at->p ? at->r + 1 : SX_NULL;
}
static int64_t above(const synth_at *at)
{
    return at->r + WIDE < at->p ? at->r + WIDE : SX_NULL;
}

static const synth_item groups[] = {
    MESSAGE(NULL, above, zero),
    MESSAGE(NULL, beside, zero),
    { 0 },
};

/* ---- three rows, or four ---- */

static int64_t side(int64_t p)
{
    return p / largest_divisor(p);
}
static int64_t in_row(const synth_at *at)
{
    const int64_t x = side(at->p);
    return at->r % x + 1 < x ? at->r + 1 : SX_NULL;
}
static int64_t in_column(const synth_at *at)
{
    const int64_t x = side(at->p);
    return at->r + x < at->p ? at->r + x : SX_NULL;
}
static int64_t is_at_first(const synth_at *at)
{
    return at->r % side(at->p) == 0;
}

static const synth_item three_rows[] = {
    MESSAGE(NULL, in_row, zero),
    MESSAGE(NULL, in_column, zero),
    MESSAGE(is_at_first, up, zero),
    { 0 },
};

/* ---- who takes part ---- */

static int64_t is_paired(const synth_at *at)
{
    return (at->r ^ 1) < at->p;
}
static int64_t is_on_diagonal(const synth_at *at)
{
    enum { ROW = 5 };
    return at->r % ROW == at->r / ROW;
}
static int64_t is_below_power(const synth_at *at)
{
    int64_t power = 1;
    while (2 * power <= at->p)
        power *= 2;
    return at->r < power;
}
static int64_t is_below_root(const synth_at *at)
{
    return (at->r + 1) * (at->r + 1) <= at->p;
}

static const synth_item paired[] = { RING, MESSAGE(is_paired, up, zero), { 0 } };
static const synth_item diagonal[] = { RING, MESSAGE(is_on_diagonal, up, zero), { 0 } };
static const synth_item powers[] = { RING, MESSAGE(is_below_power, up, zero), { 0 } };
static const synth_item roots[] = { RING, MESSAGE(is_below_root, up, zero), { 0 } };

/* ---- the next group of as many as the root of all ---- */

static int64_t root(int64_t p)
{
    int64_t d = 1;
    while ((d + 1) * (d + 1) <= p)
        d++;
    return d;
}
static int64_t next_group(const synth_at *at)
{
    return at->r + root(at->p) < at->p ? at->r + root(at->p) : SX_NULL;
}
static int64_t group_before(const synth_at *at)
{
    return at->r >= root(at->p) ? at->r - root(at->p) : SX_NULL;
}

static const synth_item next_groups[] = {
    MESSAGE(NULL, group_before, zero),
    MESSAGE(NULL, next_group, zero),
    { 0 },
};

/* ---- a hundred points in pieces of eight, dealt out in turn ---- */

static int64_t in_pieces(const synth_at *at)
{
    enum { ITEMS = 100, PIECE = 8 };
    const int64_t pieces = ITEMS / PIECE, turn = pieces % at->p;
    return pieces / at->p * PIECE + (at->r < turn    ? PIECE
                                     : at->r == turn ? ITEMS % PIECE
                                                     : 0);
}

static const synth_item pieces[] = { RING, MESSAGE(NULL, up, in_pieces), { 0 } };

/* ---- numbers of the scale ---- */

static int64_t left_of_few(const synth_at *at)
{
    return 14 % at->p;
}
static int64_t others_share(const synth_at *at)
{
    return 220 / (at->p - 1);
}
static int64_t chunk(const synth_at *at)
{
    enum { ITEMS = 282, SIZE = 6 };
    const int64_t most = (ITEMS + at->p - 1) / at->p, left = ITEMS - most * at->r;
    return SIZE * (left < 0 ? 0 : left < most ? left : most);
}
static const synth_item few_values[] = { RING, MESSAGE(NULL, up, left_of_few), { 0 } };
static const synth_item chunks[] = { RING, MESSAGE(NULL, up, chunk), { 0 } };
static const synth_item shares[] = {
    MESSAGE(NULL, in_row, zero),
    MESSAGE(NULL, in_column, zero),
    MESSAGE(NULL, up, others_share),
    { 0 },
};

/* ---- ---- */

static const int64_t fours[] = { 8, 12, 16, 0 }, any[] = { 8, 11, 13, 0 },
                     odd[] = { 5, 9, 13, 0 }, fives[] = { 10, 15, 20, 0 },
                     eights[] = { 9, 10, 11, 14, 0 }, few[] = { 6, 8, 16, 0 },
                     roots_wide[] = { 6, 8, 20, 0 }, divide_twelve[] = { 3, 4, 6, 0 },
                     threes[] = { 9, 12, 15, 0 }, two_of_each[] = { 7, 14, 24, 29, 0 },
                     rows[] = { 9, 26, 28, 33, 0 };

static const labelled table[] = {
    { leaders_own, fours, 11, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "a block between those of two leaders is the first that is smaller" },
    { all_own, any, 7, SX_PARAM_COUNT, SX_LABEL_PROVED, "everybody shows his block" },
    { groups, fours, 30, SX_PARAM_PEER, SX_LABEL_EXACT,
      "rows of a grid have 6 ranks of 30, and groups 4" },
    { next_groups, roots_wide, 10, SX_PARAM_PEER, SX_LABEL_EXACT,
      "the next row is 2 ranks away of 10, and the next group 3" },
    { pieces, divide_twelve, 8, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "twelve pieces over eight ranks, or 25 times four points" },
    { pieces, divide_twelve, 12, SX_PARAM_COUNT, SX_LABEL_PROVED,
      "which is the same over twelve" },
    { few_values, two_of_each, 4, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "0 of up to 14 ranks, and 14 of more, has many laws" },
    { shares, rows, 44, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "27, 8, 8 and 6 are products of 28 and 9 points" },
    { chunks, fours, 6, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "one sixth less at the last place of all inputs, or what is left" },
};

static const struct {
    const synth_item *program;
    const int64_t *scale;
    int64_t p;
    sx_label label;
    const char *what;
} takes_part[] = {
    { paired, odd, 12, SX_LABEL_EXACT, "all but the last, or all in pairs" },
    { paired, odd, 15, SX_LABEL_PROVED, "where the last is alone, it is all the same" },
    { diagonal, fives, 35, SX_LABEL_EXACT, "every sixth, or a diagonal that has ended" },
    { diagonal, fives, 30, SX_LABEL_PROVED, "which goes on up to 25 ranks" },
    { powers, eights, 6, SX_LABEL_EXACT, "eight, or as many as a power of two" },
    { powers, eights, 15, SX_LABEL_PROVED, "which is eight" },
    { three_rows, threes, 20, SX_LABEL_PROVED,
      "as long as four rows are: no groups are so many" },
    { roots, few, 4, SX_LABEL_EXACT, "2, 2 and 4 are the root, or a quarter" },
};

int main(void)
{
    sx_fit_init();
    are_labelled(table, sizeof table / sizeof *table);
    for (size_t i = 0; i < sizeof takes_part / sizeof *takes_part; i++)
        takes_part_is(takes_part[i].program, takes_part[i].scale, takes_part[i].p,
                      takes_part[i].label, takes_part[i].what);
    return tap_done();
}
