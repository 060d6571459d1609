/* What is not proved where no input is like it: an extent that is another than in all inputs that make a call, fewer ranks
 * than a counter names, and what another law gives all inputs, too. */
#include "fit/fit.h"
#include "labelled.h"
#include "largest_divisor.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

/* ---- an extent that is the same wherever a value shows ---- */

/* The largest divisor that is at most the root: 2 for 6, 10 and 14, 1 for primes. */
static int64_t width(int64_t p)
{
    return largest_divisor(p);
}
static int64_t is_cut(const synth_at *at)
{
    return width(at->p) > 1;
}
static int64_t beside(const synth_at *at)
{
    const int64_t x = width(at->p), c = at->r % x;
    return at->r - c + (c + 1) % x;
}
static int64_t above(const synth_at *at)
{
    return (at->r + width(at->p)) % at->p;
}
static int64_t four_wide(const synth_at *at)
{
    return 4 * width(at->p);
}

#define MESSAGE(peer, count, tag)                                                        \
    {                                                                                    \
        'e', .op = SX_OP_Send, .param = {                                                \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, peer },                                                     \
            { SX_PARAM_COUNT, count },                                                   \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_TAG, tag }                                                        \
        }                                                                                \
    }

static const synth_item sometimes[] = {
    MESSAGE(above, zero, zero),
    { 'e', .op = SX_OP_Send, .where = is_cut,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, beside },
                 { SX_PARAM_COUNT, four_wide },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, zero } } },
    { 0 },
};

/* ---- a sum of both extents that is a product of them wherever one is 2 or the other 3 ---- */

static int64_t of_sides(const synth_at *at)
{
    const int64_t x = width(at->p);
    return 3 * x + 2 * (at->p / x) + 60;
}

static const synth_item sides[] = {
    MESSAGE(beside, zero, zero),
    MESSAGE(above, of_sides, zero),
    { 0 },
};

/* ---- blocks over an extent that is 2 or 3 ---- */

static int64_t of_blocks(const synth_at *at)
{
    enum { POINTS = 88 };
    const int64_t x = width(at->p), c = x - 1 - at->r % x;
    return 4 * (POINTS / x + (c < POINTS % x)) + 60;
}

static const synth_item blocks[] = {
    MESSAGE(beside, zero, zero),
    MESSAGE(above, zero, of_blocks),
    { 0 },
};

/* ---- points over an extent of which few are told ---- */

static int64_t in_row_of_three(const synth_at *at)
{
    return at->r - at->r % 3 + (at->r + 1) % 3;
}
static int64_t row_above(const synth_at *at)
{
    return (at->r + 3) % at->p;
}
static int64_t few_points(const synth_at *at)
{
    return 55 * (2005 / (at->p / 3));
}

static const synth_item three_wide[] = {
    MESSAGE(in_row_of_three, zero, zero),
    MESSAGE(row_above, few_points, zero),
    { 0 },
};

/* ---- points of which none is left in any input, so many times, and a rim ---- */

static int64_t of_sixty(const synth_at *at)
{
    return 109 * (60 * width(at->p) / at->p) + 2;
}
static int64_t along(const synth_at *at)
{
    const int64_t y = at->p / width(at->p), c = at->r % y;
    return at->r - c + (c + 1) % y;
}
static int64_t beyond(const synth_at *at)
{
    return (at->r + at->p / width(at->p)) % at->p;
}

static const synth_item rimmed[] = {
    MESSAGE(along, zero, zero),
    MESSAGE(beyond, zero, of_sixty),
    { 0 },
};

/* ---- a divisor in common with a number beyond all ranks ---- */

static int64_t up(const synth_at *at)
{
    return (at->r + 1) % at->p;
}
static int64_t ten_times(const synth_at *at)
{
    return 24 + 60 * (at->r == 0);
}
static int64_t three_times(const synth_at *at)
{
    return 24 + 3 * (at->r == 0);
}

static const synth_item steps[] = { MESSAGE(up, ten_times, three_times), { 0 } };

/* ---- an odd rank's parent in a binomial tree, which is the one before ---- */

static int64_t is_last(const synth_at *at)
{
    return at->r == at->p - 1;
}
static int64_t before(const synth_at *at)
{
    return at->r - 1;
}

static const synth_item last[] = {
    MESSAGE(up, zero, zero),
    { 'e', .op = SX_OP_Send, .where = is_last,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, before },
                 { SX_PARAM_COUNT, zero },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, zero } } },
    { 0 },
};

