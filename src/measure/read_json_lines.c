/* JSON Lines as Extra-P has them: an object a line, {"params": {"p": 4}, "callpath": "a", "metric": "time", "value": 1.5},
 * in which value may be an array, and callpath and metric may be missing. */
#include "measure/json_members.h"
#include "measure/json_reader.h"

#include <jansson.h>
#include <string.h>

/* The first line that is not empty is an object with params, whatever is in its members. */
bool sx_json_lines_format_knows(const char *text, size_t size)
{
    sx_reader ahead = { .at = text, .end = text + size };
    sx_span line = { text, 0 }, key, value;
    while (line.length == 0 && sx_reader_line(&ahead, &line))
        line = sx_span_trim(line);
    sx_json_members members = sx_json_members_of(line);
    bool known = false;
    while (sx_json_members_next(&members, &key, &value))
        known = known || sx_span_is(key, "\"params\"");
    return known && !members.malformed;
}

/* [in] missing  the name where the object has none */
static const char *name_of(sx_json_reader *j, const json_t *object, const char *key,
                           const char *missing, sx_status *status)
{
    if (*status || !json_object_get(object, key))
        return missing;
    const json_t *name = sx_json_member(j, object, key, SX_JSON_STRING, status);
    return *status ? missing : json_string_value(name);
}

/* The first line says which parameters there are. */
static sx_status read_parameters(sx_json_reader *j, const json_t *params)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)params, key, value)
    {
        json_t *name = json_string(key);
        if (!name) {
            j->builder->status = SX_NOMEM;
            return SX_OK;
        }
        sx_status status = sx_json_parameter(j, name);
        json_decref(name);
        if (status)
            return status;
    }
    return j->builder->nparameters ? SX_OK : sx_json_fail(j, "there are no parameters");
}

static sx_status read_point(sx_json_reader *j, const json_t *params, double *at)
{
    const sx_builder *b = j->builder;
    sx_status status = SX_OK;
    sx_json_place_key(&j->place, "params");
    if (b->nparameters == 0)
        status = read_parameters(j, params);
    if (!status && !b->status && json_object_size(params) != b->nparameters)
        status = sx_json_fail(j, "not the parameters of the lines before");
    for (size_t i = 0; i < b->nparameters && !status && !b->status; i++) {
        sx_json_place_key(&j->place, b->parameter[i]);
        status = sx_json_coordinate(j, json_object_get(params, b->parameter[i]), &at[i]);
        if (!status)
            sx_json_place_up(&j->place, 1);
    }
    if (!status)
        sx_json_place_up(&j->place, 1);
    return status;
}

static sx_status read_values(sx_json_reader *j, const json_t *value)
{
    double number = 0;
    sx_json_place_key(&j->place, "value");
    if (!json_is_array(value)) {
        sx_status status = sx_json_number(j, value, &number);
        sx_builder_value(j->builder, number);
        return status;
    }
    if (json_array_size(value) == 0)
        return sx_json_fail(j, "there are no values");
    for (size_t i = 0; i < json_array_size(value); i++) {
        sx_json_place_index(&j->place, i);
        sx_status status = sx_json_number(j, json_array_get(value, i), &number);
        if (status)
            return status;
        sx_builder_value(j->builder, number);
        sx_json_place_up(&j->place, 1);
    }
    return SX_OK;
}

static sx_status read_object(sx_json_reader *j, const json_t *object)
{
    double at[SX_MEASURE_PARAMETERS];
    sx_status status =
        json_is_object(object) ? SX_OK : sx_json_fail(j, "expected an object");
    const json_t *params = sx_json_member(j, object, "params", SX_JSON_OBJECT, &status);
    const char *region = name_of(j, object, "callpath", SX_MEASURE_NO_REGION, &status);
    const char *metric = name_of(j, object, "metric", SX_MEASURE_NO_METRIC, &status);
    if (!status)
        status = read_point(j, params, at);
    if (status || j->builder->status)
        return status;
    sx_builder_begin(j->builder, sx_builder_region(j->builder, region, strlen(region)),
                     sx_builder_metric(j->builder, metric, strlen(metric)),
                     sx_builder_point(j->builder, at));
    return read_values(j, json_object_get(object, "value"));
}

sx_status sx_json_lines_format_read(sx_reader *reader)
{
    sx_span line;
    sx_status status = SX_OK;
    while (!status && !reader->builder->status && sx_reader_line(reader, &line)) {
        line = sx_span_trim(line);
        if (line.length == 0)
            continue;
        json_t *object = sx_json_load(reader, line.at, line.length, &status);
        sx_json_reader j = { .reader = reader, .builder = reader->builder };
        if (object)
            status = read_object(&j, object);
        json_decref(object);
    }
    return status;
}
