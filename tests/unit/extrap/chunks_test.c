/* Blocks that go in chunks of one size: how many there are follows from what all of them come to. */
#include "fit/fit.h"
#include "labelled.h"
#include "try_program.h"

enum { ROWS = 100, CHUNK = 8 };

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t next(const synth_at *at)
{
    return (at->r + 1) % at->p;
}
static int64_t rows(const synth_at *at)
{
    return ROWS / at->p + (at->r < ROWS % at->p);
}
static int64_t chunks(const synth_at *at)
{
    return (rows(at) + CHUNK - 1) / CHUNK;
}
static int64_t chunk(const synth_at *at)
{
    const int64_t left = rows(at) - CHUNK * at->i[0];
    return left < CHUNK ? left : CHUNK;
}

static const synth_item writing[] = {
    { '(', .trips = chunks },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next },
                 { SX_PARAM_COUNT, chunk },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, zero } } },
    { .kind = ')' },
    { .kind = 0 },
};

static const int64_t scales[] = { 4, 6, 9, 0 };
static const labelled of_blocks[] = {
    { writing, scales, 13, SX_PARAM_COUNT, SX_LABEL_PROVED,
      "what is left is told by blocks that leave rests" },
};

int main(void)
{
    sx_fit_init();
    are_labelled(of_blocks, sizeof of_blocks / sizeof *of_blocks);
    try_program("blocks in chunks", writing, scales, (int64_t[]) { 5, 13, 16, 0 }, 0);
    return tap_done();
}
