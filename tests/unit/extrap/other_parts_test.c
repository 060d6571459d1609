/* What is said of laws that another part of the ranks, or another rounding of it, fits as well: who takes part, sizes, parents in a tree, end points by
 * parity, and tags of these. */
#include "fit/fit.h"
#include "labelled.h"
#include "message.h"

static int64_t nine(const synth_at *at)
{
    (void)at;
    return 9;
}

/* ---- who takes part ---- */

static int64_t is_of_first_third(const synth_at *at)
{
    return at->r < at->p / 3;
}
static int64_t is_at_third(const synth_at *at)
{
    return at->r == (at->p - 2) / 3;
}

/* The parents in a tree of three branches, or two fifths of all. */
static int64_t is_parent(const synth_at *at)
{
    return 3 * at->r + 1 < at->p;
}
static int64_t is_of_two_fifths(const synth_at *at)
{
    return at->r < 2 * at->p / 5;
}

static const synth_item first_third[] = { MESSAGE(is_of_first_third, zero, nine), { 0 } };
static const synth_item all_parents[] = { MESSAGE(is_parent, zero, nine), { 0 } };
static const synth_item two_fifths[] = { MESSAGE(is_of_two_fifths, zero, nine), { 0 } };
static const synth_item at_third[] = { MESSAGE(is_at_third, zero, nine), { 0 } };

/* ---- sizes ---- */

static int64_t two_thirds_and_one(const synth_at *at)
{
    return 2 * (at->p / 3) + 1;
}

static const synth_item sizes[] = { MESSAGE(NULL, zero, two_thirds_and_one), { 0 } };

/* ---- parents ---- */

static int64_t is_other(const synth_at *at)
{
    return at->r > 1;
}
static int64_t parent(const synth_at *at)
{
    return (at->r - 1) / 4;
}

static const synth_item parents[] = { MESSAGE(is_other, parent, nine), { 0 } };

/* ---- by parity ---- */

static int64_t is_of_last_three(const synth_at *at)
{
    return at->r >= at->p - 3;
}
static int64_t far(const synth_at *at)
{
    return (at->r + 28) % at->p;
}

static const synth_item parity[] = { MESSAGE(is_of_last_three, far, nine), { 0 } };

/* ---- tags of the four last ranks ---- */

static int64_t four(const synth_at *at)
{
    (void)at;
    return 4;
}
static int64_t from_last(const synth_at *at)
{
    return at->p - 1 - at->i[0];
}
static int64_t apart(const synth_at *at)
{
    const int64_t far = from_last(at) - at->r;
    return far < 0 ? -far : far;
}

static const synth_item last_four[] = {
    { '(', .trips = four },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, from_last },
                 { SX_PARAM_COUNT, zero },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, apart } } },
    { .kind = ')' },
    { 0 },
};

/* ---- a quarter and one more, and ranks of the outer quarters at two fifths of all around ---- */

static int64_t is_up_to_quarter(const synth_at *at)
{
    return at->r <= at->p / 4;
}
static int64_t is_outer(const synth_at *at)
{
    return at->r < at->p / 4 || at->r >= at->p - at->p / 4;
}
static int64_t two_fifths_on(const synth_at *at)
{
    return (at->r + 2 * at->p / 5) % at->p;
}

static const synth_item up_to_quarter[] = { MESSAGE(is_up_to_quarter, zero, zero),
                                            { 0 } };
static const synth_item outer[] = { MESSAGE(is_outer, two_fifths_on, zero), { 0 } };

static const int64_t thirds[] = { 4, 7, 9, 12, 0 }, even[] = { 4, 6, 8, 12, 0 },
                     above_four[] = { 6, 7, 9, 12, 0 }, whole[] = { 5, 8, 11, 14, 0 },
                     uneven[] = { 4, 9, 10, 12, 15, 0 }, eight[] = { 4, 6, 7, 8, 0 },
                     odd[] = { 5, 6, 8, 12, 15, 0 }, few[] = { 7, 8, 16, 0 },
                     alike[] = { 4, 13, 14, 0 };

static const labelled table[] = {
    { sizes, uneven, 8, SX_PARAM_COUNT, SX_LABEL_EXACT, "five, or six" },
    { sizes, uneven, 21, SX_PARAM_COUNT, SX_LABEL_PROVED, "fifteen either way" },
    { parents, eight, 16, SX_PARAM_PEER, SX_LABEL_EXACT, "rank 9 has parent 2, or 1" },
    { parents, eight, 9, SX_PARAM_PEER, SX_LABEL_PROVED, "rank 8 has parent 1" },
    { parity, odd, 16, SX_PARAM_PEER, SX_LABEL_EXACT, "twelve on, or four" },
    { outer, alike, 37, SX_PARAM_PEER, SX_LABEL_EXACT, "five on, or fourteen" },
    { last_four, above_four, 5, SX_PARAM_TAG, SX_LABEL_PROVED, "ranks 1 to 4" },
    { last_four, above_four, 3, SX_PARAM_TAG, SX_LABEL_EXACT, "no fourth rank" },
};

int main(void)
{
    sx_fit_init();
    takes_part_is(first_third, thirds, 20, SX_LABEL_EXACT, "six, or two fifths");
    takes_part_is(first_third, thirds, 6, SX_LABEL_PROVED, "two of six");
    takes_part_is(all_parents, even, 20, SX_LABEL_EXACT, "seven, or two fifths");
    takes_part_is(all_parents, even, 14, SX_LABEL_PROVED, "five, and two fifths");
    takes_part_is(two_fifths, even, 20, SX_LABEL_EXACT, "eight, or seven parents");
    takes_part_is(two_fifths, even, 14, SX_LABEL_PROVED, "five, all parents");
    takes_part_is(at_third, whole, 22, SX_LABEL_EXACT, "how 20 is rounded");
    takes_part_is(at_third, whole, 20, SX_LABEL_PROVED, "a third of 18");
    takes_part_is(up_to_quarter, few, 37, SX_LABEL_EXACT, "ten, or twelve");
    are_labelled(table, sizeof table / sizeof *table);
    return tap_done();
}
