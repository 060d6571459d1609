/* scalafit: models of any measurements, and what they say at other points. */
#include "fit_output.h"
#include "options.h"

#include "io/text.h"
#include "io/text_number.h"
#include "measure/extra_p.h"
#include "measure/plot.h"
#include "measure/read.h"

#include <string.h>

typedef struct fit_options {
    const char *at, *select, *level, *format, *region, *metric, *output, *extra_p, *plot;
    bool json;
} fit_options;

static const sx_option options[] = {
    { "at", 'a', SX_OPTION_TEXT, offsetof(fit_options, at), "TARGETS",
      "predict there: 4096,16384; of several parameters p=4096:n=100,..", 0, 0 },
    { "select", 's', SX_OPTION_TEXT, offsetof(fit_options, select), "HOW",
      "default; or paper: the published four curves, without intervals", 0, 0 },
    { "level", 'l', SX_OPTION_TEXT, offsetof(fit_options, level), "SHARE",
      "probability of the intervals (0.9)", 0, 0 },
    { "format", 'f', SX_OPTION_TEXT, offsetof(fit_options, format), "FORMAT",
      "text, json, json-lines or csv; default: what the contents show", 0, 0 },
    { "region", 'r', SX_OPTION_TEXT, offsetof(fit_options, region), "NAME",
      "this region only", 0, 0 },
    { "metric", 'm', SX_OPTION_TEXT, offsetof(fit_options, metric), "NAME",
      "this metric only", 0, 0 },
    { "json", 0, SX_OPTION_FLAG, offsetof(fit_options, json), NULL,
      "print one JSON document", 0, 0 },
    { "plot", 'p', SX_OPTION_TEXT, offsetof(fit_options, plot), "FILE",
      "draw points, models and intervals as SVG", 0, 0 },
    { "extra-p", 'e', SX_OPTION_TEXT, offsetof(fit_options, extra_p), "FILE",
      "write the models as an experiment of Extra-P", 0, 0 },
    { "output", 'o', SX_OPTION_TEXT, offsetof(fit_options, output), "FILE",
      "write there what would be printed", 0, 0 },
};

static const sx_tool tool = {
    .name = "scalafit",
    .operands = "DATA",
    .purpose = "Finds models of measurements, and predicts with intervals.",
    .notes = "Exit status: 0 done, 1 failed, 2 usage.",
    .option = options,
    .noptions = sizeof options / sizeof *options,
    .min_operands = 1,
    .max_operands = 1,
};

typedef struct fit {
    sx_measurements data;
    sx_targets targets;
    fit_output out;
    sx_extra_p extra_p;
    sx_plot plot;
    const sx_fitter_method *method;
    double level;
} fit;

static bool wanted(const fit_options *chosen, const sx_measurements *m,
                   const sx_series *s)
{
    return (!chosen->region || strcmp(chosen->region, m->region[s->region]) == 0) &&
           (!chosen->metric || strcmp(chosen->metric, m->metric[s->metric]) == 0);
}

/* An error of one series names it. */
static sx_status fail_series(const fit *f, const sx_series *s, const char *name,
                             sx_error *err)
{
    sx_error first = *err;
    return sx_fail_at(err, first.status, name, 0, "region %.80s, metric %.80s: %.300s",
                      f->data.region[s->region], f->data.metric[s->metric], first.text);
}

static sx_status fit_all(fit *f, const fit_options *chosen, const char *name,
                         sx_error *err)
{
    sx_fitter fitter;
    sx_fitted fitted;
    sx_status status = SX_OK;
    size_t n = 0;
    for (size_t i = 0; i < f->data.nseries; i++)
        n += wanted(chosen, &f->data, &f->data.series[i]);
    if (n == 0)
        return sx_fail_at(err, SX_NOTFOUND, name, 0,
                          "nothing is of that region and metric");
    if (chosen->plot && n > SX_PLOT_PANELS)
        return sx_fail_at(
            err, SX_LIMIT, name, 0,
            "a drawing has at most %d panels, here would be %zu: --region and "
            "--metric choose",
            SX_PLOT_PANELS, n);
    sx_plot_init(&f->plot, &f->data, &f->targets, f->level, n);
    sx_fitter_init(&fitter, f->method);
    fit_output_begin(&f->out);
    for (size_t i = 0; i < f->data.nseries && !status; i++) {
        const sx_series *s = &f->data.series[i];
        if (!wanted(chosen, &f->data, s))
            continue;
        status = sx_fitter_fit(&fitter, &f->data, s, &fitted, err);
        if (!status)
            status = fit_output_add(&f->out, s, &fitted, err);
        if (!status && chosen->extra_p)
            sx_extra_p_add(&f->extra_p, s, &fitted);
        if (!status && chosen->plot)
            status = sx_plot_add(&f->plot, s, &fitted, err);
        if (status)
            fail_series(f, s, name, err);
    }
    if (!status)
        status = fit_output_end(&f->out, err);
    sx_fitter_finish(&fitter);
    return status;
}

