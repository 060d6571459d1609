/* The time of a run, predicted from traces of small scales of which it is known what they compute: a program whose calls are more at
 * larger scales, and compute less each. */
#include "extrap/outlook.h"
#include "extrap/settle.h"
#include "fit/fit.h"
#include "trace/extremes.h"
#include "trace/time_sums.h"
#include "try_program.h"

#include <math.h>

enum { TRIPS = 10, MESSAGE_NS = 2000 };

static int64_t root(const synth_at *at)
{
    return (int64_t)lround(sqrt((double)at->p));
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
static int64_t next(const synth_at *at)
{
    return (at->r + root(at)) % at->p;
}
static int64_t before(const synth_at *at)
{
    return (at->r + at->p - root(at)) % at->p;
}
static int64_t count(const synth_at *at)
{
    (void)at;
    return 8;
}

/* Ten times: a message to the next row for each of the places in it, and a sum of all. */
static const synth_item program[] = { { '(', .trips = ten },
                                      { '(', .trips = root },
                                      { 'e', .op = SX_OP_Sendrecv,
                                        .param = { { SX_PARAM_COMM, zero },
                                                   { SX_PARAM_PEER, next },
                                                   { SX_PARAM_SOURCE, before },
                                                   { SX_PARAM_COUNT, count },
                                                   { SX_PARAM_RCOUNT, count } } },
                                      { .kind = ')' },
                                      { 'e', .op = SX_OP_Barrier,
                                        .param = { { SX_PARAM_COMM, zero } } },
                                      { .kind = ')' },
                                      { 0 } };

/* What a call computes before it, on the mean of all ranks. */
static double each_ns(int64_t p)
{
    return 4e6 / (double)p + 30000;
}

static double calls_of(int64_t p)
{
    return TRIPS * (sqrt((double)p) + 1);
}

/* A barrier has log2 P rounds. */
static double messages_of(int64_t p)
{
    return TRIPS * (sqrt((double)p) + log2((double)p));
}

/* The busiest rank computes 1.2 times as much; a message takes as long at every scale. */
static double time_of(int64_t p)
{
    return 1.2 * calls_of(p) * each_ns(p) + messages_of(p) * MESSAGE_NS;
}

static void give_times(sx_arena *arena, sx_block *block, int64_t p)
{
    for (size_t i = 0; i < block->n; i++) {
        sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP) {
            give_times(arena, &node->body, p);
            continue;
        }
        const bool all = node->op == SX_OP_Barrier;
        const double trips = TRIPS * (all ? 1 : sqrt((double)p)),
                     call_ns = MESSAGE_NS * (all ? log2((double)p) : 1);
        node->ntimes = 2;
        node->times = SX_NEW_ARRAY(arena, sx_times, 2);
        for (int kind = 0; kind < SX_TIMES_KINDS; kind++) {
            sx_times *times = &node->times[kind];
            *times = (sx_times) { .kind = (sx_times_kind)kind,
                                  .after = SX_AFTER_ANY,
                                  .all = true };
            for (int f = 0; f < SX_HIST_FIELDS; f++)
                times->hist.field[f] = kind == SX_TIMES_COMP ? each_ns(p) : call_ns;
            times->hist.field[SX_HIST_N] = trips * (double)p;
            times->hist.field[SX_HIST_SD] = 0;
        }
    }
}

/* A trace with times, `noise` times as long as they are. */
static const sx_trace *input_at(sx_arena *arena, int64_t p, double noise)
{
    sx_trace *trace = SX_NEW(arena, sx_trace);
    *trace = synth_trace(arena, program, p);
    give_times(arena, &trace->program, p);
    const double comp = noise * calls_of(p) * each_ns(p),
                 comm = noise * time_of(p) - comp,
                 least = noise * messages_of(p) * MESSAGE_NS;
    const sx_extremes of[] = {
        { p, comp * (double)p, (int64_t)(comp * 0.9), (int64_t)(comp * 1.2), 0, 1 },
        { p, comm * (double)p, (int64_t)least, (int64_t)(comm * 1.1), 1, 0 },
    };
    trace->meta = SX_NEW_ARRAY(arena, sx_meta, 2);
    trace->nmeta = 2;
    for (int kind = 0; kind < SX_TIMES_KINDS; kind++)
        trace->meta[kind] = (sx_meta) { sx_extremes_key((sx_times_kind)kind),
                                        sx_extremes_text(arena, &of[kind]) };
    return trace;
}

static sx_trace infer(sx_arena *arena)
{
    static const int64_t p[] = { 4, 9, 16, 25, 36 };
    static const double noise[] = { 1.0003, 0.9998, 1.0001, 0.9997, 1.0002 };
    const sx_trace *input[5];
    const char *name[] = { "a", "b", "c", "d", "e" };
    sx_trace formula = { 0 };
    sx_error err;
    for (int i = 0; i < 5; i++)
        input[i] = input_at(arena, p[i], noise[i]);
    const sx_infer_options options = { .times = { .models = true } };
    is_int(sx_infer(arena, input, name, 5, &options, &formula, &err), SX_OK, "inferred");
    return formula;
}

static void near(double value, double want, double percent, const char *what)
{
    ok(fabs(value / want - 1) < percent / 100, "%s: %g, want %g", what, value, want);
}

