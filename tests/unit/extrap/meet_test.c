/* The halves of a sweep that ranks go through in another order: what the recorder makes of them, in which ranks meet in other collectives,
 * and what they are in the source. */
#include "../../tap.h"
#include "extrap/infer.h"
#include "extrap/instantiate.h"
#include "fit/fit.h"
#include "synth.h"

#include <string.h>

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t rounds(const synth_at *at)
{
    (void)at;
    return 5;
}
static int64_t is_even(const synth_at *at)
{
    return at->r % 2 == 0;
}
static int64_t is_odd(const synth_at *at)
{
    return at->r % 2 == 1;
}
static int64_t even_sends(const synth_at *at)
{
    return is_even(at) && at->r + 1 < at->p;
}
static int64_t odd_sends(const synth_at *at)
{
    return is_odd(at) && at->r + 1 < at->p;
}
static int64_t is_not_first(const synth_at *at)
{
    return at->r > 0;
}
static int64_t next(const synth_at *at)
{
    return at->r + 1;
}
static int64_t last(const synth_at *at)
{
    return at->r - 1;
}

#define MESSAGE(OP, WHO, PEER)                                                           \
    {                                                                                    \
        'e', .op = SX_OP_##OP, .where = (WHO), .param = {                                \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, PEER },                                                     \
            { SX_PARAM_TAG, zero }                                                       \
        }                                                                                \
    }
#define MEETING(WHO)                                                                     \
    {                                                                                    \
        'e', .op = SX_OP_Barrier, .where = (WHO), .param = { { SX_PARAM_COMM, zero } }   \
    }

/* First the even ranks send and the odd ones receive, then the other way round. */
static const synth_item halves[] = {
    { '(', .trips = rounds },
    MESSAGE(Send, even_sends, next),
    MEETING(is_even),
    MESSAGE(Recv, is_not_first, last),
    MEETING(NULL),
    MESSAGE(Send, odd_sends, next),
    MEETING(is_odd),
    { .kind = ')' },
    { 0 },
};

/* Some ranks have a barrier more than others (no program, but a trace that a user can make). */
static const synth_item unequal[] = {
    { '(', .trips = rounds },
    MEETING(is_even),
    MESSAGE(Recv, is_not_first, last),
    MEETING(NULL),
    { .kind = ')' },
    { 0 },
};

/* How many calls of an operation are in a program. */
static size_t count(const sx_block *block, sx_op op)
{
    size_t n = 0;
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        n += node->kind == SX_NODE_LOOP ? count(&node->body, op) : node->op == op;
    }
    return n;
}

/* All barriers are one call of the source, and so are sends, and receives. */
static void share_sites(sx_block *block, uint32_t *site)
{
    for (size_t i = 0; i < block->n; i++) {
        sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP) {
            share_sites(&node->body, site);
            continue;
        }
        site[node->op] = site[node->op] == UINT32_MAX ? node->site : site[node->op];
        node->site = site[node->op];
    }
}

static sx_trace formula_of(sx_arena *arena, const synth_item *program)
{
    static const int64_t p[] = { 6, 9, 14 };
    static const char *const name[] = { "t6", "t9", "t14" };
    sx_infer_options options = { .times = { .curves =
                                                sx_curve_selector_named("paper") } };
    const sx_trace *input[3];
    sx_trace formula = { 0 };
    sx_error err = { 0 };
    for (int i = 0; i < 3; i++) {
        uint32_t site[SX_OPS];
        memset(site, 0xff, sizeof site);
        sx_trace *made = SX_NEW(arena, sx_trace);
        *made = synth_trace(arena, program, p[i]);
        share_sites(&made->program, site);
        input[i] = made;
    }
    ok(sx_infer(arena, input, name, 3, &options, &formula, &err) == SX_OK, "inferred: %s",
       err.text);
    return formula;
}

static void compare(sx_arena *arena, const sx_trace *formula, const synth_item *program,
                    int64_t p)
{
    sx_trace trace;
    sx_error err = { 0 };
    ok(sx_instantiate(arena, formula, p, NULL, 0, &trace, &err) == SX_OK, "at %d: %s",
       (int)p, err.text);
    is_int(synth_differences(program, &trace), 0, "events that differ");
}

int main(void)
{
    sx_fit_init();
    sx_arena *arena = sx_arena_create();
    sx_trace formula = formula_of(arena, halves);
    is_int((int64_t)count(&formula.program, SX_OP_Barrier), 2, "barriers");
    is_int((int64_t)count(&formula.program, SX_OP_Send), 2, "sends");
    is_int((int64_t)count(&formula.program, SX_OP_Recv), 2, "receives");
    compare(arena, &formula, halves, 17);
    compare(arena, &formula, halves, 32);
    formula = formula_of(arena, unequal);
    is_int((int64_t)count(&formula.program, SX_OP_Barrier), 2, "barriers");
    is_int((int64_t)count(&formula.program, SX_OP_Recv), 1, "receives");
    compare(arena, &formula, unequal, 32);
    sx_arena_destroy(arena);
    return tap_done();
}
