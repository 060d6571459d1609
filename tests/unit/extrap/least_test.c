/* What the calls of the busiest rank take at least: each as long as the shortest of any rank. Where some of the calls at one place have no partner, these are the shortest, and tell nothing of
 * the others. */
#include "extrap/busiest.h"
#include "try_program.h"

enum { P = 4, TRIPS = 5, LEAST_NS = 300 };

static int64_t five(const synth_at *at)
{
    (void)at;
    return TRIPS;
}
static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t next(const synth_at *at)
{
    return (at->r + 1) % at->p;
}
static int64_t before(const synth_at *at)
{
    return (at->r + at->p - 1) % at->p;
}
static int64_t next_or_nobody(const synth_at *at)
{
    return at->r + 1 < at->p ? at->r + 1 : SX_NULL;
}
static int64_t before_or_nobody(const synth_at *at)
{
    return at->r > 0 ? at->r - 1 : SX_NULL;
}

#define SHIFT(op_, to, from)                                                             \
    {                                                                                    \
        { '(', .trips = five },                                                          \
            { 'e', .op = op_,                                                            \
              .param = { { SX_PARAM_COMM, zero },                                        \
                         { SX_PARAM_PEER, to },                                          \
                         { SX_PARAM_SOURCE, from },                                      \
                         { SX_PARAM_COUNT, five },                                       \
                         { SX_PARAM_RCOUNT, five } } },                                  \
            { .kind = ')' },                                                             \
        {                                                                                \
            0                                                                            \
        }                                                                                \
    }
#define SEND(op_, to)                                                                    \
    {                                                                                    \
        { '(', .trips = five },                                                          \
            { 'e', .op = op_,                                                            \
              .param = { { SX_PARAM_COMM, zero },                                        \
                         { SX_PARAM_PEER, to },                                          \
                         { SX_PARAM_COUNT, five } } },                                   \
            { .kind = ')' },                                                             \
        {                                                                                \
            0                                                                            \
        }                                                                                \
    }

static void give_times(sx_arena *arena, const sx_block *of)
{
    for (size_t i = 0; i < of->n; i++) {
        sx_node *node = of->node[i];
        if (node->kind == SX_NODE_LOOP) {
            give_times(arena, &node->body);
            continue;
        }
        node->ntimes = 1;
        node->times = SX_NEW(arena, sx_times);
        *node->times = (sx_times) { .kind = SX_TIMES_COMM, .after = SX_AFTER_ANY };
        for (int f = 0; f < SX_HIST_FIELDS; f++)
            node->times->hist.field[f] = f == SX_HIST_MIN ? LEAST_NS : 1000;
    }
}

static void check(sx_arena *arena, const synth_item *program, double want,
                  const char *what)
{
    sx_trace trace = synth_trace(arena, program, P);
    const sx_local_volume volume = { .axes = 0 };
    sx_busiest busiest;
    sx_error err;
    give_times(arena, &trace.program);
    is_int(sx_busiest_find(arena, &trace, &volume, &busiest, &err), SX_OK, "looked for");
    is_int((int64_t)busiest.least_ns, (int64_t)want, what);
}

int main(void)
{
    static const synth_item ring[] = SHIFT(SX_OP_Sendrecv, next, before),
                            line[] =
                                SHIFT(SX_OP_Sendrecv, next_or_nobody, before_or_nobody),
                            send[] = SEND(SX_OP_Send, next),
                            some[] = SEND(SX_OP_Send, next_or_nobody),
                            ready[] = SEND(SX_OP_Rsend, next_or_nobody),
                            starts[] = SEND(SX_OP_Isend, next_or_nobody);
    sx_arena *arena = sx_arena_create();
    check(arena, ring, TRIPS * LEAST_NS, "a ring");
    check(arena, line, TRIPS * LEAST_NS, "at the ends of a line there is one partner");
    check(arena, send, TRIPS * LEAST_NS, "messages of all");
    check(arena, some, 0, "messages of some, and of nobody else");
    check(arena, ready, 0, "in any way of sending");
    check(arena, starts, TRIPS * LEAST_NS, "who starts a message does not wait for it");
    sx_arena_destroy(arena);
    return tap_done();
}
