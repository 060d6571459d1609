/* Sizes of messages that the inputs leave open: what is received is what was sent, at any scale. */
#include "labelled.h"

#include "fit/fit.h"
#include "trace/place.h"

enum { POINTS = 100 };

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t side(const synth_at *at)
{
    int64_t q = 1;
    while (q * q < at->p)
        q++;
    return q;
}
static int64_t stages(const synth_at *at)
{
    return side(at) - 1;
}

/* Of the points along an axis, cell c of q has POINTS div q, and one more below the remainder. */
static int64_t points(const synth_at *at, int64_t c)
{
    const int64_t q = side(at), cell = (c % q + q) % q;
    return POINTS / q + (cell < POINTS % q);
}

/* The face of a cell that is swept in a stage, k stages further. */
static int64_t face(const synth_at *at, int64_t k)
{
    const int64_t q = side(at), x = at->r % q, y = at->r / q, i = at->i[0] + k;
    return points(at, -y - i) * points(at, x + y + i);
}
static int64_t sent(const synth_at *at)
{
    return face(at, 1);
}
static int64_t received(const synth_at *at)
{
    return face(at, 2);
}
static int64_t room(const synth_at *at)
{
    return 2 * face(at, 2);
}
static int64_t below(const synth_at *at)
{
    return (at->r + at->p - side(at)) % at->p;
}
static int64_t above(const synth_at *at)
{
    return (at->r + side(at)) % at->p;
}
static int64_t own(const synth_at *at)
{
    return points(at, at->r % side(at));
}

#define CALL(OP, PEER, SIZE)                                                             \
    {                                                                                    \
        'e', .op = (OP), .param = {                                                      \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, (PEER) },                                                   \
            { SX_PARAM_COUNT, (SIZE) },                                                  \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_TAG, zero }                                                       \
        }                                                                                \
    }

static const synth_item sweep[] = {
    CALL(SX_OP_Send, above, own),
    CALL(SX_OP_Recv, below, own),
    { '(', .trips = stages },
    CALL(SX_OP_Send, below, sent),
    CALL(SX_OP_Recv, above, received),
    { .kind = ')' },
    { 0 },
};

static const synth_item roomy[] = {
    { '(', .trips = stages },
    CALL(SX_OP_Send, below, sent),
    CALL(SX_OP_Recv, above, room),
    { .kind = ')' },
    { 0 },
};

static int64_t count_of(const sx_trace *trace, const sx_node *node, sx_rank rank,
                        int64_t trip)
{
    sx_place_of *place = sx_place_create(trace);
    int64_t count = -1;
    if (sx_place_move(place, rank, NULL) ||
        sx_place_value(place, &sx_node_param(node, SX_PARAM_COUNT)->value, &node->ranks,
                       0, 0, 0, &trip, 1, &count, NULL))
        count = -1;
    sx_place_destroy(place);
    return count;
}

/* Messages of the trace's last loop whose receive is not for what the rank above sends. */
static int64_t disagreements(const sx_trace *trace)
{
    const sx_node *loop = trace->program.node[trace->program.n - 1];
    int64_t differ = 0;
    for (sx_rank rank = 0; rank < trace->p; rank++) {
        const synth_at at = { .p = trace->p, .r = rank };
        for (int64_t trip = 0; trip < stages(&at); trip++)
            differ += count_of(trace, loop->body.node[1], rank, trip) !=
                      count_of(trace, loop->body.node[0], above(&at), trip);
    }
    return differ;
}

static void agree_at(const char *what, const synth_item *program, const int64_t *scale,
                     int64_t p, bool as_sent)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    if (extrapolate(arena, program, scale, p, &trace)) {
        const sx_node *loop = trace.program.node[trace.program.n - 1];
        const sx_evidence *said =
            &sx_node_param(loop->body.node[1], SX_PARAM_COUNT)->value.evidence;
        ok(said->label == SX_LABEL_EXACT, "%s: the inputs leave it open at %d", what,
           (int)p);
        if (as_sent)
            is_int(disagreements(&trace), 0, "what is received is what was sent");
        else
            ok(disagreements(&trace) > 0, "a buffer may be larger");
    }
    sx_arena_destroy(arena);
}

int main(void)
{
    static const int64_t three[] = { 9, 16, 25, 0 }, four[] = { 9, 16, 25, 36, 0 };
    sx_fit_init();
    agree_at("three inputs", sweep, three, 49, true);
    agree_at("three inputs", sweep, three, 256, true);
    agree_at("four inputs", sweep, four, 64, true);
    agree_at("four inputs", sweep, four, 256, true);
    agree_at("a buffer with room", roomy, four, 256, false);
    return tap_done();
}
