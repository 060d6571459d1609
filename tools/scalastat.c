/* scalastat: what is in a trace. */
#include "options.h"

#include "io/text.h"
#include "report/count.h"
#include "report/labels.h"
#include "report/listing.h"
#include "report/site.h"
#include "trace/policy.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Some seconds' worth for one event of the file. */
#define QUICK_EVALUATIONS (UINT64_C(1) << 22)

typedef struct stat_options {
    bool events, complete, json, quiet;
    int64_t rank; /* -1: all */
} stat_options;

static const sx_option options[] = {
    { "events", 'e', SX_OPTION_FLAG, offsetof(stat_options, events), NULL,
      "list every event: rank, operation, peer, bytes, tag and size of\n"
      "the communicator, separated by tabs",
      0, 0 },
    { "rank", 'r', SX_OPTION_INT, offsetof(stat_options, rank), "R",
      "with --events: of rank R only", 0, INT32_MAX },
    { "complete", 'c', SX_OPTION_FLAG, offsetof(stat_options, complete), NULL,
      "count all bytes, however long that takes", 0, 0 },
    { "json", 0, SX_OPTION_FLAG, offsetof(stat_options, json), NULL,
      "print the report as one JSON document", 0, 0 },
    { "quiet", 'q', SX_OPTION_FLAG, offsetof(stat_options, quiet), NULL, "no warnings", 0,
      0 },
};

static const sx_tool tool = {
    .name = "scalastat",
    .operands = "TRACE",
    .purpose =
        "Reports calls, messages, bytes, communicators and compression of a trace.",
    .notes = "Exit status: 0 done, 1 failed, 2 usage.",
    .option = options,
    .noptions = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = 1,
};

/* What the report says, whatever its form. */
typedef struct report {
    const char *path;
    const char *name; /* how the output calls it */
    int64_t file_bytes; /* 0: unknown */
    sx_trace trace; /* bound unless it is a formula trace */
    bool formula;
    sx_totals totals;
    sx_comm_total *comm;
    uint64_t label[SX_LABELS];
} report;

static bool print_chunk(void *context, const char *text, size_t size)
{
    (void)context;
    return fwrite(text, 1, size, stdout) == size;
}

static sx_status list_events(const report *r, int64_t rank, sx_error *err)
{
    if (r->formula)
        return sx_fail(
            err, SX_INVALID,
            "a formula trace has no events before scalaextrap --from-formula has "
            "given it a number of ranks");
    if (rank >= r->trace.p)
        return sx_fail(err, SX_INVALID,
                       "there is no rank %" PRId64 ", only 0 to %" PRId64, rank,
                       r->trace.p - 1);
    sx_rank first = rank < 0 ? 0 : rank;
    return sx_listing(&r->trace, first, rank < 0 ? r->trace.p : 1, print_chunk, NULL,
                      err);
}

typedef struct digits {
    char text[32];
} digits;

/* 1234567 as 1,234,567. */
static digits group(uint64_t number)
{
    digits result = { "" };
    char plain[24];
    size_t n = (size_t)snprintf(plain, sizeof plain, "%" PRIu64, number), used = 0;
    for (size_t i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0)
            result.text[used++] = ',';
        result.text[used++] = plain[i];
    }
    return result;
}

/* Lives until the end of the expression around it. */
#define grouped(number) (group(number).text)

static void print_head(const report *r)
{
    const sx_trace *trace = &r->trace;
    printf("%s: ", r->name);
    if (r->formula)
        printf("a formula trace of %s nodes", grouped(trace->nnodes));
    else
        printf("%s ranks, %s events in %s nodes (%.4g events a node)",
               grouped((uint64_t)trace->p), grouped(r->totals.all.calls),
               grouped(trace->nnodes),
               trace->nnodes ? (double)r->totals.all.calls / trace->nnodes : 0);
    if (r->file_bytes)
        printf(", %s bytes", grouped((uint64_t)r->file_bytes));
    putchar('\n');
    for (size_t i = 0; i < trace->nmeta; i++)
        printf("  %-22s %s\n", trace->meta[i].key, trace->meta[i].value);
}

static void print_total(const char *name, const sx_total *total)
{
    printf("%-22s %15s %15s %19s%s\n", name, grouped(total->calls),
           grouped(total->messages), grouped(total->bytes),
           total->uncounted ? " and more" : "");
}

static void print_operations(const sx_totals *totals)
{
    printf("\n%-22s %15s %15s %19s\n", "operation", "calls", "messages", "bytes");
    for (int op = 0; op < SX_OPS; op++) {
        if (totals->op[op].calls)
            print_total(sx_op_name((sx_op)op), &totals->op[op]);
    }
    print_total("all", &totals->all);
    if (totals->all.uncounted)
        printf(
            "The bytes of %s calls are left out: they change with rank and iteration,\n"
            "and take long to add up. --complete does.\n",
            grouped(totals->all.uncounted));
    else
        printf("%s messages of %s bytes\n", grouped(totals->all.messages),
               grouped(totals->all.message_bytes));
}

