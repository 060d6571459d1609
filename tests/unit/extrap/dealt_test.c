/* N points dealt out to the ranks by each of the rules that programs use, as the rank's own size, as what a root
 * gets of each, and as a side of a face. */
#include "fit/fit.h"
#include "try_program.h"

enum { POINTS = 1003 };

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t is_root(const synth_at *at)
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
static int64_t next(const synth_at *at)
{
    return (at->r + 1) % at->p;
}

static int64_t spread(int64_t n, int64_t q, int64_t c)
{
    return (c + 1) * n / q - c * n / q;
}
static int64_t chunk(int64_t n, int64_t q, int64_t c)
{
    int64_t most = (n + q - 1) / q;
    return n - c * most < 0 ? 0 : n - c * most < most ? n - c * most : most;
}
static int64_t last(int64_t n, int64_t q, int64_t c)
{
    return n / q + (c == q - 1 ? n % q : 0);
}

/* By each rule: of the own rank, of the rank that a counter names, and three times a size with a rim. */
#define SIZES(rule)                                                                      \
    static int64_t own_##rule(const synth_at *at)                                        \
    {                                                                                    \
        return rule(POINTS, at->p, at->r);                                               \
    }                                                                                    \
    static int64_t other_##rule(const synth_at *at)                                      \
    {                                                                                    \
        return rule(POINTS, at->p, at->i[0] + 1);                                        \
    }                                                                                    \
    static int64_t face_##rule(const synth_at *at)                                       \
    {                                                                                    \
        return 3 * (rule(POINTS, at->p, at->r) + 2);                                     \
    }                                                                                    \
    static const synth_item by_##rule[] = {                                              \
        { '(', .where = is_root, .trips = others },                                      \
        { 'e', .op = SX_OP_Recv,                                                         \
          .param = { { SX_PARAM_COMM, zero },                                            \
                     { SX_PARAM_PEER, other },                                           \
                     { SX_PARAM_COUNT, other_##rule },                                   \
                     { SX_PARAM_TYPE, zero },                                            \
                     { SX_PARAM_TAG, zero } } },                                         \
        { .kind = ')' },                                                                 \
        { 'e', .op = SX_OP_Send, .where = is_other,                                      \
          .param = { { SX_PARAM_COMM, zero },                                            \
                     { SX_PARAM_PEER, zero },                                            \
                     { SX_PARAM_COUNT, own_##rule },                                     \
                     { SX_PARAM_TYPE, zero },                                            \
                     { SX_PARAM_TAG, zero } } },                                         \
        { 'e', .op = SX_OP_Send,                                                         \
          .param = { { SX_PARAM_COMM, zero },                                            \
                     { SX_PARAM_PEER, next },                                            \
                     { SX_PARAM_COUNT, face_##rule },                                    \
                     { SX_PARAM_TYPE, zero },                                            \
                     { SX_PARAM_TAG, zero } } },                                         \
        { .kind = 0 },                                                                   \
    };

SIZES(spread)
SIZES(chunk)
SIZES(last)

int main(void)
{
    static const int64_t inputs[] = { 4, 6, 9, 0 }, targets[] = { 5, 12, 40, 0 };
    sx_fit_init();
    try_program("spread evenly", by_spread, inputs, targets, 0);
    try_program("chunks of equal size", by_chunk, inputs, targets, 0);
    try_program("the last has the rest", by_last, inputs, targets, 0);
    return tap_done();
}
