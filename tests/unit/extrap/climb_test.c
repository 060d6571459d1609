/* Levels that no input shows: down a hierarchy of grids ranks leave when they fall idle, and up again they come back, of which
 * few ranks record what belongs to the first level only. */
#include "fit/fit.h"
#include "try_program.h"

/* 2^level points along an axis of a plane, one at least; places count from 0 or from 1, and it is open or around. */
enum { FINEST = 6, COARSEST = 2 };
static bool from_one, is_around;

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t one(const synth_at *at)
{
    (void)at;
    return 1;
}
static int64_t lg(int64_t x)
{
    int64_t k = 0;
    while (INT64_C(2) << k <= x)
        k++;
    return k;
}
static int64_t dim(const synth_at *at, int axis)
{
    int64_t x = INT64_C(1) << lg(at->p) / 2;
    return axis ? at->p / x : x;
}
static int64_t coord(const synth_at *at, int axis)
{
    return axis ? at->r / dim(at, 0) : at->r % dim(at, 0);
}
static int64_t distance(const synth_at *at, int axis, int64_t level)
{
    int64_t d = dim(at, axis) >> level;
    return d > 1 ? d : 1;
}
static int64_t points(const synth_at *at, int axis, int64_t level)
{
    int64_t n = (INT64_C(1) << level) / dim(at, axis);
    return n > 1 ? n : 1;
}
static bool is_active(const synth_at *at, int64_t level)
{
    for (int a = 0; a < 2; a++)
        if ((coord(at, a) + from_one) % distance(at, a, level))
            return false;
    return true;
}

/* ---- neighbours and sizes, by the level of the item ---- */

typedef struct item_data {
    int64_t from, step; /* level in trip i: from + step * i */
    int axis, up;
} item_data;

static int64_t level_of(const synth_at *at)
{
    const item_data *d = at->item->data;
    return d->from + d->step * at->i[0];
}
static int64_t peer(const synth_at *at)
{
    const item_data *d = at->item->data;
    int64_t n = dim(at, d->axis), stride = d->axis ? dim(at, 0) : 1;
    int64_t c = coord(at, d->axis), by = distance(at, d->axis, level_of(at));
    int64_t to = d->up ? c + by : c - by;
    if (!is_around && (to < 0 || to >= n))
        return SX_NULL;
    return at->r + ((to + n) % n - c) * stride;
}
static int64_t size(const synth_at *at)
{
    const item_data *d = at->item->data;
    return 3 * (points(at, !d->axis, level_of(at)) + 2);
}
/* By places that are between two active ones on the next coarser level: 1. */
static int64_t falls(const synth_at *at)
{
    const item_data *d = at->item->data;
    int64_t far = distance(at, d->axis, level_of(at) - 1);
    return far > 1 && (coord(at, d->axis) + from_one) % far == far / 2;
}
static int64_t active(const synth_at *at)
{
    return is_active(at, level_of(at));
}

/* ---- the program ---- */

static int64_t levels_down(const synth_at *at)
{
    int64_t n = 0;
    while (n < FINEST - COARSEST && is_active(at, FINEST - 1 - n))
        n++;
    return n;
}
static int64_t levels_up(const synth_at *at)
{
    (void)at;
    return FINEST - 1 - COARSEST;
}

static const item_data finest[] = { { FINEST, 0, 0, 1 }, { FINEST, 0, 1, 1 } },
                       down[] = { { FINEST - 1, -1, 0, 1 },
                                  { FINEST - 1, -1, 0, 0 },
                                  { FINEST - 1, -1, 1, 1 },
                                  { FINEST - 1, -1, 1, 0 } },
                       up[] = { { COARSEST + 1, 1, 0, 1 },
                                { COARSEST + 1, 1, 0, 0 },
                                { COARSEST + 1, 1, 1, 1 },
                                { COARSEST + 1, 1, 1, 0 } },
                       first[] = { { COARSEST + 1, 0, 0, 0 }, { COARSEST + 1, 0, 1, 0 } };

