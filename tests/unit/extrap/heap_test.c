/* Trees of three branches in breadth-first order: to the children in a loop, from the parent, and to each child that there
 * is in a call of its own. */
#include "fit/fit.h"
#include "labelled.h"
#include "largest_divisor.h"
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

/* ---- no tree: three trips of the last rank, beside others in whose trips the first ranks of rows make another call ---- */

static int64_t width(int64_t p)
{
    return p / largest_divisor(p);
}
static int64_t column(const synth_at *at)
{
    return at->r % width(at->p);
}
static int64_t row(const synth_at *at)
{
    return at->r / width(at->p);
}
static int64_t beside(const synth_at *at)
{
    return column(at) + 1 < width(at->p) ? at->r + 1 : SX_NULL;
}
static int64_t above(const synth_at *at)
{
    return row(at) > 0 ? at->r - width(at->p) : SX_NULL;
}
static int64_t is_last(const synth_at *at)
{
    return at->r == at->p - 1;
}
static int64_t is_first_of_others(const synth_at *at)
{
    return column(at) == 0 && row(at) > 0;
}
static int64_t to_the_end(const synth_at *at)
{
    return width(at->p) - column(at) + 2;
}

static const synth_item no_tree[] = {
    { 'e', .op = SX_OP_Send, TO(beside) },
    { 'e', .op = SX_OP_Send, TO(above) },
    { '(', .trips = to_the_end },
    { 'e', .op = SX_OP_Send, .where = is_last, TO(zero) },
    { '(', .trips = row },
    { 'e', .op = SX_OP_Send, .where = is_first_of_others, TO(zero) },
    { .kind = ')' },
    { .kind = ')' },
    { .kind = 0 },
};

static bool has_proved_tree(const sx_block *block, bool proved)
{
    bool has = false;
    for (size_t i = 0; i < block->n && !has; i++) {
        const sx_node *node = block->node[i];
        const bool is_loop = node->kind == SX_NODE_LOOP,
                   is_proved = proved && (!is_loop ||
                                          node->trips.evidence.label == SX_LABEL_PROVED);
        has = is_loop ? has_proved_tree(&node->body, is_proved)
                      : is_proved && node->site == 2;
    }
    return has;
}

/* Events of the call differ at the target, and trips that bring them about are proved. */
static void root_alone(void)
{
    sx_arena *arena = sx_arena_create();
    static const int64_t scale[] = { 8, 12, 15, 0 };
    sx_trace there;
    if (extrapolate(arena, no_tree, scale, 76, &there))
        ok(!has_proved_tree(&there.program, true) ||
               synth_differences(no_tree, &there) == 0,
           "trips of one rank are those of no tree");
    sx_arena_destroy(arena);
}

/* ---- trees whose root is another rank ---- */

static int64_t next_rank(const synth_at *at)
{
    return (at->r + 1) % at->p;
}
static int64_t has_child(const synth_at *at)
{
    return 2 * (at->p - 1 - at->r) + 1 < at->p;
}
static int64_t is_inner(const synth_at *at)
{
    const int64_t number = (at->r + at->p - 1) % at->p;
    return number > 0 && 2 * number + 1 < at->p;
}

static const synth_item from_last[] = {
    { 'e', .op = SX_OP_Send, .where = has_child, TO(next_rank) }, { .kind = 0 }
};
static const synth_item from_second[] = {
    { 'e', .op = SX_OP_Send, .where = is_inner, TO(next_rank) }, { .kind = 0 }
};

static void other_roots(void)
{
    static const int64_t any[] = { 5, 8, 12, 0 }, even[] = { 8, 16, 32, 0 };
    takes_part_is(from_last, any, 27, SX_LABEL_PROVED, "who has a child");
    takes_part_is(from_second, even, 64, SX_LABEL_PROVED, "who has one, but the root");
    takes_part_is(from_second, even, 27, SX_LABEL_EXACT,
                  "at an odd number of ranks it may be another root");
}

int main(void)
{
    sx_fit_init();
    other_roots();
    root_alone();
    try_program("a tree of three branches", tree, (int64_t[]) { 6, 8, 16, 0 },
                (int64_t[]) { 7, 21, 40, 200, 0 }, 0);
    undecided();
    return tap_done();
}
