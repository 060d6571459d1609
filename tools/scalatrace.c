/* Starts an MPI application under the recorder: sets the environment in which the dynamic linker puts
 * the recorder's library before the MPI library, and becomes the application, or simulates all of
 * its ranks. */
#include "anonymous.h"
#include "launch_smpi.h"
#include "options.h"
#include "trace/draw.h"
#include "trace/setting.h"

#include <dlfcn.h>
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct trace_options {
    const char *output, *times;
    sx_texts params;
    int64_t depth, smpi, memory, probabilistic;
    bool no_times, keep_order, drop_tags, average_v, verify, print_env, anonymous;
} trace_options;

#define FIELD(name) offsetof(trace_options, name)

static const sx_option option[] = {
    { "output", 'o', SX_OPTION_TEXT, FIELD(output), "FILE",
      "where the trace goes (default: scalatrace.out)", 0, 0 },
    { "depth", 'd', SX_OPTION_INT, FIELD(depth), "N",
      "frames of a call path that tell call sites apart (default: 16); 0: none", 0, 64 },
    { "memory", 'm', SX_OPTION_INT, FIELD(memory), "MB",
      "memory of a rank for what it recorded (default: 256), past which the\n"
      "oldest part goes through a file; 0: no limit",
      0, 1048576 },
    { "no-times", 't', SX_OPTION_FLAG, FIELD(no_times), NULL, "record no delta times", 0,
      0 },
    { "keep-order", 'k', SX_OPTION_FLAG, FIELD(keep_order), NULL,
      "keep the order of completions and senders, although timing decides it", 0, 0 },
    { "times", 'T', SX_OPTION_TEXT, FIELD(times), "KIND",
      "what to keep of delta times: default (moments and five quantiles),\n"
      "full (also sketches, from which any quantile is known to 1 %), none",
      0, 0 },
    { "drop-tags", 0, SX_OPTION_FLAG, FIELD(drop_tags), NULL, "lose the tags", 0, 0 },
    { "average-v", 0, SX_OPTION_FLAG, FIELD(average_v), NULL,
      "of each list of counts of a collective keep the average", 0, 0 },
    { "probabilistic", 0, SX_OPTION_MAYBE_INT, FIELD(probabilistic), "SIZE",
      "lose the order of sizes, end points and tags where a rank's are more than\n"
      "SIZE (default: 64) numbers long, and keep how often which was there",
      SX_DRAW_LEAST, SX_DRAW_MOST },
    { "smpi", 's', SX_OPTION_INT, FIELD(smpi), "N",
      "run N ranks of a program built with smpicc or smpif90 on this\n"
      "machine, simulated by SimGrid",
      1, SX_SMPI_MAX_RANKS },
    { "param", 'p', SX_OPTION_TEXTS, FIELD(params), "NAME=NUMBER",
      "note a parameter of the program in the trace, as N=404, for laws in it;\n"
      "may be given several times",
      0, 0 },
    { "verify", 'v', SX_OPTION_FLAG, FIELD(verify), NULL,
      "check the trace against what was called", 0, 0 },
    { "anonymous", 0, SX_OPTION_FLAG, FIELD(anonymous), NULL,
      "write numbers in place of the program's names: call sites, modules,\n"
      "regions, communicators, parameters",
      0, 0 },
    { "print-env", 'e', SX_OPTION_FLAG, FIELD(print_env), NULL,
      "print the environment variables instead, for other launchers", 0, 0 },
};

static const sx_tool tool = {
    .name = "scalatrace",
    .operands = "-- PROGRAM [ARGUMENT ...]",
    .purpose = "Runs one rank of an MPI program under the recorder: put it behind "
               "mpirun, mpiexec or\n"
               "srun, as in mpirun -np 16 scalatrace -o t16 -- ./adi -n 404. Or, with "
               "--smpi, all\n"
               "of its ranks.",
    .notes = "Exit status: that of the program; 1 the recorder was not found, 2 usage, "
             "126 or 127 the\n"
             "program cannot be run or was not found.",
    .option = option,
    .noptions = sizeof option / sizeof option[0],
    .min_operands = 0,
    .max_operands = -1,
    .stops_at_operand = true,
};

/* The recorder's library as it lies in the build tree, and as it is installed below the same prefix. */
static const char *const library_places[] = {
    "", "../src/record/", "../lib/", "../lib/*/", "../lib64/",
};

