/* The layout of Extra-P's JSON in which regions and metrics are members of objects. */
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

sx_status sx_json_read_names(sx_json_reader *j, const json_t *document)
{
    sx_status status = SX_OK;
    const json_t *parameters =
        sx_json_member(j, document, "parameters", SX_JSON_ARRAY, &status);
    const json_t *measurements =
        sx_json_member(j, document, "measurements", SX_JSON_OBJECT, &status);
    for (size_t i = 0; !status && i < json_array_size(parameters); i++) {
        sx_json_place_key(&j->place, "parameters");
        sx_json_place_index(&j->place, i);
        status = sx_json_parameter(j, json_array_get(parameters, i));
        sx_json_place_up(&j->place, 2);
    }
    if (!status && j->builder->nparameters == 0)
        status = sx_json_fail(j, "there are no parameters");
    const char *region;
    json_t *metrics;
    if (status)
        return status;
    sx_json_place_key(&j->place, "measurements");
    json_object_foreach((json_t *)measurements, region, metrics)
    {
        sx_json_place_key(&j->place, region);
        status = read_metrics(j, region, metrics);
        if (status)
            return status;
        sx_json_place_up(&j->place, 1);
    }
    sx_json_place_up(&j->place, 1);
    return SX_OK;
}
