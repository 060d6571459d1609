/* scalaextrap: traces of a few small scales in, the trace of any scale out, and the laws behind it. */
#include "builds.h"
#include "extrap/infer.h"
#include "extrap/instantiate.h"
#include "extrap/summary.h"
#include "fit/fit.h"
#include "io/text.h"
#include "options.h"
#include "trace/policy.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TARGETS = 256, MAX_INPUTS = 64, FINDINGS_SHOWN = 8 };

typedef struct options {
    const char *targets, *output, *formula, *from_formula, *dims, *select, *module_path;
    bool json, quiet;
} options;

static const sx_option option_table[] = {
    { "target", 't', SX_OPTION_TEXT, offsetof(options, targets), "P[,P..]",
      "numbers of ranks to extrapolate to", 0, 0 },
    { "output", 'o', SX_OPTION_TEXT, offsetof(options, output), "FILE",
      "the trace to write; %P in it is the target (default t%P)", 0, 0 },
    { "formula", 0, SX_OPTION_TEXT, offsetof(options, formula), "FILE",
      "the formula trace to write (default: that of the trace, with .formula)", 0, 0 },
    { "from-formula", 0, SX_OPTION_TEXT, offsetof(options, from_formula), "FILE",
      "take the laws from a formula trace instead of inferring them", 0, 0 },
    { "dims", 0, SX_OPTION_TEXT, offsetof(options, dims), "X,Y[,..]",
      "dims of the process grid at the target, fastest axis first", 0, 0 },
    { "select", 0, SX_OPTION_TEXT, offsetof(options, select), "NAME",
      "how curves for times are chosen (default paper)", 0, 0 },
    { "module-path", 0, SX_OPTION_TEXT, offsetof(options, module_path), "DIR[:DIR..]",
      "where the programs are that were recorded, if of several builds", 0, 0 },
    { "json", 0, SX_OPTION_FLAG, offsetof(options, json), NULL, "the summary as JSON", 0,
      0 },
    { "quiet", 'q', SX_OPTION_FLAG, offsetof(options, quiet), NULL, "no summary", 0, 0 },
};

static const sx_tool tool = {
    .name = "scalaextrap",
    .operands = "[TRACE ..]",
    .purpose =
        "Infers the law behind traces of a few scales and writes the trace of any scale.",
    .notes = "Exit status: 0 done, 1 failed, 2 usage, 3 written, but some values were "
             "refused.",
    .option = option_table,
    .noptions = sizeof option_table / sizeof *option_table,
    .min_operands = 0,
    .max_operands = MAX_INPUTS,
};

typedef struct job {
    options options;
    size_t ninputs;
    char **input;
    size_t ntargets;
    int64_t target[MAX_TARGETS];
    uint32_t ndims;
    int64_t dim[SX_MAX_DIMS];
    const sx_curve_selector *selector;
    sx_arena *arena;
    sx_trace
        formula; /* as read back from its text, so that both ways give the same bytes */
    sx_buffer formula_text;
    json_t *report;
    bool refused;
} job;

/* ---- the command line ---- */

/* 0, or the exit status of a usage error. */
static int check_options(job *j)
{
    const options *o = &j->options;
    if (!o->targets)
        return sx_tool_usage(&tool, "which scale? Give --target P");
    j->ntargets = sx_parse_int_list(o->targets, 1, INT32_MAX, MAX_TARGETS, j->target);
    if (j->ntargets == 0)
        return sx_tool_usage(
            &tool,
            "--target takes up to %d numbers of ranks from 1 to %d, separated by "
            "commas, not \"%s\"",
            MAX_TARGETS, INT32_MAX, o->targets);
    if (o->dims) {
        j->ndims =
            (uint32_t)sx_parse_int_list(o->dims, 1, INT32_MAX, SX_MAX_DIMS, j->dim);
        if (j->ndims == 0)
            return sx_tool_usage(
                &tool, "--dims takes up to %d extents separated by commas, not \"%s\"",
                SX_MAX_DIMS, o->dims);
    }
    if (j->ntargets > 1 && o->output && !strstr(o->output, "%P"))
        return sx_tool_usage(&tool, "with several targets, -o needs a %%P");
    if (!o->from_formula && j->ninputs == 0)
        return sx_tool_usage(&tool, "no input traces, and no --from-formula");
    if (o->from_formula && j->ninputs > 0)
        return sx_tool_usage(&tool, "--from-formula needs no input traces");
    j->selector = sx_curve_selector_named(o->select ? o->select : "paper");
    if (!j->selector)
        return sx_tool_usage(&tool, "--select knows no \"%s\"", o->select);
    return 0;
}

/* The name with %P replaced. */
static char *name_for(sx_arena *arena, const char *pattern, int64_t p)
{
    const char *at = strstr(pattern, "%P");
    if (!at)
        return sx_arena_string(arena, pattern, strlen(pattern));
    return sx_arena_printf(arena, "%.*s%" PRId64 "%s", (int)(at - pattern), pattern, p,
                           at + 2);
}