static char *find_library(const char *name)
{
    char own[PATH_MAX], pattern[PATH_MAX + 64];
    ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
    char *found = NULL;
    if (length < 0)
        return NULL;
    own[length] = '\0';
    *strrchr(own, '/') = '\0';
    for (size_t i = 0; !found && i < sizeof library_places / sizeof *library_places;
         i++) {
        glob_t match;
        snprintf(pattern, sizeof pattern, "%s/%s%s", own, library_places[i], name);
        if (glob(pattern, 0, NULL, &match) == 0)
            found = realpath(match.gl_pathv[0], NULL);
        globfree(&match);
    }
    return found;
}

/* A recorder with AddressSanitizer in it wants that library to come first. "" otherwise. */
static const char *sanitizer(void)
{
    Dl_info info;
    void *symbol = dlsym(RTLD_DEFAULT, "__asan_init");
    if (!symbol || !dladdr(symbol, &info) || !info.dli_fname ||
        !strstr(info.dli_fname, "libasan"))
        return "";
    return info.dli_fname;
}

/* Absolute, since the program may change its folder before it ends. NULL when out of memory. */
static char *absolute(const char *path)
{
    char folder[PATH_MAX], *whole = NULL;
    if (*path == '/' || !getcwd(folder, sizeof folder))
        return strdup(path);
    return asprintf(&whole, "%s/%s", folder, path) < 0 ? NULL : whole;
}

static char *preload(const char *library)
{
    const char *first = sanitizer(), *others = getenv("LD_PRELOAD");
    char *whole = NULL;
    others = others ? others : "";
    if (asprintf(&whole, "%s%s%s%s%s", first, *first ? ":" : "", library,
                 *others ? ":" : "", others) < 0)
        return NULL;
    return whole;
}

/* name=value for a shell: quoted where it must be. */
static void print_quoted(const char *name, const char *value)
{
    printf("%s='", name);
    for (; *value; value++) {
        if (*value == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*value);
    }
    puts("'");
}

/* The parameters in one text, as SCALATRACE_PARAM has them; NULL, after a message, when they are none. */
static char *params_text(const sx_texts *params)
{
    sx_arena *arena = sx_arena_create();
    sx_settings settings;
    sx_error err = { 0 };
    char *text = strdup("");
    for (size_t i = 0; text && i < params->n; i++) {
        char *longer = NULL;
        if (asprintf(&longer, "%s%s%s", text, i ? ":" : "", params->text[i]) < 0)
            longer = NULL;
        free(text);
        text = longer;
    }
    if (arena && text && sx_settings_parse(arena, text, &settings, &err)) {
        sx_tool_usage(&tool, "--param: %s", err.text);
        free(text);
        text = NULL;
    }
    sx_arena_destroy(arena);
    return text;
}

static int run(char **argv)
{
    execvp(argv[0], argv);
    int reason = errno;
    fprintf(stderr, "scalatrace: cannot run %s: %s\n", argv[0], strerror(reason));
    return reason == ENOENT ? 127 : 126;
}

/* What stands at a path: another file each time that a trace is written, or a pipe or a device. */
typedef struct standing {
    bool is_there;
    struct stat file;
} standing;

static standing look_at(const char *path)
{
    standing now = { .file = { 0 } };
    now.is_there = stat(path, &now.file) == 0;
    return now;
}

static bool is_written(const standing *before, const standing *now)
{
    const struct stat *a = &before->file, *b = &now->file;
    return now->is_there &&
           (!before->is_there || !S_ISREG(b->st_mode) || a->st_ino != b->st_ino ||
            a->st_size != b->st_size || a->st_mtim.tv_sec != b->st_mtim.tv_sec ||
            a->st_mtim.tv_nsec != b->st_mtim.tv_nsec);
}

/* A simulator that finds a deadlock says so and ends as if all were well. */
static int simulate(int ranks, const char *load, char **argv, const char *output)
{
    const standing before = look_at(output);
    const int status = launch_smpi(ranks, load, argv);
    const standing now = look_at(output);
    if (status != SX_EXIT_DONE || is_written(&before, &now))
        return status;
    fprintf(stderr, "%s", tool_no_trace);
    return SX_EXIT_FAILED;
}

