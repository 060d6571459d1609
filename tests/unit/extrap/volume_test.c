/* Ranks of a grid that compute by the points of their blocks: how many these are follows from what is sent, and with it what the busiest rank computes where the side of the grid does not
 * divide the points, though no input is as uneven. So much of what calls compute on the mean is each rank's. */
#include "extrap/common_by_work.h"
#include "extrap/local_classes.h"
#include "extrap/pace_law.h"
#include "extrap/places.h"
#include "extrap/settle.h"
#include "fit/fit.h"
#include "square_grid.h"
#include "trace/extremes.h"
#include "trace/own_share.h"
#include "trace/pace.h"
#include "try_program.h"

#include <math.h>
#include <string.h>

enum { MESSAGE_NS = 2000 };

/* Sizes say how wide blocks are; where they do not, ranks share the columns evenly, and who stands at an end of these does no more. */
static bool is_wide_known = true;
static int64_t width(const synth_at *at)
{
    return !is_wide_known ? TRIPS : block(root(at->p), at->r % root(at->p));
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
    const double columns =
        is_wide_known ? (double)block(q, r % q) : (double)POINTS / (double)q;
    return (double)block(q, r / q) * columns;
}

static double mean_points(int64_t p)
{
    return (double)POINTS * POINTS / (double)p;
}

/* Of the four that the grid has. */
static double sides_of(int64_t p, int64_t r)
{
    const int64_t q = root(p), x = r % q, y = r / q;
    return (is_wide_known ? (x == 0) + (x == q - 1) : 0) + (y == 0) + (y == q - 1);
}

/* What a point costs at each call, what a call costs beside its points, and how much more these do for each side that a rank stands on; by how much recorded
 * means of calls are off, up or down. */
typedef struct law {
    double point_ns, fixed_ns, side, off;
} law;

/* Two calls a trip. */
static double computation(const law *of, int64_t p, int64_t r)
{
    const double points = points_of(p, r) * (1 + of->side * sides_of(p, r));
    return 2.0 * TRIPS * (of->point_ns * points + of->fixed_ns);
}

static double mean_computation(const law *of, int64_t p)
{
    double sum = 0;
    for (int64_t r = 0; r < p; r++)
        sum += computation(of, p, r);
    return sum / (double)p;
}

/* Of all ranks, the one that computes most where most, else least. */
static int64_t extreme(const law *of, int64_t p, bool most)
{
    int64_t best = 0;
    for (int64_t r = 0; r < p; r++)
        if (most ? computation(of, p, r) > computation(of, p, best)
                 : computation(of, p, r) < computation(of, p, best))
            best = r;
    return best;
}

/* What calls compute on the mean, as it was recorded. */
static double recorded(const law *of, int64_t p)
{
    return mean_computation(of, p) / (2 * TRIPS) * (1 + (p % 2 ? of->off : -of->off));
}

static void give_times(sx_arena *arena, const law *law_of, sx_block *of, int64_t p)
{
    for (size_t i = 0; i < of->n; i++) {
        sx_node *node = of->node[i];
        if (node->kind == SX_NODE_LOOP) {
            give_times(arena, law_of, &node->body, p);
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
                    kind == SX_TIMES_COMP ? recorded(law_of, p) : MESSAGE_NS;
            times->hist.field[SX_HIST_N] = (double)(TRIPS * p);
            times->hist.field[SX_HIST_SD] = 0;
        }
    }
}

