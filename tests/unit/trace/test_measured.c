/* How long a run took, as a formula trace has it among its meta data. */
#include "tap.h"
#include "trace/extremes.h"
#include "trace/measured.h"

static sx_constant param(const char *name, int64_t value)
{
    return (sx_constant) { .name = name, .is_param = true, .value = value };
}

static void round_trip(sx_arena *arena)
{
    sx_meta meta[] = {
        { sx_extremes_key(SX_TIMES_COMP),
          "least 70 of rank 3, mean 90, most 120 of rank 0" },
        { sx_extremes_key(SX_TIMES_COMM),
          "least 9 of rank 0, mean 35, most 55 of rank 3" },
    };
    sx_constant own[] = { param("M", 7), param("N", 404) },
                of_all[] = { param("N", 0), param("M", 0) };
    sx_trace run = { .p = 4, .nmeta = 2, .meta = meta, .nconstants = 2, .constant = own };
    sx_trace formula = { .nconstants = 2, .constant = of_all };
    sx_measured m, again;
    sx_error err;
    ok(sx_measured_of(&run, &formula, &m), "measured");
    is_int(m.time_ns, 129, "the busiest rank needs more than ranks on the mean");
    is_int(m.computation_ns, 90, "computation");
    is_int(m.busiest_ns, 120, "of the busiest");
    is_int(m.param[0], 404, "N, which is first in the formula");
    const sx_trace *runs[] = { &run };
    is_int(sx_measured_note(arena, runs, 1, &formula, &err), SX_OK, "noted");
    is_text(formula.meta[0].key, "input.0", "key");
    is_text(formula.meta[0].value,
            "4 ranks, time 129, computation 90, most 120, parameters 404 7", "text");
    ok(sx_measured_is_key(formula.meta[0].key) && !sx_measured_is_key("inputs"), "keys");
    ok(sx_measured_at(&formula, 0, &again), "read back");
    ok(again.p == 4 && again.nparams == 2 && again.param[1] == 7, "as it was");
    ok(!sx_measured_at(&formula, 1, &again), "no other");
    is_int(sx_measured_drop(arena, &run, &err), SX_OK, "dropped");
    is_int(run.nmeta, 2, "other meta data stay");
    is_int(sx_measured_drop(arena, &formula, &err), SX_OK, "dropped");
    is_int(formula.nmeta, 0, "and this does not");
}

/* What single ranks computed is read back. */
static void with_shares(sx_arena *arena)
{
    sx_meta meta[] = {
        { sx_extremes_key(SX_TIMES_COMP),
          "least 70 of rank 1, mean 100, most 130 of rank 0" },
        { sx_extremes_key(SX_TIMES_COMM),
          "least 9 of rank 0, mean 35, most 55 of rank 1" },
        { sx_some_ranks_key, "13000 7000" },
    };
    sx_trace run = { .p = 2, .nmeta = 3, .meta = meta }, formula = { 0 };
    const sx_trace *runs[] = { &run };
    sx_measured m;
    sx_error err;
    is_int(sx_measured_note(arena, runs, 1, &formula, &err), SX_OK, "noted");
    is_text(formula.meta[0].value,
            "2 ranks, time 139, computation 100, most 130, shares 13000 7000", "text");
    ok(sx_measured_at(&formula, 0, &m) && m.has_shares, "read back");
    ok(m.share[0] > 1.2999 && m.share[0] < 1.3001, "1.3 of the mean");
    formula.meta[0].value =
        "2 ranks, time 139, computation 100, most 130, shares 13000, Alltoall 5 6";
    ok(!sx_measured_at(&formula, 0, &m), "of one rank only");
    meta[2].value = "13000";
    ok(sx_measured_of(&run, &formula, &m) && !m.has_shares, "a trace that lacks one");
}

/* A trace that says nothing of single ranks has its histograms. */
static void from_histograms(void)
{
    sx_times times[] = {
        { .kind = SX_TIMES_COMP, .hist.field = { [SX_HIST_N] = 8, [SX_HIST_MEAN] = 50 } },
        { .kind = SX_TIMES_COMM, .hist.field = { [SX_HIST_N] = 8, [SX_HIST_MEAN] = 10 } }
    };
    sx_node event = { .kind = SX_NODE_EVENT, .ntimes = 2, .times = times },
            *node = &event;
    sx_trace run = { .p = 4, .program = { 1, &node } }, formula = { 0 };
    sx_measured m;
    ok(sx_measured_of(&run, &formula, &m), "measured");
    is_int(m.time_ns, 120, "two calls of each rank");
    is_int(m.busiest_ns, 100, "the busiest is as all");
    event.ntimes = 0;
    ok(!sx_measured_of(&run, &formula, &m), "without times");
}

