/* Loops whose trips differ by rank, or from entry to entry, with values that follow their counters: traces have
 * expressions for those, and inference sees the numbers. */
#include "fit/fit.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t ten(const synth_at *at)
{
    (void)at;
    return 10;
}
static int64_t place(const synth_at *at)
{
    return at->r;
}
static int64_t one_more(const synth_at *at)
{
    return at->r + 1;
}
static int64_t ranks_above(const synth_at *at)
{
    return at->p - 1 - at->r;
}
static int64_t outer(const synth_at *at)
{
    return at->i[0];
}
static int64_t inner(const synth_at *at)
{
    return at->i[1];
}
static int64_t above(const synth_at *at)
{
    return at->r + 1 + at->i[0];
}
static int64_t line(const synth_at *at)
{
    return 7 + 10 * at->r + 3 * at->i[1];
}

static const synth_item by_rank[] = {
    { '(', .trips = ten },
    { '(', .trips = one_more },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, zero },
                 { SX_PARAM_COUNT, line },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, inner } } },
    { .kind = ')' },
    { .kind = ')' },
    { '(', .trips = place },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, outer },
                 { SX_PARAM_COUNT, ten },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, outer } } },
    { .kind = ')' },
    { '(', .trips = ranks_above },
    { 'e', .op = SX_OP_Recv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, above },
                 { SX_PARAM_COUNT, ten },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, zero } } },
    { .kind = ')' },
    { .kind = 0 },
};

static const synth_item triangle[] = {
    { '(', .trips = ten },
    { '(', .trips = outer },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, zero },
                 { SX_PARAM_COUNT, line },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, inner } } },
    { .kind = ')' },
    { .kind = ')' },
    { .kind = 0 },
};

int main(void)
{
    sx_fit_init();
    try_program("trips by rank", by_rank, (int64_t[]) { 4, 6, 9, 0 },
                (int64_t[]) { 5, 12, 40, 0 }, 0);
    try_program("triangle", triangle, (int64_t[]) { 4, 6, 9, 0 },
                (int64_t[]) { 5, 12, 40, 0 }, 0);
    return tap_done();
}