/* ---- from inputs to the formula ---- */

/* What must agree for times to be comparable. */
static void warn_of_differences(const sx_trace *trace, char *const *name, size_t n)
{
    static const char *const key[] = { "mpi.version", "recorder.version",
                                       "recorder.options", "ranks_per_node", "cores" };
    for (size_t k = 0; k < sizeof key / sizeof *key; k++) {
        const char *first = sx_trace_meta(&trace[0], key[k]);
        for (size_t i = 1; i < n; i++) {
            const char *other = sx_trace_meta(&trace[i], key[k]);
            bool same = first && other ? strcmp(first, other) == 0 : first == other;
            /* Ranks on one node follow from the scale where all inputs ran on one. */
            bool one_node = strcmp(key[k], "ranks_per_node") == 0 && first && other &&
                            strtoll(first, NULL, 10) == trace[0].p &&
                            strtoll(other, NULL, 10) == trace[i].p;
            if (!same && !one_node) {
                sx_tool_warn(
                    &tool, "%s and %s differ in %s (%s, %s): times may not be comparable",
                    name[0], name[i], key[k], first ? first : "not noted",
                    other ? other : "not noted");
                break;
            }
        }
    }
}

static void warn_of_unrecorded(const sx_trace *trace, const char *name)
{
    const char *lossy = sx_trace_lossy(trace);
    if (lossy)
        sx_tool_warn(&tool, "%s: recorded with losses: %s", name, lossy);
    for (size_t i = 0; i < trace->nunrecorded; i++)
        sx_tool_warn(&tool, "%s: %" PRIu64 " calls of %s were not recorded", name,
                     trace->unrecorded[i].calls, trace->unrecorded[i].name);
}

static sx_status read_formula_text(job *j, const char *name, sx_error *err)
{
    sx_status st = sx_buffer_status(&j->formula_text);
    if (st)
        return sx_fail(err, st, "out of memory");
    return sx_text_read(j->arena, name, j->formula_text.data, j->formula_text.size,
                        &j->formula, err);
}

static sx_status infer(job *j, sx_error *err)
{
    sx_trace *trace = SX_NEW_ARRAY(j->arena, sx_trace, j->ninputs);
    const sx_trace **input = SX_NEW_ARRAY(j->arena, const sx_trace *, j->ninputs);
    const char **name = SX_NEW_ARRAY(j->arena, const char *, j->ninputs);
    if (!trace || !input || !name)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < j->ninputs; i++) {
        sx_status st = sx_text_read_file(j->arena, j->input[i], &trace[i], err);
        if (st)
            return st;
        warn_of_unrecorded(&trace[i], j->input[i]);
        input[i] = &trace[i];
        name[i] = j->input[i];
    }
    sx_status st =
        sx_builds_unite(j->arena, trace, j->ninputs, j->options.module_path, err);
    if (st)
        return st;
    warn_of_differences(trace, j->input, j->ninputs);
    sx_infer_options how = { .selector = j->selector };
    sx_trace formula;
    st = sx_infer(j->arena, input, name, j->ninputs, &how, &formula, err);
    if (st)
        return st;
    sx_text_write(&j->formula_text, &formula);
    return read_formula_text(j, "formula trace", err);
}

static sx_status get_formula(job *j, sx_error *err)
{
    if (!j->options.from_formula)
        return infer(j, err);
    sx_status st = sx_text_read_file(j->arena, j->options.from_formula, &j->formula, err);
    if (!st && j->formula.p != 0)
        st = sx_fail_at(err, SX_INVALID, j->options.from_formula, 0,
                        "this is the trace of one run, no formula trace");
    return st;
}

/* ---- output ---- */

static json_t *json_values(const sx_summary *summary)
{
    json_t *values = json_object();
    for (int label = SX_LABEL_PROVED; label < SX_LABELS; label++)
        json_object_set_new(values, sx_label_name((sx_label)label),
                            json_integer((json_int_t)summary->values[label]));
    return values;
}

/* A number; the name of a special one; null where there is none. */
static json_t *json_number(bool has, int64_t value)
{
    if (!has)
        return json_null();
    return value == SX_ANY    ? json_string("any")
           : value == SX_NULL ? json_string("null")
           : value == SX_ROOT ? json_string("root")
                              : json_integer((json_int_t)value);
}

static json_t *json_rivals(const sx_finding *f)
{
    json_t *rivals = json_array();
    for (size_t i = 0; i < f->nrivalries; i++) {
        const sx_rivalry *r = &f->rivalry[i];
        json_array_append_new(rivals,
                              json_pack("{s:I, s:o, s:o}", "rank", (json_int_t)r->rank,
                                        "value", json_number(r->has_value, r->value),
                                        "other", json_number(r->has_other, r->other)));
    }
    return rivals;
}

