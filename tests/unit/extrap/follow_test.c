/* What few inputs show, with one extent in all of them, is a number there, which other calls have a law of. */
#include "fit/fit.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t lg(int64_t x)
{
    int64_t k = 0;
    while (INT64_C(2) << k <= x)
        k++;
    return k;
}

/* Powers of two: 2 x 2, 4 x 4, 4 x 8, 8 x 8 .. */
static int64_t width(const synth_at *at)
{
    return INT64_C(1) << lg(at->p) / 2;
}
static int64_t right(const synth_at *at)
{
    const int64_t x = width(at), c = at->r % x;
    return at->r - c + (c + 1) % x;
}
static int64_t left(const synth_at *at)
{
    const int64_t x = width(at), c = at->r % x;
    return at->r - c + (c + x - 1) % x;
}
static int64_t below(const synth_at *at)
{
    return (at->r + width(at)) % at->p;
}
static int64_t third_row(const synth_at *at)
{
    return at->r / width(at) == 2;
}
static int64_t face(const synth_at *at)
{
    const int64_t side = 96 / width(at) + 2;
    return 2 * side * side;
}

#define SEND(PEER, WHERE)                                                                \
    {                                                                                    \
        'e', .op = SX_OP_Isend, .where = (WHERE), .param = {                             \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, (PEER) },                                                   \
            { SX_PARAM_COUNT, face }                                                     \
        }                                                                                \
    }
static const synth_item program[] = {
    SEND(right, NULL), SEND(left, NULL), SEND(below, NULL), SEND(right, third_row), { 0 },
};

int main(void)
{
    static const synth_scale scale[] = { { .p = 4 }, { .p = 16 }, { .p = 32 }, { 0 } },
                             target[] = { { .p = 64 }, { .p = 1024 }, { 0 } };
    sx_fit_init();
    try_scales("faces", program, scale, target, 0);
    return tap_done();
}
