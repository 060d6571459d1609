/* N points dealt out to the ranks by each of the rules that programs use, as the rank's own size, as what a root
 * gets of each, and as a side of a face. */
#include "fit/fit.h"
#include "largest_divisor.h"
#include "try_program.h"

enum { POINTS = 1003 };

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t is_root(const synth_at *at)
{
    return at->r == 0;
}
static int64_t is_other(const synth_at *at)
{
    return at->r > 0;
}
static int64_t others(const synth_at *at)
{
    return at->p - 1;
}
static int64_t other(const synth_at *at)
{
    return at->i[0] + 1;
}
static int64_t next(const synth_at *at)
{
    return (at->r + 1) % at->p;
}

static int64_t spread(int64_t n, int64_t q, int64_t c)
{
    return (c + 1) * n / q - c * n / q;
}
static int64_t chunk(int64_t n, int64_t q, int64_t c)
{
    int64_t most = (n + q - 1) / q;
    return n - c * most < 0 ? 0 : n - c * most < most ? n - c * most : most;
}
static int64_t last(int64_t n, int64_t q, int64_t c)
{
    return n / q + (c == q - 1 ? n % q : 0);
}

/* By each rule: of the own rank, of the rank that a counter names, and three times a size with a rim. */
#define SIZES(rule)                                                                      \
    static int64_t own_##rule(const synth_at *at)                                        \
    {                                                                                    \
        return rule(POINTS, at->p, at->r);                                               \
    }                                                                                    \
    static int64_t other_##rule(const synth_at *at)                                      \
    {                                                                                    \
        return rule(POINTS, at->p, at->i[0] + 1);                                        \
    }                                                                                    \
    static int64_t face_##rule(const synth_at *at)                                       \
    {                                                                                    \
        return 3 * (rule(POINTS, at->p, at->r) + 2);                                     \
    }                                                                                    \
    static const synth_item by_##rule[] = {                                              \
        { '(', .where = is_root, .trips = others },                                      \
        { 'e', .op = SX_OP_Recv,                                                         \
          .param = { { SX_PARAM_COMM, zero },                                            \
                     { SX_PARAM_PEER, other },                                           \
                     { SX_PARAM_COUNT, other_##rule },                                   \
                     { SX_PARAM_TYPE, zero },                                            \
                     { SX_PARAM_TAG, zero } } },                                         \
        { .kind = ')' },                                                                 \
        { 'e', .op = SX_OP_Send, .where = is_other,                                      \
          .param = { { SX_PARAM_COMM, zero },                                            \
                     { SX_PARAM_PEER, zero },                                            \
                     { SX_PARAM_COUNT, own_##rule },                                     \
                     { SX_PARAM_TYPE, zero },                                            \
                     { SX_PARAM_TAG, zero } } },                                         \
        { 'e', .op = SX_OP_Send,                                                         \
          .param = { { SX_PARAM_COMM, zero },                                            \
                     { SX_PARAM_PEER, next },                                            \
                     { SX_PARAM_COUNT, face_##rule },                                    \
                     { SX_PARAM_TYPE, zero },                                            \
                     { SX_PARAM_TAG, zero } } },                                         \
        { .kind = 0 },                                                                   \
    };                                                                                   \
    static const synth_item sized_by_##rule[] = {                                        \
        { 'e', .op = SX_OP_Isend,                                                        \
          .param = { { SX_PARAM_COMM, zero },                                            \
                     { SX_PARAM_PEER, next },                                            \
                     { SX_PARAM_COUNT, face_##rule } } },                                \
        { .kind = 0 },                                                                   \
    };

SIZES(spread)
SIZES(chunk)
SIZES(last)

/* Infers from three scales: is every value proved at the target? */
static bool proves(const synth_item *program, const int64_t scale[3], int64_t target)
{
    static const char *const name[] = { "few", "more", "many" };
    sx_arena *arena = sx_arena_create();
    sx_trace input[3], formula, trace;
    const sx_trace *inputs[3];
    sx_infer_options options = { .times = { .curves =
                                                sx_curve_selector_named("paper") } };
    sx_summary summary = { 0 };
    sx_error err = { 0 };
    for (int i = 0; i < 3; i++) {
        input[i] = synth_trace(arena, program, scale[i]);
        inputs[i] = &input[i];
    }
    sx_status st = sx_infer(arena, inputs, name, 3, &options, &formula, &err);
    if (!st)
        st = sx_instantiate(arena, &formula, target, NULL, 0, &trace, &err);
    if (!st)
        st = sx_summary_make(arena, &trace, &formula, &summary, &err);
    ok(!st, "inferred: %s", err.text);
    sx_arena_destroy(arena);
    return !st && summary.values[SX_LABEL_EXACT] + summary.values[SX_LABEL_REFUSED] == 0;
}

/* 1003 is 17 times 59: without a rest no rule shows. */
/* Fewer points than the largest inputs have ranks. */
static int64_t few_points(const synth_at *at)
{
    return 2 * chunk(21, at->p, at->r) + 47;
}
static const synth_item fewer[] = {
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, next },
                 { SX_PARAM_COUNT, few_points } } },
    { 0 },
};

static void test_proved(void)
{
    static const int64_t beyond[] = { 4, 16, 32 };
    ok(proves(fewer, beyond, 8), "fewer points than some inputs have ranks");
    static const int64_t telling[] = { 4, 6, 9 }, one_rest[] = { 4, 17, 59 },
                         one_of_several[] = { 8, 17, 59 };
    ok(proves(sized_by_chunk, telling, 40), "chunks are proved");
    ok(proves(sized_by_spread, telling, 40), "so is what is spread evenly");
    ok(proves(sized_by_last, telling, 40), "and the rest of the last");
    ok(!proves(sized_by_chunk, one_rest, 40), "chunks of which one input has a rest");
    ok(!proves(sized_by_last, one_rest, 40),
       "a rest of which one input shows who has it");
    ok(proves(sized_by_spread, one_of_several, 40),
       "but for what several ranks each have of it");
}

/* ---- in blocks, in turn, the last of which is shorter: panels of a matrix, so many columns wide ---- */

enum { ROWS = 300, BLOCK = 16 };

static int64_t width(const synth_at *at)
{
    return largest_divisor(at->p);
}
static int64_t in_turn(int64_t q, int64_t c)
{
    int64_t own = 0;
    for (int64_t block = c; block * BLOCK < ROWS; block += q)
        own += block * BLOCK + BLOCK > ROWS ? ROWS - block * BLOCK : BLOCK;
    return own;
}
static int64_t panels(const synth_at *at)
{
    (void)at;
    return (ROWS + BLOCK - 1) / BLOCK;
}
static int64_t along_x(const synth_at *at)
{
    const int64_t c = at->r % width(at);
    return at->r - c + (c + 1) % width(at);
}
static int64_t along_y(const synth_at *at)
{
    return (at->r + width(at)) % at->p;
}
static int64_t columns(const synth_at *at)
{
    return in_turn(width(at), at->r % width(at));
}
static int64_t panel(const synth_at *at)
{
    const int64_t left = ROWS - at->i[0] * BLOCK;
    return in_turn(at->p / width(at), at->r / width(at)) * (left < BLOCK ? left : BLOCK);
}

#define SENDS(PEER, COUNT)                                                               \
    {                                                                                    \
        'e', .op = SX_OP_Send, .param = {                                                \
            { SX_PARAM_COMM, zero },                                                     \
            { SX_PARAM_PEER, (PEER) },                                                   \
            { SX_PARAM_TAG, zero },                                                      \
            { SX_PARAM_COUNT, (COUNT) }                                                  \
        }                                                                                \
    }

static const synth_item by_turns[] = {
    SENDS(along_x, columns),
    { '(', .trips = panels },
    SENDS(along_y, panel),
    { .kind = ')' },
    { 0 },
};

/* ---- tasks in turn: the number of each stands in its tag ---- */

enum { TASKS = 100 };

static int64_t tasks(const synth_at *at)
{
    return (TASKS - at->r + at->p - 1) / at->p;
}
static int64_t task(const synth_at *at)
{
    return at->r + at->i[0] * at->p;
}
static int64_t around(const synth_at *at)
{
    return (at->r + 1) % at->p;
}

static const synth_item farm[] = {
    { '(', .trips = tasks },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, around },
                 { SX_PARAM_TAG, task } } },
    { .kind = ')' },
    { 0 },
};