static const sx_trace *input_at(sx_arena *arena, const law *of_law, int64_t p,
                                bool with_shares)
{
    sx_trace *trace = SX_NEW(arena, sx_trace);
    *trace = synth_trace(arena, program, p);
    give_times(arena, of_law, &trace->program, p);
    int64_t ns[SX_SOME_RANKS];
    const double mean = mean_computation(of_law, p), message = 2.0 * TRIPS * MESSAGE_NS;
    const int64_t least = extreme(of_law, p, false), most = extreme(of_law, p, true);
    const sx_extremes of[] = {
        { p, mean * (double)p, (int64_t)computation(of_law, p, least),
          (int64_t)computation(of_law, p, most), least, most },
        { p, message * (double)p, (int64_t)message, (int64_t)message, 0, 0 }
    };
    for (int64_t r = 0; r < p; r++)
        ns[r] = (int64_t)computation(of_law, p, r);
    trace->meta = SX_NEW_ARRAY(arena, sx_meta, 4);
    for (int kind = 0; kind < SX_TIMES_KINDS; kind++)
        trace->meta[trace->nmeta++] = (sx_meta) { sx_extremes_key((sx_times_kind)kind),
                                                  sx_extremes_text(arena, &of[kind]) };
    const double own = with_shares ? (double)(p % 10) / 10 : 0.5;
    trace->meta[trace->nmeta++] =
        (sx_meta) { sx_own_share_key, sx_own_share_text(arena, own) };
    if (with_shares)
        trace->meta[trace->nmeta++] =
            (sx_meta) { sx_some_ranks_key, sx_some_ranks_text(arena, p, ns, mean) };
    return trace;
}

static sx_trace infer(sx_arena *arena, const law *of, bool with_shares)
{
    static const int64_t p[] = { 4, 9, 16, 36, 49 };
    const sx_trace *input[5];
    const char *name[] = { "a", "b", "c", "d", "e" };
    sx_trace formula = { 0 };
    sx_error err;
    for (int i = 0; i < 5; i++)
        input[i] = input_at(arena, of, p[i], with_shares);
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
    double off = 0;
    is_int(sx_local_volume_find(arena, formula, &volume, &err), SX_OK, "looked for");
    is_int(volume.axes, 2, "axes with blocks");
    is_int(sx_instantiate(arena, formula, p, NULL, 0, &trace, &err), SX_OK, "a trace");
    sx_place_of *place = sx_place_create(&trace);
    for (sx_rank r = 0; r < p; r++) {
        is_int(sx_place_move(place, r, &err), SX_OK, "a rank");
        const sx_local_points points = sx_local_volume_at(&volume, place);
        off += fabs(points.own - points_of(p, r)) + fabs(points.mean - mean_points(p)) +
               fabs(points.sides - sides_of(p, r));
    }
    sx_place_destroy(place);
    near(1 + off, 1, 1e-9, "points of all ranks");
}

/* Places are counted, of all ranks or of a spread of them. */
static void test_classes(sx_arena *arena, const sx_trace *formula, int64_t p,
                         double percent)
{
    sx_local_volume volume;
    sx_local_classes classes;
    sx_trace trace;
    sx_error err;
    double ranks = 0, at_sides = 0, inside = 0;
    is_int(sx_local_volume_find(arena, formula, &volume, &err), SX_OK, "looked for");
    is_int(sx_instantiate(arena, formula, p, NULL, 0, &trace, &err), SX_OK, "a trace");
    sx_place_of *place = sx_place_create(&trace);
    is_int(sx_local_classes_count(&volume, place, p, &classes, &err), SX_OK, "counted");
    sx_place_destroy(place);
    for (size_t i = 0; i < classes.n; i++)
        ranks += classes.of[i].ranks;
    for (int64_t r = 0; r < p; r++) {
        at_sides += points_of(p, r) * sides_of(p, r) / (double)p;
        inside += points_of(p, r) > points_of(p, p - 1) || sides_of(p, r) > 0 ? 0 : 1;
    }
    near(ranks, (double)p, 1e-9, "all ranks");
    near(classes.at_sides, at_sides, percent, "points at sides");
    const sx_local_points least = { .own = points_of(p, p - 1) };
    const size_t k = sx_local_classes_find(&classes, &least);
    near(k < classes.n ? classes.of[k].ranks : 0, inside, percent, "most are inside");
}

