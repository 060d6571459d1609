/* Lines that stop at a number: pipelines that warm up and drain, sets of ranks that end where these do, lines that count
 * the ends of an axis, and trips that come to a place. */
#include "fit/fit.h"
#include "try_program.h"

enum { BATCHES = 12 };

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t next(const synth_at *at)
{
    return at->r + 1;
}
static int64_t before(const synth_at *at)
{
    return at->r - 1;
}
static int64_t is_not_first(const synth_at *at)
{
    return at->r > 0;
}
static int64_t is_not_last(const synth_at *at)
{
    return at->r < at->p - 1;
}

/* ---- as many batches warm a stage up as there are stages behind it, and no more than there are ---- */

static int64_t warm(const synth_at *at)
{
    const int64_t behind = at->p - 1 - at->r;
    return behind < BATCHES ? behind : BATCHES;
}
static int64_t steady(const synth_at *at)
{
    return BATCHES - warm(at);
}
static int64_t is_steady(const synth_at *at)
{
    return at->r > 0 && steady(at) > 0;
}

static const synth_item pipeline[] = {
    { '(', .where = is_not_last, .trips = warm },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next },
                 { SX_PARAM_TAG, zero } } },
    { .kind = ')' },
    { '(', .where = is_steady, .trips = steady },
    { 'e', .op = SX_OP_Recv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, before },
                 { SX_PARAM_TAG, zero } } },
    { .kind = ')' },
    { 'e', .op = SX_OP_Send, .where = is_steady,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, before },
                 { SX_PARAM_TAG, zero } } },
    { 0 },
};

/* ---- a line that the first place has one more of, and that ends at 0 beyond the inputs ---- */

static int64_t left(const synth_at *at)
{
    return BATCHES - warm(at) - (at->r > 0);
}

static const synth_item edges[] = {
    { 'e', .op = SX_OP_Isend, .where = is_not_last,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next },
                 { SX_PARAM_TAG, zero },
                 { SX_PARAM_COUNT, left } } },
    { 'e', .op = SX_OP_Recv, .where = is_not_first,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, before },
                 { SX_PARAM_TAG, zero } } },
    { 0 },
};

/* ---- corrections pass through, and a place is done after as many as there are places before it ---- */

enum { CORRECTIONS = 5 };

static int64_t corrections(const synth_at *at)
{
    (void)at;
    return CORRECTIONS;
}
static int64_t is_corrected(const synth_at *at)
{
    return at->r > at->i[0];
}
static int64_t corrects(const synth_at *at)
{
    return at->r >= at->i[0] && at->r < at->p - 1;
}
static int64_t is_behind(const synth_at *at)
{
    return at->p - at->r > at->i[0] + 2;
}
static int64_t which(const synth_at *at)
{
    return at->i[0];
}

static const synth_item passing[] = {
    { '(', .trips = corrections },
    { '(', .where = is_not_first, .trips = is_corrected },
    { 'e', .op = SX_OP_Recv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, before },
                 { SX_PARAM_TAG, which } } },
    { .kind = ')' },
    { '(', .where = is_not_last, .trips = corrects },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next },
                 { SX_PARAM_TAG, which } } },
    { .kind = ')' },
    { '(', .where = is_not_last, .trips = is_behind },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next },
                 { SX_PARAM_TAG, which } } },
    { .kind = ')' },
    { .kind = ')' },
    { 0 },
};

int main(void)
{
    static const int64_t short_ones[] = { 4, 6, 9, 0 }, below[] = { 7, 10, 11, 12, 0 };
    static const int64_t both[] = { 4, 9, 16, 20, 0 }, beyond[] = { 11, 25, 33, 48, 0 };
    sx_fit_init();
    try_program("a pipeline that all stages warm up", pipeline, short_ones, below, 0);
    try_program("a pipeline of more stages than batches", pipeline, both, beyond, 0);
    try_program("one more at the first place", edges, short_ones, below, 0);
    try_program("corrections that pass through", passing, short_ones, beyond, 0);
    return tap_done();
}