/* ---- branches of a tree, of which no input shows more than two on a rank ---- */

static int64_t is_behind_first(const synth_at *at)
{
    return at->r > 0;
}
static int64_t branches(const synth_at *at)
{
    int64_t n = 0;
    while (at->r + (INT64_C(1) << n) < at->p && !(at->r >> n & 1))
        n++;
    return n;
}
static int64_t stem(const synth_at *at)
{
    return at->r & (at->r - 1);
}
static int64_t branch(const synth_at *at)
{
    return at->r + (INT64_C(1) << at->i[0]);
}
static int64_t branch_from_top(const synth_at *at)
{
    return at->r + (INT64_C(1) << (branches(at) - 1 - at->i[0]));
}

static const synth_item two_branches[] = {
    { 'e', .op = SX_OP_Recv, .where = is_behind_first,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, stem },
                 { SX_PARAM_TAG, zero } } },
    { '(', .trips = branches, .where = is_behind_first },
    MESSAGE(branch, zero, zero),
    { .kind = ')' },
    { '(', .trips = branches, .where = is_behind_first },
    MESSAGE(branch_from_top, zero, zero),
    { .kind = ')' },
    { 0 },
};

/* ---- the neighbours that there are, in grids by the largest divisor or by MPI_Dims_create ---- */

/* In the direction k of four, -1 where there is none. */
static int64_t neighbour(const synth_at *at, int64_t k)
{
    const int64_t x = width(at->p), c = at->r % x, row = at->r / x, by = 2 * (k % 2) - 1;
    if (k < 2)
        return c + by < 0 || c + by >= x ? -1 : at->r + by;
    return row + by < 0 || row + by >= at->p / x ? -1 : at->r + by * x;
}
static int64_t neighbours(const synth_at *at)
{
    int64_t n = 0;
    for (int64_t k = 0; k < 4; k++)
        n += neighbour(at, k) >= 0;
    return n;
}
static int64_t neighbour_of_trip(const synth_at *at)
{
    int64_t left = at->i[0], k = 0;
    while (neighbour(at, k) < 0 || left-- > 0)
        k++;
    return neighbour(at, k);
}

static const synth_item listed[] = {
    { '(', .trips = neighbours },
    MESSAGE(neighbour_of_trip, zero, zero),
    { .kind = ')' },
    { 0 },
};

/* ---- roots that a counter names ---- */

static int64_t seven(const synth_at *at)
{
    (void)at;
    return 7;
}
static int64_t next_trip(const synth_at *at)
{
    return at->i[0] + 1;
}

static const synth_item all_but_the_first[] = {
    { '(', .trips = seven },
    { 'e', .op = SX_OP_Bcast,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_ROOT, next_trip },
                 { SX_PARAM_COUNT, zero },
                 { SX_PARAM_TYPE, zero } } },
    { .kind = ')' },
    { 0 },
};

/* ---- tags that double, over int in the last trips alone ---- */

static int64_t ranks(const synth_at *at)
{
    return at->p;
}
static int64_t doubled(const synth_at *at)
{
    return INT64_C(3) << at->i[0];
}

static const synth_item doubling[] = {
    { '(', .trips = ranks },
    MESSAGE(up, zero, doubled),
    { .kind = ')' },
    { 0 },
};

/* ---- end points in which no extent hides, though one is the same in all inputs ---- */

static int64_t next_rank(const synth_at *at)
{
    return at->r + 1 < at->p ? at->r + 1 : SX_NULL;
}
static int64_t nobody(const synth_at *at)
{
    (void)at;
    return SX_NULL;
}
static int64_t left(const synth_at *at)
{
    return at->r % width(at->p) > 0 ? at->r - 1 : SX_NULL;
}
/* In rows of all ranks by the smaller extent. */
static int64_t next_row(const synth_at *at)
{
    const int64_t row = at->p / width(at->p);
    return at->r + row < at->p ? at->r + row : SX_NULL;
}
static int64_t along_row(const synth_at *at)
{
    const int64_t row = at->p / width(at->p);
    return at->r % row + 1 < row ? at->r + 1 : SX_NULL;
}

#define IN_ROWS(peer)                                                                    \
    {                                                                                    \
        MESSAGE(above, zero, zero), MESSAGE(beside, zero, zero),                         \
            MESSAGE(peer, zero, zero), { 0 },                                            \
    }
static const synth_item to_first[] = IN_ROWS(zero), to_next[] = IN_ROWS(next_rank),
                        to_nobody[] = IN_ROWS(nobody), to_left[] = IN_ROWS(left);
