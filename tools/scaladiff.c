/* scaladiff: whether two traces have the same events. */
#include "builds.h"
#include "options.h"

#include "io/text.h"
#include "match/progress.h"
#include "report/compare.h"
#include "report/kinds.h"
#include "trace/policy.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

typedef struct diff_options {
    bool times, sums, kinds, json, quiet;
    int64_t max;
    const char *wildcards;
} diff_options;

static const sx_option options[] = {
    { "max", 'm', SX_OPTION_INT, offsetof(diff_options, max), "N",
      "describe the first N differences (10)", 0, 1000000 },
    { "times", 't', SX_OPTION_FLAG, offsetof(diff_options, times), NULL,
      "compare the histograms of delta times, too", 0, 0 },
    { "sums", 's', SX_OPTION_FLAG, offsetof(diff_options, sums), NULL,
      "compare what a rank sends in a collective to all others together", 0, 0 },
    { "wildcards", 'w', SX_OPTION_TEXT, offsetof(diff_options, wildcards), "HOW",
      "exact (the default); or resolved: a receive from any source is the\n"
      "same as one from a source that is possible",
      0, 0 },
    { "kinds", 'k', SX_OPTION_FLAG, offsetof(diff_options, kinds), NULL,
      "compare datatypes by size and kind, not by name", 0, 0 },
    { "json", 0, SX_OPTION_FLAG, offsetof(diff_options, json), NULL,
      "print the result as one JSON document", 0, 0 },
    { "quiet", 'q', SX_OPTION_FLAG, offsetof(diff_options, quiet), NULL,
      "print nothing but errors", 0, 0 },
};

static const sx_tool tool = {
    .name = "scaladiff",
    .operands = "TRACE TRACE",
    .purpose = "Compares two traces event by event.",
    .notes = "Exit status: 0 same, 1 failed, 2 usage, 3 different.",
    .option = options,
    .noptions = sizeof options / sizeof *options,
    .min_operands = 2,
    .max_operands = 2,
};

typedef struct diff {
    const char *path[2];
    const char *name[2]; /* how the output calls them */
    sx_trace trace[2];
    int impossible; /* 1, 2: with the senders that this trace names it does not come to its end */
    bool other_size; /* the numbers of ranks differ, and nothing else was compared */
    sx_comparison result;
} diff;

static sx_status load(sx_arena *arena, const char *path, const char *name,
                      sx_trace *ret_trace, sx_error *err)
{
    sx_trace trace;
    sx_status status = sx_text_read_file(arena, path, &trace, err);
    if (!status && trace.p == 0)
        status = sx_fail_at(err, SX_INVALID, name, 0,
                            "this is a formula trace: scalaextrap --from-formula makes a "
                            "trace of it");
    return status ? status
                  : sx_trace_bind(arena, &trace, trace.p, NULL, 0, ret_trace, err);
}

static void warn_unrecorded(const diff *d)
{
    for (int t = 0; t < 2; t++) {
        const char *lossy = sx_trace_lossy(&d->trace[t]);
        if (lossy)
            sx_tool_warn(&tool, "%s: recorded with losses: %s", d->name[t], lossy);
        if (d->trace[t].nunrecorded)
            sx_tool_warn(&tool, "%s: calls of %zu MPI functions were not recorded",
                         d->name[t], d->trace[t].nunrecorded);
    }
}

static void print_operations(const diff *d, bool times)
{
    const sx_comparison *result = &d->result;
    printf("%-22s %15s %15s %15s", "operation", "in the first", "in the second", "same");
    printf(times ? " %26s %26s\n" : "\n", "compute s, first/second",
           "in call s, first/second");
    for (int op = 0; op < SX_OPS; op++) {
        const struct sx_op_comparison *row = &result->op[op];
        if (!row->events[0] && !row->events[1])
            continue;
        printf("%-22s %15" PRIu64 " %15" PRIu64 " %15" PRIu64, sx_op_name((sx_op)op),
               row->events[0], row->events[1], row->same);
        if (times)
            printf(" %12.6g / %11.6g %12.6g / %11.6g", row->time[0].comp_ns * 1e-9,
                   row->time[1].comp_ns * 1e-9, row->time[0].comm_ns * 1e-9,
                   row->time[1].comm_ns * 1e-9);
        putchar('\n');
    }
}

