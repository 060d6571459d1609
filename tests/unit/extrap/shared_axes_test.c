/* A grid of two axes of which sizes name one: a rank of a multipartition has a cell at each stage of a sweep, whose sides say how points are dealt out along the axis of the sweep only. Ranks
 * share all points along the other axis evenly, so that each has about a P-th of them. */
#include "extrap/local_classes.h"
#include "extrap/pace_law.h"
#include "square_grid.h"
#include "trace/pace.h"
#include "try_program.h"

#include <math.h>

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
                                                   { SX_PARAM_COUNT, ten },
                                                   { SX_PARAM_RCOUNT, ten } } },
                                      { .kind = ')' },
                                      { 0 } };

static sx_trace infer(sx_arena *arena)
{
    static const int64_t p[] = { 4, 9, 16, 36 };
    const sx_trace *input[4];
    const char *name[] = { "a", "b", "c", "d" };
    sx_trace formula = { 0 };
    sx_error err;
    for (int i = 0; i < 4; i++) {
        sx_trace *trace = SX_NEW(arena, sx_trace);
        *trace = synth_trace(arena, program, p[i]);
        input[i] = trace;
    }
    is_int(sx_infer(arena, input, name, 4, &(sx_infer_options) { 0 }, &formula, &err),
           SX_OK, "inferred");
    return formula;
}

static void test_points(const sx_trace *trace, const sx_local_volume *volume)
{
    const int64_t p = trace->p, q = root(p);
    sx_place_of *place = sx_place_create(trace);
    sx_local_classes classes;
    sx_error err;
    double off = 0;
    for (sx_rank r = 0; r < p; r++) {
        off += sx_place_move(place, r, &err) != SX_OK;
        const sx_local_points points = sx_local_volume_at(volume, place);
        off += fabs(points.own - (double)block(q, r / q) / (double)q) +
               fabs(points.mean - (double)POINTS / (double)p);
    }
    ok(off < 1e-9, "points of all ranks: %g off", off);
    is_int(sx_local_classes_count(volume, place, p, &classes, &err), SX_OK, "counted");
    sx_place_destroy(place);
    is_int(classes.n, q == 3 ? 3 : 4, "with more or fewer points, at sides or inside");
}

/* Half of what 64 ranks do goes with points, by shares of the mean or by amounts. */
static void test_pace(sx_arena *arena, const sx_trace *formula, bool amounts, int64_t p)
{
    const double per_point = amounts ? 1 : 0.5,
                 per_call = amounts ? (double)POINTS / 64 : 0.5;
    sx_forecaster f = { .first = SX_WORK_CALLS, .calls = 20 };
    sx_trace with = *formula, trace;
    sx_error err;
    f.uneven = (sx_uneven) {
        .ranks = 64, .first = SX_WORK_CALLS, .gain = 100, .by_amounts = amounts
    };
    sx_model *model = amounts ? &f.uneven.amounts : &f.uneven.shares;
    model->forms = 1;
    model->form[0] =
        (sx_model_form) { .terms = 2,
                          .coefficient = { per_call, per_point },
                          .term = { { .power = { 12 } }, { .power = { 0, 0, 12 } } } };
    is_int(sx_pace_law_find(arena, &f, &with, &err), SX_OK, "a pace");
    is_int(sx_instantiate(arena, &with, p, NULL, 0, &trace, &err), SX_OK, "a trace");
    const int64_t q = root(p);
    sx_place_of *place = sx_place_create(&trace);
    double off = 0;
    for (sx_rank r = 0; r < p; r++) {
        int64_t pace = 0;
        off += sx_place_move(place, r, &err) != SX_OK;
        const sx_expr_env env = sx_place_env(place, 0, NULL, 0);
        off += !trace.pace || sx_expr_eval(trace.pace, &env, &pace, &err) != SX_OK;
        const double mean = (double)POINTS / (double)p,
                     own = (double)block(q, r / q) / (double)q;
        const double want =
            amounts ? (per_call + own) / (per_call + mean) : 0.5 + 0.5 * own / mean;
        off = fmax(off, fabs((double)pace / (double)SX_PACE_UNIT / want - 1));
    }
    sx_place_destroy(place);
    ok(off < 0.002, "%s at %g ranks: %g off", amounts ? "amounts" : "shares", (double)p,
       off);
}

int main(void)
{
    sx_arena *arena = sx_arena_create();
    const sx_trace formula = infer(arena);
    sx_local_volume volume;
    sx_error err;
    is_int(sx_local_volume_find(arena, &formula, &volume, &err), SX_OK, "looked for");
    is_int(volume.axes, 1, "axes with blocks");
    is_int(volume.evens, 1, "and without");
    for (int64_t p = 9; p <= 1024; p = p == 9 ? 64 : p * 16) {
        sx_trace trace;
        is_int(sx_instantiate(arena, &formula, p, NULL, 0, &trace, &err), SX_OK, "trace");
        test_points(&trace, &volume);
        test_pace(arena, &formula, false, p);
        test_pace(arena, &formula, true, p);
    }
    sx_arena_destroy(arena);
    return tap_done();
}
