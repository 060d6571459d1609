/* One rank alone, whose the last of as many points is as blocks are made of, or a number that is so much less than what the inputs would tell. */
#include "fit/fit.h"
#include "labelled.h"
#include "message.h"
#include "try_program.h"

enum { POINTS = 500, ITEM = 29 };

static int64_t block(const synth_at *at)
{
    return POINTS / at->p + (at->r < POINTS % at->p);
}
static int64_t next(const synth_at *at)
{
    return (at->r + 1) % at->p;
}
static int64_t nine(const synth_at *at)
{
    (void)at;
    return 9;
}
static int64_t has_last_point(const synth_at *at)
{
    return at->r == (POINTS - 1) % at->p;
}
static int64_t has_item(const synth_at *at)
{
    return at->r == ITEM % at->p;
}
static int64_t owner(const synth_at *at)
{
    return ITEM % at->p;
}

static const synth_item last_point[] = {
    MESSAGE(NULL, next, block),
    MESSAGE(has_last_point, zero, nine),
    { 0 },
};
static const synth_item one_item[] = { MESSAGE(has_item, zero, nine), { 0 } };
/* The first row but its first rank, in rows of two at 2 and at 4 ranks. */
static int64_t is_second(const synth_at *at)
{
    return at->r == 1;
}
/* All behind the first row of two. */
static int64_t is_behind(const synth_at *at)
{
    return at->r >= 2;
}
static const synth_item behind[] = { MESSAGE(is_behind, zero, nine), { 0 } };
static const synth_item second[] = { MESSAGE(is_second, zero, nine), { 0 } };

static const synth_item of_item[] = {
    { 'e', .op = SX_OP_Bcast,
      .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_ROOT, owner } } },
    { 0 },
};

int main(void)
{
    const int64_t few[] = { 3, 5, 6, 8, 0 }, more[] = { 11, 16, 0 };
    const int64_t some[] = { 3, 4, 5, 7, 9, 0 }, others[] = { 11, 16, 0 };
    sx_fit_init();
    try_program("whose the last of known points is", last_point, few, more, 0);
    try_program("whose an item is, alone", one_item, some, others, 0);
    try_program("whose an item is, as a root", of_item, some, others, 0);
    takes_part_is(last_point, few, 11, SX_LABEL_EXACT, "another item may be meant");
    takes_part_is(one_item, some, 11, SX_LABEL_EXACT, "another item may be meant");
    takes_part_is(second, (int64_t[]) { 2, 4, 0 }, 6, SX_LABEL_EXACT,
                  "a row of two ranks may end there");
    takes_part_is(second, (int64_t[]) { 4, 9, 16, 0 }, 25, SX_LABEL_PROVED,
                  "there are no rows of two at 9 ranks");
    takes_part_is(behind, (int64_t[]) { 4, 6, 8, 0 }, 12, SX_LABEL_EXACT,
                  "they may be all but a row of two ranks");
    takes_part_is(behind, (int64_t[]) { 5, 7, 12, 0 }, 20, SX_LABEL_PROVED,
                  "there are no rows of two at 5 ranks");
    const labelled exact[] = {
        { of_item, some, 11, SX_PARAM_ROOT, SX_LABEL_EXACT, "another item may be meant" },
    };
    are_labelled(exact, sizeof exact / sizeof *exact);
    return tap_done();
}
