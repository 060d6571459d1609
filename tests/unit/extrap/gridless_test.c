/* What one value lacks at a target loses no other one: a grid that has no dims there, where another one has, and powers of two beyond 64
 * bits in trips whose number is not known. */
#include "fit/fit.h"
#include "labelled.h"
#include "largest_divisor.h"
#include "message.h"
#include "trace/walk.h"

/* Every rank can be followed to its end. */
static void can_be_walked(const sx_trace *trace, const char *what)
{
    sx_walk *walk = NULL;
    sx_event event;
    sx_error err = { 0 };
    sx_status st = sx_walk_create(trace, &walk, &err);
    for (sx_rank r = 0; r < trace->p && !st; r++) {
        bool more = true;
        st = sx_walk_start(walk, r, &err);
        while (more && !st)
            st = sx_walk_next(walk, &event, &more, &err);
    }
    ok(!st, "%s: %s", what, err.text);
    sx_walk_destroy(walk);
}

/* ---- rows by the largest divisor, and pairs of two halves that no odd number of ranks has ---- */

static int64_t row_of(int64_t p)
{
    return largest_divisor(p);
}
static int64_t up(const synth_at *at)
{
    return (at->r + row_of(at->p)) % at->p;
}
static int64_t to_the_right(const synth_at *at)
{
    const int64_t x = row_of(at->p), c = at->r % x;
    return at->r - c + (c + 1) % x;
}
static int64_t to_the_left(const synth_at *at)
{
    const int64_t x = row_of(at->p), c = at->r % x;
    return at->r - c + (c + x - 1) % x;
}
static int64_t in_the_pair(const synth_at *at)
{
    return at->r % 2 == 0 ? at->r + 1 : SX_NULL;
}
static int64_t two_on(const synth_at *at)
{
    return at->r + 2 < at->p ? at->r + 2 : SX_NULL;
}
static int64_t of_the_row(const synth_at *at)
{
    return 50 * (at->r % row_of(at->p)) + 7;
}

static const synth_item two_grids[] = {
    MESSAGE(NULL, up, zero),
    MESSAGE(NULL, to_the_right, zero),
    MESSAGE(NULL, to_the_left, zero),
    MESSAGE(NULL, in_the_pair, zero),
    MESSAGE(NULL, two_on, zero),
    MESSAGE(NULL, in_the_pair, of_the_row),
    { 0 },
};

static void test_grid_without_dims(void)
{
    static const int64_t scale[] = { 12, 20, 30, 42, 0 };
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    if (extrapolate(arena, two_grids, scale, 35, &trace)) {
        is_int(trace.ngrids, 2, "grids");
        is_int(trace.grid[0].evidence.label, SX_LABEL_REFUSED,
               "pairs have no dims there");
        is_int(trace.grid[1].evidence.label, SX_LABEL_PROVED, "rows have some");
        is_int(label_of(arena, &trace, "0.peer"), SX_LABEL_PROVED, "a row up");
        is_int(label_of(arena, &trace, "3.peer"), SX_LABEL_REFUSED, "within a pair");
        is_int(label_of(arena, &trace, "5.count"), SX_LABEL_PROVED,
               "what is of the row beside it");
        can_be_walked(&trace, "a trace with dims that stand in");
    }
    sx_arena_destroy(arena);
}

/* Most steps are in squares, which no other number of ranks has. */
static int64_t down(const synth_at *at)
{
    return (at->r + at->p - row_of(at->p)) % at->p;
}

static const synth_item squares[] = {
    MESSAGE(NULL, up, zero),
    MESSAGE(NULL, down, zero),
    MESSAGE(NULL, to_the_right, zero),
    MESSAGE(NULL, to_the_left, zero),
    MESSAGE(NULL, in_the_pair, zero),
    MESSAGE(NULL, two_on, zero),
    { 0 },
};

static void test_grid_that_explains_most(void)
{
    static const char *const name[] = { "t16", "t36", "t64" };
    sx_arena *arena = sx_arena_create();
    const sx_infer_options options = { 0 };
    sx_trace input[] = { synth_trace(arena, squares, 16), synth_trace(arena, squares, 36),
                         synth_trace(arena, squares, 64) },
             formula, trace;
    sx_error err = { 0 };
    sx_status st = sx_infer(arena, (const sx_trace *[]) { input, input + 1, input + 2 },
                            name, 3, &options, &formula, &err);
    ok(!st && formula.ngrids == 2, "squares and pairs: %s", err.text);
    st = st ? st : sx_instantiate(arena, &formula, 40, NULL, 0, &trace, &err);
    ok(st == SX_INVALID, "40 ranks are no square: %s", err.text);
    sx_arena_destroy(arena);
}

/* ---- distances of a trip, in as many trips as there are ranks, each of them with some without a law ---- */

static int64_t ranks(const synth_at *at)
{
    return at->p;
}
static int64_t lawless(const synth_at *at)
{
    return 2 * __builtin_popcountll((unsigned long long)at->r) + 1;
}
static int64_t doubled(const synth_at *at)
{
    return (at->r + (INT64_C(1) << at->i[0])) % at->p;
}

static const synth_item beyond_bits[] = {
    MESSAGE(NULL, zero, zero),
    { '(', .trips = ranks },
    { '(', .trips = lawless },
    MESSAGE(NULL, doubled, zero),
    { .kind = ')' },
    { .kind = ')' },
    { 0 },
};

static void test_beyond_bits(void)
{
    static const int64_t scale[] = { 7, 9, 12, 0 };
    sx_arena *arena = sx_arena_create();
    sx_trace trace;
    if (extrapolate(arena, beyond_bits, scale, 75, &trace)) {
        const sx_node *inner = trace.program.node[1]->body.node[0];
        is_int(inner->trips.evidence.label, SX_LABEL_REFUSED, "trips without a law");
        is_int(label_of(arena, &trace, "0.peer"), SX_LABEL_PROVED, "another value");
        can_be_walked(&trace, "a trace with powers of two beyond 64 bits");
    }
    sx_arena_destroy(arena);
}

int main(void)
{
    sx_fit_init();
    test_grid_without_dims();
    test_grid_that_explains_most();
    test_beyond_bits();
    return tap_done();
}