static void print_comms(const report *r)
{
    printf("\n%-4s %-12s %6s %15s %12s %18s\n", "comm", "made by", "on", "members",
           "groups", "ranks in a group");
    for (size_t i = 0; i < r->trace.ncomms; i++) {
        const sx_comm *comm = &r->trace.comm[i];
        char on[16] = "-", sizes[64] = "-";
        if (i >= 2)
            snprintf(on, sizeof on, "%" PRIu32, comm->parent);
        if (r->formula) {
            printf("%-4zu %-12s %6s\n", i, sx_comm_kind_name(comm->kind), on);
            continue;
        }
        const sx_comm_total *total = &r->comm[i];
        snprintf(sizes, sizeof sizes,
                 total->min_size == total->max_size ? "%" PRId64
                                                    : "%" PRId64 " to %" PRId64,
                 total->min_size, total->max_size);
        printf("%-4zu %-12s %6s %15s %12s %18s\n", i, sx_comm_kind_name(comm->kind), on,
               grouped((uint64_t)total->members), grouped((uint64_t)total->groups),
               sizes);
    }
}

static void print_label(const sx_evidence *evidence)
{
    if (evidence->label == SX_LABEL_RECORDED)
        putchar('\n');
    else
        printf(" (%s)\n", sx_label_name(evidence->label));
}

static void print_grid(const sx_grid *grid)
{
    printf("grid %s on communicator %" PRIu32 ": ", grid->name, grid->comm);
    if (grid->dim[0] == 0)
        printf("%" PRIu32 " dims", grid->ndims);
    for (uint32_t axis = 0; axis < grid->ndims && grid->dim[0]; axis++)
        printf("%s%" PRId64, axis ? " x " : "", grid->dim[axis]);
    for (uint32_t axis = 0; axis < grid->ndims; axis++)
        printf("%s%s", axis ? ", " : " (", grid->periodic[axis] ? "periodic" : "open");
    printf("), law %s", grid->law);
    print_label(&grid->evidence);
}

static void print_founding(const report *r)
{
    const uint64_t *label = r->label;
    if (r->trace.ngrids || r->trace.nconstants)
        putchar('\n');
    for (size_t i = 0; i < r->trace.ngrids; i++)
        print_grid(&r->trace.grid[i]);
    for (size_t i = 0; i < r->trace.nconstants; i++) {
        printf("constant %s = %" PRId64, r->trace.constant[i].name,
               r->trace.constant[i].value);
        print_label(&r->trace.constant[i].evidence);
    }
    if (label[SX_LABEL_PROVED] || label[SX_LABEL_EXACT] || label[SX_LABEL_FITTED] ||
        label[SX_LABEL_REFUSED])
        printf("\nvalues: %s proved, %s exact, %s fitted, %s refused\n",
               grouped(label[SX_LABEL_PROVED]), grouped(label[SX_LABEL_EXACT]),
               grouped(label[SX_LABEL_FITTED]), grouped(label[SX_LABEL_REFUSED]));
}

static void print_unrecorded(const report *r)
{
    if (r->trace.nunrecorded)
        printf("\ncalls that were made but not recorded\n");
    for (size_t i = 0; i < r->trace.nunrecorded; i++)
        printf("  %-28s %15s\n", r->trace.unrecorded[i].name,
               grouped(r->trace.unrecorded[i].calls));
}

static void print_text(const report *r)
{
    print_head(r);
    if (!r->formula)
        print_operations(&r->totals);
    print_comms(r);
    print_founding(r);
    print_unrecorded(r);
}

static json_t *json_total(const sx_total *total)
{
    return json_pack("{s:I, s:I, s:I, s:I}", "calls", (json_int_t)total->calls,
                     "messages", (json_int_t)total->messages, "message_bytes",
                     (json_int_t)total->message_bytes, "bytes", (json_int_t)total->bytes);
}

static json_t *json_operations(const sx_totals *totals)
{
    json_t *list = json_object();
    for (int op = 0; op < SX_OPS; op++) {
        if (totals->op[op].calls)
            json_object_set_new(list, sx_op_name((sx_op)op), json_total(&totals->op[op]));
    }
    return list;
}

static json_t *json_comms(const report *r)
{
    json_t *list = json_array();
    for (size_t i = 0; i < r->trace.ncomms; i++) {
        const sx_comm *comm = &r->trace.comm[i];
        json_t *item =
            json_pack("{s:I, s:s, s:I}", "comm", (json_int_t)i, "made_by",
                      sx_comm_kind_name(comm->kind), "parent", (json_int_t)comm->parent);
        if (!r->formula)
            json_object_update_new(
                item, json_pack("{s:I, s:I, s:I, s:I}", "members",
                                (json_int_t)r->comm[i].members, "groups",
                                (json_int_t)r->comm[i].groups, "min_size_ranks",
                                (json_int_t)r->comm[i].min_size, "max_size_ranks",
                                (json_int_t)r->comm[i].max_size));
        json_array_append_new(list, item);
    }
    return list;
}