/* A line over place and both extents, in rows of seven or columns of three: (x - 7) (y - 3) is 0, and x y a sum of both. */
static int64_t of_place_and_sides(const synth_at *at)
{
    const int64_t row = at->p / width(at->p);
    return 6 * (at->r / row) + 3 * row + 7 * width(at->p) + 1;
}
static const synth_item at_corners[] = {
    MESSAGE(along_row, zero, zero),
    MESSAGE(next_row, of_place_and_sides, zero),
    { 0 },
};
static const synth_item by_rows[] = {
    MESSAGE(along_row, zero, zero),
    MESSAGE(next_row, zero, zero),
    { 0 },
};

/* ---- a coefficient that one input alone decides ---- */

static int64_t row_and_width(const synth_at *at)
{
    return at->r / width(at->p) + 7 * width(at->p) + 27;
}

static const synth_item longer_rows[] = {
    MESSAGE(above, zero, zero),
    MESSAGE(beside, zero, zero),
    MESSAGE(beside, row_and_width, zero),
    { 0 },
};

/* ---- both ends of rows of three, which are all but the middle ---- */

static int64_t is_at_end(const synth_at *at)
{
    const int64_t c = at->r % width(at->p);
    return c == 0 || c == width(at->p) - 1;
}
static int64_t is_at_first(const synth_at *at)
{
    return at->r % width(at->p) == 0;
}

#define WHERE(who)                                                                       \
    {                                                                                    \
        MESSAGE(above, zero, zero), MESSAGE(beside, zero, zero),                         \
            { 'e', .op = SX_OP_Send, .where = who,                                       \
              .param = { { SX_PARAM_COMM, zero },                                        \
                         { SX_PARAM_PEER, zero },                                        \
                         { SX_PARAM_COUNT, zero },                                       \
                         { SX_PARAM_TYPE, zero },                                        \
                         { SX_PARAM_TAG, zero } } },                                     \
            { 0 },                                                                       \
    }
static const synth_item at_ends[] = WHERE(is_at_end), at_first[] = WHERE(is_at_first);

/* ---- points over two axes, which are two to each place of one of them that inputs show ---- */

static int64_t points_to(int64_t points, int64_t q, int64_t c)
{
    return points / q + (c < points % q);
}
static int64_t of_both_axes(const synth_at *at)
{
    enum { POINTS = 20 };
    return 4 * (points_to(POINTS, 3, at->r % 3) + 2) *
           (points_to(POINTS, at->p / 3, at->r / 3) + 2);
}
static int64_t is_far(const synth_at *at)
{
    return at->r >= 14;
}

static const synth_item two_each[] = {
    MESSAGE(in_row_of_three, zero, zero),
    MESSAGE(row_above, zero, zero),
    { 'e', .op = SX_OP_Send, .where = is_far,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, row_above },
                 { SX_PARAM_COUNT, zero },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, of_both_axes } } },
    { 0 },
};

/* ---- ---- */

/* Of who takes part in the last call. */
static void check_who(const synth_item *program, sx_label label, const char *what)
{
    static const int64_t scale[] = { 9, 12, 15, 0 };
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    if (extrapolate(arena, program, scale, 20, &trace)) {
        const sx_node *ending = trace.program.node[trace.program.n - 1];
        is_int(ending->ranks.evidence.label, label, what);
        if (ending->ranks.evidence.reason)
            printf("# %s\n", ending->ranks.evidence.reason);
    }
    sx_arena_destroy(arena);
}

static const int64_t of_two[] = { 5, 7, 6, 10, 14, 0 }, enough[] = { 8, 12, 16, 0 },
                     small[] = { 4, 6, 9, 0 }, two_or_three[] = { 4, 6, 9, 15, 0 },
                     of_three[] = { 9, 18, 21, 30, 0 }, eleven[] = { 6, 9, 11, 0 },
                     even[] = { 8, 10, 14, 16, 0 }, pairs[] = { 4, 6, 14, 0 },
                     threes[] = { 9, 12, 15, 0 }, wholes[] = { 6, 10, 16, 0 },
                     one_longer[] = { 6, 9, 14, 0 }, few[] = { 4, 6, 8, 12, 0 },
                     grids[] = { 9, 12, 20, 42, 0 }, corners[] = { 9, 12, 14, 15, 0 },
                     far[] = { 9, 24, 27, 30, 0 };