/* The files besides what is printed. */
static sx_status write_files(const fit *f, const fit_options *chosen, sx_error *err)
{
    sx_buffer file = SX_BUFFER_INIT;
    sx_status status = SX_OK;
    if (chosen->extra_p) {
        sx_extra_p_file(&f->extra_p, &file);
        status = sx_text_write_buffer(chosen->extra_p, &file, err);
        sx_buffer_cut(&file, 0);
    }
    if (!status && chosen->plot) {
        sx_plot_document(&f->plot, &file);
        status = sx_text_write_buffer(chosen->plot, &file, err);
    }
    sx_buffer_finish(&file);
    return status;
}

static int run(sx_arena *arena, const char *path, const fit_options *chosen, fit *f)
{
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    const sx_measure_format *format =
        chosen->format ? sx_measure_format_named(chosen->format) : NULL;
    sx_error err = { 0 };
    sx_status status = sx_measure_read_file(arena, path, format, &f->data, &err);
    if (status)
        return sx_tool_fail(&tool, &err);
    if (chosen->at && sx_targets_read(arena, chosen->at, &f->data, &f->targets, &err))
        return sx_tool_usage(&tool, "--at: %s", err.text);
    f->out = (fit_output) { .text = SX_BUFFER_INIT,
                            .stream = chosen->output ? NULL : stdout,
                            .data = &f->data,
                            .targets = &f->targets,
                            .level = f->level,
                            .method = f->method->name,
                            .json = chosen->json };
    sx_extra_p_init(&f->extra_p, &f->data, f->method->name);
    status = fit_all(f, chosen, name, &err);
    if (!status)
        status = write_files(f, chosen, &err);
    sx_extra_p_finish(&f->extra_p);
    sx_plot_finish(&f->plot);
    if (!status && chosen->output)
        status = sx_text_write_buffer(chosen->output, &f->out.text, &err);
    sx_buffer_finish(&f->out.text);
    return status ? sx_tool_fail(&tool, &err) : sx_tool_end(&tool, SX_EXIT_DONE);
}

/* A share strictly between 0 and 1. */
static bool parse_level(const char *text, double *ret_level)
{
    size_t length = strlen(text);
    return length && sx_text_get_real(text, length, ret_level) == length &&
           *ret_level > 0 && *ret_level < 1;
}

int main(int argc, char **argv)
{
    fit_options chosen = { .select = "default", .level = "0.9" };
    fit f = { .level = 0 };
    int exit_status;
    int first = sx_tool_parse(&tool, argc, argv, &chosen, &exit_status);
    if (first < 0)
        return exit_status;
    f.method = sx_fitter_method_named(chosen.select);
    if (!f.method)
        return sx_tool_usage(&tool, "--select is default or paper, not '%s'",
                             chosen.select);
    if (!parse_level(chosen.level, &f.level))
        return sx_tool_usage(&tool, "--level is between 0 and 1, not '%s'", chosen.level);
    if (chosen.format && !sx_measure_format_named(chosen.format))
        return sx_tool_usage(&tool, "--format is text, json, json-lines or csv, not '%s'",
                             chosen.format);
    sx_arena *arena = sx_arena_create();
    if (!arena)
        return sx_tool_fail(&tool, &(sx_error) { .status = SX_NOMEM });
    exit_status = run(arena, argv[first], &chosen, &f);
    sx_arena_destroy(arena);
    return exit_status;
}
