/* What is received is as its sender has it: sizes and tags that follow the other end's place, and grow by so much in each trip. */
#include "fit/fit.h"
#include "labelled.h"
#include "try_program.h"

enum { TRIPS = 6 };

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t six(const synth_at *at)
{
    (void)at;
    return TRIPS;
}

static int64_t after(const synth_at *at)
{
    return (at->r + 1) % at->p;
}
static int64_t before(const synth_at *at)
{
    return (at->r + at->p - 1) % at->p;
}

/* By four kinds of ranks, and eight more in each trip. */
static int64_t sent(const synth_at *at)
{
    return at->r % 4 + 1 + 8 * at->i[0];
}
static int64_t received(const synth_at *at)
{
    return before(at) % 4 + 1 + 8 * at->i[0];
}

/* By three kinds of ranks, and a hundred more in each trip. */
static int64_t tag(const synth_at *at)
{
    return 100 * at->i[0] + at->r % 3;
}
static int64_t its_tag(const synth_at *at)
{
    return 100 * at->i[0] + before(at) % 3;
}

static const synth_item ring[] = {
    { '(', .trips = six },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, after },
                 { SX_PARAM_COUNT, sent },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, tag } } },
    { 'e', .op = SX_OP_Recv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, before },
                 { SX_PARAM_COUNT, received },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, its_tag } } },
    { .kind = ')' },
    { .kind = 0 },
};

/* From the next row of a square, by its kind, and from the next in the own row. */
static int64_t root(int64_t p)
{
    int64_t q = 1;
    while ((q + 1) * (q + 1) <= p)
        q++;
    return q;
}
static int64_t row_after(const synth_at *at)
{
    return (at->r + root(at->p)) % at->p;
}
static int64_t of_row_after(const synth_at *at)
{
    return 5 + row_after(at) / root(at->p) % 3;
}
static int64_t in_row(const synth_at *at)
{
    const int64_t q = root(at->p);
    return at->r / q * q + (at->r + 1) % q;
}

static const synth_item rows[] = {
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, in_row },
                 { SX_PARAM_COUNT, six },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, zero } } },
    { 'e', .op = SX_OP_Recv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, row_after },
                 { SX_PARAM_COUNT, of_row_after },
                 { SX_PARAM_TYPE, zero },
                 { SX_PARAM_TAG, zero } } },
    { .kind = 0 },
};

static const int64_t scales[] = { 6, 8, 9, 12, 0 }, squares[] = { 9, 16, 25, 36, 0 };

static const labelled kinds[] = {
    { ring, scales, 20, SX_PARAM_COUNT, SX_LABEL_PROVED, "sizes of four kinds" },
    { ring, scales, 20, SX_PARAM_TAG, SX_LABEL_PROVED, "tags of three kinds" },
};

int main(void)
{
    sx_fit_init();
    are_labelled(kinds, sizeof kinds / sizeof *kinds);
    try_program("what is received by kinds of senders", ring, scales,
                (int64_t[]) { 15, 20, 49, 0 }, 0);
    try_program("what is received by kinds of rows", rows, squares,
                (int64_t[]) { 49, 64, 0 }, 0);
    return tap_done();
}