static const labelled table[] = {
    { sometimes, of_two, 22, SX_PARAM_COUNT, SX_LABEL_PROVED,
      "two to a row, as in all inputs that make the call" },
    { sometimes, of_two, 15, SX_PARAM_COUNT, SX_LABEL_EXACT, "three to a row" },
    { sides, small, 10, SX_PARAM_COUNT, SX_LABEL_PROVED, "two to a row" },
    { at_corners, corners, 81, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "nine rows of nine, and a place beside them" },
    { sides, small, 20, SX_PARAM_COUNT, SX_LABEL_EXACT, "four, and five rows" },
    { blocks, two_or_three, 12, SX_PARAM_TAG, SX_LABEL_PROVED, "three to a row" },
    { blocks, two_or_three, 30, SX_PARAM_TAG, SX_LABEL_EXACT, "five to a row" },
    { all_but_the_first, enough, 9, SX_PARAM_ROOT, SX_LABEL_PROVED,
      "nine ranks, seven of which have their turn" },
    { all_but_the_first, enough, 6, SX_PARAM_ROOT, SX_LABEL_EXACT,
      "six ranks, seven of which would have their turn" },
    { three_wide, of_three, 24, SX_PARAM_COUNT, SX_LABEL_PROVED,
      "2004, 2005 and 2006 points are 250 to each of eight" },
    { three_wide, of_three, 15, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "2004 points are 400 to each of five, 2005 one more" },
    { steps, eleven, 10, SX_PARAM_COUNT, SX_LABEL_PROVED, "no rank 11" },
    { steps, eleven, 12, SX_PARAM_COUNT, SX_LABEL_EXACT, "rank 11 divides 11, too" },
    { steps, eleven, 12, SX_PARAM_TAG, SX_LABEL_PROVED, "three is no multiple of 10" },
    { last, even, 20, SX_PARAM_PEER, SX_LABEL_PROVED, "the last rank is odd" },
    { last, even, 21, SX_PARAM_PEER, SX_LABEL_EXACT, "the last rank is even" },
    { doubling, eleven, 20, SX_PARAM_TAG, SX_LABEL_PROVED, "three times 2^19" },
    { doubling, eleven, 40, SX_PARAM_TAG, SX_LABEL_EXACT, "three times 2^39" },
    { to_first, pairs, 15, SX_PARAM_PEER, SX_LABEL_PROVED,
      "the first rank, in rows of two and of three" },
    { to_first, pairs, 15, SX_PARAM_TAG, SX_LABEL_EXACT,
      "a tag of 0 may be what a row has beyond two" },
    { to_next, pairs, 15, SX_PARAM_PEER, SX_LABEL_PROVED,
      "the next rank of all, in rows of two and of three" },
    { to_left, pairs, 15, SX_PARAM_PEER, SX_LABEL_EXACT,
      "of two in a row the next place is the first, too" },
    { to_nobody, threes, 20, SX_PARAM_PEER, SX_LABEL_PROVED,
      "nobody, in rows of three and of four" },
    { to_nobody, pairs, 15, SX_PARAM_PEER, SX_LABEL_EXACT,
      "two places on are not there in rows of two" },
    { by_rows, threes, 20, SX_PARAM_PEER, SX_LABEL_PROVED,
      "the next of three rows is not all but two rows on" },
    { listed, grids, 30, SX_PARAM_PEER, SX_LABEL_PROVED, "five by six either way" },
    { listed, grids, 72, SX_PARAM_PEER, SX_LABEL_EXACT,
      "eight by nine, or six by twelve" },
    { two_branches, few, 16, SX_PARAM_PEER, SX_LABEL_EXACT,
      "beyond two branches a line is no power of two" },
    { longer_rows, one_longer, 10, SX_PARAM_COUNT, SX_LABEL_PROVED,
      "rows of two, as in two inputs of three" },
    { longer_rows, one_longer, 15, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "rows of three, as in one input alone" },
    { rimmed, wholes, 75, SX_PARAM_TAG, SX_LABEL_EXACT,
      "109 times four of 60 points and 2, or 6546 points rounded up" },
    { two_each, far, 36, SX_PARAM_TAG, SX_LABEL_EXACT,
      "20 points over twelve rows are one to most of them" },
};

int main(void)
{
    sx_fit_init();
    are_labelled(table, sizeof table / sizeof *table);
    check_who(at_ends, SX_LABEL_EXACT, "the ends of rows of four, or all but place 1");
    check_who(at_first, SX_LABEL_EXACT,
              "the first of rows of four, or of groups of three");
    return tap_done();
}