/* As the recorder's environment variable has it; NULL for another word. */
static const char *value_of_times(const char *kind)
{
    static const char *const value[][2] = { { "default", "1" },
                                            { "full", "full" },
                                            { "none", "0" } };
    for (size_t i = 0; i < sizeof value / sizeof *value; i++) {
        if (strcmp(kind, value[i][0]) == 0)
            return value[i][1];
    }
    return NULL;
}

int main(int argc, char **argv)
{
    trace_options options = {
        .output = "scalatrace.out", .times = "default", .depth = 16, .memory = 256
    };
    int status = SX_EXIT_DONE;
    int first = sx_tool_parse(&tool, argc, argv, &options, &status);
    if (first < 0)
        return status;
    if (first == argc && !options.print_env)
        return sx_tool_usage(&tool, "no program to run");
    if (options.smpi && options.print_env)
        return sx_tool_usage(&tool, "--smpi needs no environment to be printed");
    if (options.anonymous && options.print_env)
        return sx_tool_usage(&tool, "--anonymous needs scalatrace to start the program");
    const char *times = options.no_times ? "0" : value_of_times(options.times);
    if (!times)
        return sx_tool_usage(&tool, "--times is default, full or none, not %s",
                             options.times);
    char *params = params_text(&options.params);
    if (!params)
        return SX_EXIT_USAGE;
    const char *name = options.smpi ? "libscalatrace-smpi.so" : "libscalatrace.so";
    char *library = find_library(name);
    if (!library) {
        fprintf(stderr,
                "scalatrace: %s is neither beside this program nor in the lib folder of "
                "the same prefix\n%s",
                name,
                options.smpi ? "(it is built where SimGrid is: Debian's libsimgrid-dev)\n"
                             : "");
        return SX_EXIT_FAILED;
    }
    char depth[32], memory[32], draw[32], *load = preload(library),
                                          *output = absolute(options.output);
    snprintf(depth, sizeof depth, "%d", (int)options.depth);
    snprintf(memory, sizeof memory, "%d", (int)options.memory);
    snprintf(draw, sizeof draw, "%d",
             options.probabilistic < 0 ? SX_DRAW_DEFAULT : (int)options.probabilistic);
    if (!load || !output) {
        fprintf(stderr, "scalatrace: out of memory\n");
        return SX_EXIT_FAILED;
    }
    char *relay = options.anonymous ? tool_relay_make(output) : NULL;
    if (options.anonymous && !relay) {
        fprintf(stderr, "scalatrace: %s: cannot make a pipe beside it: %s\n", output,
                strerror(errno));
        return SX_EXIT_FAILED;
    }
    const struct {
        const char *name, *value;
    } variable[] = { { "LD_PRELOAD", load },
                     { "SCALATRACE_OUTPUT", relay ? relay : output },
                     { "SCALATRACE_TIMES", times },
                     { "SCALATRACE_DROP_TAGS", options.drop_tags ? "1" : "0" },
                     { "SCALATRACE_AVERAGE_V", options.average_v ? "1" : "0" },
                     { "SCALATRACE_PROBABILISTIC", draw },
                     { "SCALATRACE_KEEP_ORDER", options.keep_order ? "1" : "0" },
                     { "SCALATRACE_DEPTH", depth },
                     { "SCALATRACE_MEMORY", memory },
                     { "SCALATRACE_PARAM", params },
                     { "SCALATRACE_VERIFY", options.verify ? "1" : "0" } };
    /* A simulation has LD_PRELOAD to itself: smpirun is a script. */
    for (size_t i = options.smpi ? 1 : 0; i < sizeof variable / sizeof *variable; i++) {
        if (options.print_env)
            print_quoted(variable[i].name, variable[i].value);
        else
            setenv(variable[i].name, variable[i].value, 1);
    }
    int ended = relay ? tool_relay(relay, output, options.smpi > 0) : -1;
    if (ended >= 0)
        status = ended;
    else if (options.print_env)
        status = sx_tool_end(&tool, SX_EXIT_DONE);
    else if (options.smpi)
        status = relay ? launch_smpi((int)options.smpi, load, argv + first)
                       : simulate((int)options.smpi, load, argv + first, output);
    else
        status = run(argv + first);
    free(library);
    free(load);
    free(output);
    free(relay);
    free(params);
    return status;
}
