/* Ranks that would have themselves as a partner, or nobody, where no input has such ranks: they may make no call. And partners that are told otherwise. */
#include "fit/fit.h"
#include "labelled.h"
#include "message.h"

static int64_t four(const synth_at *at)
{
    (void)at;
    return 4;
}
static int64_t power(int64_t most)
{
    int64_t n = 1;
    while (2 * n <= most)
        n *= 2;
    return n;
}

static int64_t mirrored(const synth_at *at)
{
    return at->p - 1 - at->r;
}
static int64_t digits_mirrored(const synth_at *at)
{
    return at->r ^ (power(at->p) - 1);
}
static int64_t next(const synth_at *at)
{
    return (at->r + 1) % at->p;
}
static int64_t pair_behind_first(const synth_at *at)
{
    return at->r % 2 ? at->r + 1 : at->r - 1;
}
static int64_t around_three(const synth_at *at)
{
    return at->r / 3 * 3 + (at->r + 1) % 3;
}
static int64_t second_digit(const synth_at *at)
{
    return at->r ^ 2;
}
static int64_t third_part_on(const synth_at *at)
{
    return (at->r + at->p / 3) % at->p;
}
static int64_t power_below_on(const synth_at *at)
{
    return at->r + power(at->p - 1);
}

/* Who has a partner: another rank, whom the parameter behind tells. */
static int64_t has_other(const synth_at *at)
{
    synth_at of = *at;
    of.param = &at->item->param[1];
    const int64_t peer = of.param->value(&of);
    return peer >= 0 && peer < at->p && peer != at->r;
}
static int64_t mirrored_or_nobody(const synth_at *at)
{
    return mirrored(at) == at->r ? SX_NULL : mirrored(at);
}

#define TO(WHO, PEER)                                                                    \
    {                                                                                    \
        MESSAGE(WHO, PEER, four),                                                        \
        {                                                                                \
            0                                                                            \
        }                                                                                \
    }

static const synth_item mirror[] = TO(has_other, mirrored),
                        mirror_and_self[] = TO(NULL, mirrored),
                        mirror_or_nobody[] = TO(NULL, mirrored_or_nobody),
                        mirror_digits[] = TO(has_other, digits_mirrored),
                        ring[] = TO(has_other, next),
                        pairs[] = TO(has_other, pair_behind_first),
                        threes[] = TO(has_other, around_three),
                        second[] = TO(has_other, second_digit),
                        third[] = TO(has_other, third_part_on),
                        power_on[] = TO(has_other, power_below_on);

int main(void)
{
    const int64_t even[] = { 4, 6, 8, 0 }, powers[] = { 4, 8, 16, 0 },
                  any[] = { 5, 7, 12, 0 }, odd[] = { 7, 15, 31, 0 },
                  of_three[] = { 6, 12, 24, 0 };
    sx_fit_init();
    takes_part_is(mirror, even, 5, SX_LABEL_EXACT,
                  "of an odd number, one has itself across");
    takes_part_is(mirror, even, 10, SX_LABEL_PROVED, "of an even number nobody has");
    takes_part_is(mirror_and_self, any, 9, SX_LABEL_PROVED,
                  "who sends to itself in inputs does so elsewhere");
    takes_part_is(ring, any, 20, SX_LABEL_PROVED, "around all ranks");
    takes_part_is(pairs, odd, 20, SX_LABEL_EXACT,
                  "of an even number, the last one has nobody behind");
    takes_part_is(threes, of_three, 20, SX_LABEL_EXACT,
                  "the last ranks are no whole group");
    takes_part_is(second, odd, 20, SX_LABEL_EXACT, "who has no other one is not there");
    takes_part_is(power_on, any, 32, SX_LABEL_EXACT,
                  "the largest power of two that is less than all");
    const labelled peers[] = {
        { mirror_or_nobody, even, 5, SX_PARAM_PEER, SX_LABEL_EXACT,
          "nobody, where one has itself across" },
        { mirror_digits, powers, 10, SX_PARAM_PEER, SX_LABEL_EXACT,
          "across, or of all other digits" },
        { third, of_three, 13, SX_PARAM_PEER, SX_LABEL_EXACT,
          "a third of all on, or the largest power of two back" },
        { ring, any, 20, SX_PARAM_PEER, SX_LABEL_PROVED, "the next around" },
    };
    are_labelled(peers, sizeof peers / sizeof *peers);
    return tap_done();
}
