/* Who takes part where one family alone tells it: what lies inside a rim of two places, and groups of ranks that one input shows. */
#include "fit/fit.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

/* ---- inside a rim of a square grid ---- */

static int64_t side(const synth_at *at)
{
    int64_t q = 1;
    while (q * q < at->p)
        q++;
    return q;
}
static int64_t right(const synth_at *at)
{
    const int64_t q = side(at);
    return at->r / q * q + (at->r % q + 1) % q;
}
static int64_t below(const synth_at *at)
{
    return (at->r + side(at)) % at->p;
}
static int64_t has_second_before(const synth_at *at)
{
    const int64_t q = side(at);
    return at->r % q >= 2 && at->r / q >= 2;
}
static int64_t second_before(const synth_at *at)
{
    return at->r - 2 - 2 * side(at);
}

#define TO(f) .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_PEER, f } }

static const synth_item reach_of_two[] = {
    { 'e', .op = SX_OP_Send, TO(right) },
    { 'e', .op = SX_OP_Send, TO(below) },
    { 'e', .op = SX_OP_Send, .where = has_second_before, TO(second_before) },
    { 0 },
};

/* ---- groups ---- */

static int64_t leads(const synth_at *at)
{
    return at->r % 3 == 0 && at->r > 0;
}
static const synth_item leaders[] = {
    { 'e', .op = SX_OP_Send, .where = leads, TO(zero) },
    { 0 },
};

/* ---- a batch of five goes through all ranks, one more in each trip ---- */

enum { BATCH = 5 };
static int64_t by_the_clock(const synth_at *at)
{
    return BATCH + at->p - 1;
}
static int64_t has_part(const synth_at *at)
{
    return at->i[0] >= at->r && at->i[0] < at->r + BATCH;
}
static int64_t one(const synth_at *at)
{
    (void)at;
    return 1;
}
static int64_t the_next(const synth_at *at)
{
    return (at->r + 1) % at->p;
}

static const synth_item pipeline[] = {
    { '(', .trips = by_the_clock },
    { '(', .trips = has_part },
    { 'e', .op = SX_OP_Send, TO(the_next) },
    { .kind = ')' },
    { 'e', .op = SX_OP_Allreduce,
      .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_COUNT, one } } },
    { .kind = ')' },
    { .kind = 0 },
};

int main(void)
{
    const int64_t squares[] = { 9, 16, 25, 0 }, larger[] = { 36, 64, 0 };
    const int64_t one[] = { 12, 0 }, others[] = { 9, 14, 33, 0 };
    sx_fit_init();
    try_program("inside a rim of two", reach_of_two, squares, larger, 0);
    try_program("leaders of groups, in one input", leaders, one, others, 0);
    try_program("a batch by the clock", pipeline, (int64_t[]) { 3, 4, 6, 9, 12, 0 },
                (int64_t[]) { 16, 20, 0 }, 0);
    return tap_done();
}
