/* Ranks of a grid that compute by the points of their blocks: how many these are follows from what is sent, and with it what the busiest rank computes where the side of the grid does not
 * divide the points, though no input is as uneven. */
#include "extrap/forecast.h"
#include "extrap/local_volume.h"
#include "extrap/places.h"
#include "fit/fit.h"
#include "trace/extremes.h"
#include "try_program.h"

#include <math.h>

enum { TRIPS = 10, POINTS = 100, POINT_NS = 50, MESSAGE_NS = 2000 };

static int64_t root(int64_t p)
{
    return (int64_t)lround(sqrt((double)p));
}

static int64_t block(int64_t q, int64_t c)
{
    return POINTS / q + (c < POINTS % q);
}

static int64_t ten(const synth_at *at)
{
    (void)at;
    return TRIPS;
}
static int64_t zero(const synth_at *at)
{
    (void)at;
    return 0;
}

/* The place `columns` further in the row, and `rows` further down; the grid is closed. */
static int64_t at_place(const synth_at *at, int64_t columns, int64_t rows)
{
    const int64_t q = root(at->p);
    return (at->r / q + rows + q) % q * q + (at->r % q + columns + q) % q;
}
static int64_t east(const synth_at *at)
{
    return at_place(at, 1, 0);
}
static int64_t west(const synth_at *at)
{
    return at_place(at, -1, 0);
}
static int64_t south(const synth_at *at)
{
    return at_place(at, 0, 1);
}
static int64_t north(const synth_at *at)
{
    return at_place(at, 0, -1);
}
static int64_t height(const synth_at *at)
{
    return block(root(at->p), at->r / root(at->p));
}
static int64_t width(const synth_at *at)
{
    return block(root(at->p), at->r % root(at->p));
}

static const synth_item program[] = { { '(', .trips = ten },
                                      { 'e', .op = SX_OP_Sendrecv,
                                        .param = { { SX_PARAM_COMM, zero },
                                                   { SX_PARAM_PEER, east },
                                                   { SX_PARAM_SOURCE, west },
                                                   { SX_PARAM_COUNT, height },
                                                   { SX_PARAM_RCOUNT, height } } },
                                      { 'e', .op = SX_OP_Sendrecv,
                                        .param = { { SX_PARAM_COMM, zero },
                                                   { SX_PARAM_PEER, south },
                                                   { SX_PARAM_SOURCE, north },
                                                   { SX_PARAM_COUNT, width },
                                                   { SX_PARAM_RCOUNT, width } } },
                                      { .kind = ')' },
                                      { 0 } };

static double points_of(int64_t p, int64_t r)
{
    const int64_t q = root(p);
    return (double)(block(q, r / q) * block(q, r % q));
}

static double mean_points(int64_t p)
{
    return (double)POINTS * POINTS / (double)p;
}

/* Two calls a trip. */
static double computation(double points)
{
    return 2.0 * TRIPS * POINT_NS * points;
}

static void give_times(sx_arena *arena, sx_block *of, int64_t p)
{
    for (size_t i = 0; i < of->n; i++) {
        sx_node *node = of->node[i];
        if (node->kind == SX_NODE_LOOP) {
            give_times(arena, &node->body, p);
            continue;
        }
        node->ntimes = SX_TIMES_KINDS;
        node->times = SX_NEW_ARRAY(arena, sx_times, SX_TIMES_KINDS);
        for (int kind = 0; kind < SX_TIMES_KINDS; kind++) {
            sx_times *times = &node->times[kind];
            *times = (sx_times) { .kind = (sx_times_kind)kind,
                                  .after = SX_AFTER_ANY,
                                  .all = true };
            for (int f = 0; f < SX_HIST_FIELDS; f++)
                times->hist.field[f] =
                    kind == SX_TIMES_COMP ? POINT_NS * mean_points(p) : MESSAGE_NS;
            times->hist.field[SX_HIST_N] = (double)(TRIPS * p);
            times->hist.field[SX_HIST_SD] = 0;
        }
    }
}

