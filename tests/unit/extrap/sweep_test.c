/* Sweeps over a grid from its corners, block by block, in which ranks receive and send where there is somebody: as one loop over all blocks of
 * all octants, which is what is left when ranks fold them each in its own way. */
#include "fit/fit.h"
#include "largest_divisor.h"
#include "try_program.h"

enum { OCTANTS = 8, ANGLES = 2, BLOCKS = 5, ALL = OCTANTS * ANGLES * BLOCKS };

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t steps(const synth_at *at)
{
    (void)at;
    return 4;
}
static int64_t all_blocks(const synth_at *at)
{
    (void)at;
    return ALL;
}

/* The largest divisor that is no larger than the root. */
static int64_t width(const synth_at *at)
{
    return largest_divisor(at->p);
}

static int64_t octant(const synth_at *at)
{
    return at->i[1] / (ANGLES * BLOCKS);
}
static int64_t along_x(const synth_at *at)
{
    return octant(at) & 1 ? 1 : -1;
}
static int64_t along_y(const synth_at *at)
{
    return octant(at) & 2 ? 1 : -1;
}
static int64_t is_in(int64_t at, int64_t n)
{
    return at >= 0 && at < n;
}
static int64_t from_x(const synth_at *at)
{
    return is_in(at->r % width(at) - along_x(at), width(at));
}
static int64_t to_x(const synth_at *at)
{
    return is_in(at->r % width(at) + along_x(at), width(at));
}
static int64_t from_y(const synth_at *at)
{
    return is_in(at->r / width(at) - along_y(at), at->p / width(at));
}
static int64_t to_y(const synth_at *at)
{
    return is_in(at->r / width(at) + along_y(at), at->p / width(at));
}
static int64_t before_x(const synth_at *at)
{
    return at->r - along_x(at);
}
static int64_t behind_x(const synth_at *at)
{
    return at->r + along_x(at);
}
static int64_t before_y(const synth_at *at)
{
    return at->r - along_y(at) * width(at);
}
static int64_t behind_y(const synth_at *at)
{
    return at->r + along_y(at) * width(at);
}

/* The last of the blocks that come one after the other is shorter. */
static int64_t planes(const synth_at *at)
{
    return at->i[1] % BLOCKS == BLOCKS - 1 ? 24 : 30;
}

#define MESSAGE(OP, WHERE, PEER)                                                         \
    { '(', .trips = (WHERE) },                                                           \
        { 'e', .op = (OP),                                                               \
          .param = { { SX_PARAM_COMM, zero },                                            \
                     { SX_PARAM_PEER, (PEER) },                                          \
                     { SX_PARAM_TAG, octant },                                           \
                     { SX_PARAM_COUNT, planes } } },                                     \
    {                                                                                    \
        .kind = ')'                                                                      \
    }

static const synth_item sweep[] = {
    { '(', .trips = steps },
    { '(', .trips = all_blocks },
    MESSAGE(SX_OP_Recv, from_x, before_x),
    MESSAGE(SX_OP_Recv, from_y, before_y),
    MESSAGE(SX_OP_Send, to_x, behind_x),
    MESSAGE(SX_OP_Send, to_y, behind_y),
    { .kind = ')' },
    { 'e', .op = SX_OP_Barrier, .param = { { SX_PARAM_COMM, zero } } },
    { .kind = ')' },
    { 0 },
};

/* Of all that is said at p, nothing is less than proved. */
static void is_proved(const char *what, const synth_item *program, const int64_t *scale,
                      int64_t p)
{
    sx_arena *arena = sx_arena_create();
    const sx_trace *input[8];
    const char *name[8];
    size_t n = 0;
    for (; scale[n]; n++) {
        sx_trace *made = SX_NEW(arena, sx_trace);
        *made = synth_trace(arena, program, scale[n]);
        input[n] = made;
        name[n] = sx_arena_printf(arena, "t%d", (int)scale[n]);
    }
    const sx_infer_options options = { .times = {
                                           .curves = sx_curve_selector_named("paper") } };
    sx_trace formula, trace;
    sx_summary summary = { 0 };
    sx_error err = { 0 };
    sx_status st = sx_infer(arena, input, name, n, &options, &formula, &err);
    st = st ? st : sx_instantiate(arena, &formula, p, NULL, 0, &trace, &err);
    st = st ? st : sx_summary_make(arena, &trace, &formula, &summary, &err);
    ok(st == SX_OK, "%s: at %d: %s", what, (int)p, err.text);
    is_int((int64_t)summary.values[SX_LABEL_EXACT], 0, "values that are exact only");
    is_int((int64_t)summary.values[SX_LABEL_REFUSED], 0, "values that are refused");
    sx_arena_destroy(arena);
}

int main(void)
{
    static const int64_t from[] = { 6, 12, 20, 35, 0 }, to[] = { 24, 30, 63, 0 };
    sx_fit_init();
    try_program("a sweep over octants, angles and blocks", sweep, from, to, 0);
    is_proved("what a sweep does where it is", sweep, from, 24);
    return tap_done();
}
