/* Who takes part may be told by how far a rank is from the last one, or by the largest power of two: not to be seen where all inputs are alike. */
#include "fit/fit.h"
#include "labelled.h"
#include "message.h"

static int64_t four(const synth_at *at)
{
    (void)at;
    return 4;
}
static int64_t power(const synth_at *at)
{
    int64_t n = 1;
    while (2 * n <= at->p)
        n *= 2;
    return n;
}

static int64_t has_two_behind(const synth_at *at)
{
    return at->r < at->p - 2;
}
static int64_t is_even_with_two_behind(const synth_at *at)
{
    return at->r % 2 == 0 && at->r < at->p - 2;
}
static int64_t leads_whole_group(const synth_at *at)
{
    return at->r % 4 == 0 && at->r + 3 < at->p;
}
static int64_t is_third_from_last(const synth_at *at)
{
    return (at->p - 1 - at->r) % 3 == 0;
}
static int64_t is_in_power(const synth_at *at)
{
    return at->r < power(at);
}
static int64_t is_beyond_power(const synth_at *at)
{
    return at->r >= power(at);
}
static int64_t has_one_beyond(const synth_at *at)
{
    return at->r < at->p - power(at);
}
static int64_t is_no_last(const synth_at *at)
{
    return at->r < at->p - 1;
}
static int64_t is_even(const synth_at *at)
{
    return at->r % 2 == 0;
}

#define BY(WHO)                                                                          \
    {                                                                                    \
        MESSAGE(WHO, zero, four),                                                        \
        {                                                                                \
            0                                                                            \
        }                                                                                \
    }

static const synth_item two_behind[] = BY(has_two_behind),
                        even_two_behind[] = BY(is_even_with_two_behind),
                        whole_groups[] = BY(leads_whole_group),
                        from_last[] = BY(is_third_from_last),
                        in_power[] = BY(is_in_power),
                        beyond_power[] = BY(is_beyond_power),
                        one_beyond[] = BY(has_one_beyond), no_last[] = BY(is_no_last),
                        even[] = BY(is_even);

int main(void)
{
    const int64_t one_more[] = { 3, 5, 9, 0 }, any[] = { 5, 7, 12, 0 },
                  powers[] = { 4, 16, 64, 0 }, eights[] = { 8, 16, 24, 0 };
    sx_fit_init();
    takes_part_is(two_behind, one_more, 11, SX_LABEL_EXACT, "all but the last two");
    takes_part_is(even_two_behind, one_more, 20, SX_LABEL_EXACT,
                  "even ranks, or the last two are left out");
    takes_part_is(whole_groups, eights, 18, SX_LABEL_EXACT,
                  "the last group of four may be one of two");
    takes_part_is(from_last, powers, 11, SX_LABEL_EXACT,
                  "every third from the first or from the last");
    takes_part_is(in_power, one_more, 11, SX_LABEL_EXACT,
                  "all but the last, or a power of two of them");
    takes_part_is(beyond_power, one_more, 11, SX_LABEL_EXACT,
                  "the last, or who is beyond a power of two");
    takes_part_is(one_beyond, one_more, 11, SX_LABEL_EXACT,
                  "the first, or as many as are beyond a power of two");
    takes_part_is(no_last, any, 20, SX_LABEL_PROVED, "all but the last");
    takes_part_is(even, any, 20, SX_LABEL_PROVED, "even ranks");
    return tap_done();
}