static const sx_trace *input_at(sx_arena *arena, int64_t p, bool with_shares)
{
    sx_trace *trace = SX_NEW(arena, sx_trace);
    *trace = synth_trace(arena, program, p);
    give_times(arena, &trace->program, p);
    int64_t ns[SX_SOME_RANKS];
    const double mean = computation(mean_points(p)), message = 2.0 * TRIPS * MESSAGE_NS;
    const sx_extremes of[] = {
        { p, mean * (double)p, (int64_t)computation(points_of(p, p - 1)),
          (int64_t)computation(points_of(p, 0)), p - 1, 0 },
        { p, message * (double)p, (int64_t)message, (int64_t)message, 0, 0 }
    };
    for (int64_t r = 0; r < p; r++)
        ns[r] = (int64_t)computation(points_of(p, r));
    trace->meta = SX_NEW_ARRAY(arena, sx_meta, 3);
    for (int kind = 0; kind < SX_TIMES_KINDS; kind++)
        trace->meta[trace->nmeta++] = (sx_meta) { sx_extremes_key((sx_times_kind)kind),
                                                  sx_extremes_text(arena, &of[kind]) };
    if (with_shares)
        trace->meta[trace->nmeta++] =
            (sx_meta) { sx_some_ranks_key, sx_some_ranks_text(arena, p, ns, mean) };
    return trace;
}

static sx_trace infer(sx_arena *arena, bool with_shares)
{
    static const int64_t p[] = { 4, 9, 16, 36, 49 };
    const sx_trace *input[5];
    const char *name[] = { "a", "b", "c", "d", "e" };
    sx_trace formula = { 0 };
    sx_error err;
    for (int i = 0; i < 5; i++)
        input[i] = input_at(arena, p[i], with_shares);
    const sx_infer_options options = { .times = { .models = true } };
    is_int(sx_infer(arena, input, name, 5, &options, &formula, &err), SX_OK, "inferred");
    return formula;
}

static void near(double value, double want, double percent, const char *what)
{
    ok(fabs(value / want - 1) < percent / 100, "%s: %g, want %g", what, value, want);
}

static void test_volume(sx_arena *arena, const sx_trace *formula, int64_t p)
{
    sx_local_volume volume;
    sx_trace trace;
    sx_error err;
    double points, mean, off = 0;
    is_int(sx_local_volume_find(arena, formula, &volume, &err), SX_OK, "looked for");
    is_int(volume.axes, 2, "axes with blocks");
    is_int(sx_instantiate(arena, formula, p, NULL, 0, &trace, &err), SX_OK, "a trace");
    sx_place_of *place = sx_place_create(&trace);
    for (sx_rank r = 0; r < p; r++) {
        is_int(sx_place_move(place, r, &err), SX_OK, "a rank");
        sx_local_volume_at(&volume, place, &points, &mean);
        off += fabs(points - points_of(p, r)) + fabs(mean - mean_points(p));
    }
    sx_place_destroy(place);
    near(1 + off, 1, 1e-9, "points of all ranks");
}

static void test_busiest(sx_arena *arena, const sx_trace *formula, int64_t p,
                         double percent)
{
    sx_forecaster forecaster;
    sx_trace trace;
    sx_forecast f;
    sx_error err;
    is_int(sx_forecaster_create(formula, &forecaster, &err), SX_OK, "forecaster");
    is_int(sx_instantiate(arena, formula, p, NULL, 0, &trace, &err), SX_OK, "a trace");
    is_int(sx_forecast_make(arena, &forecaster, &trace, 0.9, &f, &err), SX_OK,
           "forecast");
    near(f.mean_computation_ns, computation(mean_points(p)), 1, "on the mean");
    near(f.computation.value, computation(points_of(p, 0)), percent, "of the busiest");
}

/* Next to the corners, of a grid of eight by eight. */
static void test_inside(sx_arena *arena, const sx_trace *formula)
{
    static const int64_t want[] = { 9, 14, 49, 54 };
    sx_trace trace;
    sx_error err;
    is_int(sx_instantiate(arena, formula, 64, NULL, 0, &trace, &err), SX_OK, "a trace");
    for (uint64_t i = 0; i < 4; i++)
        is_int(sx_places_inside_corner(&trace, i), want[i], "inside of a corner");
    ok(sx_places_inside_corner(&trace, 4) < 0, "there are no more");
}

int main(void)
{
    sx_fit_init();
    sx_arena *arena = sx_arena_create();
    const sx_trace formula = infer(arena, true), bare = infer(arena, false);
    test_volume(arena, &formula, 64);
    test_inside(arena, &formula);
    test_busiest(arena, &formula, 64, 1);
    test_busiest(arena, &formula, 1024, 1);
    test_busiest(arena, &bare, 64, 15);
    sx_arena_destroy(arena);
    return tap_done();
}
