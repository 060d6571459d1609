/* An array that is dealt out anew by another call from some number of ranks on, which one input alone shows: how much that moves. */
#include "labelled.h"

#include "fit/fit.h"

enum { ELEMENTS = 1 << 18, FROM = 32 };

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t is_small(const synth_at *at)
{
    return at->p < FROM;
}
static int64_t is_large(const synth_at *at)
{
    return at->p >= FROM;
}

static int64_t self(const synth_at *at)
{
    (void)at;
    return 1;
}

/* Each rank has a part of the array, and of that a part for each other one, */
static int64_t part(const synth_at *at)
{
    return ELEMENTS / (at->p * at->p);
}
/* or all of it for itself. */
static int64_t whole(const synth_at *at)
{
    return ELEMENTS / at->p;
}
static int64_t less(const synth_at *at)
{
    return whole(at) - 1;
}

#define CALL(WHERE, ON, SIZE, RECEIVED)                                                  \
    {                                                                                    \
        'e', .op = SX_OP_Alltoall, .where = (WHERE), .param = {                          \
            { SX_PARAM_COMM, (ON) },                                                     \
            { SX_PARAM_COUNT, (SIZE) },                                                  \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_RCOUNT, (RECEIVED) },                                             \
            { SX_PARAM_RTYPE, zero }                                                     \
        }                                                                                \
    }

/* Before all meet, or after. */
#define PROGRAM(SIZE, RECEIVED)                                                          \
    {                                                                                    \
        CALL(is_small, zero, part, part),                                                \
            { 'e', .op = SX_OP_Barrier, .param = { { SX_PARAM_COMM, zero } } },          \
            CALL(is_large, self, SIZE, RECEIVED),                                        \
        {                                                                                \
            0                                                                            \
        }                                                                                \
    }

static const synth_item same[] = PROGRAM(whole, whole), other[] = PROGRAM(less, less),
                        other_room[] = PROGRAM(whole, less);

static const int64_t many[] = { 4, 8, 16, 32, 0 }, two[] = { 16, 32, 0 };

/* The number that a count of the last call is at 64, by an expression that needs nothing but the scale. */
static void is_count(const char *what, const synth_item *program, const int64_t *scale,
                     sx_param_id id, int64_t want)
{
    enum { TARGET = 64 };
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    int64_t value = -1;
    if (extrapolate(arena, program, scale, TARGET, &trace)) {
        const sx_node *node = trace.program.node[trace.program.n - 1];
        const sx_value *count = &sx_node_param(node, id)->value;
        const sx_expr_env env = { .p = TARGET, .comm_size = 1 };
        ok(!sx_expr_eval(count->expr, &env, &value, NULL), "%s: it has a value", what);
        is_int(value, want, what);
        is_int(count->evidence.label, SX_LABEL_EXACT, "as one input has it");
    }
    sx_arena_destroy(arena);
}

int main(void)
{
    sx_fit_init();
    is_count("as much as the others have", same, many, SX_PARAM_COUNT, ELEMENTS / 64);
    is_count("and as much is received", same, many, SX_PARAM_RCOUNT, ELEMENTS / 64);
    is_count("no array that another call has", other, many, SX_PARAM_COUNT,
             ELEMENTS / FROM - 1);
    is_count("what is received is something else", other_room, many, SX_PARAM_RCOUNT,
             ELEMENTS / FROM - 1);
    is_count("but as much is sent", other_room, many, SX_PARAM_COUNT, ELEMENTS / 64);
    is_count("one other input does not show that the array stays", same, two,
             SX_PARAM_COUNT, ELEMENTS / FROM);
    return tap_done();
}
