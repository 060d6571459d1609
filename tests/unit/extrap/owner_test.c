/* Rows that are dealt out in blocks: whose the row of a trip is, by each rule, and what the root has of all. */
#include "fit/fit.h"
#include "try_program.h"

enum { ROWS = 150, COLUMNS = 10, POINTS = 1001 };

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t rows(const synth_at *at)
{
    (void)at;
    return ROWS;
}
static int64_t block(int64_t n, int64_t q, int64_t c)
{
    return n / q + (c < n % q);
}

/* ---- the root of a broadcast is the owner ---- */

static int64_t of_blocks(const synth_at *at)
{
    int64_t c = 0;
    for (int64_t end = block(ROWS, at->p, 0); end <= at->i[0];)
        end += block(ROWS, at->p, ++c);
    return c;
}
static int64_t of_spread(const synth_at *at)
{
    int64_t c = 0;
    while ((c + 1) * ROWS / at->p <= at->i[0])
        c++;
    return c;
}
static int64_t of_chunks(const synth_at *at)
{
    return at->i[0] / ((ROWS + at->p - 1) / at->p);
}
static int64_t of_even(const synth_at *at)
{
    const int64_t c = at->i[0] / (ROWS / at->p);
    return c < at->p ? c : at->p - 1;
}
static int64_t of_blocks_from_last(const synth_at *at)
{
    synth_at mirrored = *at;
    mirrored.i[0] = ROWS - 1 - at->i[0];
    return of_blocks(&mirrored);
}

/* As many to each, of rows that all inputs divide: stretches of 30, 20 and 15 trips are no loops of five. */
static int64_t sixty(const synth_at *at)
{
    (void)at;
    return 60;
}
static int64_t of_sixty(const synth_at *at)
{
    return at->i[0] / (60 / at->p);
}
static const synth_item even_blocks[] = {
    { '(', .trips = sixty },
    { 'e', .op = SX_OP_Bcast,
      .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_ROOT, of_sixty } } },
    { .kind = ')' },
    { 0 },
};

#define BROADCASTS(name, owner)                                                          \
    static const synth_item name[] = {                                                   \
        { '(', .trips = rows },                                                          \
        { 'e', .op = SX_OP_Bcast,                                                        \
          .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_ROOT, owner } } },              \
        { .kind = ')' },                                                                 \
        { 0 },                                                                           \
    }
BROADCASTS(blocks, of_blocks);
BROADCASTS(spread, of_spread);
BROADCASTS(chunks, of_chunks);
BROADCASTS(even, of_even);
BROADCASTS(from_last, of_blocks_from_last);

/* ---- the root gathers rows: what each rank sends tells of all ---- */

static int64_t is_first(const synth_at *at)
{
    return at->r == 0;
}
static int64_t is_other(const synth_at *at)
{
    return at->r > 0;
}
static int64_t others(const synth_at *at)
{
    return at->p - 1;
}
static int64_t other(const synth_at *at)
{
    return at->i[0] + 1;
}
static int64_t of_other(const synth_at *at)
{
    return COLUMNS * block(POINTS, at->p, at->i[0] + 1);
}
static int64_t own(const synth_at *at)
{
    return COLUMNS * block(POINTS, at->p, at->r);
}

static const synth_item gathering[] = {
    { '(', .where = is_first, .trips = others },
    { 'e', .op = SX_OP_Recv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, other },
                 { SX_PARAM_TAG, zero },
                 { SX_PARAM_COUNT, of_other } } },
    { .kind = ')' },
    { 'e', .op = SX_OP_Send, .where = is_other,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, zero },
                 { SX_PARAM_TAG, zero },
                 { SX_PARAM_COUNT, own } } },
    { 0 },
};

int main(void)
{
    static const int64_t few[] = { 4, 6, 9, 0 }, three[] = { 4, 7, 9, 0 },
                         more[] = { 11, 12, 16, 0 };
    sx_fit_init();
    try_program("rows of blocks", blocks, three, more, 0);
    try_program("rows from share to share", spread, three, more, 0);
    try_program("rows of chunks", chunks, three, more, 0);
    try_program("rows, the last rank has the rest", even, three, more, 0);
    try_program("rows of blocks from the last", from_last, three, more, 0);
    try_program("rows that all inputs divide", even_blocks, (int64_t[]) { 2, 3, 4, 0 },
                (int64_t[]) { 5, 10, 15, 0 }, 0);
    try_program("a root that gathers rows", gathering, few, more, 0);
    return tap_done();
}
