/* Doubts that are put together: each part once, and no more than a formula trace may hold. */
#include "../../tap.h"
#include "law/law.h"

static const sx_expr *differs_at(sx_arena *arena, int64_t p)
{
    return sx_expr_two(arena, SX_EXPR_EQ, sx_expr_var(arena, SX_VAR_P, 0, 0),
                       sx_expr_int(arena, p));
}

int main(void)
{
    sx_arena *arena = sx_arena_create();
    const sx_expr *doubt = NULL;
    for (int64_t p = 1; p <= 3; p++)
        doubt = sx_doubt_either(arena, doubt, differs_at(arena, p));
    const unsigned three = sx_expr_weight(doubt);
    for (int64_t p = 1; p <= 3; p++)
        doubt = sx_doubt_either(arena, doubt, differs_at(arena, p));
    is_int(sx_expr_weight(doubt), three, "each once");
    for (int64_t p = 1; p <= SX_EXPR_NODES / 2; p++)
        doubt = sx_doubt_either(arena, doubt, differs_at(arena, p));
    ok(sx_expr_weight(doubt) < SX_EXPR_NODES, "%u parts can be written",
       sx_expr_weight(doubt));
    int64_t holds = 0;
    const sx_expr_env env = { .p = SX_EXPR_NODES };
    ok(!sx_expr_eval(doubt, &env, &holds, NULL) && holds, "and where they were too many "
                                                          "it holds everywhere");
    sx_arena_destroy(arena);
    return tap_done();
}