static void test_forecast(sx_arena *arena, const sx_trace *formula,
                          const sx_forecaster *forecaster, int64_t p)
{
    sx_trace trace;
    sx_forecast f;
    sx_error err;
    is_int(sx_instantiate(arena, formula, p, NULL, 0, &trace, &err), SX_OK, "a trace");
    is_int(sx_forecast_make(arena, forecaster, &trace, 0.9, &f, &err), SX_OK, "forecast");
    near(f.busiest.all.calls, calls_of(p), 1e-9, "calls by structure");
    near(f.busiest.all.traffic.messages, messages_of(p), 1e-9, "messages too");
    near(f.time.value, time_of(p), 1, "time of the run");
    near(f.computation.value, 1.2 * calls_of(p) * each_ns(p), 1, "of the busiest rank");
    near(f.mean_computation_ns, calls_of(p) * each_ns(p), 1, "of all");
    ok(f.time.low <= time_of(p) && time_of(p) <= f.time.high, "in its interval: %g .. %g",
       f.time.low, f.time.high);
    ok(f.time.high < 1.2 * time_of(p) && f.time.low > 0.8 * time_of(p), "a narrow one");
    ok(f.time.run_low <= f.time.low && f.time.high <= f.time.run_high, "that of a run");
}

/* The laws of single calls were wrong: the first call computes nine times as long, and has a tenth of the samples. */
static void spoil(const sx_block *block)
{
    const sx_node *node = block->node[0];
    for (uint32_t k = 0; k < node->ntimes; k++) {
        node->times[k].hist.field[SX_HIST_N] *= 0.1;
        for (int f = SX_HIST_N + 1; f < SX_HIST_FIELDS; f++)
            node->times[k].hist.field[f] *= 9;
    }
    if (node->kind == SX_NODE_LOOP)
        spoil(&node->body);
}

/* Ranks of an extrapolated trace are as uneven as those of the largest input, and compute what is foretold of all calls together. */
static void test_settled(sx_arena *arena, const sx_trace *formula,
                         const sx_forecaster *forecaster, int64_t p)
{
    sx_trace trace;
    sx_error err;
    const double even = calls_of(p) * each_ns(p);
    is_int(sx_instantiate(arena, formula, p, NULL, 0, &trace, &err), SX_OK, "a trace");
    spoil(&trace.program);
    is_int(sx_settle_times(arena, formula, forecaster, &trace, &err), SX_OK, "settled");
    const sx_time_sums sums = sx_time_sums_within(&trace.program);
    for (int kind = 0; kind < SX_TIMES_KINDS; kind++)
        near(sums.samples[kind], calls_of(p) * (double)p, 1e-9, "samples");
    near(sums.ns[SX_TIMES_COMP] / (double)p, even, 1, "what they compute together");
    const sx_extremes of = sx_extremes_find(&trace, SX_TIMES_COMP);
    is_int(of.n > 0 ? of.least_rank : -1, 0, "who computes least");
    is_int(of.most_rank, 1, "and most");
    near((double)of.least, 0.9 * even, 1, "the least");
    near((double)of.most, 1.2 * even, 1, "the most");
    near(of.sum / (double)p, even, 1, "the mean");
}

static void test_outlook(sx_arena *arena, const sx_trace *formula,
                         const sx_forecaster *forecaster)
{
    sx_trace trace;
    sx_outlook o;
    sx_error err;
    double sum = 0;
    is_int(sx_instantiate(arena, formula, 1024, NULL, 0, &trace, &err), SX_OK, "a trace");
    is_int(sx_outlook_make(arena, forecaster, formula, formula, &trace, 0.9, &o, &err),
           SX_OK, "outlook");
    for (size_t i = 0; i < o.nsites; i++)
        sum += o.site[i].computation_ns[0] + o.site[i].communication_ns[0];
    near(sum, o.forecast.time.value, 1e-6, "call sites add up");
    is_int(o.nsites, 2, "call sites");
    is_int(o.nregions, 1, "outside of regions");
    is_int(o.base, 36, "the largest input");
    is_int(o.site[0].op, SX_OP_Sendrecv, "of which there are more and more");
    near(sx_outlook_power(&o, 1024, o.site[0].calls), 0.5, 1e-6, "with the root of P");
    near(o.efficiency.value, calls_of(1024) * each_ns(1024) / time_of(1024), 1,
         "efficiency");
    is_int(o.exceeds.p, 0, "communication never takes longer");
    /* (root P + 1) 1.2 (4e6 / P + 30000) + 2000 (root P + log2 P) is least at P = 145. */
    is_int(o.least.p, 121, "least time of the squares near powers of two");
    ok(o.least.low >= 64 && o.least.low <= 121 && o.least.high >= 121 &&
           o.least.high <= 256,
       "from %d to %d", (int)o.least.low, (int)o.least.high);
    is_int(o.step[0].p, 4, "from the smallest input on");
}

static void test_nothing(sx_arena *arena)
{
    sx_trace formula = infer(arena);
    sx_forecaster forecaster;
    sx_error err;
    formula.nmeta = 0;
    is_int(sx_forecaster_create(&formula, &forecaster, &err), SX_OK, "without inputs");
    is_int(forecaster.inputs, 0, "there is nothing to predict from");
}

int main(void)
{
    sx_fit_init();
    sx_arena *arena = sx_arena_create();
    sx_trace formula = infer(arena);
    sx_forecaster forecaster;
    sx_error err;
    is_int(sx_forecaster_create(&formula, &forecaster, &err), SX_OK, "forecaster");
    is_int(forecaster.inputs, 5, "inputs");
    ok(forecaster.likely[SX_WORK_CALLS] > 0.5, "for each call: %g",
       forecaster.likely[SX_WORK_CALLS]);
    test_forecast(arena, &formula, &forecaster, 256);
    test_forecast(arena, &formula, &forecaster, 1024);
    test_settled(arena, &formula, &forecaster, 1024);
    test_outlook(arena, &formula, &forecaster);
    test_nothing(arena);
    sx_arena_destroy(arena);
    return tap_done();
}
