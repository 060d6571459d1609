/* Along an axis of two ranks at all inputs who has a neighbour on one side is at the other end: where an axis is longer, all but those at that side have one. */
#include "box_of_ranks.h"
#include "labelled.h"
#include "message.h"

#include "fit/fit.h"

#define SIDE(has, to, axis, by)                                                          \
    static int64_t has(const synth_at *at)                                               \
    {                                                                                    \
        const int64_t c = box_place(at, axis) + (by);                                    \
        return c >= 0 && c < box_extent(at, axis);                                       \
    }                                                                                    \
    static int64_t to(const synth_at *at)                                                \
    {                                                                                    \
        return box_away(at, axis, by);                                                   \
    }
SIDE(has_back_x, back_x, BOX_LONG, -1)
SIDE(has_next_x, next_x, BOX_LONG, 1)
SIDE(has_back_z, back_z, BOX_SHORT, -1)
SIDE(has_next_z, next_z, BOX_SHORT, 1)

static int64_t three(const synth_at *at)
{
    (void)at;
    return 3;
}

static const synth_item back[] = { MESSAGE(has_back_x, back_x, three),
                                   MESSAGE(has_next_x, next_x, three),
                                   MESSAGE(has_back_z, back_z, three),
                                   { 0 } };

static const synth_item forth[] = { MESSAGE(has_back_x, back_x, three),
                                    MESSAGE(has_next_x, next_x, three),
                                    MESSAGE(has_next_z, next_z, three),
                                    { 0 } };

/* Along each axis in turn, in a loop that those enter who have a neighbour. */
static int64_t has_back(const synth_at *at)
{
    return box_place(at, (int)at->i[0]) > 0;
}
static int64_t back_in_turn(const synth_at *at)
{
    return box_away(at, (int)at->i[0], -1);
}

static const synth_item in_turn[] = { { '(', .trips = three },
                                      { '(', .trips = has_back },
                                      MESSAGE(NULL, back_in_turn, three),
                                      { .kind = ')' },
                                      { .kind = ')' },
                                      { 0 } };

static void is_right(const synth_item *program, const int64_t *scale, const char *what)
{
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    for (size_t k = 0; scale[k]; k++)
        if (extrapolate(arena, program, scale, scale[k], &trace))
            is_int(synth_differences(program, &trace), 0, what);
    if (extrapolate(arena, program, scale, 64, &trace)) {
        const sx_node *last = trace.program.node[trace.program.n - 1];
        const sx_node *inner = last->kind == SX_NODE_LOOP ? last->body.node[0] : last;
        is_int(synth_differences(program, &trace), 0, what);
        ok(inner->ranks.evidence.label != SX_LABEL_PROVED ||
               inner->trips.evidence.label != SX_LABEL_PROVED,
           "not proved: %s", what);
    }
    sx_arena_destroy(arena);
}

int main(void)
{
    sx_fit_init();
    is_right(back, (int64_t[]) { 8, 12, 24, 0 }, "to the place before");
    is_right(forth, (int64_t[]) { 8, 12, 24, 0 }, "to the next one");
    is_right(back, (int64_t[]) { 4, 8, 12, 24, 0 }, "of one rank at one scale");
    is_right(in_turn, (int64_t[]) { 8, 12, 24, 0 }, "trips of a loop");
    return tap_done();
}
