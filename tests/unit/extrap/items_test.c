/* One rank of all, so many before the last or of a number, may be whose an item is of those that are dealt out in turn; and what is left of the
 * number of ranks may be a line of it. What is said of it at a target, where the two agree there and where they do not. */
#include "fit/fit.h"
#include "labelled.h"
#include "message.h"

enum { ITEM = 21 };

static int64_t owner(const synth_at *at)
{
    return ITEM % at->p;
}
static int64_t third(const synth_at *at)
{
    (void)at;
    return 3;
}
static int64_t second(const synth_at *at)
{
    (void)at;
    return 1;
}
static int64_t last(const synth_at *at)
{
    return at->p - 1;
}
static int64_t last_but_one(const synth_at *at)
{
    return at->p - 2;
}

static int64_t left(const synth_at *at)
{
    return 296 % at->p;
}
static int64_t is_owner(const synth_at *at)
{
    return at->r == ITEM % at->p;
}
static int64_t is_third(const synth_at *at)
{
    return at->r == 3;
}
static int64_t is_last_but_one(const synth_at *at)
{
    return at->r == at->p - 2;
}

#define ROOTED(ROOT)                                                                     \
    {                                                                                    \
        'e', .op = SX_OP_Bcast, .param = {                                               \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_ROOT, ROOT }                                                      \
        }                                                                                \
    }

static const synth_item of_item[] = { ROOTED(owner), { 0 } };
static const synth_item of_third[] = { ROOTED(third), { 0 } };
static const synth_item of_second[] = { ROOTED(second), { 0 } };
static const synth_item of_last[] = { ROOTED(last), { 0 } };
static const synth_item of_last_but_one[] = { ROOTED(last_but_one), { 0 } };
static const synth_item to_third[] = { MESSAGE(NULL, third, zero), { 0 } };
static const synth_item count_of_last[] = { MESSAGE(NULL, zero, last_but_one), { 0 } };

static const synth_item count_left[] = { MESSAGE(NULL, zero, left), { 0 } };
static const synth_item by_owner[] = { MESSAGE(is_owner, zero, zero), { 0 } };
static const synth_item by_third[] = { MESSAGE(is_third, zero, zero), { 0 } };
static const synth_item by_last_but_one[] = { MESSAGE(is_last_but_one, zero, zero),
                                              { 0 } };

static const int64_t few[] = { 4, 6, 8, 12, 0 }, fours[] = { 4, 8, 12, 16, 0 },
                     some[] = { 7, 8, 10, 12, 0 }, dozen[] = { 4, 12, 15, 0 };

static const labelled table[] = {
    { of_item, few, 24, SX_PARAM_ROOT, SX_LABEL_PROVED, "item 21 is the last but two's" },
    { of_item, few, 10, SX_PARAM_ROOT, SX_LABEL_EXACT, "rank 7 of ten, or item 21's" },
    { of_third, fours, 10, SX_PARAM_ROOT, SX_LABEL_EXACT, "rank 3, or item 51's" },
    { of_third, fours, 24, SX_PARAM_ROOT, SX_LABEL_PROVED, "item 51 is rank 3's" },
    { to_third, fours, 10, SX_PARAM_PEER, SX_LABEL_PROVED, "a message to rank 3" },
    { of_second, fours, 10, SX_PARAM_ROOT, SX_LABEL_PROVED, "rank 1" },
    { of_last, few, 10, SX_PARAM_ROOT, SX_LABEL_PROVED, "the last rank" },
    { of_last_but_one, some, 20, SX_PARAM_ROOT, SX_LABEL_PROVED, "rank 18 of twenty" },
    { count_left, dozen, 18, SX_PARAM_COUNT, SX_LABEL_EXACT, "left of 296, or P - 4" },
    { count_of_last, some, 20, SX_PARAM_COUNT, SX_LABEL_PROVED, "18 of twenty" },
};

int main(void)
{
    sx_fit_init();
    are_labelled(table, sizeof table / sizeof *table);
    takes_part_is(by_owner, few, 24, SX_LABEL_PROVED, "of item 21, the last but two");
    takes_part_is(by_owner, few, 10, SX_LABEL_EXACT,
                  "of ten, the last but two or item 21's");
    takes_part_is(by_third, fours, 10, SX_LABEL_EXACT, "rank 3 or item 51's alone");
    takes_part_is(by_third, fours, 24, SX_LABEL_PROVED, "rank 3 alone");
    takes_part_is(by_last_but_one, fours, 10, SX_LABEL_PROVED, "the last but one alone");
    return tap_done();
}
