/* Calls that are made at some scales only: where an axis is cut that is whole at smaller scales, and beyond a number of
 * ranks. */
#include "fit/fit.h"
#include "try_program.h"

enum { SLABS = 8, BEYOND = 10 };

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

/* Slabs up to so many ranks, pencils beyond: 1 x P, then SLABS x P / SLABS. */
static int64_t width(int64_t p)
{
    return p > SLABS ? SLABS : 1;
}
static int64_t has_width(const synth_at *at)
{
    return width(at->p) > 1;
}
static int64_t beside(const synth_at *at)
{
    int64_t x = width(at->p), c = at->r % x;
    return at->r - c + (c + 1) % x;
}
static int64_t above(const synth_at *at)
{
    return (at->r + width(at->p)) % at->p;
}
static int64_t is_beyond(const synth_at *at)
{
    return at->p > BEYOND;
}
static int64_t next(const synth_at *at)
{
    return (at->r + 1) % at->p;
}

#define SEND(to, ...)                                                                    \
    {                                                                                    \
        'e', .op = SX_OP_Send, __VA_ARGS__.param = {                                     \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, to },                                                       \
            { SX_PARAM_COUNT, ten },                                                     \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_TAG, zero }                                                       \
        }                                                                                \
    }

static const synth_item pencils[] = {
    SEND(above),
    SEND(beside, .where = has_width, ),
    { .kind = 0 },
};
static const synth_item more[] = {
    SEND(next),
    SEND(next, .where = is_beyond, ),
    { .kind = 0 },
};

int main(void)
{
    sx_fit_init();
    try_program("slabs that become pencils", pencils, (int64_t[]) { 4, 8, 16, 32, 0 },
                (int64_t[]) { 6, 64, 128, 0 }, 0);
    try_program("more beyond some ranks", more, (int64_t[]) { 4, 8, 16, 32, 0 },
                (int64_t[]) { 6, 64, 0 }, 0);
    return tap_done();
}
