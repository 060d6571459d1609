#include "predict.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Seconds of a rank in the mean. */
typedef struct parts {
    double comm, comp;
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
    *ret_parts = (parts) { fmax(0, all - comp) / ranks, comp / ranks };
    return true;
}

static void put_text(sx_buffer *out, const char *name, parts of, double compute,
                     double comm)
{
    sx_buffer_printf(out, "T_comm  %12.6f s x %g = %.6f s\n", of.comm, comm,
                     of.comm * comm);
    sx_buffer_printf(out, "T_comp  %12.6f s x %g = %.6f s\n", of.comp, compute,
                     of.comp * compute);
    sx_buffer_printf(out, "T       %12.6f s -> %.6f s  %s\n", of.comm + of.comp,
                     of.comm * comm + of.comp * compute, name);
}

static json_t *as_json(const char *name, parts of, double compute, double comm)
{
    return json_pack("{s:s, s:f, s:f, s:f}", "name", name, "T_comm_s", of.comm * comm,
                     "T_comp_s", of.comp * compute, "T_s",
                     of.comm * comm + of.comp * compute);
}

/* The whole program first. */
static sx_status print(sx_buffer *out, const json_t *report, double compute, double comm,
                       bool json, sx_error *err)
{
    const json_t *regions = json_object_get(report, "regions");
    json_t *list = json_array();
    double ranks;
    parts of;
    bool fine = seconds(report, "ranks", &ranks) && ranks >= 1 &&
                seconds(report, "T_comm_s", &of.comm) &&
                seconds(report, "T_comp_s", &of.comp);
    size_t n = fine ? 1 + json_array_size(regions) : 0;
    for (size_t i = 0; fine && i < n; i++) {
        const json_t *region = i ? json_array_get(regions, i - 1) : NULL;
        const char *name =
            region ? json_string_value(json_object_get(region, "name")) : "in all";
        fine = !region || region_parts(region, ranks, &of);
        if (fine && json)
            json_array_append_new(list, as_json(name, of, compute, comm));
        else if (fine)
            put_text(out, name, of, compute, comm);
    }
    char *text = fine && json ? json_dumps(list, JSON_INDENT(2)) : NULL;
    if (text)
        sx_buffer_printf(out, "%s\n", text);
    free(text);
    json_decref(list);
    return fine ? sx_buffer_status(out)
                : sx_fail(err, SX_PARSE, "this is no report of a generated program");
}

sx_status sx_predict_print(sx_buffer *out, const char *path, double compute, double comm,
                           bool json, sx_error *err)
{
    json_error_t why;
    json_t *report = strcmp(path, "-") == 0
                         ? json_loadf(stdin, JSON_REJECT_DUPLICATES, &why)
                         : json_load_file(path, JSON_REJECT_DUPLICATES, &why);
    if (!report)
        return sx_fail(err, SX_PARSE, "%s", why.text);
    sx_status status = print(out, report, compute, comm, json, err);
    json_decref(report);
    return status;
}
