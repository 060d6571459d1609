/* scalastat: what is in a trace, and how traces grow. */
#include "certificate_text.h"
#include "match_text.h"
#include "options.h"
#include "predict.h"
#include "progress_text.h"
#include "stat.h"

#include "io/text.h"
#include "io/text_sizes.h"
#include "report/delays.h"
#include "report/listing.h"
#include "report/tree.h"
#include "trace/policy.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Some seconds' worth for one event of the file. */
#define QUICK_EVALUATIONS (UINT64_C(1) << 22)

enum { TEXT_BLOCKS = 32, SVG_BLOCKS = 128, MAX_TRACES = 64, MISMATCHES = 64 };

typedef struct stat_options {
    bool events, complete, json, quiet, matrix, match, deadlocks, tree, ranks, times;
    int64_t rank; /* -1: all */
    int64_t top;
    const char *range; /* of events */
    sx_listing_part part;
    const char *module_path;
    const char *quantiles; /* of times, in percent */
    sx_delays_options delays;
    const char *svg; /* where the matrix is drawn */
    bool predict;
    const char *compute_speedup, *comm_speedup;
    sx_predict_options there;
} stat_options;

static const sx_option options[] = {
    { "events", 'e', SX_OPTION_FLAG, offsetof(stat_options, events), NULL,
      "list every event: rank, operation, peer, bytes, tag and size of\n"
      "the communicator, separated by tabs",
      0, 0 },
    { "rank", 'r', SX_OPTION_INT, offsetof(stat_options, rank), "R",
      "with --events: of rank R only", 0, INT32_MAX },
    { "range", 0, SX_OPTION_TEXT, offsetof(stat_options, range), "A:B",
      "with --events: of each rank events A to B only, the first being 0", 0, 0 },
    { "tree", 't', SX_OPTION_FLAG, offsetof(stat_options, tree), NULL,
      "list the loops and operations of the program in words", 0, 0 },
    { "times", 'T', SX_OPTION_FLAG, offsetof(stat_options, times), NULL,
      "list the times before and in the calls of each event, and of regions", 0, 0 },
    { "quantiles", 0, SX_OPTION_TEXT, offsetof(stat_options, quantiles), "Q[,Q ..]",
      "with --times: which ones, in percent (default 0,50,90,100)", 0, 0 },
    { "matrix", 'm', SX_OPTION_FLAG, offsetof(stat_options, matrix), NULL,
      "print who sends how much to whom; an operand that ends in .svg\n"
      "is where it is drawn instead",
      0, 0 },
    { "match", 'M', SX_OPTION_FLAG, offsetof(stat_options, match), NULL,
      "check that every message is received and that collectives agree", 0, 0 },
    { "deadlocks", 'D', SX_OPTION_FLAG, offsetof(stat_options, deadlocks), NULL,
      "check whether ranks may come to wait for each other for ever", 0, 0 },
    { "ranks", 0, SX_OPTION_FLAG, offsetof(stat_options, ranks), NULL,
      "add a table of the ranks, or of blocks of them", 0, 0 },
    { "top", 'n', SX_OPTION_INT, offsetof(stat_options, top), "N",
      "how many call sites are listed (default 10)", 0, INT32_MAX },
    { "module-path", 0, SX_OPTION_TEXT, offsetof(stat_options, module_path), "DIR",
      "where to look for the program and its libraries first", 0, 0 },
    { "predict", 0, SX_OPTION_FLAG, offsetof(stat_options, predict), NULL,
      "the operand is a report of a generated program: how long it takes\n"
      "on another machine",
      0, 0 },
    { "compute-speedup", 0, SX_OPTION_TEXT, offsetof(stat_options, compute_speedup), "A",
      "with --predict: how many times as long computation takes there", 0, 0 },
    { "comm-speedup", 0, SX_OPTION_TEXT, offsetof(stat_options, comm_speedup), "S",
      "with --predict: how many times as long communication takes there", 0, 0 },
    { "bare", 0, SX_OPTION_TEXT, offsetof(stat_options, there.bare), "REPORT",
      "with --predict: of a run that computes nothing, which tells waiting apart", 0, 0 },
    { "there", 0, SX_OPTION_TEXT, offsetof(stat_options, there.there), "REPORT",
      "with --predict: of a run there; S is what its --pingpong took over that here", 0,
      0 },
    { "similar", 0, SX_OPTION_TEXT, offsetof(stat_options, there.similar), "REPORT",
      "with --predict: of a run here with --compute-scale A/S, which is like one there",
      0, 0 },
    { "complete", 'c', SX_OPTION_FLAG, offsetof(stat_options, complete), NULL,
      "count all bytes, and look at all events, however long that takes", 0, 0 },
    { "json", 0, SX_OPTION_FLAG, offsetof(stat_options, json), NULL,
      "print the report as one JSON document", 0, 0 },
    { "quiet", 'q', SX_OPTION_FLAG, offsetof(stat_options, quiet), NULL, "no warnings", 0,
      0 },
};

