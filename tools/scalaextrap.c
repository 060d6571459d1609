/* scalaextrap: traces of a few small scales in, the trace of any scale out, and the laws behind it. */
#include "align/moved.h"
#include "anonymous.h"
#include "builds.h"
#include "extrap/common_by_work.h"
#include "extrap/infer.h"
#include "extrap/instantiate.h"
#include "extrap/pace_law.h"
#include "extrap/settle.h"
#include "extrap_evidence.h"
#include "extrap_report.h"
#include "fit/fit.h"
#include "io/text.h"
#include "match/scope.h"
#include "options.h"
#include "paper/paper.h"
#include "plugin.h"
#include "scales.h"
#include "trace/policy.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TARGETS = 256, MAX_INPUTS = 64 };

typedef struct options {
    const char *targets, *output, *formula, *from_formula, *dims, *select, *module_path,
        *explain, *plugin;
    bool advise, anonymous, json, no_match, paper, quiet, summary;
} options;

static const sx_option option_table[] = {
    { "target", 't', SX_OPTION_TEXT, offsetof(options, targets), "P[:NAME=NUMBER..][,..]",
      "numbers of ranks to extrapolate to, and what parameters are there", 0, 0 },
    { "output", 'o', SX_OPTION_TEXT, offsetof(options, output), "FILE",
      "the trace to write; %P in it is the target, %NAME a parameter (default t%P)", 0,
      0 },
    { "formula", 0, SX_OPTION_TEXT, offsetof(options, formula), "FILE",
      "the formula trace to write (default: that of the trace, with .formula)", 0, 0 },
    { "from-formula", 0, SX_OPTION_TEXT, offsetof(options, from_formula), "FILE",
      "take the laws from a formula trace instead of inferring them", 0, 0 },
    { "dims", 0, SX_OPTION_TEXT, offsetof(options, dims), "X,Y[,..]",
      "dims of the process grid at the target, fastest axis first", 0, 0 },
    { "select", 0, SX_OPTION_TEXT, offsetof(options, select), "NAME",
      "how laws of times are found: default, paper, paper-printed", 0, 0 },
    { "paper", 0, SX_OPTION_FLAG, offsetof(options, paper), NULL,
      "extrapolate by the published method, for comparison", 0, 0 },
    { "plugin", 0, SX_OPTION_TEXT, offsetof(options, plugin), "FILE.so",
      "a shared object with formulas for values that no law covers", 0, 0 },
    { "module-path", 0, SX_OPTION_TEXT, offsetof(options, module_path), "DIR[:DIR..]",
      "where the programs are that were recorded, if of several builds", 0, 0 },
    { "advise", 0, SX_OPTION_FLAG, offsetof(options, advise), NULL,
      "write nothing; say which further scales to record for the target", 0, 0 },
    { "explain", 0, SX_OPTION_TEXT, offsetof(options, explain), "VALUE",
      "write nothing; say why a value is what it is (3.count, Isend.peer, peer, all)", 0,
      0 },
    { "anonymous", 0, SX_OPTION_FLAG, offsetof(options, anonymous), NULL,
      "write numbers in place of the application's names", 0, 0 },
    { "no-match", 0, SX_OPTION_FLAG, offsetof(options, no_match), NULL,
      "do not check that messages and collectives of the result agree", 0, 0 },
    { "summary", 0, SX_OPTION_FLAG, offsetof(options, summary), NULL,
      "also predict the run time: where it goes, and where it stops scaling", 0, 0 },
    { "json", 0, SX_OPTION_FLAG, offsetof(options, json), NULL, "the summary as JSON", 0,
      0 },
    { "quiet", 'q', SX_OPTION_FLAG, offsetof(options, quiet), NULL, "no summary", 0, 0 },
};

/* Of the intervals of predicted times. */
static const double LEVEL = 0.9;

