/* Ranks in rows that begin at parts of all: the first and the last quarter, servers in the last quarter with three of the others each, the third of
 * three groups. */
#include "fit/fit.h"
#include "message.h"
#include "try_program.h"

static int64_t nine(const synth_at *at)
{
    (void)at;
    return 9;
}

/* ---- so many ranks to each of others ---- */

static int64_t quarter(const synth_at *at)
{
    return at->p / 4;
}
static int64_t is_behind_quarter(const synth_at *at)
{
    return at->r >= quarter(at);
}
static int64_t is_before_last_quarter(const synth_at *at)
{
    return at->r < at->p - quarter(at);
}
static int64_t first_servers(const synth_at *at)
{
    return (at->r - quarter(at)) / 3;
}
static int64_t last_servers(const synth_at *at)
{
    return at->p - quarter(at) + at->r / 3;
}

static const synth_item to_first[] = {
    MESSAGE(is_behind_quarter, first_servers, nine),
    { 0 },
};
static const synth_item to_last[] = {
    MESSAGE(is_before_last_quarter, last_servers, nine),
    { 0 },
};

/* ---- who takes part ---- */

static int64_t is_of_outer_quarters(const synth_at *at)
{
    return at->r < quarter(at) || at->r >= at->p - quarter(at);
}

static const synth_item outer_quarters[] = {
    MESSAGE(is_of_outer_quarters, zero, nine),
    { 0 },
};

/* ---- the third of three groups ---- */

static int64_t third_group(const synth_at *at)
{
    return 2 * (at->p / 3);
}

static const synth_item groups[] = {
    { 'e', .op = SX_OP_Bcast,
      .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_ROOT, third_group } } },
    { 0 },
};

int main(void)
{
    const int64_t fours[] = { 8, 12, 16, 24, 0 }, more[] = { 32, 48, 0 };
    const int64_t any[] = { 6, 7, 8, 10, 11, 0 }, others[] = { 14, 17, 0 };
    sx_fit_init();
    try_program("three to each of the first quarter", to_first, fours, more, 0);
    try_program("three to each of the last quarter", to_last, fours, more, 0);
    try_program("the first and the last quarter", outer_quarters, fours, more, 0);
    try_program("the third of three groups", groups, any, others, 0);
    return tap_done();
}