#define MESSAGE(of)                                                                      \
    .kind = 'e', .op = SX_OP_Isend, .data = &(of),                                       \
    .param = {                                                                           \
        { SX_PARAM_COMM, zero },                                                         \
        { SX_PARAM_PEER, peer },                                                         \
        { SX_PARAM_TAG, zero },                                                          \
        { SX_PARAM_COUNT, size },                                                        \
    }
#define WAKING(of)                                                                       \
    .kind = 'e', .op = SX_OP_Irecv, .data = &(of),                                       \
    .param = {                                                                           \
        { SX_PARAM_COMM, zero },                                                         \
        { SX_PARAM_PEER, peer },                                                         \
        { SX_PARAM_TAG, one },                                                           \
    }
#define DOWN                                                                             \
    { MESSAGE(finest[0]) }, { MESSAGE(finest[1]) }, { '(', .trips = levels_down },       \
        { MESSAGE(down[0]) }, { MESSAGE(down[1]) }, { MESSAGE(down[2]) },                \
        { MESSAGE(down[3]) },                                                            \
    {                                                                                    \
        .kind = ')'                                                                      \
    }
#define UP                                                                               \
    { MESSAGE(up[0]) }, { MESSAGE(up[1]) }, { MESSAGE(up[2]) },                          \
    {                                                                                    \
        MESSAGE(up[3])                                                                   \
    }

/* As the recorder sees it while all are active on the levels of the loop; and as it is. */
static const synth_item recorded[] = {
    DOWN,
    { WAKING(first[0]), .where = falls },
    { WAKING(first[1]), .where = falls },
    { '(', .trips = levels_up },
    UP,
    { .kind = ')' },
    { 0 },
};
static const synth_item source[] = {
    DOWN,
    { '(', .trips = levels_up },
    { '(', .trips = falls, .data = &up[1] },
    { WAKING(up[1]) },
    { .kind = ')' },
    { '(', .trips = falls, .data = &up[3] },
    { WAKING(up[3]) },
    { .kind = ')' },
    { '(', .trips = active, .data = &up[0] },
    UP,
    { .kind = ')' },
    { .kind = ')' },
    { 0 },
};

static void try_climb(const char *what)
{
    static const int64_t scale[] = { 16, 32, 64 }, target[] = { 4, 8, 128, 256, 1024 };
    sx_arena *arena = sx_arena_create();
    sx_trace input[3], formula;
    const sx_trace *trace[3];
    const char *name[] = { "t16", "t32", "t64" };
    sx_error err = { 0 };
    for (int i = 0; i < 3; i++) {
        input[i] = synth_trace(arena, recorded, scale[i]);
        trace[i] = &input[i];
        ok(synth_differences(source, &input[i]) == 0, "%s: both ways at %d", what,
           (int)scale[i]);
    }
    sx_infer_options options = { .times = { .curves =
                                                sx_curve_selector_named("paper") } };
    sx_status st = sx_infer(arena, trace, name, 3, &options, &formula, &err);
    ok(st == SX_OK, "%s: inferred: %s", what, err.text);
    for (int i = 0; !st && i < 5; i++) {
        sx_trace there;
        st = sx_instantiate(arena, &formula, target[i], NULL, 0, &there, &err);
        ok(st == SX_OK, "%s: instantiated at %d: %s", what, (int)target[i], err.text);
        if (!st)
            ok(synth_differences(source, &there) == 0, "%s: same events at %d", what,
               (int)target[i]);
    }
    sx_arena_destroy(arena);
}

int main(void)
{
    sx_fit_init();
    try_climb("open, from 0");
    is_around = true;
    try_climb("around, from 0");
    from_one = true;
    try_climb("around, from 1");
    is_around = false;
    try_climb("open, from 1");
    return tap_done();
}