/* What ranks do not share, 0.4, 0.9, 0.6, 0.6 and 0.9 of it, is that of no input, nor of its scale alone. */
static void test_own_share(sx_arena *arena, const sx_trace *formula,
                           const sx_trace *alike)
{
    sx_trace trace;
    sx_error err;
    int said = 0;
    for (size_t i = 0; i < alike->nmeta; i++)
        said += strcmp(alike->meta[i].key, sx_own_share_key) == 0;
    is_int(said, 1, "once, where it is that of all inputs");
    ok(fabs(sx_own_share_of(formula) - 0.68) < 1e-9, "the mean of all inputs");
    is_int(sx_instantiate(arena, formula, 100, NULL, 0, &trace, &err), SX_OK, "a trace");
    ok(fabs(sx_own_share_of(&trace) - 0.68) < 1e-9, "at any scale");
}

static void test_busiest(sx_arena *arena, const sx_trace *formula, const law *of,
                         int64_t p, double percent)
{
    sx_forecaster forecaster;
    sx_trace trace;
    sx_forecast f;
    sx_error err;
    is_int(sx_forecaster_create(formula, &forecaster, &err), SX_OK, "forecaster");
    is_int(sx_instantiate(arena, formula, p, NULL, 0, &trace, &err), SX_OK, "a trace");
    is_int(sx_forecast_make(arena, &forecaster, &trace, 0.9, &f, &err), SX_OK,
           "forecast");
    near(f.mean_computation_ns, mean_computation(of, p), 1, "on the mean");
    near(f.computation.value, computation(of, p, extreme(of, p, true)), percent,
         "of the busiest");
}

/* Few ranks are looked at, and the one with most points at a corner is one of 1,024. */
static void test_stands_for(sx_arena *arena, const sx_trace *formula)
{
    sx_local_volume volume;
    sx_busiest busiest;
    sx_trace trace;
    sx_error err;
    const double points = points_of(1024, 0);
    double corner = 0, all = 0;
    is_int(sx_local_volume_find(arena, formula, &volume, &err), SX_OK, "looked for");
    is_int(sx_instantiate(arena, formula, 1024, NULL, 0, &trace, &err), SX_OK, "a trace");
    is_int(sx_busiest_find(arena, &trace, &volume, &busiest, &err), SX_OK, "the busiest");
    for (size_t i = 0; i < busiest.nranks; i++) {
        const sx_work *work = &busiest.work[i];
        const double sides =
            work->amount[SX_WORK_AT_SIDES] / work->amount[SX_WORK_CALLED_POINTS];
        all += work->stands_for;
        if (work->amount[SX_WORK_POINTS] > points - 1 && sides > 1.5)
            corner += work->stands_for;
    }
    near(corner, 1, 1e-9, "one corner has most points");
    ok(all > 1000 && all < 1025, "most ranks are stood for: %g", all);
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

/* The formula with a pace, and a trace of it as it comes out. */
static void extrapolate(sx_arena *arena, const law *of, int64_t p, sx_trace *ret_formula,
                        sx_trace *ret_trace)
{
    sx_forecaster forecaster;
    sx_error err;
    *ret_formula = infer(arena, of, true);
    is_int(sx_forecaster_create(ret_formula, &forecaster, &err), SX_OK, "forecaster");
    is_int(sx_pace_law_find(arena, &forecaster, ret_formula, &err), SX_OK, "looked for");
    is_int(sx_instantiate(arena, ret_formula, p, NULL, 0, ret_trace, &err), SX_OK,
           "a trace");
    is_int(sx_settle_times(arena, ret_formula, &forecaster, ret_trace, &err), SX_OK,
           "settled");
}

/* How far the pace of any rank is from the truth, at most, in percent. */
static double farthest(const sx_trace *trace, const law *of)
{
    const double mean = mean_computation(of, trace->p);
    sx_place_of *place = sx_place_create(trace);
    double most = 0;
    for (sx_rank r = 0; r < trace->p; r++) {
        is_int(sx_place_move(place, r, NULL), SX_OK, "a rank");
        const double want = computation(of, trace->p, r) / mean;
        most = fmax(most, 100 * fabs(sx_pace_at(trace, place) / want - 1));
    }
    sx_place_destroy(place);
    return most;
}

/* The trace has one with numbers of its scale, and the formula one for all. */
static void test_pace(sx_arena *arena, const law *of, int64_t p, double percent)
{
    sx_trace formula, trace, open;
    sx_error err;
    extrapolate(arena, of, p, &formula, &trace);
    ok(farthest(&trace, of) < percent, "pace of ranks: %g %% off", farthest(&trace, of));
    is_int(sx_instantiate(arena, &formula, p, NULL, 0, &open, &err), SX_OK, "as it is");
    ok(formula.pace && farthest(&open, of) < percent, "by the formula: %g %% off",
       farthest(&open, of));
    const sx_extremes known = sx_extremes_find(&trace, SX_TIMES_COMP);
    is_int(known.most_rank, extreme(of, p, true), "the busiest");
    near((double)known.most, computation(of, p, extreme(of, p, true)), 2 + percent,
         "what it computes");
    sx_slowness beside;
    ok(sx_slowness_of(&trace, &beside), "what remains is known");
    near(beside.most, 1, 2 + percent, "nothing is counted twice");
}

/* Blocks differ, and what ranks compute does not. */
static void test_even(sx_arena *arena, const law *of)
{
    sx_trace formula, trace;
    extrapolate(arena, of, 1024, &formula, &trace);
    ok(!formula.pace && !trace.pace, "all have the same pace");
}

/* There is nothing to tell where the extents divide the points. */
static void test_even_blocks(sx_arena *arena, const law *of)
{
    sx_trace formula, trace;
    extrapolate(arena, of, 400, &formula, &trace);
    ok(formula.pace && !trace.pace, "as many points each");
}

/* What a call computes on the mean of all, by the laws of single calls. */
static double called(const sx_block *block, int64_t p)
{
    const double at[SX_MODEL_PARAMETERS] = { (double)p, 1, 1, 1 };
    double ns = 0;
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        ns += called(&node->body, p);
        for (uint32_t k = 0; k < node->ntimes; k++)
            if (node->times[k].kind == SX_TIMES_COMP)
                ns += sx_hist_at(&node->times[k].hist, at).field[SX_HIST_MEAN] / 2;
    }
    return ns;
}