/* ---- what one rank alone shows: one block of 165 points among 4, 8 and 12 ranks is 42, 21 and 14, the share of 168 ---- */

static int64_t share(const synth_at *at)
{
    return 55440 / at->p;
}

static const synth_item shares[] = {
    { '(', .where = is_root, .trips = others },
    { 'e', .op = SX_OP_Send,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, other },
                 { SX_PARAM_TAG, zero },
                 { SX_PARAM_COUNT, share } } },
    { .kind = ')' },
    { 0 },
};

/* ---- the last rank is a server, and the others have blocks, or equal parts ---- */

enum { ITEMS = 97 };

static int64_t is_server(const synth_at *at)
{
    return at->r == at->p - 1;
}
static int64_t is_worker(const synth_at *at)
{
    return at->r < at->p - 1;
}
static int64_t worker(const synth_at *at)
{
    return at->i[0];
}
static int64_t server(const synth_at *at)
{
    return at->p - 1;
}
static int64_t block_of_others(const synth_at *at)
{
    const int64_t workers = at->p - 1, c = at->r == workers ? at->i[0] : at->r;
    return ITEMS / workers + (c < ITEMS % workers);
}
static int64_t part_of_others(const synth_at *at)
{
    return ITEMS / (at->p - 1);
}

#define SERVED(items)                                                                    \
    static const synth_item served_##items[] = {                                         \
        { '(', .where = is_server, .trips = others },                                    \
        { 'e', .op = SX_OP_Recv,                                                         \
          .param = { { SX_PARAM_COMM, zero },                                            \
                     { SX_PARAM_PEER, worker },                                          \
                     { SX_PARAM_COUNT, items } } },                                      \
        { .kind = ')' },                                                                 \
        { 'e', .op = SX_OP_Send, .where = is_worker,                                     \
          .param = { { SX_PARAM_COMM, zero },                                            \
                     { SX_PARAM_PEER, server },                                          \
                     { SX_PARAM_COUNT, items } } },                                      \
        { 0 },                                                                           \
    }

SERVED(block_of_others);
SERVED(part_of_others);

int main(void)
{
    static const int64_t inputs[] = { 4, 6, 9, 0 }, targets[] = { 5, 12, 40, 0 };
    sx_fit_init();
    try_program("spread evenly", by_spread, inputs, targets, 0);
    try_program("chunks of equal size", by_chunk, inputs, targets, 0);
    try_program("the last has the rest", by_last, inputs, targets, 0);
    static const int64_t grids[] = { 6, 12, 20, 35, 0 }, grid[] = { 24, 30, 63, 0 };
    try_program("in turn", by_turns, grids, grid, 0);
    static const int64_t few[] = { 4, 6, 9, 13, 0 }, more[] = { 8, 11, 40, 0 };
    try_program("tasks in turn", farm, few, more, 0);
    static const int64_t fours[] = { 4, 8, 12, 0 }, more_fours[] = { 16, 20, 24, 0 };
    try_program("shares that a root alone shows", shares, fours, more_fours, 0);
    try_program("blocks of all but the last", served_block_of_others, inputs, targets, 0);
    try_program("parts of all but the last", served_part_of_others, inputs,
                (int64_t[]) { 16, 21, 0 }, 0);
    test_proved();
    return tap_done();
}