static const sx_tool tool = {
    .name = "scalastat",
    .operands = "TRACE ...",
    .purpose = "Reports calls, call sites, messages, bytes, times and communicators of a "
               "trace;\n"
               "of several traces, how they grow with the number of ranks.",
    .notes = "Exit status: 0 done, 1 failed, 2 usage, 3 what --match checks does not "
             "agree, or\n"
             "--deadlocks found one.",
    .option = options,
    .noptions = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = MAX_TRACES + 1,
};

static bool print_chunk(void *context, const char *text, size_t size)
{
    (void)context;
    return fwrite(text, 1, size, stdout) == size;
}

static sx_status list_events(const stat_report *r, const stat_options *chosen,
                             sx_error *err)
{
    int64_t rank = chosen->rank;
    sx_listing_part part = chosen->part;
    if (r->formula)
        return sx_fail(
            err, SX_INVALID,
            "a formula trace has no events before scalaextrap --from-formula has "
            "given it a number of ranks");
    if (rank >= r->trace.p)
        return sx_fail(err, SX_INVALID,
                       "there is no rank %" PRId64 ", only 0 to %" PRId64, rank,
                       r->trace.p - 1);
    part.first = rank < 0 ? 0 : rank;
    part.nranks = rank < 0 ? r->trace.p : 1;
    return sx_listing(&r->trace, &part, print_chunk, NULL, err);
}

static void warn_of_calls(const stat_report *r)
{
    uint64_t calls = 0;
    const char *lossy = sx_trace_lossy(&r->trace);
    if (lossy)
        sx_tool_warn(&tool, "%s: recorded with losses: %s", r->name, lossy);
    for (size_t i = 0; i < r->trace.nunrecorded; i++)
        calls += r->trace.unrecorded[i].calls;
    if (calls)
        sx_tool_warn(&tool,
                     "%s: %" PRIu64 " calls of %zu MPI functions were not recorded",
                     r->name, calls, r->trace.nunrecorded);
}

static sx_status load(sx_arena *arena, stat_report *r, sx_error *err)
{
    struct stat info;
    sx_trace trace;
    sx_status status = sx_text_read_file(arena, r->path, &trace, err);
    if (status)
        return status;
    if (strcmp(r->path, "-") != 0 && stat(r->path, &info) == 0)
        r->file_bytes = info.st_size;
    r->formula = trace.p == 0;
    r->trace = trace;
    return r->formula ? SX_OK
                      : sx_trace_bind(arena, &trace, trace.p, NULL, 0, &r->trace, err);
}

static void warn_of_modules(const stat_report *r)
{
    for (size_t i = 0; i < r->trace.nmodules; i++) {
        const char *path = r->symbols.path[i], *why = r->symbols.why[i];
        if (path && why)
            sx_tool_warn(&tool, "%s: %s %s", r->name, path, why);
        else if (path)
            sx_tool_warn(&tool,
                         "%s: call sites are named after %s, which may be another build "
                         "than the one recorded",
                         r->name, path);
    }
}

static sx_status resolve(sx_arena *arena, stat_report *r, const stat_options *chosen,
                         sx_error *err)
{
    sx_status status =
        sx_symbols_resolve(arena, &r->trace, chosen->module_path, &r->symbols, err);
    if (!status && !chosen->quiet)
        warn_of_modules(r);
    return status;
}

static uint64_t most_evaluations(const stat_options *chosen)
{
    return chosen->complete ? UINT64_MAX : QUICK_EVALUATIONS;
}

