/* Faces by so many planes of a pipeline: what the place has, times what the trip has, of which neither shows alone. */
#include "fit/fit.h"
#include "labelled.h"
#include "square_grid.h"

/* Planes come in threes. */
static int64_t planes(const synth_at *at)
{
    static const int64_t of[] = { 5, 3, 7 };
    return of[at->i[0] % 3];
}
static int64_t face(const synth_at *at)
{
    const int64_t q = root(at->p);
    return block(q, at->r / q) * planes(at);
}

#define SEND(peer, count)                                                                \
    {                                                                                    \
        'e', .op = SX_OP_Send, .param = {                                                \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, peer },                                                     \
            { SX_PARAM_COUNT, count }                                                    \
        }                                                                                \
    }

static const synth_item sweep[] = {
    { '(', .trips = ten }, SEND(east, face), { .kind = ')' }, SEND(south, ten), { 0 }
};

int main(void)
{
    const int64_t scale[] = { 9, 16, 49, 0 };
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    sx_fit_init();
    if (extrapolate(arena, sweep, scale, 64, &trace)) {
        is_int(synth_differences(sweep, &trace), 0, "faces by planes");
        ok(label_of(arena, &trace, "0.count") == SX_LABEL_PROVED, "both are proved");
    }
    sx_arena_destroy(arena);
    return tap_done();
}
