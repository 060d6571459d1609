/* Trees of three branches in breadth-first order: to the children in a loop, from the parent, and to each child that there
 * is in a call of its own. */
#include "fit/fit.h"
#include "try_program.h"

enum { BRANCHES = 3 };

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
static int64_t has_parent(const synth_at *at)
{
    return at->r > 0;
}
static int64_t parent(const synth_at *at)
{
    return at->r > 0 ? (at->r - 1) / BRANCHES : 0;
}
static int64_t children(const synth_at *at)
{
    int64_t left = at->p - 1 - BRANCHES * at->r;
    return left < 0 ? 0 : left < BRANCHES ? left : BRANCHES;
}
static int64_t child(const synth_at *at)
{
    return BRANCHES * at->r + 1 + at->i[0];
}
static int64_t has_first(const synth_at *at)
{
    return BRANCHES * at->r + 1 < at->p;
}
static int64_t has_second(const synth_at *at)
{
    return BRANCHES * at->r + 2 < at->p;
}
static int64_t first(const synth_at *at)
{
    return BRANCHES * at->r + 1;
}
static int64_t second(const synth_at *at)
{
    return BRANCHES * at->r + 2;
}

#define TO(peer)                                                                         \
    .param = { { SX_PARAM_COMM, zero },                                                  \
               { SX_PARAM_PEER, peer },                                                  \
               { SX_PARAM_COUNT, ten },                                                  \
               { SX_PARAM_TYPE, zero },                                                  \
               { SX_PARAM_TAG, zero } }

static const synth_item tree[] = {
    { '(', .trips = children },
    { 'e', .op = SX_OP_Send, TO(child) },
    { .kind = ')' },
    { 'e', .op = SX_OP_Recv, .where = has_parent, TO(parent) },
    { 'e', .op = SX_OP_Send, .where = has_first, TO(first) },
    { 'e', .op = SX_OP_Send, .where = has_second, TO(second) },
    { .kind = 0 },
};

/* Of 6, 9 and 16 ranks nobody has a first child and no second one: who has which is not proved of eight, of whom one has. */
static void undecided(void)
{
    sx_arena *arena = sx_arena_create();
    static const int64_t scale[] = { 6, 9, 16 };
    const char *const name[] = { "t6", "t9", "t16" };
    const sx_trace *input[3];
    sx_error err = { 0 };
    for (size_t i = 0; i < 3; i++) {
        sx_trace *trace = SX_NEW(arena, sx_trace);
        *trace = synth_trace(arena, tree, scale[i]);
        input[i] = trace;
    }
    sx_infer_options options = { .times = { .curves =
                                                sx_curve_selector_named("paper") } };
    sx_trace formula, there;
    sx_status st = sx_infer(arena, input, name, 3, &options, &formula, &err);
    if (!st)
        st = sx_instantiate(arena, &formula, 8, NULL, 0, &there, &err);
    ok(st == SX_OK, "instantiated: %s", err.text);
    for (size_t i = 2; !st && i < 4; i++)
        is_int(there.program.node[i]->ranks.evidence.label, SX_LABEL_EXACT,
               "who has a child");
    sx_arena_destroy(arena);
}

int main(void)
{
    sx_fit_init();
    try_program("a tree of three branches", tree, (int64_t[]) { 6, 8, 16, 0 },
                (int64_t[]) { 7, 21, 40, 200, 0 }, 0);
    undecided();
    return tap_done();
}
