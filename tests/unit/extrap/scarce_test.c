/* What too little tells: values of few digits, one rank that takes part or has a partner in some inputs, points that rows have. */
#include "fit/fit.h"
#include "labelled.h"
#include "message.h"

static int64_t up(const synth_at *at)
{
    return (at->r + 1) % at->p;
}

/* ---- points dealt out, as many as 20, 13, 12 and 10 to a rank, or some thousands ---- */

static int64_t few_digits(const synth_at *at)
{
    return 354 / (at->p + 1);
}
static int64_t many_digits(const synth_at *at)
{
    return 54321 / at->p;
}

/* 145, 103, 81 and 64 of 4, 6, 8 and 11 ranks: 510 div P + 18 as well. */
static int64_t with_ranks(const synth_at *at)
{
    const int64_t most = (140 + at->p - 1) / at->p;
    return 4 * most + at->p + 1;
}

static const synth_item line[] = { MESSAGE(NULL, up, with_ranks), { 0 } };
static const synth_item few[] = { MESSAGE(NULL, up, few_digits), { 0 } };
static const synth_item many[] = { MESSAGE(NULL, up, many_digits), { 0 } };

/* ---- the first rank where there is an odd number of them; its partner, a fifth of all ranks on ---- */

static int64_t is_odd_one(const synth_at *at)
{
    return at->p % 2 && at->r == 0;
}
static int64_t last(const synth_at *at)
{
    return at->p - 1;
}
static int64_t is_first(const synth_at *at)
{
    return at->r == 0;
}
static int64_t is_first_of_many(const synth_at *at)
{
    return at->r == 0 && at->p > 10;
}
static int64_t fifth(const synth_at *at)
{
    return at->p / 5;
}

static const synth_item odd_one[] = {
    MESSAGE(NULL, up, zero),
    MESSAGE(is_odd_one, last, zero),
    { 0 },
};
static const synth_item first[] = {
    MESSAGE(NULL, up, zero),
    MESSAGE(is_first, last, zero),
    { 0 },
};
static const synth_item partner[] = {
    MESSAGE(NULL, up, zero),
    MESSAGE(is_first_of_many, fifth, zero),
    { 0 },
};

/* ---- rows of four, the last of which has what is left ---- */

enum { WIDE = 4, POINTS = 49 };

static int64_t beside(const synth_at *at)
{
    return at->r % WIDE + 1 < WIDE ? at->r + 1 : SX_NULL;
}
static int64_t above(const synth_at *at)
{
    return at->r + WIDE < at->p ? at->r + WIDE : SX_NULL;
}
static int64_t of_rows(const synth_at *at)
{
    const int64_t rows = at->p / WIDE;
    return 3 * (POINTS / rows + (at->r / WIDE == rows - 1) * (POINTS % rows));
}

static const synth_item rows[] = {
    MESSAGE(NULL, beside, zero),
    MESSAGE(NULL, above, of_rows),
    { 0 },
};

/* ---- ---- */

static const int64_t eleven[] = { 4, 6, 8, 11, 0 }, four[] = { 16, 26, 27, 33, 0 },
                     odd[] = { 8, 11, 13, 0 }, one_left[] = { 8, 24, 32, 0 };

static const labelled table[] = {
    { few, four, 39, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "eight, or nine: 313 points and 39 ranks are no better than 354 and one more" },
    { many, four, 39, SX_PARAM_COUNT, SX_LABEL_PROVED, "values of some thousands" },
    { line, eleven, 19, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "points and the number of ranks, or more points and a number" },
    { partner, odd, 32, SX_PARAM_PEER, SX_LABEL_EXACT, "rank 2, or a fifth" },
    { rows, one_left, 20, SX_PARAM_COUNT, SX_LABEL_EXACT,
      "four are left of 49 points over five rows, and one in all inputs" },
};

int main(void)
{
    sx_fit_init();
    are_labelled(table, sizeof table / sizeof *table);
    takes_part_is(odd_one, odd, 16, SX_LABEL_EXACT,
                  "the first rank of 11 and of 13, and nobody of 8");
    takes_part_is(first, odd, 16, SX_LABEL_PROVED, "the first rank of all");
    return tap_done();
}