static sx_status make_matrix(sx_arena *arena, stat_report *r, const stat_options *chosen,
                             sx_error *err)
{
    const sx_matrix_options how = { .most_blocks = chosen->svg ? SVG_BLOCKS : TEXT_BLOCKS,
                                    .most_evaluations = chosen->complete
                                                            ? UINT64_MAX
                                                            : 8 * QUICK_EVALUATIONS };
    if (r->formula)
        return sx_fail(err, SX_INVALID,
                       "a formula trace has no messages before scalaextrap "
                       "--from-formula has given it a number of ranks");
    return sx_matrix_make(arena, &r->trace, &how, &r->matrix, err);
}

/* Of a formula trace, for all numbers of ranks. */
static sx_status certify(sx_arena *arena, stat_report *r, const stat_options *chosen,
                         sx_certified what, sx_buffer *out, sx_error *err)
{
    sx_status status = resolve(arena, r, chosen, err);
    return status
               ? status
               : sx_certificate_print(out, &r->trace, what, &r->symbols.sources,
                                      MISMATCHES, chosen->complete, &r->mismatched, err);
}

static sx_status check(sx_arena *arena, stat_report *r, const stat_options *chosen,
                       sx_buffer *out, sx_error *err)
{
    const sx_match_options how = chosen->complete
                                     ? (sx_match_options) { false, INT64_MAX, UINT64_MAX }
                                     : sx_match_defaults;
    sx_matching matching;
    if (r->formula)
        return certify(arena, r, chosen, SX_CERTIFIED_MESSAGES, out, err);
    sx_status status = resolve(arena, r, chosen, err);
    if (!status)
        status = sx_match(arena, &r->trace, &how, &matching, err);
    if (status)
        return status;
    sx_matching_print(out, &r->trace, &matching, &r->symbols.sources, MISMATCHES);
    r->mismatched = matching.nmismatches > 0 || matching.unlisted > 0;
    return SX_OK;
}

static sx_status check_progress(sx_arena *arena, stat_report *r,
                                const stat_options *chosen, sx_buffer *out, sx_error *err)
{
    sx_progress_options how = sx_progress_defaults;
    sx_progress progress;
    if (r->formula)
        return certify(arena, r, chosen, SX_CERTIFIED_PROGRESS, out, err);
    if (chosen->complete) {
        how.most_ranks = INT64_MAX;
        how.most_events = UINT64_MAX;
    }
    sx_status status = resolve(arena, r, chosen, err);
    if (!status)
        status = sx_progress_check(arena, &r->trace, &how, &progress, err);
    if (status)
        return status;
    sx_progress_print(out, &r->trace, &progress, &r->symbols.sources);
    r->mismatched = sx_progress_fails(&progress);
    return SX_OK;
}

static sx_status count(sx_arena *arena, stat_report *r, const stat_options *chosen,
                       sx_error *err)
{
    const sx_census_options how = { .most_evaluations = most_evaluations(chosen) };
    sx_labels_count(&r->trace, r->label);
    sx_status status = resolve(arena, r, chosen, err);
    if (!status && chosen->json)
        status = sx_tree_print(&r->tree, &r->trace, &r->symbols.sources, err);
    if (status || r->formula)
        return status;
    status = sx_profile_make(arena, &r->trace, &how, &r->profile, err);
    if (!status && chosen->json)
        status = make_matrix(arena, r, chosen, err);
    return status ? status : sx_comms_count(arena, &r->trace, &r->comm, err);
}

/* To the file at `path`, or to stdout when that is NULL. */
static sx_status put_out(const sx_buffer *out, const char *path, sx_error *err)
{
    if (sx_buffer_status(out))
        return sx_fail(err, sx_buffer_status(out), "out of memory");
    FILE *file = path ? fopen(path, "w") : stdout;
    bool fine = file && fwrite(out->data, 1, out->size, file) == out->size;
    if (path && file)
        fine = fclose(file) == 0 && fine;
    if (fine)
        return SX_OK;
    sx_status status = sx_fail(err, SX_IO, "cannot be written");
    snprintf(err->file, sizeof err->file, "%s", path ? path : "standard output");
    return status;
}

