/* Programs of powers of two: butterflies and rings whose distance doubles, trips that are logarithms, and exchanges
 * across the diagonal of a grid that need not be square. */
#include "extrap/inferred.h"
#include "fit/fit.h"
#include "try_program.h"

#include <string.h>

static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}
static int64_t first_counter(const synth_at *at)
{
    return at->i[0];
}

static int64_t lg(int64_t x)
{
    int64_t k = 0;
    while (x >> (k + 1))
        k++;
    return k;
}

/* ---- all ranks ---- */

static int64_t stages(const synth_at *at)
{
    return lg(at->p);
}
static int64_t flip(const synth_at *at)
{
    return at->r ^ (INT64_C(1) << at->i[0]);
}
static int64_t flip_from_top(const synth_at *at)
{
    return at->r ^ (at->p >> (at->i[0] + 1));
}
static int64_t last_first(const synth_at *at)
{
    return lg(at->p) - 1 - at->i[0];
}

static const synth_item butterfly[] = {
    { '(', .trips = stages },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, flip },
                 { SX_PARAM_TAG, first_counter } } },
    { .kind = ')' },
    { '(', .trips = stages },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, flip_from_top },
                 { SX_PARAM_TAG, last_first } } },
    { .kind = ')' },
    { 0 },
};

/* Any number of ranks: everybody has heard of everybody after ceil(lg P) rounds. */
static int64_t rounds(const synth_at *at)
{
    return lg(2 * at->p - 1);
}
static int64_t ahead(const synth_at *at)
{
    return (at->r + (INT64_C(1) << at->i[0])) % at->p;
}
static int64_t behind(const synth_at *at)
{
    return (at->r + at->p - (INT64_C(1) << at->i[0])) % at->p;
}

static const synth_item dissemination[] = {
    { '(', .trips = rounds },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, ahead },
                 { SX_PARAM_TAG, zero } } },
    { 'e', .op = SX_OP_Irecv,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, behind },
                 { SX_PARAM_TAG, zero } } },
    { .kind = ')' },
    { 0 },
};

/* ---- rows of a grid of powers of two that may be twice as long as high ---- */

static int64_t height(const synth_at *at)
{
    return INT64_C(1) << lg(at->p) / 2;
}
static int64_t width(const synth_at *at)
{
    return at->p / height(at);
}
static int64_t row_stages(const synth_at *at)
{
    return lg(width(at));
}
static int64_t in_row(const synth_at *at)
{
    return at->r ^ (width(at) >> (at->i[0] + 1));
}
static int64_t part_of_row(const synth_at *at)
{
    return 4096 / height(at);
}
static int64_t across(const synth_at *at)
{
    int64_t f = width(at) / height(at), c = at->r % width(at), row = at->r / width(at);
    return f * (c / f * height(at) + row) + c % f;
}
static int64_t mirrored(const synth_at *at)
{
    int64_t c = at->r % width(at), row = at->r / width(at);
    return c % height(at) * width(at) + c / height(at) * height(at) + row;
}

static const synth_item rows[] = {
    { '(', .trips = row_stages },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, in_row },
                 { SX_PARAM_COUNT, part_of_row } } },
    { .kind = ')' },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, across },
                 { SX_PARAM_COUNT, part_of_row } } },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, mirrored },
                 { SX_PARAM_COUNT, part_of_row } } },
    { 0 },
};

/* Inputs on square grids, and on two ranks, where each is its own partner: which digit of a longer row is exchanged shows in
 * none. */
static void test_square_inputs(void)
{
    static const int64_t scale[] = { 2, 4, 16 };
    static const char *const name[] = { "t2", "t4", "t16" };
    sx_arena *arena = sx_arena_create();
    sx_trace trace[3], formula, there;
    const sx_trace *input[3];
    const sx_inferred *value;
    size_t n = 0, peers = 0, proved = 0;
    sx_error err = { 0 };
    for (size_t i = 0; i < 3; i++) {
        trace[i] = synth_trace(arena, rows, scale[i]);
        input[i] = &trace[i];
    }
    sx_status st =
        sx_infer(arena, input, name, 3, &(sx_infer_options) { 0 }, &formula, &err);
    if (!st)
        st = sx_instantiate(arena, &formula, 8, NULL, 0, &there, &err);
    if (!st)
        st = sx_inferred_list(arena, &there, &value, &n, &err);
    ok(st == SX_OK, "inferred from square grids: %s", err.text);
    for (size_t i = 0; i < n; i++)
        if (value[i].node && value[i].depth == 0 && strcmp(value[i].what, "peer") == 0) {
            peers++;
            proved += value[i].evidence->label == SX_LABEL_PROVED;
        }
    is_int(peers, 2, "two exchanges across the diagonal");
    is_int(proved, 0, "neither is proved at 8 ranks, whose grid is not square");
    sx_arena_destroy(arena);
}

/* ---- trips that are the logarithm of 2, 4 and 8 columns, and (columns div 3) + 1 as well ---- */

