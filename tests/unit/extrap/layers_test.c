/* Sizes of a few layers in turn, each dealt out in chunks of as many as all need. */
#include "fit/fit.h"
#include "message.h"
#include "try_program.h"

static int64_t four(const synth_at *at)
{
    (void)at;
    return 4;
}
static int64_t chunk(const synth_at *at)
{
    static const int64_t layer[] = { 1000, 2500, 777, 64 };
    return (layer[at->i[0]] + at->p - 1) / at->p;
}

static const synth_item layers[] = {
    { '(', .trips = four },
    MESSAGE(NULL, zero, chunk),
    { .kind = ')' },
    { 0 },
};

int main(void)
{
    const int64_t even[] = { 4, 6, 8, 12, 0 }, more[] = { 20, 32, 0 };
    sx_fit_init();
    try_program("chunks of layers in turn", layers, even, more, 0);
    return tap_done();
}