static sx_status view(sx_arena *arena, stat_report *r, const stat_options *chosen,
                      sx_error *err)
{
    sx_buffer out = SX_BUFFER_INIT;
    sx_status status = SX_OK;
    if (chosen->times) {
        status = resolve(arena, r, chosen, err);
        if (!status)
            status = sx_delays_print(&out, &r->trace, &r->symbols.sources,
                                     &chosen->delays, err);
    } else if (chosen->tree) {
        status = resolve(arena, r, chosen, err);
        if (!status)
            status = sx_tree_print(&out, &r->trace, &r->symbols.sources, err);
    } else if (chosen->match) {
        status = check(arena, r, chosen, &out, err);
    } else if (chosen->deadlocks) {
        status = check_progress(arena, r, chosen, &out, err);
    } else if (chosen->matrix) {
        status = make_matrix(arena, r, chosen, err);
        if (!status && chosen->svg)
            sx_matrix_draw(&out, &r->matrix, r->name);
        else if (!status)
            sx_matrix_print(&out, &r->matrix);
    } else {
        status = count(arena, r, chosen, err);
        if (!status && chosen->json)
            status = sx_stat_print_json(r)
                         ? SX_OK
                         : sx_fail(err, SX_IO, "cannot write the report");
        else if (!status)
            sx_stat_print(&out, r);
    }
    if (!status && out.size)
        status = put_out(&out, chosen->svg, err);
    sx_buffer_finish(&out);
    sx_buffer_finish(&r->tree);
    return status;
}

static void init(stat_report *r, const char *path, const stat_options *chosen)
{
    *r = (stat_report) { .path = path,
                         .name = strcmp(path, "-") == 0 ? "standard input" : path,
                         .ranks = chosen->ranks,
                         .most_sites = (size_t)chosen->top };
}

/* *ret_exit: SX_EXIT_BELOW when what is checked does not agree. */
static sx_status run(sx_arena *arena, const char *path, const stat_options *chosen,
                     int *ret_exit, sx_error *err)
{
    stat_report r;
    init(&r, path, chosen);
    sx_status status = load(arena, &r, err);
    if (!status && !chosen->quiet)
        warn_of_calls(&r);
    if (!status)
        status =
            chosen->events ? list_events(&r, chosen, err) : view(arena, &r, chosen, err);
    if (status && !err->file[0])
        snprintf(err->file, sizeof err->file, "%s", r.name);
    *ret_exit = r.mismatched ? SX_EXIT_BELOW : SX_EXIT_DONE;
    return status;
}

static sx_status compare_sizes(sx_arena *arena, char **path, size_t n,
                               const stat_options *chosen, sx_error *err)
{
    stat_report *r = SX_NEW_ARRAY(arena, stat_report, n);
    sx_growth_input *input = SX_NEW_ARRAY(arena, sx_growth_input, n);
    sx_status status = r && input ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < n && !status; i++) {
        sx_text_sizes sizes;
        init(&r[i], path[i], chosen);
        status = load(arena, &r[i], err);
        if (!status)
            status = resolve(arena, &r[i], chosen, err);
        if (!status)
            status = sx_text_sizes_make(arena, &r[i].trace, &sizes, err);
        if (!status)
            input[i] = (sx_growth_input) { r[i].name,  &r[i].trace, &r[i].symbols.sources,
                                           sizes.node, sizes.times, sizes.tables };
        if (status && !err->file[0])
            snprintf(err->file, sizeof err->file, "%s", r[i].name);
    }
    sx_growth growth;
    sx_buffer out = SX_BUFFER_INIT;
    if (!status)
        status = sx_growth_make(arena, input, n, &growth, err);
    if (!status && chosen->json)
        return sx_stat_print_growth_json(&growth)
                   ? SX_OK
                   : sx_fail(err, SX_IO, "cannot write the report");
    if (!status) {
        sx_growth_print(&out, &growth, (size_t)chosen->top);
        status = put_out(&out, NULL, err);
    }
    sx_buffer_finish(&out);
    return status;
}

/* A:B, both of them listed. NULL: all. */
static bool parse_range(const char *text, sx_listing_part *part)
{
    char *end;
    part->from = 0;
    part->events = UINT64_MAX;
    if (!text)
        return true;
    errno = 0;
    part->from = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != ':' || end[1] < '0' || end[1] > '9')
        return false;
    uint64_t last = strtoull(end + 1, &end, 10);
    if (errno || *end || last < part->from || last - part->from == UINT64_MAX)
        return false;
    part->events = last - part->from + 1;
    return true;
}

static sx_status predict(const char *path, const stat_options *chosen, sx_error *err)
{
    sx_buffer out = SX_BUFFER_INIT;
    sx_status status = sx_predict_print(&out, path, &chosen->there, err);
    if (status && !err->file[0])
        snprintf(err->file, sizeof err->file, "%s",
                 strcmp(path, "-") == 0 ? "standard input" : path);
    if (!status)
        status = put_out(&out, NULL, err);
    sx_buffer_finish(&out);
    return status;
}

