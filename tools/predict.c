#include "predict.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Seconds of a rank in the mean. */
typedef struct parts {
    double comm, comp, waiting;
} parts;

bool sx_predict_factor(const char *text, double *ret_factor)
{
    char *end;
    double factor = strtod(text, &end);
    bool is_one = end != text && *end == '\0' && isfinite(factor) && factor > 0;
    if (is_one)
        *ret_factor = factor;
    return is_one;
}

static bool seconds(const json_t *object, const char *key, double *ret_seconds)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_number(value) || json_number_value(value) < 0)
        return false;
    *ret_seconds = json_number_value(value);
    return true;
}

static bool region_parts(const json_t *region, double ranks, parts *ret_parts)
{
    double all, comp;
    if (!json_is_string(json_object_get(region, "name")) ||
        !seconds(region, "seconds", &all) || !seconds(region, "T_comp_s", &comp))
        return false;
    *ret_parts = (parts) { .comm = fmax(0, all - comp) / ranks, .comp = comp / ranks };
    return true;
}

static const json_t *region_named(const json_t *report, const char *name)
{
    const json_t *regions = json_object_get(report, "regions");
    for (size_t i = 0; i < json_array_size(regions); i++) {
        const json_t *region = json_array_get(regions, i);
        const char *own = json_string_value(json_object_get(region, "name"));
        if (own && strcmp(own, name) == 0)
            return region;
    }
    return NULL;
}

/* Of a region, or of the whole program where `name` is NULL. */
static bool parts_of(const json_t *report, const char *name, parts *ret_parts)
{
    double ranks;
    if (!seconds(report, "ranks", &ranks) || ranks < 1)
        return false;
    *ret_parts = (parts) { 0 };
    return name ? region_parts(region_named(report, name), ranks, ret_parts)
                : seconds(report, "T_comm_s", &ret_parts->comm) &&
                      seconds(report, "T_comp_s", &ret_parts->comp);
}

/* What is communication in a run that computes nothing is that here; the rest is waiting. */
static bool split(const json_t *bare, const char *name, parts *of)
{
    parts alone;
    if (!parts_of(bare, name, &alone))
        return false;
    double comm = fmin(of->comm, alone.comm);
    of->waiting = of->comm - comm;
    of->comm = comm;
    return true;
}

static double time_there(parts of, const sx_predict_options *options)
{
    return of.comm * options->comm + (of.waiting + of.comp) * options->compute;
}

static void put_part(sx_buffer *out, const char *name, double seconds, double factor)
{
    sx_buffer_printf(out, "%-7s %12.6f s x %g = %.6f s\n", name, seconds, factor,
                     seconds * factor);
}

static void put_text(sx_buffer *out, const char *name, parts of,
                     const sx_predict_options *options)
{
    put_part(out, "T_comm", of.comm, options->comm);
    if (options->bare)
        put_part(out, "T_wait", of.waiting, options->compute);
    put_part(out, "T_comp", of.comp, options->compute);
    sx_buffer_printf(out, "T       %12.6f s -> %.6f s  %s\n",
                     of.comm + of.waiting + of.comp, time_there(of, options), name);
}

static json_t *as_json(const char *name, parts of, const sx_predict_options *options)
{
    json_t *object =
        json_pack("{s:s, s:f}", "name", name, "T_comm_s", of.comm * options->comm);
    if (options->bare)
        json_object_set_new(object, "T_wait_s", json_real(of.waiting * options->compute));
    json_object_set_new(object, "T_comp_s", json_real(of.comp * options->compute));
    json_object_set_new(object, "T_s", json_real(time_there(of, options)));
    if (options->there)
        json_object_set_new(object, "S", json_real(options->comm));
    return object;
}

static const char *model_of(const json_t *report)
{
    const char *model = json_string_value(json_object_get(report, "model"));
    return model ? model : "";
}

/* How often messages of about that size were sent. Both are means, cut or rounded. */
static double times_of(const json_t *report, double bytes)
{
    const json_t *sizes = json_object_get(report, "sizes");
    for (size_t i = 0; i < json_array_size(sizes); i++) {
        const json_t *size = json_array_get(sizes, i);
        double own, times;
        if (seconds(size, "bytes", &own) && fabs(own - bytes) <= 1 &&
            seconds(size, "times", &times))
            return times;
    }
    return 0;
}

