/* Roots and sizes that are a part of the number of ranks, or so many times one: two thirds of them rounded up, half of all but one. What few
 * inputs show of how it is rounded is no more than exact. */
#include "fit/fit.h"
#include "labelled.h"
#include "message.h"
#include "try_program.h"

static int64_t half(const synth_at *at)
{
    return at->p / 2;
}
static int64_t half_of_others(const synth_at *at)
{
    return (at->p - 1) / 2;
}
static int64_t third(const synth_at *at)
{
    return at->p / 3;
}
static int64_t two_thirds_up(const synth_at *at)
{
    return (2 * at->p + 2) / 3;
}
static int64_t two_thirds(const synth_at *at)
{
    return 2 * at->p / 3;
}
static int64_t three_quarters_up(const synth_at *at)
{
    return (3 * at->p + 3) / 4;
}
static int64_t third_of_others(const synth_at *at)
{
    return (at->p - 1) / 3;
}

static int64_t all_but_three(const synth_at *at)
{
    return at->p - 3;
}

#define ROOTED(ROOT)                                                                     \
    {                                                                                    \
        'e', .op = SX_OP_Bcast, .param = {                                               \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_ROOT, ROOT }                                                      \
        }                                                                                \
    }

static const synth_item halves[] = {
    ROOTED(half),
    ROOTED(half_of_others),
    ROOTED(third),
    { 0 },
};
static const synth_item one_third[] = { ROOTED(third), { 0 } };
static const synth_item thirds[] = {
    ROOTED(two_thirds),
    ROOTED(third_of_others),
    { 0 },
};
static const synth_item sizes[] = {
    MESSAGE(NULL, zero, two_thirds_up),
    MESSAGE(NULL, zero, two_thirds),
    MESSAGE(NULL, zero, three_quarters_up),
    MESSAGE(NULL, zero, half_of_others),
    { 0 },
};

static const synth_item less[] = { MESSAGE(NULL, zero, all_but_three), { 0 } };

/* Every quarter of the ranks in turn, and all but so many quarters: what is there so many times is divided first. */
static int64_t four(const synth_at *at)
{
    (void)at;
    return 4;
}
static int64_t quarters(const synth_at *at)
{
    return at->i[0] * (at->p / 4);
}
static int64_t all_but_quarters(const synth_at *at)
{
    return at->p - 1 - at->i[0] * (at->p / 4);
}
static int64_t parts_by_place(const synth_at *at)
{
    return (at->r + 1) * (at->p / 4);
}
static const synth_item in_turn[] = {
    { '(', .trips = four },
    ROOTED(quarters),
    ROOTED(all_but_quarters),
    MESSAGE(NULL, zero, parts_by_place),
    ROOTED(quarters),
    { .kind = ')' },
    { 0 },
};
static const synth_item quarter[] = {
    { '(', .trips = four },
    ROOTED(quarters),
    { .kind = ')' },
    { 0 },
};

/* Chunks of 100 points: 25 ranks of 30 have some. */
static int64_t chunk(const synth_at *at)
{
    const int64_t each = (100 + at->p - 1) / at->p, left = 100 - at->r * each;
    return left < 0 ? 0 : left < each ? left : each;
}
static const synth_item chunks[] = { MESSAGE(NULL, zero, chunk), { 0 } };

int main(void)
{
    const int64_t few[] = { 2, 3, 4, 5, 0 }, more[] = { 6, 9, 0 };
    const int64_t some[] = { 4, 5, 7, 9, 12, 0 }, many[] = { 16, 20, 33, 0 };
    sx_fit_init();
    try_program("roots at a half, and at a third", halves, few, more, 0);
    try_program("roots at two thirds", thirds, some, many, 0);
    try_program("sizes of two thirds, and of three quarters", sizes, some, many, 0);
    const int64_t four[] = { 3, 5, 6, 8, 0 }, others[] = { 9, 15, 20, 0 };
    try_program("a root at a third, alone", one_third, four, others, 0);
    const int64_t in_a_row[] = { 10, 11, 12, 0 }, apart[] = { 10, 13, 17, 20, 0 };
    const labelled exact[] = {
        { halves, few, 9, SX_PARAM_ROOT, SX_LABEL_EXACT, "a third, rounded down" },
        { one_third, four, 20, SX_PARAM_ROOT, SX_LABEL_EXACT, "a third, alone" },
        { thirds, some, 33, SX_PARAM_ROOT, SX_LABEL_EXACT, "a third of one less" },
        { sizes, some, 33, SX_PARAM_COUNT, SX_LABEL_EXACT, "a half of one less" },
        { less, in_a_row, 31, SX_PARAM_COUNT, SX_LABEL_EXACT, "three quarters as well" },
        { less, apart, 31, SX_PARAM_COUNT, SX_LABEL_PROVED, "three less" },
    };
    are_labelled(exact, sizeof exact / sizeof *exact);
    const int64_t fourths[] = { 4, 8, 12, 16, 0 }, odd[] = { 18, 23, 0 };
    try_program("roots at quarters, divided first", in_turn, fourths, odd, 0);
    const labelled divided[] = {
        { quarter, fourths, 18, SX_PARAM_ROOT, SX_LABEL_EXACT, "multiplied first" },
        { quarter, fourths, 20, SX_PARAM_ROOT, SX_LABEL_PROVED, "nothing is rounded" },
    };
    are_labelled(divided, sizeof divided / sizeof *divided);
    const int64_t scales[] = { 4, 6, 9, 12, 0 };
    takes_part_is(chunks, scales, 30, SX_LABEL_EXACT, "who has nothing to send");
    takes_part_is(chunks, scales, 20, SX_LABEL_PROVED, "all have something");
    return tap_done();
}
