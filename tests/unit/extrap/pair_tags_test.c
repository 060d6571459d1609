/* Tags that are the other end's rank, the sum of both ranks, or the number of the pair: all send to all others in turn, or the lower rank of each pair
 * sends. */
#include "fit/fit.h"
#include "labelled.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t nine(const synth_at *at)
{
    (void)at;
    return 9;
}

#define MESSAGE(OP, PEER, TAG)                                                           \
    {                                                                                    \
        'e', .op = OP, .param = {                                                        \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, PEER },                                                     \
            { SX_PARAM_COUNT, nine },                                                    \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_TAG, TAG }                                                        \
        }                                                                                \
    }

/* ---- to all others in turn ---- */

static int64_t others(const synth_at *at)
{
    return at->p - 1;
}
static int64_t other(const synth_at *at)
{
    return (at->r + 1 + at->i[0]) % at->p;
}
static int64_t sum(const synth_at *at)
{
    return at->r + other(at);
}
static int64_t number(const synth_at *at)
{
    return at->r * at->p + other(at);
}
static int64_t number_of_sender(const synth_at *at)
{
    return other(at) * at->p + at->r;
}

#define TO_OTHERS(TAG)                                                                   \
    {                                                                                    \
        { '(', .trips = others }, MESSAGE(SX_OP_Send, other, TAG), { .kind = ')' },      \
            { 0 },                                                                       \
    }
static const synth_item peers[] = TO_OTHERS(other), sums[] = TO_OTHERS(sum),
                        numbers[] = TO_OTHERS(number),
                        received[] = TO_OTHERS(number_of_sender);

/* ---- in pairs, of which the lower rank sends ---- */

static int64_t has_lower(const synth_at *at)
{
    return at->r > 0;
}
static int64_t lower(const synth_at *at)
{
    return at->r;
}
static int64_t has_higher(const synth_at *at)
{
    return at->r < at->p - 1;
}
static int64_t higher(const synth_at *at)
{
    return at->p - 1 - at->r;
}
static int64_t from(const synth_at *at)
{
    return at->i[0];
}
static int64_t from_sum(const synth_at *at)
{
    return at->r + from(at);
}
static int64_t to(const synth_at *at)
{
    return at->r + 1 + at->i[0];
}
static int64_t to_sum(const synth_at *at)
{
    return at->r + to(at);
}

static const synth_item pairs[] = {
    { '(', .where = has_lower, .trips = lower },
    MESSAGE(SX_OP_Recv, from, from_sum),
    { .kind = ')' },
    { '(', .where = has_higher, .trips = higher },
    MESSAGE(SX_OP_Send, to, to_sum),
    { .kind = ')' },
    { 0 },
};

/* ---- rounds that shift the other end, while tags stay those of the first ---- */

static int64_t four(const synth_at *at)
{
    (void)at;
    return 4;
}
static int64_t shifted(const synth_at *at)
{
    return (at->r + 1 + at->i[0] + at->i[1]) % at->p;
}
static int64_t number_at_first(const synth_at *at)
{
    return at->r * at->p + (at->r + 1 + at->i[1]) % at->p;
}

static const synth_item rounds[] = {
    { '(', .trips = four },
    { '(', .trips = four },
    MESSAGE(SX_OP_Send, shifted, number_at_first),
    { .kind = ')' },
    { .kind = ')' },
    { 0 },
};

static const int64_t odd[] = { 9, 11, 14, 0 };
static const labelled first_round[] = {
    { rounds, odd, 19, SX_PARAM_TAG, SX_LABEL_REFUSED,
      "a tag that stays while the other end is shifted is not that of the other end" }
};

int main(void)
{
    const int64_t few[] = { 3, 5, 6, 8, 0 }, more[] = { 11, 16, 0 };
    sx_fit_init();
    try_program("tag is the other end", peers, few, more, 0);
    try_program("tag is the sum of both ranks", sums, few, more, 0);
    try_program("tag is the number of the pair", numbers, few, more, 0);
    try_program("tag is the number of the pair, from the other end", received, few, more,
                0);
    try_program("the lower rank sends", pairs, few, more, 0);
    are_labelled(first_round, 1);
    return tap_done();
}
