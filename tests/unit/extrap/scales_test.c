/* Calls that are made at some scales only: where an axis is cut that is whole at smaller scales, beyond a number of
 * ranks, and by all but a rank that is alone. */
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

static int64_t has_others(const synth_at *at)
{
    return at->p > 1;
}
static const synth_item ring[] = {
    SEND(next, .where = has_others, ),
    { .kind = 0 },
};

/* Inputs of several ranks each: what they do is proved at another number of them, and nothing where there is one. */
static void proves_nothing_of_one_alone(void)
{
    sx_arena *arena = sx_arena_create();
    const sx_trace *input[3];
    const char *const name[] = { "t4", "t9", "t15" };
    static const int64_t scale[] = { 4, 9, 15 };
    for (size_t i = 0; i < 3; i++) {
        sx_trace *trace = SX_NEW(arena, sx_trace);
        *trace = synth_trace_at(arena, ring, &(synth_scale) { .p = scale[i] });
        input[i] = trace;
    }
    const sx_infer_options options = { .times = {
                                           .curves = sx_curve_selector_named("paper") } };
    sx_trace formula, trace;
    sx_summary of_one, of_many;
    sx_error err = { 0 };
    ok(!sx_infer(arena, input, name, 3, &options, &formula, &err) &&
           !sx_instantiate(arena, &formula, 25, NULL, 0, &trace, &err) &&
           !sx_summary_make(arena, &trace, &formula, &of_many, &err) &&
           !sx_instantiate(arena, &formula, 1, NULL, 0, &trace, &err) &&
           !sx_summary_make(arena, &trace, &formula, &of_one, &err),
       "a ring at 25 ranks, and of one: %s", err.text);
    ok(of_many.values[SX_LABEL_PROVED] > 0, "%d values proved at 25",
       (int)of_many.values[SX_LABEL_PROVED]);
    is_int((int64_t)of_one.values[SX_LABEL_PROVED], 0, "none of one rank alone");
    sx_arena_destroy(arena);
}

int main(void)
{
    sx_fit_init();
    try_program("slabs that become pencils", pencils, (int64_t[]) { 4, 8, 16, 32, 0 },
                (int64_t[]) { 6, 64, 128, 0 }, 0);
    try_program("more beyond some ranks", more, (int64_t[]) { 4, 8, 16, 32, 0 },
                (int64_t[]) { 6, 64, 0 }, 0);
    proves_nothing_of_one_alone();
    return tap_done();
}