static const sx_tool tool = {
    .name = "scalaextrap",
    .operands = "[TRACE[@NAME=NUMBER..] ..]",
    .purpose =
        "Infers the law behind traces of a few scales and writes the trace of any scale.",
    .notes = "Exit status: 0 done, 1 failed, 2 usage, 3 written, but some values were "
             "refused, or\nwhat ranks send and receive does not agree; with --advise, "
             "not all are proved.",
    .option = option_table,
    .noptions = sizeof option_table / sizeof *option_table,
    .min_operands = 0,
    .max_operands = MAX_INPUTS,
};

typedef struct job {
    options options;
    size_t ninputs;
    char **input;
    const sx_trace **trace; /* of the inputs */
    size_t ntargets;
    tool_scale target[MAX_TARGETS];
    sx_trace given[MAX_TARGETS]; /* the formula with the target's parameters */
    const char *path[MAX_TARGETS], *formula_path[MAX_TARGETS];
    uint32_t ndims;
    int64_t dim[SX_MAX_DIMS];
    sx_time_choice times;
    sx_arena *arena;
    sx_trace
        formula; /* as read back from its text, so that both ways give the same bytes */
    sx_buffer formula_text;
    sx_forecaster forecaster; /* where traces are written */
    json_t *report;
    bool
        below; /* not all that was asked for: values are refused, or not proved, or messages do not agree */
} job;

/* ---- the command line ---- */