/* Calls of everybody with everybody are noted by operation, of a rank on the mean. */
static void by_operation(sx_arena *arena)
{
    sx_times times[] = {
        { .kind = SX_TIMES_COMP, .hist.field = { [SX_HIST_N] = 8, [SX_HIST_MEAN] = 50 } },
        { .kind = SX_TIMES_COMM, .hist.field = { [SX_HIST_N] = 8, [SX_HIST_MEAN] = 10 } }
    };
    sx_node event[] = {
        { .kind = SX_NODE_EVENT, .op = SX_OP_Alltoallv, .ntimes = 2, .times = times },
        { .kind = SX_NODE_EVENT, .op = SX_OP_Bcast, .ntimes = 2, .times = times },
        { .kind = SX_NODE_EVENT, .op = SX_OP_Alltoallv, .ntimes = 2, .times = times },
    };
    sx_node *inside[] = { &event[1], &event[2] };
    sx_node loop = { .kind = SX_NODE_LOOP, .body = { 2, inside } };
    sx_node *node[] = { &event[0], &loop };
    sx_trace run = { .p = 4, .program = { 2, node } }, formula = { 0 };
    const sx_trace *runs[] = { &run };
    sx_measured m;
    sx_error err;
    is_int(sx_measured_note(arena, runs, 1, &formula, &err), SX_OK, "noted");
    is_text(formula.meta[0].value,
            "4 ranks, time 360, computation 300, most 300, Alltoallv 200 40", "text");
    ok(sx_measured_at(&formula, 0, &m), "read back");
    ok(m.nops == 1 && m.op[0].op == SX_OP_Alltoallv, "the operation");
    is_int(m.op[0].computation_ns, 200, "before two calls of two each");
    is_int(m.op[0].communication_ns, 40, "and in them");
}

static bool reads(const char *text)
{
    sx_meta meta = { "input.0", text };
    sx_trace formula = { .nmeta = 1, .meta = &meta };
    sx_measured m;
    return sx_measured_at(&formula, 0, &m);
}

static void other_texts(void)
{
    ok(reads("4 ranks, time 129, computation 90, most 120"), "no parameters");
    ok(!reads("4 ranks, time 129, computation 90"), "cut");
    ok(!reads("4 ranks, time 129, computation 90, most 120 and more"), "too long");
    ok(!reads("0 ranks, time 125, computation 90, most 120"), "no ranks");
    ok(!reads("4 ranks, time inf, computation 90, most 120"), "no number");
    ok(!reads("4 ranks, time 129, computation 90, most 80"), "less than the mean");
    ok(!reads("4 ranks, time 129, computation -90, most 120"), "negative");
    ok(!reads(""), "nothing");
    ok(reads(
           "4 ranks, time 129, computation 90, most 120, slowness 0.8 of 3 to 1.2 of 0, "
           "parameters 404 7"),
       "how uneven ranks are");
    ok(reads("4 ranks, time 129, computation 90, most 120, slowness 0.8 of 3 to 1.2 of "
             "0, Alltoall 7 8, Alltoallv 1 2, parameters 404 7"),
       "operations too");
    ok(!reads("4 ranks, time 129, computation 90, most 120, Alltoall 7"), "one time");
    ok(!reads("4 ranks, time 129, computation 90, most 120, Alltoall -7 8"), "negative");
    ok(!reads("4 ranks, time 129, computation 90, most 120, Alltoall nan 8"), "none");
    ok(!reads("4 ranks, time 129, computation 90, most 120, Bcast 7 8"),
       "an operation of which it is not noted");
    ok(!reads("4 ranks, time 129, computation 90, most 120, Alltoall 1 1, Alltoall 1 1, "
              "Alltoall 1 1, Alltoall 1 1, Alltoall 1 1, Alltoall 1 1, Alltoall 1 1"),
       "too many");
    ok(!reads(
           "4 ranks, time 129, computation 90, most 120, slowness 1.2 of 3 to 0.8 of 0"),
       "the most is no less than the least");
    ok(!reads(
           "4 ranks, time 129, computation 90, most 120, slowness 0.8 of -3 to 1.2 of 0"),
       "no rank");
}

int main(void)
{
    sx_arena *arena = sx_arena_create();
    round_trip(arena);
    with_shares(arena);
    from_histograms();
    by_operation(arena);
    other_texts();
    sx_arena_destroy(arena);
    return tap_done();
}