/* The same for --predict, which goes with nothing else. */
static const char *wrong_prediction(stat_options *chosen, size_t n)
{
    sx_predict_options *there = &chosen->there;
    there->json = chosen->json;
    if (!sx_predict_factor(chosen->compute_speedup, &there->compute) ||
        !sx_predict_factor(chosen->comm_speedup, &there->comm))
        return "--compute-speedup and --comm-speedup are numbers above 0";
    if (!chosen->predict)
        return there->compute != 1 || there->comm != 1 || there->bare || there->there ||
                       there->similar
                   ? "--compute-speedup, --comm-speedup, --there, --bare and --similar "
                     "go with --predict"
                   : NULL;
    if (there->bare && there->similar)
        return "--bare and --similar are two ways: give one";
    if (there->there && there->comm != 1)
        return "--there says what --comm-speedup would";
    if (chosen->events || chosen->matrix || chosen->match || chosen->deadlocks ||
        chosen->tree || chosen->times || chosen->ranks)
        return "--predict is of a report, and no trace";
    return n != 1 ? "--predict takes one report" : NULL;
}

/* NULL, or what is wrong with the choice. */
static const char *wrong_choice(stat_options *chosen, size_t ntraces)
{
    if (!sx_delays_parse(chosen->quantiles, &chosen->delays))
        return "--quantiles are 1 to 8 numbers from 0 to 100, as in 50,99.9";
    if (chosen->rank >= 0 && !chosen->events)
        return "--rank goes with --events";
    if (chosen->range && !chosen->events)
        return "--range goes with --events";
    if (!parse_range(chosen->range, &chosen->part))
        return "--range is two numbers, as in 100:199";
    if (chosen->json && chosen->events)
        return "--events is a listing, not JSON";
    if (chosen->json && (chosen->matrix || chosen->tree))
        return "--json has the matrix and the tree already";
    if (chosen->json && (chosen->times || chosen->match || chosen->deadlocks))
        return "--times, --match and --deadlocks are no JSON";
    if (chosen->events + chosen->matrix + chosen->match + chosen->deadlocks +
            chosen->tree + chosen->times >
        1)
        return "--deadlocks, --events, --match, --matrix, --times and --tree exclude "
               "each "
               "other";
    if (ntraces > 1 && (chosen->events || chosen->matrix || chosen->match ||
                        chosen->times || chosen->tree || chosen->ranks))
        return "several traces are only compared in size";
    return ntraces < 1 ? "missing operand: wants TRACE ..." : NULL;
}

static bool is_picture(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".svg") == 0;
}

/* Takes the picture's name from the operands; returns how many remain. */
static size_t take_picture(char **operand, size_t n, stat_options *chosen)
{
    size_t left = 0;
    for (size_t i = 0; i < n; i++) {
        if (chosen->matrix && !chosen->svg && is_picture(operand[i]))
            chosen->svg = operand[i];
        else
            operand[left++] = operand[i];
    }
    return left;
}

int main(int argc, char **argv)
{
    stat_options chosen = { .rank = -1,
                            .top = 10,
                            .quantiles = "0,50,90,100",
                            .compute_speedup = "1",
                            .comm_speedup = "1" };
    int exit_status;
    int first = sx_tool_parse(&tool, argc, argv, &chosen, &exit_status);
    if (first < 0)
        return exit_status;
    size_t n = take_picture(argv + first, (size_t)(argc - first), &chosen);
    const char *wrong = wrong_prediction(&chosen, n);
    if (!wrong)
        wrong = wrong_choice(&chosen, n);
    if (wrong)
        return sx_tool_usage(&tool, "%s", wrong);
    sx_arena *arena = sx_arena_create();
    sx_error err = { 0 };
    if (!arena)
        return sx_tool_fail(&tool, &(sx_error) { .status = SX_NOMEM });
    exit_status = SX_EXIT_DONE;
    sx_status status = chosen.predict ? predict(argv[first], &chosen, &err)
                       : n > 1 ? compare_sizes(arena, argv + first, n, &chosen, &err)
                               : run(arena, argv[first], &chosen, &exit_status, &err);
    exit_status = status ? sx_tool_fail(&tool, &err) : sx_tool_end(&tool, exit_status);
    sx_arena_destroy(arena);
    return exit_status;
}