/* 0, or the exit status of a usage error. */
static int check_options(job *j)
{
    const options *o = &j->options;
    if (!o->targets)
        return sx_tool_usage(&tool, "which scale? Give --target P");
    sx_error err = { 0 };
    if (scales_parse(j->arena, o->targets, MAX_TARGETS, j->target, &j->ntargets, &err))
        return sx_tool_usage(
            &tool,
            "--target takes up to %d numbers of ranks from 1 to %d, separated by "
            "commas, each with parameters, as 16:N=404: %s",
            MAX_TARGETS, INT32_MAX, err.text);
    if (o->dims) {
        j->ndims =
            (uint32_t)sx_parse_int_list(o->dims, 1, INT32_MAX, SX_MAX_DIMS, j->dim);
        if (j->ndims == 0)
            return sx_tool_usage(
                &tool, "--dims takes up to %d extents separated by commas, not \"%s\"",
                SX_MAX_DIMS, o->dims);
    }
    if (j->ntargets > 1 && o->output && !strchr(o->output, '%'))
        return sx_tool_usage(&tool, "with several targets, -o needs a %%P");
    if (!o->from_formula && j->ninputs == 0)
        return sx_tool_usage(&tool, "no input traces, and no --from-formula");
    if (o->from_formula && (o->paper || o->plugin))
        return sx_tool_usage(&tool, "--paper and --plugin need input traces");
    if (o->summary && (o->paper || o->advise || o->explain || o->quiet))
        return sx_tool_usage(
            &tool, "--summary goes with none of --paper, --advise, --explain and -q");
    if (o->advise && (o->paper || o->plugin))
        return sx_tool_usage(&tool, "--advise goes with neither --paper nor --plugin");
    if (o->from_formula && j->ninputs > 0)
        return sx_tool_usage(&tool, "--from-formula needs no input traces");
    const char *select = o->select ? o->select : o->paper ? "paper" : "default";
    if (!sx_time_choice_named(select, &j->times))
        return sx_tool_usage(&tool, "--select knows no \"%s\"", select);
    if (o->paper && j->times.models)
        return sx_tool_usage(&tool, "--paper has the curves of --select paper only");
    return 0;
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

/* Adds what is said of an input to what its trace says. */
static sx_status tell(sx_arena *arena, sx_trace *trace, const char *name,
                      const tool_told *told, sx_error *err)
{
    sx_error why = { 0 };
    sx_status st = sx_trace_tell(arena, trace, &told->settings, &why);
    if (!st && told->ndims)
        st = sx_trace_tell_dims(arena, trace, told->ndims, told->dim, &why);
    return st ? sx_fail_at(err, st, name, 0, "%s", why.text) : SX_OK;
}

/* Dims that were told of an input, with which nothing could be done. */
static void warn_of_told(const job *j, const sx_trace *input, const sx_trace *formula)
{
    for (size_t i = 0; i < j->ninputs; i++) {
        uint32_t ndims = input[i].ngrids ? input[i].grid[0].ndims : 0;
        bool seen = ndims == 0;
        for (size_t g = 0; g < formula->ngrids; g++)
            seen = seen || formula->grid[g].ndims == ndims;
        if (!seen)
            sx_tool_warn(&tool,
                         "%s: nothing is sent along a grid of the dims that are given",
                         j->input[i]);
    }
}

/* Programs that are built for a number of ranks have calls at one that they do not have at another: of the traces
 * before the i-th that with most call sites. */
static size_t richest(const sx_trace *trace, size_t i)
{
    size_t best = 0;
    for (size_t k = 1; k < i; k++)
        if (trace[k].nsites > trace[best].nsites)
            best = k;
    return best;
}

static sx_status find_moved(job *j, sx_trace *trace, sx_error *err)
{
    sx_status st = SX_OK;
    for (size_t i = 1; !st && i < j->ninputs; i++) {
        size_t moved, from = richest(trace, i);
        st = sx_moved_find(j->arena, &trace[from], &trace[i], &moved, err);
        if (!st && moved)
            sx_tool_warn(&tool,
                         "%s: of another build than %s: %zu of %zu call sites are taken "
                         "for those at the same places in the program",
                         j->input[i], j->input[from], moved, trace[i].nsites);
    }
    return st;
}

/* To the numbers of ranks at which its messages arrive. */
static sx_status limit(job *j, sx_trace *formula, sx_error *err)
{
    const sx_policy *policy = NULL;
    int64_t p[MAX_INPUTS];
    for (size_t i = 0; i < j->ninputs; i++)
        p[i] = j->trace[i]->p;
    sx_trace_number(formula);
    sx_status st = sx_scope_find(formula, p, j->ninputs, &policy, err);
    return policy && formula->ngrids < SX_MAX_GRIDS
               ? sx_scope_add(j->arena, formula, policy, err)
               : st;
}

static sx_status infer(job *j, sx_error *err)
{
    sx_trace *trace = SX_NEW_ARRAY(j->arena, sx_trace, j->ninputs);
    const sx_trace **input = j->trace =
        SX_NEW_ARRAY(j->arena, const sx_trace *, j->ninputs);
    const char **name = SX_NEW_ARRAY(j->arena, const char *, j->ninputs);
    if (!trace || !input || !name)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < j->ninputs; i++) {
        tool_told told;
        sx_status st = scales_input(j->arena, j->input[i], &name[i], &told, err);
        if (!st)
            st = sx_text_read_file(j->arena, name[i], &trace[i], err);
        if (!st)
            st = tell(j->arena, &trace[i], name[i], &told, err);
        if (st)
            return st;
        warn_of_unrecorded(&trace[i], name[i]);
        input[i] = &trace[i];
        name[i] = j->input[i]; /* with what is said of it: it may come several times */
    }
    sx_status st =
        sx_builds_unite(j->arena, trace, j->ninputs, j->options.module_path, err);
    if (!st)
        st = sx_builds_unite_copies(j->arena, trace, j->ninputs, j->options.module_path,
                                    err);
    if (st)
        return st;
    st = find_moved(j, trace, err);
    if (st)
        return st;
    warn_of_differences(trace, j->input, j->ninputs);
    sx_trace formula;
    tool_plugin plugin = { .arena = j->arena, .module_path = j->options.module_path };
    if (j->options.plugin)
        st = tool_plugin_open(&plugin, j->options.plugin, err);
    sx_infer_options how = { .times = j->times,
                             .claims = j->options.plugin ? &plugin.claims : NULL };
    if (!st)
        st = (j->options.paper ? sx_paper_infer : sx_infer)(
            j->arena, input, name, j->ninputs, &how, &formula, err);
    if (!st && j->options.plugin)
        tool_plugin_warn(&tool, &plugin);
    tool_plugin_close(&plugin);
    if (st)
        return st;
    warn_of_told(j, trace, &formula);
    st = j->options.no_match || j->options.paper ? SX_OK : limit(j, &formula, err);
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

static void report(job *j, const sx_trace *trace, const extrap_report *r)
{
    if (j->options.quiet)
        return;
    if (j->options.json) {
        json_array_append_new(j->report, extrap_report_json(r, trace));
        return;
    }
    sx_buffer text = SX_BUFFER_INIT;
    extrap_report_print(&text, r, trace);
    if (text.size)
        fwrite(text.data, 1, text.size, stdout);
    sx_buffer_finish(&text);
}

/* Gives a target its parameters, and says where its trace and formula trace go. */
static sx_status prepare_target(job *j, size_t index, sx_error *err)
{
    const options *o = &j->options;
    int64_t p = j->target[index].p;
    sx_trace *given = &j->given[index];
    sx_status st =
        sx_trace_give(j->arena, &j->formula, &j->target[index].settings, given, err);
    if (st)
        return st;
    const char *path = scales_name(j->arena, o->output ? o->output : "t%P", given, p);
    const char *formula_path = NULL;
    if (!path)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < index; i++)
        if (strcmp(j->path[i], path) == 0)
            return sx_fail(err, SX_INVALID,
                           "two targets would be written to %s: give -o, in which %%P is "
                           "the number of ranks, and %%NAME a parameter",
                           path);
    if (o->formula)
        formula_path = scales_name(j->arena, o->formula, given, p);
    else if (!o->from_formula && strcmp(path, "-") != 0)
        formula_path = sx_arena_printf(j->arena, "%s.formula", path);
    j->path[index] = path;
    j->formula_path[index] = formula_path;
    return SX_OK;
}

