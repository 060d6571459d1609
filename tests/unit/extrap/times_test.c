/* Curves of delta times by key: what belongs together over three runs, of 4, 9 and 16 ranks. */
#include "extrap/time_law.h"
#include "extrap/times.h"
#include "tap.h"

enum { RUNS = 3, TOTAL = 29, ENTRIES = 16 };

static const int64_t p[RUNS] = { 4, 9, 16 }, offset[RUNS] = { 0, 4, 13 };

typedef struct event {
    sx_arena *arena;
    sx_runs runs;
    sx_node node;
    bool in[TOTAL];
    const sx_common_time *common; /* NULL: none */
} event;

static event event_of(sx_arena *arena)
{
    uint32_t *run_of = SX_NEW_ARRAY(arena, uint32_t, TOTAL);
    event e = { .arena = arena,
                .runs = { .n = RUNS, .p = p, .offset = offset, .total = TOTAL },
                .node = { .times = SX_NEW_ARRAY(arena, sx_times, ENTRIES) } };
    for (uint32_t run = 0; run < RUNS; run++)
        for (int64_t r = 0; r < p[run]; r++)
            run_of[offset[run] + r] = run;
    for (int r = 0; r < TOTAL; r++)
        e.in[r] = true;
    e.runs.run_of = run_of;
    return e;
}

/* `each` samples of every rank of a run, all of `ns`. */
static void add(event *e, int run, sx_times_kind kind, bool first, uint32_t after,
                double each, double ns)
{
    sx_times *times = &e->node.times[e->node.ntimes++];
    *times = (sx_times) { .kind = kind, .first = first, .after = after };
    sx_ranklist_range(e->arena, offset[run], p[run], &times->ranks, NULL);
    for (int f = 0; f < SX_HIST_FIELDS; f++)
        times->hist.field[f] = ns;
    times->hist.field[SX_HIST_N] = each * (double)p[run];
    times->hist.field[SX_HIST_SD] = 0;
}

static const sx_times *infer(event *e, uint32_t *ret_n)
{
    sx_times *times = NULL;
    sx_error err;
    is_int(
        sx_times_infer(e->arena, &e->runs, &e->node, e->in,
                       &(sx_time_choice) { .curves = sx_curve_selector_named("paper") },
                       NULL, &times, ret_n, &err),
        SX_OK, "status");
    return times;
}

static void at_64(const sx_times *times, double n, double mean, const char *what)
{
    sx_hist hist = sx_hist_at(&times->hist, &(double) { 64 });
    is_int(hist.field[SX_HIST_N], n, what);
    is_int(hist.field[SX_HIST_MEAN] * 1000, mean * 1000, what);
}

static void test_keys(sx_arena *arena)
{
    event e = event_of(arena);
    uint32_t n;
    for (int run = 0; run < RUNS; run++) {
        add(&e, run, SX_TIMES_COMP, true, 3, 1, 500);
        add(&e, run, SX_TIMES_COMP, false, 5, 19, 70);
        if (run > 0) /* a boundary that the smallest run has not */
            add(&e, run, SX_TIMES_COMP, false, 4, 2, 8);
        add(&e, run, SX_TIMES_COMM, false, SX_AFTER_ANY, 20, 30);
    }
    const sx_times *times = infer(&e, &n);
    is_int(n, 4, "keys");
    if (n != 4)
        return;
    ok(times[0].first && times[0].after == 3, "the first execution comes first");
    at_64(&times[0], 64, 500, "one for each rank");
    is_int(times[1].after, 4, "then what is behind site 4");
    at_64(&times[1], 128, 8, "of two runs");
    is_int(times[2].after, 5, "then what is behind site 5");
    at_64(&times[2], 64 * 19, 70, "of all runs");
    is_int(times[3].kind, SX_TIMES_COMM, "then time in calls");
    at_64(&times[3], 64 * 20, 30, "of all runs");
    for (uint32_t i = 0; i < n; i++)
        ok(times[i].all, "curves are for all ranks");
}

