/* The layout of Extra-P's JSON in which regions and metrics are members of objects. */
#include "measure/json_members.h"
#include "measure/json_reader.h"

#include <jansson.h>
#include <string.h>

static sx_status read_values(sx_json_reader *j, const json_t *measurement,
                             uint32_t region, uint32_t metric)
{
    double at[SX_MEASURE_PARAMETERS], value = 0;
    size_t i, n = j->builder->nparameters;
    const json_t *number;
    sx_status status =
        json_is_object(measurement) ? SX_OK : sx_json_fail(j, "expected an object");
    const json_t *point = sx_json_member(j, measurement, "point", SX_JSON_ARRAY, &status);
    if (!status && json_array_size(point) != n) {
        sx_json_place_key(&j->place, "point");
        return sx_json_fail(j, "as many coordinates as parameters are wanted");
    }
    for (i = 0; !status && i < n; i++) {
        sx_json_place_key(&j->place, "point");
        sx_json_place_index(&j->place, i);
        status = sx_json_coordinate(j, json_array_get(point, i), &at[i]);
        sx_json_place_up(&j->place, 2);
    }
    const json_t *values =
        sx_json_member(j, measurement, "values", SX_JSON_ARRAY, &status);
    if (status)
        return status;
    if (json_array_size(values) == 0)
        return sx_json_fail(j, "there are no values");
    sx_builder_begin(j->builder, region, metric, sx_builder_point(j->builder, at));
    sx_json_place_key(&j->place, "values");
    json_array_foreach(values, i, number)
    {
        sx_json_place_index(&j->place, i);
        status = sx_json_number(j, number, &value);
        if (status)
            return status;
        sx_builder_value(j->builder, value);
        sx_json_place_up(&j->place, 1);
    }
    sx_json_place_up(&j->place, 1);
    return SX_OK;
}

static sx_status read_metrics(sx_json_reader *j, const char *region_name,
                              const json_t *metrics)
{
    uint32_t region = sx_builder_region(j->builder, region_name, strlen(region_name));
    const char *name;
    json_t *list;
    if (!json_is_object(metrics))
        return sx_json_fail(j, "expected an object of metrics");
    json_object_foreach((json_t *)metrics, name, list)
    {
        uint32_t metric = sx_builder_metric(j->builder, name, strlen(name));
        const json_t *measurement;
        size_t i;
        sx_json_place_key(&j->place, name);
        if (!json_is_array(list))
            return sx_json_fail(j, "expected an array of measurements");
        json_array_foreach(list, i, measurement)
        {
            sx_json_place_index(&j->place, i);
            sx_status status = read_values(j, measurement, region, metric);
            if (status)
                return status;
            sx_json_place_up(&j->place, 1);
        }
        sx_json_place_up(&j->place, 1);
    }
    return SX_OK;
}

static sx_status read_parameters(sx_json_reader *j, const json_t *parameters)
{
    sx_status status = SX_OK;
    for (size_t i = 0; !status && i < json_array_size(parameters); i++) {
        sx_json_place_key(&j->place, "parameters");
        sx_json_place_index(&j->place, i);
        status = sx_json_parameter(j, json_array_get(parameters, i));
        if (!status)
            sx_json_place_up(&j->place, 2);
    }
    if (!status && j->builder->nparameters == 0)
        status = sx_json_fail(j, "there are no parameters");
    return status;
}

static sx_status read_region(sx_json_reader *j, const char *region, const json_t *metrics)
{
    sx_json_place_key(&j->place, "measurements");
    sx_json_place_key(&j->place, region);
    sx_status status = read_metrics(j, region, metrics);
    if (!status)
        sx_json_place_up(&j->place, 2);
    return status;
}

sx_status sx_json_read_names(sx_json_reader *j, const json_t *document)
{
    sx_status status = SX_OK;
    const json_t *parameters =
        sx_json_member(j, document, "parameters", SX_JSON_ARRAY, &status);
    const json_t *measurements =
        sx_json_member(j, document, "measurements", SX_JSON_OBJECT, &status);
    const char *region;
    json_t *metrics;
    if (!status)
        status = read_parameters(j, parameters);
    if (status)
        return status;
    json_object_foreach((json_t *)measurements, region, metrics)
    {
        status = read_region(j, region, metrics);
        if (status)
            return status;
    }
    return SX_OK;
}

/* ---- the same of a text, a region at a time ---- */

static json_t *load(sx_span text)
{
    return json_loadb(text.at, text.length, JSON_DECODE_ANY | JSON_REJECT_DUPLICATES,
                      NULL);
}

static bool is_key(sx_span key, const char *name)
{
    json_t *text = load(key);
    bool is = json_is_string(text) && strcmp(json_string_value(text), name) == 0;
    json_decref(text);
    return is;
}

/* The two members that count; false when they are not there or there is any other: the document is small then, or in the other
 * layout, or malformed. */
static bool find_parts(sx_span document, sx_span *ret_parameters,
                       sx_span *ret_measurements)
{
    sx_json_members members = sx_json_members_of(document);
    sx_span key, value;
    size_t parameters = 0, measurements = 0, n = 0;
    for (; sx_json_members_next(&members, &key, &value); n++) {
        bool first = is_key(key, "parameters");
        parameters += first;
        measurements += !first && is_key(key, "measurements");
        if (n == 2)
            return false;
        *(first ? ret_parameters : ret_measurements) = value;
    }
    while (members.at < members.end && strchr(" \t\r\n", *members.at) && *members.at)
        members.at++;
    return !members.malformed && members.at == members.end && parameters == 1 &&
           measurements == 1;
}

/* One region; false when that is no JSON, or the region was there before. */
static bool read_piece(sx_json_reader *j, sx_span key, sx_span value,
                       sx_status *ret_status)
{
    uint32_t regions = j->builder->region.n;
    json_t *name = load(key), *metrics = load(value);
    bool good = json_is_string(name) && metrics;
    if (good)
        *ret_status = read_region(j, json_string_value(name), metrics);
    if (good && !*ret_status && !j->builder->status)
        good = j->builder->region.n == regions + 1;
    json_decref(name);
    json_decref(metrics);
    return good;
}

bool sx_json_read_pieces(sx_json_reader *j, sx_span document, sx_status *ret_status)
{
    sx_span parameters, measurements, key, value;
    if (!find_parts(document, &parameters, &measurements))
        return false;
    json_t *list = load(parameters);
    bool good = json_is_array(list);
    if (good)
        *ret_status = read_parameters(j, list);
    json_decref(list);
    sx_json_members regions = sx_json_members_of(measurements);
    while (good && !*ret_status && !j->builder->status &&
           sx_json_members_next(&regions, &key, &value))
        good = read_piece(j, key, value, ret_status);
    return good && !regions.malformed;
}