static sx_status match(job *j, const sx_trace *trace, extrap_report *r, sx_error *err)
{
    r->is_matched = !j->options.no_match;
    if (!r->is_matched)
        return SX_OK;
    sx_status st = sx_match(j->arena, trace, &sx_match_defaults, &r->matching, err);
    j->below = j->below || r->matching.nmismatches > 0 || r->matching.unlisted > 0;
    return st;
}

/* How long the run takes, where that is asked. */
static sx_status predict(job *j, const sx_trace *given, const sx_trace *trace,
                         extrap_report *r, sx_error *err)
{
    if (!j->options.summary)
        return SX_OK;
    r->is_timeless = j->forecaster.inputs == 0;
    j->below = j->below || r->is_timeless;
    if (r->is_timeless)
        return SX_OK;
    sx_outlook *outlook = SX_NEW(j->arena, sx_outlook);
    if (!outlook)
        return sx_fail(err, SX_NOMEM, "out of memory");
    r->outlook = outlook;
    return sx_outlook_make(j->arena, &j->forecaster, &j->formula, given, trace, LEVEL,
                           outlook, err);
}

static sx_status write_target(job *j, size_t index, sx_error *err)
{
    sx_trace trace;
    extrap_report r = { .path = j->path[index], .formula_path = j->formula_path[index] };
    sx_status st = sx_instantiate(j->arena, &j->given[index], j->target[index].p, j->dim,
                                  j->ndims, &trace, err);
    if (!st)
        st = sx_settle_times(j->arena, &j->given[index], &j->forecaster, &trace, err);
    if (!st)
        st = tool_write_trace(j->arena, r.path, &trace, j->options.anonymous, err);
    if (!st && r.formula_path)
        st = tool_write_trace(j->arena, r.formula_path, &j->formula, j->options.anonymous,
                              err);
    if (!st)
        st = sx_summary_make(j->arena, &trace, &j->given[index], &r.summary, err);
    if (!st)
        st = match(j, &trace, &r, err);
    if (!st)
        st = predict(j, &j->given[index], &trace, &r, err);
    if (!st && (r.matching.nmismatches > 0 || r.outlook))
        st =
            sx_symbols_resolve(j->arena, &trace, j->options.module_path, &r.symbols, err);
    if (st)
        return st;
    j->below = j->below || r.summary.values[SX_LABEL_REFUSED] > 0;
    if (strcmp(r.path, "-") != 0)
        report(j, &trace, &r);
    return SX_OK;
}