static void print_times(const diff *d)
{
    if (!d->result.paired)
        printf(
            "the histograms have no counterparts: the structures of the traces differ\n");
    else
        printf("%" PRIu64 " of %" PRIu32 " nodes differ in their histograms\n",
               d->result.histograms_different, d->trace[0].nnodes);
}

static void print_verdict(const diff *d)
{
    const sx_comparison *result = &d->result;
    if (d->other_size)
        printf("different: %s has %" PRId64 " ranks, %s has %" PRId64 "\n", d->name[0],
               d->trace[0].p, d->name[1], d->trace[1].p);
    else if (d->impossible)
        printf("different: with the senders that %s names it does not come to its end\n",
               d->name[d->impossible - 1]);
    else if (result->same)
        printf("same: %" PRIu64 " events of %" PRId64 " ranks\n", result->events[0],
               d->trace[0].p);
    else if (result->ranks_different == 0)
        printf("different: the times only; the same %" PRIu64 " events of %" PRId64
               " ranks\n",
               result->events[0], d->trace[0].p);
    else
        printf("different: %" PRId64 " of %" PRId64 " ranks; %" PRIu64
               " events in %s, %" PRIu64 " in %s, %" PRIu64 " the same\n",
               result->ranks_different, d->trace[0].p, result->events[0], d->name[0],
               result->events[1], d->name[1], result->events_same);
}

static void print_text(const diff *d, bool times)
{
    const sx_comparison *result = &d->result;
    for (size_t i = 0; i < result->ndifferences; i++)
        printf("rank %" PRId64 ", event %" PRIu64 ": %s\n", result->difference[i].rank,
               result->difference[i].event, result->difference[i].text);
    if (!d->other_size)
        print_operations(d, times);
    if (!d->other_size && times)
        print_times(d);
    print_verdict(d);
}

static json_t *json_operations(const diff *d)
{
    json_t *list = json_object();
    for (int op = 0; op < SX_OPS; op++) {
        const struct sx_op_comparison *row = &d->result.op[op];
        if (!row->events[0] && !row->events[1])
            continue;
        json_object_set_new(
            list, sx_op_name((sx_op)op),
            json_pack("{s:[I,I], s:I, s:[f,f], s:[f,f]}", "events",
                      (json_int_t)row->events[0], (json_int_t)row->events[1], "same",
                      (json_int_t)row->same, "compute_s", row->time[0].comp_ns * 1e-9,
                      row->time[1].comp_ns * 1e-9, "in_call_s",
                      row->time[0].comm_ns * 1e-9, row->time[1].comm_ns * 1e-9));
    }
    return list;
}

static json_t *json_differences(const sx_comparison *result)
{
    json_t *list = json_array();
    for (size_t i = 0; i < result->ndifferences; i++)
        json_array_append_new(list,
                              json_pack("{s:I, s:I, s:s}", "rank",
                                        (json_int_t)result->difference[i].rank, "event",
                                        (json_int_t)result->difference[i].event, "text",
                                        result->difference[i].text));
    return list;
}

static bool print_json(const diff *d)
{
    const sx_comparison *result = &d->result;
    json_t *document =
        json_pack("{s:b, s:[s,s], s:[I,I]}", "same", !d->other_size && result->same,
                  "traces", d->name[0], d->name[1], "ranks", (json_int_t)d->trace[0].p,
                  (json_int_t)d->trace[1].p);
    if (document && !d->other_size)
        json_object_update_new(
            document,
            json_pack("{s:I, s:[I,I], s:I, s:b, s:I, s:o, s:o}", "ranks_different",
                      (json_int_t)result->ranks_different, "events",
                      (json_int_t)result->events[0], (json_int_t)result->events[1],
                      "events_same", (json_int_t)result->events_same, "same_structure",
                      result->paired, "nodes_with_other_histograms",
                      (json_int_t)result->histograms_different, "operations",
                      json_operations(d), "differences", json_differences(result)));
    bool done =
        document &&
        json_dumpf(document, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9)) == 0 &&
        putchar('\n') != EOF;
    json_decref(document);
    return done;
}

