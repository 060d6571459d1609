/* scalabenchgen: a benchmark from a trace. */
#include "options.h"
#include "symbols.h"

#include "base/checked.h"
#include "generate/generate.h"
#include "io/text.h"
#include "match/force.h"
#include "match/meet.h"
#include "match/resolve.h"
#include "trace/anonymous.h"
#include "trace/policy.h"
#include "trace/setting.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct generate_options {
    const char *output, *backend, *module_path;
    const char *extent;
    int64_t neglected;
    sx_texts params;
    bool allow_missing, anonymous, keep_wildcards, deadlock;
} generate_options;

static const sx_option options[] = {
    { "output", 'o', SX_OPTION_TEXT, offsetof(generate_options, output), "FILE",
      "the program to write (default: the standard output)", 0, 0 },
    { "backend", 'b', SX_OPTION_TEXT, offsetof(generate_options, backend), "NAME",
      "what to write: c (C with MPI, the default)", 0, 0 },
    { "options", 0, SX_OPTION_TEXT, offsetof(generate_options, extent), "WHICH",
      "what the program takes on its command line: some (default), all, or none, which "
      "leaves computation out",
      0, 0 },
    { "neglect", 0, SX_OPTION_INT, offsetof(generate_options, neglected), "PERMILLE",
      "leave out the least computation, so much of all together (default 5)", 0, 1000 },
    { "allow-missing", 0, SX_OPTION_FLAG, offsetof(generate_options, allow_missing), NULL,
      "leave out calls that cannot be generated, and say how many", 0, 0 },
    { "param", 'p', SX_OPTION_TEXTS, offsetof(generate_options, params), "NAME=NUMBER",
      "what a parameter is that the trace leaves open; may be given several times", 0,
      0 },
    { "module-path", 0, SX_OPTION_TEXT, offsetof(generate_options, module_path),
      "DIR[:DIR..]", "where the application is, for comments that name its call sites", 0,
      0 },
    { "anonymous", 0, SX_OPTION_FLAG, offsetof(generate_options, anonymous), NULL,
      "numbers in place of the application's names", 0, 0 },
    { "keep-wildcards", 0, SX_OPTION_FLAG, offsetof(generate_options, keep_wildcards),
      NULL, "receive from any source where the application does", 0, 0 },
    { "deadlock", 0, SX_OPTION_FLAG, offsetof(generate_options, deadlock), NULL,
      "a program that comes to the deadlock that scalastat --deadlocks reports, where "
      "its "
      "sends are synchronous",
      0, 0 },
};

static const sx_tool tool = {
    .name = "scalabenchgen",
    .operands = "TRACE",
    .purpose = "Writes a program that communicates as a trace or a formula trace says.",
    .notes = "Exit status: 0 done, 1 failed, 2 usage, 3 written, but calls are missing.",
    .option = options,
    .noptions = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = 1,
};

/* Where the application makes each call, if that can be found: the innermost function, and its line. */
static sx_status name_sites(sx_arena *arena, const sx_trace *trace, const char *folders,
                            sx_generate_options *how, sx_error *err)
{
    sx_symbols_result symbols;
    sx_status status = sx_symbols_resolve(arena, trace, folders, &symbols, err);
    const char **text = SX_NEW_ARRAY(arena, const char *, trace->nsites);
    if (!status && !text)
        status = sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t i = 0; !status && i < trace->nsites; i++) {
        const sx_source *source =
            trace->site[i].n ? sx_source_of(&symbols.sources, i, 0) : NULL;
        if (!source || !source->file || source->line <= 0)
            continue;
        const char *slash = strrchr(source->file, '/');
        text[i] = sx_arena_printf(arena, "%s at %s:%d", source->function,
                                  slash ? slash + 1 : source->file, source->line);
    }
    how->site = text;
    return status;
}

static sx_status give_params(sx_arena *arena, const sx_texts *params, sx_trace *trace,
                             sx_error *err)
{
    sx_status status = SX_OK;
    for (size_t i = 0; !status && i < params->n; i++) {
        sx_settings settings;
        status = sx_settings_parse(arena, params->text[i], &settings, err);
        if (!status)
            status = sx_trace_give(arena, trace, &settings, trace, err);
    }
    return status;
}

/* What a report names the model by: a hash of its text, as traces are written. */
static sx_status name_model(sx_arena *arena, const sx_trace *trace,
                            sx_generate_options *how, sx_error *err)
{
    sx_buffer text = SX_BUFFER_INIT;
    uint64_t hash = 0;
    sx_text_write(&text, trace);
    sx_status status = sx_buffer_status(&text);
    for (size_t i = 0; !status && i < text.size; i++)
        hash = sx_hash_add(hash, (unsigned char)text.data[i]);
    sx_buffer_finish(&text);
    how->model = sx_arena_printf(arena, "%016" PRIx64, hash);
    return status || !how->model ? sx_fail(err, SX_NOMEM, "out of memory") : SX_OK;
}