/* Laws of calls are of what all compute by their points. */
static void test_common(sx_arena *arena, const law *of, int64_t p)
{
    sx_forecaster forecaster;
    sx_error err;
    sx_trace formula = infer(arena, of, true);
    const double want = mean_computation(of, p) / (2 * TRIPS);
    is_int(sx_forecaster_create(&formula, &forecaster, &err), SX_OK, "forecaster");
    is_int(sx_common_time_by_work(arena, &forecaster, &formula, &err), SX_OK, "by work");
    near(called(&formula.program, p), want, 2, "of a call");
}

int main(void)
{
    sx_fit_init();
    sx_arena *arena = sx_arena_create();
    static const law points = { 50, 0, 0, 0 }, more = { 50, 2000, 0.1, 0 },
                     calls = { 0, 9000, 0, 0 }, noisy = { 50, 2000, 0, 0.03 };
    const sx_trace formula = infer(arena, &points, true),
                   bare = infer(arena, &points, false),
                   several = infer(arena, &more, true);
    test_volume(arena, &formula, 64);
    test_inside(arena, &formula);
    test_stands_for(arena, &formula);
    test_own_share(arena, &formula, &bare);
    test_classes(arena, &formula, 1024, 1e-9);
    test_classes(arena, &formula, 8100, 5);
    test_busiest(arena, &formula, &points, 64, 1);
    test_busiest(arena, &formula, &points, 1024, 1);
    test_busiest(arena, &bare, &points, 64, 15);
    test_busiest(arena, &several, &more, 64, 2);
    test_busiest(arena, &several, &more, 1024, 2);
    test_pace(arena, &points, 64, 0.1);
    test_pace(arena, &points, 1024, 0.1);
    test_pace(arena, &more, 64, 2);
    test_pace(arena, &more, 1024, 2);
    test_common(arena, &points, 1024);
    test_common(arena, &noisy, 1024);
    is_wide_known = false;
    test_common(arena, &(law) { 50, 0, 1.5, 0 }, 1024);
    is_wide_known = true;
    test_even(arena, &calls);
    test_even_blocks(arena, &points);
    sx_arena_destroy(arena);
    return tap_done();
}
