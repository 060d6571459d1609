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
    };                                                                                   \
    static const synth_item sized_by_##rule[] = {                                        \
        { 'e', .op = SX_OP_Isend,                                                        \
          .param = { { SX_PARAM_COMM, zero },                                            \
                     { SX_PARAM_PEER, next },                                            \
                     { SX_PARAM_COUNT, face_##rule } } },                                \
        { .kind = 0 },                                                                   \
    };

SIZES(spread)
SIZES(chunk)
SIZES(last)

/* Infers from three scales: is every value proved at the target? */
static bool proves(const synth_item *program, const int64_t scale[3], int64_t target)
{
    static const char *const name[] = { "few", "more", "many" };
    sx_arena *arena = sx_arena_create();
    sx_trace input[3], formula, trace;
    const sx_trace *inputs[3];
    sx_infer_options options = { .times = { .curves =
                                                sx_curve_selector_named("paper") } };
    sx_summary summary = { 0 };
    sx_error err = { 0 };
    for (int i = 0; i < 3; i++) {
        input[i] = synth_trace(arena, program, scale[i]);
        inputs[i] = &input[i];
    }
    sx_status st = sx_infer(arena, inputs, name, 3, &options, &formula, &err);
    if (!st)
        st = sx_instantiate(arena, &formula, target, NULL, 0, &trace, &err);
    if (!st)
        st = sx_summary_make(arena, &trace, &formula, &summary, &err);
    ok(!st, "inferred: %s", err.text);
    sx_arena_destroy(arena);
    return !st && summary.values[SX_LABEL_EXACT] + summary.values[SX_LABEL_REFUSED] == 0;
}

/* 1003 is 17 times 59: without a rest no rule shows. */
static void test_proved(void)
{
    static const int64_t telling[] = { 4, 6, 9 }, one_rest[] = { 4, 17, 59 };
    ok(proves(sized_by_chunk, telling, 40), "chunks are proved");
    ok(proves(sized_by_spread, telling, 40), "so is what is spread evenly");
    ok(proves(sized_by_last, telling, 40), "and the rest of the last");
    ok(!proves(sized_by_chunk, one_rest, 40), "chunks of which one input has a rest");
    ok(!proves(sized_by_last, one_rest, 40),
       "a rest of which one input shows who has it");
}

int main(void)
{
    static const int64_t inputs[] = { 4, 6, 9, 0 }, targets[] = { 5, 12, 40, 0 };
    sx_fit_init();
    try_program("spread evenly", by_spread, inputs, targets, 0);
    try_program("chunks of equal size", by_chunk, inputs, targets, 0);
    try_program("the last has the rest", by_last, inputs, targets, 0);
    test_proved();
    return tap_done();
}