/* A trace that names senders where the other does not must come to its end with them, if only with buffered sends. */
static sx_status check_senders(sx_arena *arena, diff *d, sx_error *err)
{
    sx_progress_options how = sx_progress_defaults;
    sx_progress progress;
    sx_status status = SX_OK;
    how.matchings = false;
    for (int t = 0; t < 2 && d->result.same && !status; t++) {
        if (!d->result.resolved[t])
            continue;
        status = sx_progress_check(arena, &d->trace[t], &how, &progress, err);
        if (!status && progress.verdict == SX_PROGRESS_UNCHECKED)
            sx_tool_warn(&tool, "%s: whether its senders are possible is not checked: %s",
                         d->name[t], progress.why_not);
        bool fails = progress.verdict == SX_PROGRESS_MISMATCH ||
                     (progress.verdict == SX_PROGRESS_STUCK && progress.unless < 0);
        if (status || !fails)
            continue;
        d->impossible = t + 1;
        d->result.same = false;
    }
    return status;
}

static int run(sx_arena *arena, diff *d, const diff_options *chosen)
{
    sx_error err = { 0 };
    sx_status status = SX_OK;
    for (int t = 0; t < 2 && !status; t++)
        status = load(arena, d->path[t], d->name[t], &d->trace[t], &err);
    for (int t = 0; t < 2 && !status && chosen->kinds; t++)
        status = sx_types_by_kind(arena, &d->trace[t], &err);
    if (status)
        return sx_tool_fail(&tool, &err);
    const sx_compare_options how = { .name = { d->name[0], d->name[1] },
                                     .max = (size_t)chosen->max,
                                     .times = chosen->times,
                                     .sums = chosen->sums,
                                     .wildcards =
                                         strcmp(chosen->wildcards, "exact") != 0 };
    if (chosen->times) /* what came before an event is known by its call site */
        status = sx_builds_unite(arena, d->trace, 2, NULL, &err);
    if (status)
        return sx_tool_fail(&tool, &err);
    d->other_size = d->trace[0].p != d->trace[1].p;
    if (!d->other_size)
        status = sx_compare(arena, &d->trace[0], &d->trace[1], &how, &d->result, &err);
    if (!status && how.wildcards)
        status = check_senders(arena, d, &err);
    if (!status && !chosen->quiet) {
        warn_unrecorded(d);
        if (!chosen->json)
            print_text(d, chosen->times);
        else if (!print_json(d))
            status = sx_fail(&err, SX_IO, "cannot write the result");
    }
    if (status)
        return sx_tool_fail(&tool, &err);
    return sx_tool_end(&tool,
                       !d->other_size && d->result.same ? SX_EXIT_DONE : SX_EXIT_BELOW);
}

int main(int argc, char **argv)
{
    diff_options chosen = { .max = 10, .wildcards = "exact" };
    int exit_status;
    int first = sx_tool_parse(&tool, argc, argv, &chosen, &exit_status);
    if (first < 0)
        return exit_status;
    if (strcmp(chosen.wildcards, "exact") != 0 &&
        strcmp(chosen.wildcards, "resolved") != 0)
        return sx_tool_usage(&tool, "--wildcards is exact or resolved");
    sx_arena *arena = sx_arena_create();
    diff d = { .path = { argv[first], argv[first + 1] } };
    for (int t = 0; t < 2; t++)
        d.name[t] = strcmp(d.path[t], "-") == 0 ? "standard input" : d.path[t];
    if (!arena)
        return sx_tool_fail(&tool, &(sx_error) { .status = SX_NOMEM });
    exit_status = run(arena, &d, &chosen);
    sx_arena_destroy(arena);
    return exit_status;
}