/* What cannot be generated is said with the name of the trace. */
static sx_status emit(const sx_backend *backend, sx_arena *arena, const char *path,
                      const sx_trace *trace, const sx_generate_options *how,
                      sx_buffer *text, size_t *ret_missing, sx_error *err)
{
    sx_status status = backend->emit(arena, trace, how, text, ret_missing, err);
    if (status)
        snprintf(err->file, sizeof err->file, "%s", path);
    return status;
}

/* Receives from any source get the senders by which everybody comes to the end. */
static sx_status resolve(sx_arena *arena, sx_trace *trace, sx_error *err)
{
    sx_progress_options how = sx_progress_defaults;
    sx_progress progress;
    size_t left = 0;
    how.matchings = false;
    how.most_before = UINT64_C(1)
                      << 23; /* some seconds: without an end receives stay as they are */
    how.senders = true;
    sx_status status = sx_progress_check(arena, trace, &how, &progress, err);
    if (!status && progress.verdict == SX_PROGRESS_UNCHECKED)
        sx_tool_warn(&tool, "receives from any source stay: %s", progress.why_not);
    else if (!status && progress.verdict != SX_PROGRESS_FREE)
        sx_tool_warn(&tool,
                     "the application may come to a deadlock: scalastat --deadlocks "
                     "says where");
    if (!status && progress.nsenders)
        status = sx_wildcards_resolve(arena, trace, &progress, trace, &left, err);
    if (!status && left)
        sx_tool_warn(&tool, "%zu calls receive from any source still", left);
    return status;
}

/* The deadlock is made certain. */
static sx_status force(sx_arena *arena, sx_trace *trace, sx_error *err)
{
    sx_progress_options how = sx_progress_defaults;
    sx_progress progress;
    size_t left = 0;
    how.senders = true;
    if (!trace->p)
        return sx_fail(err, SX_INVALID,
                       "--deadlock wants a trace with a number of ranks");
    sx_status status = sx_progress_check(arena, trace, &how, &progress, err);
    if (!status && progress.verdict == SX_PROGRESS_UNCHECKED)
        return sx_fail(err, SX_INVALID, "no deadlock was found: %s", progress.why_not);
    if (!status)
        status = sx_deadlock_force(arena, trace, &progress, trace, &left, err);
    if (!status && left)
        sx_tool_warn(&tool, "%zu calls receive from any source still", left);
    return status;
}

static sx_status generate(sx_arena *arena, const char *path,
                          const generate_options *given, size_t *ret_missing,
                          sx_error *err)
{
    const sx_backend *backend = sx_backend_named(given->backend);
    sx_generate_options how = { .allow_missing = given->allow_missing,
                                .neglected = (double)given->neglected / 1000 };
    sx_buffer text = SX_BUFFER_INIT;
    sx_trace trace;
    size_t joined = 0;
    if (!backend)
        return sx_fail(err, SX_INVALID, "there is no back end %s", given->backend);
    if (!sx_generate_extent_named(given->extent, &how.extent))
        return sx_fail(err, SX_INVALID, "options are some, all or none, and not %s",
                       given->extent);
    sx_status status = sx_text_read_file(arena, path, &trace, err);
    if (!status)
        status = give_params(arena, &given->params, &trace, err);
    if (!status && given->anonymous)
        status = sx_trace_anonymous(arena, &trace, &trace, err);
    else if (!status)
        status = name_sites(arena, &trace, given->module_path, &how, err);
    if (!status && how.extent == SX_GENERATE_ALL)
        status = name_model(arena, &trace, &how, err);
    if (!status && trace.p)
        status = sx_trace_bind(arena, &trace, trace.p, NULL, 0, &trace, err);
    if (!status && trace.p)
        status = sx_collectives_meet(arena, &trace, &trace, &joined, err);
    if (!status && given->deadlock)
        status = force(arena, &trace, err);
    else if (!status && trace.p && !given->keep_wildcards && sx_wildcards_any(&trace))
        status = resolve(arena, &trace, err);
    if (!status)
        status = emit(backend, arena, path, &trace, &how, &text, ret_missing, err);
    if (!status)
        status = sx_text_write_buffer(given->output, &text, err);
    sx_buffer_finish(&text);
    return status;
}

int main(int argc, char **argv)
{
    generate_options given = {
        .output = "-", .backend = "c", .extent = "some", .neglected = 5
    };
    int exit_status;
    int first = sx_tool_parse(&tool, argc, argv, &given, &exit_status);
    if (first < 0)
        return exit_status;
    if (given.deadlock && given.keep_wildcards)
        return sx_tool_usage(&tool, "--deadlock and --keep-wildcards exclude each other");
    sx_arena *arena = sx_arena_create();
    sx_error err = { 0 };
    size_t missing = 0;
    sx_status status = arena ? generate(arena, argv[first], &given, &missing, &err)
                             : sx_fail(&err, SX_NOMEM, "out of memory");
    sx_arena_destroy(arena);
    if (status)
        return sx_tool_fail(&tool, &err);
    if (missing)
        sx_tool_warn(&tool,
                     "%zu calls of the program are missing: they cannot be generated",
                     missing);
    return sx_tool_end(&tool, missing ? SX_EXIT_BELOW : SX_EXIT_DONE);
}