/* One run does not tell executions apart, as traces did once: then all are put together. */
static void test_mixed(sx_arena *arena)
{
    event e = event_of(arena);
    uint32_t n;
    add(&e, 0, SX_TIMES_COMP, false, SX_AFTER_ANY, 20, 100);
    for (int run = 1; run < RUNS; run++) {
        add(&e, run, SX_TIMES_COMP, true, 3, 1, 290);
        add(&e, run, SX_TIMES_COMP, false, 5, 19, 90);
    }
    for (int run = 0; run < RUNS; run++)
        add(&e, run, SX_TIMES_COMM, true, SX_AFTER_ANY, 1, 6);
    const sx_times *times = infer(&e, &n);
    is_int(n, 2, "keys");
    if (n != 2)
        return;
    ok(!times[0].first && times[0].after == SX_AFTER_ANY, "computation together");
    at_64(&times[0], 64 * 20, 100, "the mean of 1 and 19 parts");
    ok(times[1].first, "time in calls is apart in all runs, and remains so");
}

/* A node of which one run alone executes anything is its only ground. */
static void test_one_run(sx_arena *arena)
{
    event e = event_of(arena);
    uint32_t n;
    add(&e, 2, SX_TIMES_COMP, false, 1, 3, 44);
    e.node.times[0].all = true;
    for (int r = 0; r < offset[2]; r++)
        e.in[r] = false;
    const sx_times *times = infer(&e, &n);
    is_int(n, 1, "keys");
    if (n == 1)
        at_64(&times[0], 48, 44, "as it was");
}

/* Extrapolated traces have entries without samples where a curve says none: they tell nothing. */
static void test_no_samples(sx_arena *arena)
{
    event e = event_of(arena);
    uint32_t n;
    for (int run = 0; run < RUNS; run++) {
        add(&e, run, SX_TIMES_COMP, true, 3, 0, 500);
        add(&e, run, SX_TIMES_COMP, false, 5, run, 70);
    }
    const sx_times *times = infer(&e, &n);
    is_int(n, 1, "keys");
    if (n == 1)
        is_int(times[0].after, 5, "what two runs have samples of");
}

/* What a law says at 64 ranks, of one key. */
static sx_hist law_at_64(event *e, const char *what)
{
    sx_times *times = NULL;
    uint32_t n = 0;
    sx_error err;
    sx_time_choice choice;
    ok(sx_time_choice_named("default", &choice) && choice.models, "the default: models");
    is_int(sx_times_infer(e->arena, &e->runs, &e->node, e->in, &choice, e->common, &times,
                          &n, &err),
           SX_OK, what);
    is_int(n, 1, "keys");
    ok(n == 1 && times[0].hist.law && !times[0].hist.curve, "a law, and no curves");
    return n == 1 ? sx_hist_at(&times[0].hist, &(double) { 64 }) : (sx_hist) { 0 };
}

static void close_to(double value, double want, const char *what)
{
    ok(value > 0.98 * want && value < 1.02 * want, "%s: %g, want %g", what, value, want);
}

/* An event whose mean falls with P to a rest: all fields follow. */
static void test_law(sx_arena *arena)
{
    event e = event_of(arena);
    for (int run = 0; run < RUNS; run++) {
        double mean = 6400.0 / (double)p[run] + 100;
        add(&e, run, SX_TIMES_COMM, false, SX_AFTER_ANY, 19, mean);
        double *field = e.node.times[run].hist.field;
        field[SX_HIST_MIN] = mean / 2;
        field[SX_HIST_Q10] = field[SX_HIST_Q25] = 0.7 * mean;
        field[SX_HIST_MAX] = 2 * mean;
        field[SX_HIST_SD] = mean / 4;
    }
    sx_hist hist = law_at_64(&e, "status of laws");
    close_to(hist.field[SX_HIST_N], 19 * 64, "samples");
    close_to(hist.field[SX_HIST_MEAN], 200, "the mean");
    close_to(hist.field[SX_HIST_MIN], 100, "the least");
    close_to(hist.field[SX_HIST_Q25], 140, "a quantile");
    close_to(hist.field[SX_HIST_MAX], 400, "the greatest");
    close_to(hist.field[SX_HIST_SD], 50, "the deviation");
}

