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
    sx_arena_destroy(arena);
    return tap_done();
}