/* S: what messages take there over what they take here, each size as often as the program has it here. False where the reports do not say. */
static bool comm_factor(const json_t *here, const json_t *there, double *ret_factor)
{
    const json_t *own = json_object_get(here, "pingpong");
    const json_t *other = json_object_get(there, "pingpong");
    double cost[2] = { 0, 0 };
    if (json_array_size(own) != json_array_size(other))
        return false;
    for (size_t i = 0; i < json_array_size(own); i++) {
        double bytes[2], took[2];
        for (int k = 0; k < 2; k++) {
            const json_t *size = json_array_get(k ? other : own, i);
            if (!seconds(size, "bytes", &bytes[k]) || !seconds(size, "seconds", &took[k]))
                return false;
            cost[k] += took[k] * times_of(here, bytes[0]);
        }
        if (fabs(bytes[0] - bytes[1]) > 1)
            return false;
    }
    *ret_factor = cost[1] / cost[0];
    return cost[0] > 0 && cost[1] > 0 && isfinite(*ret_factor);
}

/* What --compute-scale was for all computation of a run: the last one that names no region. */
static double compute_scale(const json_t *report)
{
    const json_t *arguments = json_object_get(report, "arguments");
    double scale = 1;
    for (size_t i = 1; i < json_array_size(arguments); i++) {
        const char *option = json_string_value(json_array_get(arguments, i - 1));
        const char *value = json_string_value(json_array_get(arguments, i));
        if (option && value && strcmp(option, "--compute-scale") == 0)
            sx_predict_factor(value, &scale);
    }
    return scale;
}

static sx_status no_report_of_it(const char *path, sx_error *err)
{
    return sx_fail(err, SX_PARSE, "%s is no report of the same program", path);
}

/* The whole program first. */
static sx_status print(sx_buffer *out, const json_t *report, const json_t *bare,
                       const sx_predict_options *options, sx_error *err)
{
    const json_t *regions = json_object_get(report, "regions");
    json_t *list = json_array();
    bool fine = true, alike = !bare || strcmp(model_of(report), model_of(bare)) == 0;
    for (size_t i = 0; fine && alike && i <= json_array_size(regions); i++) {
        const json_t *region = i ? json_array_get(regions, i - 1) : NULL;
        const char *name = json_string_value(json_object_get(region, "name"));
        parts of;
        fine = (!region || name) && parts_of(report, name, &of);
        alike = !fine || !bare || split(bare, name, &of);
        if (fine && options->json)
            json_array_append_new(list, as_json(name ? name : "in all", of, options));
        else if (fine)
            put_text(out, name ? name : "in all", of, options);
    }
    char *text = fine && options->json ? json_dumps(list, JSON_INDENT(2)) : NULL;
    if (text)
        sx_buffer_printf(out, "%s\n", text);
    free(text);
    json_decref(list);
    if (!fine)
        return sx_fail(err, SX_PARSE, "this is no report of a generated program");
    return alike ? sx_buffer_status(out) : no_report_of_it(options->bare, err);
}

/* Of a run with A / S of the computation: all of it takes S times as long there. */
static sx_status print_similar(sx_buffer *out, const json_t *report,
                               const json_t *similar, const sx_predict_options *options,
                               sx_error *err)
{
    const double close = 0.01; /* A, S and the argument have few digits */
    double wanted = compute_scale(report) * options->compute / options->comm;
    double scale = compute_scale(similar);
    if (strcmp(model_of(report), model_of(similar)) != 0)
        return no_report_of_it(options->similar, err);
    if (fabs(scale - wanted) > close * wanted)
        return sx_fail(err, SX_PARSE,
                       "%s is of a run with --compute-scale %g, where S = %g wants %g",
                       options->similar, scale, options->comm, wanted);
    sx_predict_options all = *options;
    all.compute = all.comm;
    return print(out, similar, NULL, &all, err);
}

static sx_status read_report(const char *path, json_t **ret_report, sx_error *err)
{
    json_error_t why;
    json_t *report = strcmp(path, "-") == 0
                         ? json_loadf(stdin, JSON_REJECT_DUPLICATES, &why)
                         : json_load_file(path, JSON_REJECT_DUPLICATES, &why);
    if (!report)
        return sx_fail(err, SX_PARSE, "%s", why.text);
    *ret_report = report;
    return SX_OK;
}

sx_status sx_predict_print(sx_buffer *out, const char *path,
                           const sx_predict_options *options, sx_error *err)
{
    json_t *report = NULL, *there = NULL, *other = NULL;
    sx_predict_options chosen = *options;
    sx_status status = read_report(path, &report, err);
    if (!status && options->there)
        status = read_report(options->there, &there, err);
    if (!status && there && !comm_factor(report, there, &chosen.comm))
        status = sx_fail(err, SX_PARSE, "it and %s have no --pingpong of the same sizes",
                         options->there);
    if (!status && (options->bare || options->similar))
        status =
            read_report(options->bare ? options->bare : options->similar, &other, err);
    if (!status)
        status = options->similar ? print_similar(out, report, other, &chosen, err)
                                  : print(out, report, other, &chosen, err);
    json_decref(report);
    json_decref(there);
    json_decref(other);
    return status;
}