static int64_t short_row_stages(const synth_at *at)
{
    return row_stages(at) - 1;
}
static int64_t next_rank(const synth_at *at)
{
    return (at->r + 1) % at->p;
}
static int64_t turned_in_row(const synth_at *at)
{
    return at->r - at->r % width(at) + (at->r + (INT64_C(1) << at->i[0])) % width(at);
}

#define STAGES(name, number, end_point)                                                  \
    static const synth_item name[] = {                                                   \
        { '(', .trips = number },                                                        \
        { 'e', .op = SX_OP_Isend,                                                        \
          .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_PEER, end_point } } },          \
        { .kind = ')' },                                                                 \
        { 'e', .op = SX_OP_Isend,                                                        \
          .param = { { SX_PARAM_COMM, zero }, { SX_PARAM_PEER, across } } },             \
        { 0 },                                                                           \
    }
STAGES(halving, row_stages, in_row);
STAGES(turning, row_stages, turned_in_row);
STAGES(ring, row_stages, next_rank);
STAGES(short_of_one, short_row_stages, in_row);

/* Are all trips, or counts, proved at that target? The scales end with 0. */
static bool are_proved(const char *what, const synth_item *program, const int64_t *scale,
                       int64_t target)
{
    static const char *const name[] = { "few", "more", "many", "most" };
    sx_arena *arena = sx_arena_create();
    sx_trace trace[4], formula, there;
    const sx_trace *input[4];
    const sx_inferred *value;
    size_t inputs = 0, n = 0, with = 0;
    bool proved = true;
    sx_error err = { 0 };
    for (size_t i = 0; scale[i]; i++, inputs++) {
        trace[i] = synth_trace(arena, program, scale[i]);
        input[i] = &trace[i];
    }
    sx_status st =
        sx_infer(arena, input, name, inputs, &(sx_infer_options) { 0 }, &formula, &err);
    if (!st)
        st = sx_instantiate(arena, &formula, target, NULL, 0, &there, &err);
    if (!st)
        st = sx_inferred_list(arena, &there, &value, &n, &err);
    ok(st == SX_OK, "inferred at %d: %s", (int)target, err.text);
    for (size_t i = 0; i < n; i++)
        if (strcmp(value[i].what, what) == 0) {
            with++;
            proved = proved && value[i].evidence->label == SX_LABEL_PROVED;
        }
    sx_arena_destroy(arena);
    return proved && with > 0;
}

static void test_through(void)
{
    static const int64_t scale[] = { 4, 8, 32, 0 }, few[] = { 2, 4, 8, 16, 0 },
                         longer[] = { 8, 32, 128, 0 };
    ok(are_proved("trips", halving, scale, 128),
       "stages that halve a row are its logarithm");
    ok(are_proved("trips", turning, scale, 128), "and those that go around it, doubling");
    ok(!are_proved("trips", ring, scale, 128),
       "trips to the next rank may be any number");
    ok(!are_proved("trips", halving, few, 128),
       "nor do two trips at the most tell what they follow");
    ok(!are_proved("trips", short_of_one, longer, 2048),
       "stages that end before the neighbour may end elsewhere");
}

/* ---- points that all inputs share without a rest ---- */

static int64_t part_of_points(const synth_at *at)
{
    return 14000 / width(at);
}

static const synth_item parts[] = {
    { '(', .trips = row_stages },
    { 'e', .op = SX_OP_Isend,
      .param = { { SX_PARAM_COMM, zero },
                 { SX_PARAM_PEER, in_row },
                 { SX_PARAM_COUNT, part_of_points } } },
    { .kind = ')' },
    { 0 },
};

static void test_divided(void)
{
    static const int64_t scale[] = { 4, 8, 32, 0 };
    ok(are_proved("count", parts, scale, 64), "a part for each of 8 columns shows");
    ok(are_proved("count", parts, scale, 16), "and one for each of 4, and of 2 rows");
    ok(!are_proved("count", parts, scale, 128),
       "of 16 columns it may be several parts of fewer points, without what is left");
    ok(!are_proved("count", parts, scale, 1024), "and how 32 leave a rest shows nowhere");
}

int main(void)
{
    sx_fit_init();
    test_square_inputs();
    test_through();
    test_divided();
    try_program("butterfly", butterfly, (const int64_t[]) { 4, 8, 16, 0 },
                (const int64_t[]) { 32, 128, 2, 0 }, 0);
    try_program("dissemination", dissemination, (const int64_t[]) { 6, 8, 20, 0 },
                (const int64_t[]) { 33, 64, 100, 0 }, 0);
    try_program("rows", rows, (const int64_t[]) { 8, 16, 64, 0 },
                (const int64_t[]) { 32, 128, 256, 4, 0 }, 0);
    try_program("rows, from few", rows, (const int64_t[]) { 4, 8, 16, 0 },
                (const int64_t[]) { 32, 64, 128, 0 }, 0);
    return tap_done();
}