static json_t *json_findings(const sx_summary *summary)
{
    json_t *findings = json_array();
    for (size_t i = 0; i < summary->nfindings; i++) {
        const sx_finding *f = &summary->finding[i];
        json_t *item = json_pack("{s:s, s:s, s:I, s:s}", "label", sx_label_name(f->label),
                                 "reason", f->reason ? f->reason : "", "values",
                                 (json_int_t)f->values, "first", f->first->what);
        const sx_node *node = f->first->node;
        if (node && node->kind == SX_NODE_EVENT)
            json_object_set_new(item, "operation", json_string(sx_op_name(node->op)));
        if (f->nrivalries)
            json_object_set_new(item, "rivals", json_rivals(f));
        if (f->decided_by)
            json_object_set_new(item, "decided_by",
                                json_integer((json_int_t)f->decided_by));
        json_array_append_new(findings, item);
    }
    return findings;
}

static json_t *json_grids(const sx_trace *trace)
{
    json_t *grids = json_array();
    for (size_t g = 0; g < trace->ngrids; g++) {
        const sx_grid *grid = &trace->grid[g];
        json_t *dims = json_array(), *periodic = json_array();
        for (uint32_t a = 0; a < grid->ndims; a++) {
            json_array_append_new(dims, json_integer(grid->dim[a]));
            json_array_append_new(periodic, json_boolean(grid->periodic[a]));
        }
        json_array_append_new(grids, json_pack("{s:s, s:o, s:s, s:o, s:s}", "name",
                                               grid->name, "dims", dims, "law", grid->law,
                                               "periodic", periodic, "label",
                                               sx_label_name(grid->evidence.label)));
    }
    return grids;
}

static void report(job *j, const sx_trace *trace, const sx_summary *summary,
                   const char *path, const char *formula_path)
{
    if (j->options.quiet)
        return;
    if (j->options.json) {
        json_array_append_new(j->report,
                              json_pack("{s:I, s:s, s:s*, s:o, s:o, s:I, s:o}", "ranks",
                                        (json_int_t)trace->p, "trace", path, "formula",
                                        formula_path, "grids", json_grids(trace),
                                        "values", json_values(summary), "time_fields",
                                        (json_int_t)summary->fields, "findings",
                                        json_findings(summary)));
        return;
    }
    sx_buffer text = SX_BUFFER_INIT;
    sx_buffer_printf(&text, "%s: %" PRId64 " ranks", path, trace->p);
    if (formula_path)
        sx_buffer_printf(&text, "; laws in %s", formula_path);
    sx_buffer_puts(&text, "\n");
    sx_summary_print(&text, trace, summary, FINDINGS_SHOWN);
    if (text.size)
        fwrite(text.data, 1, text.size, stdout);
    sx_buffer_finish(&text);
}

static sx_status write_target(job *j, int64_t p, sx_error *err)
{
    sx_trace trace;
    sx_summary summary;
    const char *path =
        name_for(j->arena, j->options.output ? j->options.output : "t%P", p);
    const char *formula_path = NULL;
    if (!path)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (j->options.formula)
        formula_path = name_for(j->arena, j->options.formula, p);
    else if (!j->options.from_formula && strcmp(path, "-") != 0)
        formula_path = sx_arena_printf(j->arena, "%s.formula", path);
    sx_status st =
        sx_instantiate(j->arena, &j->formula, p, j->dim, j->ndims, &trace, err);
    if (!st)
        st = sx_text_write_file(path, &trace, err);
    if (!st && formula_path)
        st = sx_text_write_file(formula_path, &j->formula, err);
    if (!st)
        st = sx_summary_make(j->arena, &trace, &j->formula, &summary, err);
    if (st)
        return st;
    j->refused = j->refused || summary.values[SX_LABEL_REFUSED] > 0;
    if (strcmp(path, "-") != 0)
        report(j, &trace, &summary, path, formula_path);
    return SX_OK;
}

static int run(job *j)
{
    sx_error err = { 0 };
    sx_fit_init();
    sx_status st = get_formula(j, &err);
    for (size_t i = 0; !st && i < j->ntargets; i++)
        st = write_target(j, j->target[i], &err);
    if (st)
        return sx_tool_fail(&tool, &err);
    if (j->options.json && !j->options.quiet) {
        char *text = json_dumps(j->report, JSON_INDENT(2));
        if (text)
            puts(text);
        free(text);
    }
    return sx_tool_end(&tool, j->refused ? SX_EXIT_BELOW : SX_EXIT_DONE);
}

int main(int argc, char **argv)
{
    job j = { .formula_text = SX_BUFFER_INIT };
    int status;
    int first = sx_tool_parse(&tool, argc, argv, &j.options, &status);
    if (first < 0)
        return status;
    j.input = argv + first;
    j.ninputs = (size_t)(argc - first);
    status = check_options(&j);
    if (status)
        return status;
    j.arena = sx_arena_create();
    j.report = json_array();
    if (!j.arena || !j.report)
        status = SX_EXIT_FAILED;
    else
        status = run(&j);
    json_decref(j.report);
    sx_buffer_finish(&j.formula_text);
    sx_arena_destroy(j.arena);
    return status;
}