static json_t *json_grids(const sx_trace *trace)
{
    json_t *list = json_array();
    for (size_t i = 0; i < trace->ngrids; i++) {
        const sx_grid *grid = &trace->grid[i];
        json_t *dims = json_array(), *periodic = json_array();
        for (uint32_t axis = 0; axis < grid->ndims; axis++) {
            if (grid->dim[axis])
                json_array_append_new(dims, json_integer(grid->dim[axis]));
            json_array_append_new(periodic, json_boolean(grid->periodic[axis]));
        }
        json_array_append_new(list,
                              json_pack("{s:s, s:I, s:s, s:I, s:o, s:o}", "name",
                                        grid->name, "comm", (json_int_t)grid->comm, "law",
                                        grid->law, "law_arg", (json_int_t)grid->law_arg,
                                        "dims", dims, "periodic", periodic));
    }
    return list;
}

static json_t *json_labels(const uint64_t *label)
{
    json_t *labels = json_object();
    for (int i = SX_LABEL_RECORDED + 1; i < SX_LABELS; i++)
        json_object_set_new(labels, sx_label_name((sx_label)i),
                            json_integer((json_int_t)label[i]));
    return labels;
}

static bool print_json(const report *r)
{
    const sx_trace *trace = &r->trace;
    json_t *meta = json_object(), *unrecorded = json_object(), *constants = json_object();
    for (size_t i = 0; i < trace->nmeta; i++)
        json_object_set_new(meta, trace->meta[i].key, json_string(trace->meta[i].value));
    for (size_t i = 0; i < trace->nunrecorded; i++)
        json_object_set_new(unrecorded, trace->unrecorded[i].name,
                            json_integer((json_int_t)trace->unrecorded[i].calls));
    for (size_t i = 0; i < trace->nconstants; i++)
        json_object_set_new(constants, trace->constant[i].name,
                            json_integer(trace->constant[i].value));
    json_t *document = json_pack(
        "{s:s, s:o, s:I, s:I, s:o, s:o, s:o, s:o, s:o, s:o}", "trace", r->name, "ranks",
        r->formula ? json_null() : json_integer(trace->p), "nodes",
        (json_int_t)trace->nnodes, "file_bytes", (json_int_t)r->file_bytes, "meta", meta,
        "communicators", json_comms(r), "grids", json_grids(trace), "constants",
        constants, "labels", json_labels(r->label), "unrecorded_calls", unrecorded);
    if (document && !r->formula) {
        json_object_set_new(document, "all", json_total(&r->totals.all));
        json_object_set_new(document, "operations", json_operations(&r->totals));
    }
    bool done = document && json_dumpf(document, stdout, JSON_INDENT(2)) == 0 &&
                putchar('\n') != EOF;
    json_decref(document);
    return done;
}

static void warn(const report *r)
{
    uint64_t calls = 0;
    for (size_t i = 0; i < r->trace.nunrecorded; i++)
        calls += r->trace.unrecorded[i].calls;
    if (calls)
        sx_tool_warn(&tool,
                     "%s: %" PRIu64 " calls of %zu MPI functions were not recorded",
                     r->name, calls, r->trace.nunrecorded);
}

static sx_status load(sx_arena *arena, report *r, sx_error *err)
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

static sx_status count(sx_arena *arena, report *r, bool complete, sx_error *err)
{
    const sx_census_options how = { .most_evaluations =
                                        complete ? UINT64_MAX : QUICK_EVALUATIONS };
    sx_labels_count(&r->trace, r->label);
    if (r->formula)
        return SX_OK;
    sx_status status = sx_totals_count(&r->trace, &how, &r->totals, err);
    return status ? status : sx_comms_count(arena, &r->trace, &r->comm, err);
}

static int run(sx_arena *arena, report *r, const stat_options *chosen)
{
    sx_error err = { 0 };
    sx_status status = load(arena, r, &err);
    if (!status && !chosen->quiet)
        warn(r);
    if (!status && chosen->events)
        status = list_events(r, chosen->rank, &err);
    else if (!status)
        status = count(arena, r, chosen->complete, &err);
    if (!status && !chosen->events && !chosen->json)
        print_text(r);
    if (!status && !chosen->events && chosen->json && !print_json(r))
        status = sx_fail(&err, SX_IO, "cannot write the report");
    if (status && !err.file[0])
        snprintf(err.file, sizeof err.file, "%s", r->name);
    return status ? sx_tool_fail(&tool, &err) : sx_tool_end(&tool, SX_EXIT_DONE);
}

int main(int argc, char **argv)
{
    stat_options chosen = { .rank = -1 };
    int exit_status;
    int first = sx_tool_parse(&tool, argc, argv, &chosen, &exit_status);
    if (first < 0)
        return exit_status;
    if (chosen.rank >= 0 && !chosen.events)
        return sx_tool_usage(&tool, "--rank goes with --events");
    if (chosen.json && chosen.events)
        return sx_tool_usage(&tool, "--events is a listing, not JSON");
    sx_arena *arena = sx_arena_create();
    const char *path = argv[first];
    report r = { .path = path, .name = strcmp(path, "-") == 0 ? "standard input" : path };
    if (!arena)
        return sx_tool_fail(&tool, &(sx_error) { .status = SX_NOMEM });
    exit_status = run(arena, &r, &chosen);
    sx_arena_destroy(arena);
    return exit_status;
}
