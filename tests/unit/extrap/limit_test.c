/* Inference ends after as many steps as it may take, with an error and no laws; which number that is depends on the inputs alone. */
#include "fit/fit.h"
#include "try_program.h"

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t next(const synth_at *at)
{
    return (at->r + 1) % at->p;
}
static int64_t block(const synth_at *at)
{
    return 100 / at->p + (at->r < 100 % at->p);
}

static const synth_item program[] = {
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next },
                 { SX_PARAM_COUNT, block } } },
    { 0 },
};

static int64_t trips(const synth_at *at)
{
    return 3 + at->r % 2;
}
static int64_t is_first(const synth_at *at)
{
    return at->r == 0;
}

/* Ranks that make different numbers of trips, with a loop in them in whose trips only the first one calls something. */
static const synth_item around_nothing[] = {
    { '(', .trips = trips },
    { '(', .trips = trips },
    { '(', .trips = is_first },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, zero },
                 { SX_PARAM_COUNT, block } } },
    { .kind = ')' },
    { .kind = ')' },
    { 'e', .op = SX_OP_Barrier, .param = { { SX_PARAM_COMM, zero } } },
    { .kind = ')' },
    { 0 },
};

/* Trips that make no call are counted while traces are aligned, too. */
static void test_trips_without_calls(sx_arena *arena)
{
    static const char *const name[] = { "t4", "t7" };
    sx_trace trace[] = { synth_trace(arena, around_nothing, 4),
                         synth_trace(arena, around_nothing, 7) },
             formula = { 0 };
    const sx_trace *const input[] = { &trace[0], &trace[1] };
    const sx_infer_options how = { .steps = 1 << 20 };
    sx_error err = { 0 };
    for (int i = 0; i < 2; i++) {
        sx_node *inner = trace[i].program.node[0]->body.node[0];
        sx_piece *piece = SX_NEW_ARRAY(arena, sx_piece, 1);
        *piece =
            (sx_piece) { .all = true, .seq = sx_seq_constant(arena, INT64_C(1) << 50) };
        inner->trips =
            (sx_value) { .kind = SX_VALUE_PIECES, .npieces = 1, .piece = piece };
    }
    sx_status st = sx_infer(arena, input, name, 2, &how, &formula, &err);
    ok(st == SX_LIMIT && strstr(err.text, "too many steps"),
       "so are trips that make no call: %s", err.text);
}

int main(void)
{
    enum { INPUTS = 3, ENOUGH = 40 };
    static const int64_t scale[INPUTS] = { 4, 7, 9 };
    static const char *const name[INPUTS] = { "t4", "t7", "t9" };
    sx_arena *arena = sx_arena_create();
    sx_trace trace[INPUTS], formula = { 0 };
    const sx_trace *input[INPUTS];
    sx_error err = { 0 };
    sx_fit_init();
    for (int i = 0; i < INPUTS; i++) {
        trace[i] = synth_trace(arena, program, scale[i]);
        input[i] = &trace[i];
    }
    int limited = 0;
    sx_status st = SX_LIMIT;
    for (; st == SX_LIMIT && limited < ENOUGH; limited++) {
        sx_infer_options how = { .steps = UINT64_C(1) << limited };
        err = (sx_error) { 0 };
        st = sx_infer(arena, input, name, INPUTS, &how, &formula, &err);
        if (st == SX_LIMIT)
            ok(strstr(err.text, "too many steps") && !formula.program.n,
               "it says why it ends, and gives no laws: %s", err.text);
    }
    ok(st == SX_OK, "steps are enough some time: %s", err.text);
    ok(limited > 10 && limited < 32, "enough are 2^%d steps", limited - 1);
    ok(formula.program.n == 1, "then there are laws");
    test_trips_without_calls(arena);
    sx_arena_destroy(arena);
    return tap_done();
}
