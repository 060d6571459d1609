/* Around axes of two ranks at all inputs the next place is the one before, too: calls go both ways where an axis is longer. */
#include "box_of_ranks.h"
#include "labelled.h"
#include "message.h"

#include "fit/fit.h"

#define WAY(name, axis, by)                                                              \
    static int64_t name(const synth_at *at)                                              \
    {                                                                                    \
        return box_away(at, axis, by);                                                   \
    }
WAY(next_x, BOX_LONG, 1)
WAY(back_x, BOX_LONG, -1)
WAY(next_z, BOX_SHORT, 1)
WAY(back_z, BOX_SHORT, -1)

#define NUMBER(name, number)                                                             \
    static int64_t name(const synth_at *at)                                              \
    {                                                                                    \
        (void)at;                                                                        \
        return number;                                                                   \
    }
NUMBER(three, 3)
NUMBER(seven, 7)
NUMBER(four, 4)

#define CALL(what, to, with)                                                             \
    {                                                                                    \
        'e', .op = what, .param = {                                                      \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, to },                                                       \
            { SX_PARAM_COUNT, three },                                                   \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_TAG, with }                                                       \
        }                                                                                \
    }
#define SEND(to, with) CALL(SX_OP_Send, to, with)
#define RECV(from, with) CALL(SX_OP_Recv, from, with)

static const synth_item by_turns[] = {
    SEND(back_x, zero), SEND(next_x, zero), SEND(back_z, zero),
    SEND(next_z, zero), RECV(back_x, zero), RECV(next_x, zero),
    RECV(back_z, zero), RECV(next_z, zero), { 0 }
};

/* The other way around, as along the longer axis. */
static const synth_item next_first[] = {
    SEND(next_x, zero), SEND(back_x, zero), SEND(next_z, zero),
    SEND(back_z, zero), RECV(next_x, zero), RECV(back_x, zero),
    RECV(next_z, zero), RECV(back_z, zero), { 0 }
};

/* Receives in another order than the sends. */
static const synth_item by_tags[] = {
    SEND(back_x, three), SEND(next_x, seven), SEND(back_z, three),
    SEND(next_z, seven), RECV(back_x, seven), RECV(next_x, three),
    RECV(next_z, three), RECV(back_z, seven), { 0 }
};

/* To one side alone. */
static const synth_item ring[] = {
    SEND(next_x, zero), SEND(next_z, zero), RECV(back_x, zero), RECV(back_z, zero), { 0 }
};

static const synth_item ring_back[] = {
    SEND(back_x, zero), SEND(back_z, zero), RECV(next_x, zero), RECV(next_z, zero), { 0 }
};

#define BOTH(to, from)                                                                   \
    {                                                                                    \
        'e', .op = SX_OP_Sendrecv, .param = {                                            \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, to },                                                       \
            { SX_PARAM_COUNT, three },                                                   \
            { SX_PARAM_TYPE, zero },                                                     \
            { SX_PARAM_TAG, zero },                                                      \
            { SX_PARAM_SOURCE, from },                                                   \
            { SX_PARAM_RCOUNT, three },                                                  \
            { SX_PARAM_RTAG, zero }                                                      \
        }                                                                                \
    }

static const synth_item shifts[] = { BOTH(back_x, next_x),
                                     BOTH(next_x, back_x),
                                     BOTH(back_z, next_z),
                                     BOTH(next_z, back_z),
                                     { 0 } };

/* Both ways along both axes, in a loop. */
static int64_t each_way(const synth_at *at)
{
    const int64_t i = at->i[0];
    return box_away(at, i < 2 ? BOX_LONG : BOX_SHORT, i % 2 ? 1 : -1);
}

/* Tags that are the rank at the other end. */
static const synth_item ranks_as_tags[] = { SEND(back_x, back_x),
                                            SEND(next_x, next_x),
                                            SEND(back_z, back_z),
                                            SEND(next_z, next_z),
                                            { 0 } };

#define START(what, to, with) CALL(SX_OP_##what##_init, to, with)

static const synth_item persistent[] = {
    START(Recv, back_x, seven), START(Recv, next_x, three), START(Recv, next_z, three),
    START(Recv, back_z, seven), START(Send, back_x, three), START(Send, next_x, seven),
    START(Send, back_z, three), START(Send, next_z, seven), { 0 }
};

static const synth_item trips[] = {
    { '(', .trips = four }, SEND(each_way, zero), { .kind = ')' }, { 0 }
};

static void is_right(const synth_item *program, const char *last, const char *what)
{
    const int64_t scale[] = { 8, 12, 24, 0 }, same[] = { 8, 12, 24, 48 };
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    for (size_t k = 0; k < sizeof same / sizeof *same; k++)
        if (extrapolate(arena, program, scale, same[k], &trace))
            is_int(synth_differences(program, &trace), 0, what);
    if (extrapolate(arena, program, scale, 64, &trace)) {
        is_int(synth_differences(program, &trace), 0, what);
        ok(label_of(arena, &trace, last) != SX_LABEL_PROVED, "not proved: %s", what);
    }
    sx_arena_destroy(arena);
}

int main(void)
{
    sx_fit_init();
    is_right(by_turns, "7.peer", "the place before first");
    is_right(next_first, "7.peer", "the next place first, as along longer axes");
    is_right(by_tags, "7.peer", "receives by the tags of sends");
    is_right(ring, "3.peer", "a ring is received from the other side");
    is_right(ring_back, "3.peer", "the other way around");
    is_right(shifts, "3.peer", "halves of a call");
    is_right(ranks_as_tags, "3.tag", "tags follow");
    is_right(persistent, "7.peer", "persistent requests");
    is_right(trips, "0.peer", "trips of a loop");
    return tap_done();
}
