/* What a root deals out, one message for each of the others, has the law by which they know what they get. */
#include "fit/fit.h"
#include "try_program.h"

enum { ROWS = 1000, WIDTH = 20 };

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t others(const synth_at *at)
{
    return at->p - 1;
}
static int64_t is_root(const synth_at *at)
{
    return at->r == 0;
}
static int64_t is_other(const synth_at *at)
{
    return at->r > 0;
}
static int64_t worker(const synth_at *at)
{
    return at->i[0] + 1;
}

/* N rows in blocks over all but the root, the first ones have one more; or all over all, from r N div P on. */
static int64_t block(int64_t n, int64_t q, int64_t c)
{
    return n / q + (c < n % q);
}
static int64_t own_rows(const synth_at *at)
{
    return WIDTH * block(ROWS, at->p - 1, at->r - 1);
}
static int64_t rows_of_worker(const synth_at *at)
{
    return WIDTH * block(ROWS, at->p - 1, at->i[0]);
}
static int64_t last_first(const synth_at *at)
{
    return at->p - 1 - at->i[0];
}
static int64_t rows_of_last(const synth_at *at)
{
    return WIDTH * block(ROWS, at->p - 1, at->p - 2 - at->i[0]);
}

#define MESSAGE(f, g)                                                                    \
    .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_PEER, f }, { SX_PARAM_COUNT, g } }

static const synth_item dealing[] = {
    { '(', .where = is_root, .trips = others },
    { 'e', .op = SX_OP_Send, MESSAGE(worker, rows_of_worker) },
    { .kind = ')' },
    { '(', .where = is_root, .trips = others },
    { 'e', .op = SX_OP_Send, MESSAGE(last_first, rows_of_last) },
    { .kind = ')' },
    { 'e', .op = SX_OP_Recv, .where = is_other, MESSAGE(zero, own_rows) },
    { 0 },
};

int main(void)
{
    const int64_t few[] = { 5, 8, 13, 0 }, many[] = { 16, 30, 48, 64, 0 };
    sx_fit_init();
    try_program("rows that a root deals out to the others", dealing, few, many, 0);
    return tap_done();
}