static sx_status advise(job *j, const tool_scale *target, sx_error *err)
{
    sx_advice advice;
    int64_t p = target->p;
    sx_status st = sx_advise(j->trace, (const char *const *)j->input, j->ninputs,
                             &j->formula, p, &target->settings, &advice, err);
    if (st)
        return st;
    j->below = j->below || advice.undecided > 0 || advice.refused > 0;
    if (j->options.json) {
        json_array_append_new(j->report, sx_advice_json(&advice, p));
        return SX_OK;
    }
    sx_buffer text = SX_BUFFER_INIT;
    sx_advice_print(&text, &advice, p, j->ninputs > 0);
    if (text.size && !j->options.quiet)
        fwrite(text.data, 1, text.size, stdout);
    sx_buffer_finish(&text);
    return SX_OK;
}

static sx_status explain(job *j, const tool_scale *target, sx_error *err)
{
    const sx_explanation *x;
    sx_expr_names names;
    size_t n;
    sx_status st = sx_explain(j->arena, j->trace, (const char *const *)j->input,
                              j->ninputs, &j->formula, target->p, &target->settings,
                              j->options.explain, &x, &n, err);
    if (!st)
        st = sx_trace_names(j->arena, &j->formula, &names);
    if (st)
        return st;
    sx_buffer text = SX_BUFFER_INIT;
    json_t *values = json_array();
    sx_buffer_printf(&text, "%" PRId64 " ranks\n", target->p);
    for (size_t i = 0; i < n; i++)
        if (j->options.json)
            json_array_append_new(
                values, sx_explanation_json(&x[i], &names, (const char *const *)j->input,
                                            j->ninputs));
        else
            sx_explanation_print(&text, &x[i], &names, (const char *const *)j->input,
                                 j->ninputs);
    if (!j->options.json && text.size)
        fwrite(text.data, 1, text.size, stdout);
    json_array_append_new(j->report, json_pack("{s:I, s:o}", "ranks",
                                               (json_int_t)target->p, "values", values));
    sx_buffer_finish(&text);
    return SX_OK;
}

/* Laws of times that follow from what the inputs say together. */
static sx_status find_time_laws(job *j, sx_error *err)
{
    sx_status st = sx_pace_law_find(j->arena, &j->forecaster, &j->formula, err);
    return st ? st : sx_common_time_by_work(j->arena, &j->forecaster, &j->formula, err);
}

static int run(job *j)
{
    sx_error err = { 0 };
    sx_fit_init();
    sx_status st = get_formula(j, &err);
    if (!st && !j->options.advise && !j->options.explain)
        st = sx_forecaster_create(&j->formula, &j->forecaster, &err);
    if (!st && !j->options.from_formula && !j->options.advise && !j->options.explain)
        st = find_time_laws(j, &err);
    for (size_t i = 0; !st && i < j->ntargets; i++)
        st = prepare_target(j, i, &err);
    for (size_t i = 0; !st && i < j->ntargets; i++)
        st = j->options.advise    ? advise(j, &j->target[i], &err)
             : j->options.explain ? explain(j, &j->target[i], &err)
                                  : write_target(j, i, &err);
    if (st)
        return sx_tool_fail(&tool, &err);
    if (j->options.json && !j->options.quiet) {
        char *text = json_dumps(j->report, JSON_INDENT(2));
        if (text)
            puts(text);
        free(text);
    }
    return sx_tool_end(&tool, j->below ? SX_EXIT_BELOW : SX_EXIT_DONE);
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
    j.arena = sx_arena_create();
    j.report = json_array();
    if (!j.arena || !j.report)
        status = SX_EXIT_FAILED;
    else
        status = check_options(&j);
    if (!status)
        status = run(&j);
    json_decref(j.report);
    sx_buffer_finish(&j.formula_text);
    sx_arena_destroy(j.arena);
    return status;
}
