/* What a program can be told on its command line. */
#include "generate/c_pause.h"

#include "generate/c_replace.h"

#include "support_text.h"
#include "trace/own_share.h"

#include <string.h>

static const struct {
    const char *name, *value, *what, *variable,
        *text; /* what it is at first, if no number */
    bool always; /* is it in all programs that have any? */
} options[SX_C_OPTIONS] = {
    [SX_C_COMPUTE_HOW] = { "compute", "spin|sleep|none", "how time between calls passes",
                           "compute_how", "spin", true },
    [SX_C_COMPUTE_SCALE] = { "compute-scale", "FACTOR", "times as much of it (1)",
                             "compute_scale", NULL, true },
    [SX_C_COMPUTE_SCALES] = { "compute-scale", "[NAME=]FACTOR",
                              "times as much of it, of a region or a function",
                              "compute_scales", "", true },
    [SX_C_ONLY_MEAN] = { "mean", "", "always the mean of it, and not one of the times",
                         "only_mean", NULL, true },
    [SX_C_INDEPENDENT] = { "independent", "", "each rank draws for itself", "independent",
                           NULL, true },
    [SX_C_SEED] = { "seed", "NUMBER", "draws other times", "seed", NULL, true },
    [SX_C_OVERLAP] = { "overlap", "", "computation goes on during the calls behind it",
                       "overlap", NULL, false },
    [SX_C_MESSAGE_SCALE] = { "message-scale", "FACTOR", "times as large messages (1)",
                             "message_scale", NULL, true },
    [SX_C_ITERATIONS] = { "iterations", "NUMBER", "trips of the main loop", "iterations",
                          NULL, true },
    [SX_C_PARAM] = { "param", "NAME=NUMBER", "a parameter of the application", "param",
                     "", false },
    [SX_C_DIMS] = { "dims", "A,B,..", "extents of the process grid", "given_dims", "",
                    false },
    [SX_C_CHECK] = { "check", "", "looks at what messages carry", "check", NULL, false },
    [SX_C_REPLACE] = { "replace", "COLLECTIVE=WAY", "another way of a collective",
                       "replace", "", false },
    [SX_C_SYNC] = { "sync", "", "synchronous sends for the standard ones", "synchronous",
                    NULL, false },
    [SX_C_JITTER] = { "jitter", "SEED", "random delays before calls", "jitter", NULL,
                      false },
    [SX_C_REPORT_FILE] = { "report", "FILE", "writes what took how long, as JSON",
                           "report", "", false },
    [SX_C_PINGPONG] = { "pingpong", "",
                        "with --report: how long messages of its sizes take", "pingpong",
                        NULL, false },
    [SX_C_SWEEP] = { "sweep", "compute|message|alltoall", "how long it takes with others",
                     "sweep", "", false },
};

bool sx_c_can_be_told(sx_c_writer *w, sx_c_option option)
{
    bool all = w->options->extent == SX_GENERATE_ALL;
    if (!all && (w->options->extent == SX_GENERATE_BARE || !options[option].always))
        return false;
    w->told |= 1U << option;
    return true;
}

static size_t calls_in(const sx_node *node)
{
    size_t n = node->kind == SX_NODE_EVENT;
    for (size_t i = 0; node->kind == SX_NODE_LOOP && i < node->body.n; i++)
        n += calls_in(node->body.node[i]);
    return n;
}

const sx_node *sx_c_main_loop(const sx_trace *trace)
{
    const sx_node *best = NULL;
    size_t most = 0;
    for (size_t i = 0; i < trace->program.n; i++) {
        const sx_node *node = trace->program.node[i];
        size_t n = node->kind == SX_NODE_LOOP ? calls_in(node) : 0;
        if (n > most) {
            most = n;
            best = node;
        }
    }
    return best;
}

/* Variables of one kind, with what they are at first. */
static void declare(const sx_c_writer *w, sx_buffer *out, const char *type, bool is_text)
{
    const char *line = NULL;
    for (int i = 0; i < SX_C_OPTIONS; i++) {
        const char *name = options[i].variable, *text = options[i].text;
        if (!(w->told >> i & 1) || (text != NULL) != is_text)
            continue;
        bool is_factor = strcmp(options[i].value, "FACTOR") == 0;
        name = text && *text ? sx_c_text(w->arena, "*%s = \"%s\"", name, text)
               : text        ? sx_c_text(w->arena, "*%s", name)
               : is_factor   ? sx_c_text(w->arena, "%s = 1", name)
                             : name;
        line = line ? sx_c_text(w->arena, "%s, %s", line, name)
                    : sx_c_text(w->arena, "static %s %s", type, name);
    }
    if (line)
        sx_c_wrap(out, sx_c_text(w->arena, "%s;", line), 0);
}