/* Repeats are several values, of which one that is far off does not count. */
static void test_repeats(sx_arena *arena)
{
    event e = event_of(arena);
    static const double noise[] = { 1.001, 0.999, 1.002, 0.998, 1 };
    for (int run = 0; run < RUNS; run++)
        for (uint32_t k = 0; k < 5; k++) {
            bool bad = run == 2 && k == 3;
            add(&e, run, SX_TIMES_COMM, false, SX_AFTER_ANY, 3,
                (bad ? 3 : noise[k]) * 6400 / (double)p[run]);
            e.node.times[e.node.ntimes - 1].repeat = k;
        }
    sx_hist hist = law_at_64(&e, "status with repeats");
    close_to(hist.field[SX_HIST_N], 3 * 64, "samples of one run");
    close_to(hist.field[SX_HIST_MEAN], 100, "the mean without the bad repeat");
}

/* What a call computes is a share of what all do, with noise in which a law of its own would be seen: it has the law
 * of all. Where it scales in another way, it has its own; and so has time in calls. */
static void test_common(sx_arena *arena)
{
    static const double noise[] = { 1.08, 0.93, 1.02 };
    double mean[RUNS];
    sx_common_time common = { .repeats = 1, .mean_ns = mean };
    for (int run = 0; run < RUNS; run++)
        mean[run] = 6400.0 / (double)p[run] + 100;
    sx_error err;
    event own = event_of(arena), other = event_of(arena), in_calls = event_of(arena);
    is_int(sx_time_law_of_all(arena, &own.runs, &common, &err), SX_OK, "the law of all");
    own.common = other.common = in_calls.common = &common;
    for (int run = 0; run < RUNS; run++) {
        add(&own, run, SX_TIMES_COMP, false, 1, 7, 3 * noise[run] * mean[run]);
        add(&other, run, SX_TIMES_COMP, false, 1, 7, 50 * (double)p[run]);
        add(&in_calls, run, SX_TIMES_COMM, false, SX_AFTER_ANY, 7, 50);
    }
    double shared = law_at_64(&own, "a share").field[SX_HIST_MEAN];
    ok(shared > 570 && shared < 630, "three times 200: %g", shared);
    close_to(law_at_64(&other, "another law").field[SX_HIST_MEAN], 3200, "its own law");
    close_to(law_at_64(&in_calls, "in calls").field[SX_HIST_MEAN], 50, "no computation");
}

/* Trips along one side of a square: numbers of samples that no single term gives. */
static void test_samples(sx_arena *arena)
{
    event e = event_of(arena);
    for (int run = 0; run < RUNS; run++)
        add(&e, run, SX_TIMES_COMM, false, SX_AFTER_ANY, 5 * (run + 1), 30);
    is_int(law_at_64(&e, "samples").field[SX_HIST_N], 5 * 7 * 64, "5 P^(3/2) - 5 P");
}

/* Where two models are joined, the value may stand before forms that only one of them has. */
static void test_no_weight(void)
{
    const sx_model_form value = { .freedom = 1, .terms = 1, .coefficient = { 20 } };
    sx_model model = { .parameters = 1, .forms = 5 };
    for (uint32_t i = 0; i < model.forms; i++)
        model.form[i] = value;
    model.form[3].weight = 0.75;
    model.form[4].weight = 0.25;
    sx_time_law_shorten(&model);
    is_int(model.forms, 3, "the value, and forms that have a weight");
    ok(model.form[0].weight == 0, "none: %g", model.form[0].weight);
    close_to(model.form[1].weight, 0.75, "most of it");
    close_to(model.form[2].weight, 0.25, "the rest");
}

int main(void)
{
    sx_arena *arena = sx_arena_create();
    test_no_weight();
    test_no_samples(arena);
    test_keys(arena);
    test_mixed(arena);
    test_one_run(arena);
    test_law(arena);
    test_common(arena);
    test_samples(arena);
    test_repeats(arena);
    sx_arena_destroy(arena);
    return tap_done();
}