void sx_c_declare_options(const sx_c_writer *w, sx_buffer *out)
{
    declare(w, out, "double", false);
    declare(w, out, "const char", true);
    if (w->told >> SX_C_REPORT_FILE & 1)
        sx_buffer_puts(out, "static double began;\n");
    if (w->nplaces && w->pauses->has_notes)
        sx_buffer_puts(out, "static int last_call = -1;\n");
    if (w->told & (1U << SX_C_REPORT_FILE | 1U << SX_C_COMPUTE_HOW)) {
        sx_buffer_printf(out, "enum { PLACES = %u };\n", w->nplaces ? w->nplaces : 1);
        sx_buffer_puts(out, "static double spent[PLACES];\n"
                            "static long line_of[PLACES], times[PLACES];\n");
    }
    sx_c_declare_ways(w, out);
    sx_c_declare_scales(w, out);
    if (w->nplaces)
        sx_buffer_printf(
            out, "static double alone = %.4g, slow = 1, slow_sd, pace = 1, owed;\n",
            sx_own_share_of(w->trace));
    if (w->told >> SX_C_OVERLAP & 1)
        sx_buffer_puts(out, "static int open_place = -1;\n");
}

void sx_c_write_options(const sx_c_writer *w, sx_buffer *out)
{
    if (w->options->extent == SX_GENERATE_BARE)
        return;
    if (w->told >> SX_C_REPORT_FILE & w->told >> SX_C_MESSAGE_SCALE & 1 && !w->is_large)
        sx_buffer_puts(out, "\n#undef message_scale\n");
    sx_buffer_puts(out, "\nstatic const struct {\n    const char *name, *value, *what;\n"
                        "    double *number;\n    const char **text;\n} options[] = {\n"
                        "    { \"--help\", \"\", \"says this\", NULL, NULL },\n");
    for (int i = 0; i < SX_C_OPTIONS; i++) {
        bool is_text = options[i].text != NULL;
        const char *value = options[i].value;
        if (i == SX_C_COMPUTE_HOW && w->options->extent == SX_GENERATE_ALL)
            value = "spin|sleep|kernels|none";
        if (i == SX_C_REPLACE)
            value = sx_c_ways(w);
        if (w->told >> i & 1)
            sx_c_wrap(
                out,
                sx_c_text(w->arena, "{ \"--%s\", \"%s\", \"%s\", %s%s, %s%s },",
                          options[i].name, value, options[i].what, is_text ? "" : "&",
                          is_text ? "NULL" : options[i].variable, is_text ? "&" : "",
                          is_text ? options[i].variable : "NULL"),
                4);
    }
    sx_buffer_puts(out, "};\n");
    sx_c_support_write(out, UINT64_C(1) << SX_C_READ_OPTIONS, false);
    if (w->told >> SX_C_PARAM & 1)
        sx_buffer_printf(out, "\n%s", text_set_params);
    if (w->told >> SX_C_COMPUTE_SCALES & 1)
        sx_buffer_printf(out, "\n%s", text_set_scales);
}

void sx_c_read_options(sx_c_writer *w)
{
    if (w->options->extent == SX_GENERATE_BARE)
        return;
    sx_c_line(w, "read_options(argc, argv);");
    sx_c_set_params(w);
    if (w->told >> SX_C_COMPUTE_SCALES & 1)
        sx_c_line(w, "set_scales(argc, argv);");
    if (w->replaced)
        sx_c_line(w, "set_ways(argc, argv);");
    if (w->options->extent == SX_GENERATE_ALL && w->nplaces) {
        sx_c_line(w, "if (strcmp(compute_how, \"kernels\") == 0)");
        sx_c_line(w, "    kernel(0);");
    }
    sx_c_set_slowness(w);
    if (w->told >> SX_C_REPORT_FILE & 1)
        sx_c_line(w, "began = MPI_Wtime();");
}

void sx_c_finish(sx_c_writer *w)
{
    if (w->told >> SX_C_OVERLAP & 1)
        sx_c_line(w, "stop_computing();");
    if (!sx_c_can_be_told(w, SX_C_REPORT_FILE) || !sx_c_can_be_told(w, SX_C_PINGPONG))
        return;
    sx_c_need(w, SX_C_REPORT);
    sx_c_line(w, "write_report(argc, argv);");
}
