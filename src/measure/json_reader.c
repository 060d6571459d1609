#include "measure/json_reader.h"

#include <jansson.h>
#include <stdio.h>

sx_status sx_json_fail(sx_json_reader *j, const char *what)
{
    char path[200];
    sx_json_place_text(&j->place, path, sizeof path);
    if (j->from)
        j->reader->line = sx_json_place_line(&j->place, j->from, j->reader->end);
    return sx_reader_fail(j->reader, "%s%s%s", path, *path ? ": " : "", what);
}

const json_t *sx_json_member(sx_json_reader *j, const json_t *object, const char *key,
                             sx_json_kind kind, sx_status *status)
{
    static const struct {
        json_type type;
        const char *name;
    } kinds[] = { [SX_JSON_ARRAY] = { JSON_ARRAY, "an array" },
                  [SX_JSON_OBJECT] = { JSON_OBJECT, "an object" },
                  [SX_JSON_STRING] = { JSON_STRING, "a string" },
                  [SX_JSON_INTEGER] = { JSON_INTEGER, "an integer" } };
    if (*status)
        return NULL;
    const json_t *value = json_object_get(object, key);
    char what[80];
    if (value && json_typeof(value) == kinds[kind].type)
        return value;
    if (value) {
        sx_json_place_key(&j->place, key);
        snprintf(what, sizeof what, "expected %s", kinds[kind].name);
    } else {
        snprintf(what, sizeof what, "there is no '%s'", key);
    }
    *status = sx_json_fail(j, what);
    return NULL;
}

sx_status sx_json_number(sx_json_reader *j, const json_t *number, double *ret_value)
{
    if (!json_is_number(number))
        return sx_json_fail(j, "expected a number");
    *ret_value = json_number_value(number);
    return SX_OK;
}

sx_status sx_json_coordinate(sx_json_reader *j, const json_t *number, double *ret_value)
{
    double value = 0;
    sx_status status = sx_json_number(j, number, &value);
    if (!status && value <= 0)
        status = sx_json_fail(j, "parameters are positive");
    if (!status)
        *ret_value = value;
    return status;
}

sx_status sx_json_parameter(sx_json_reader *j, const json_t *name)
{
    if (!json_is_string(name))
        return sx_json_fail(j, "expected a name");
    if (json_string_length(name) == 0)
        return sx_json_fail(j, "a parameter has no name");
    if (j->builder->nparameters == SX_MEASURE_PARAMETERS)
        return sx_json_fail(j, "too many parameters");
    return sx_builder_parameter(j->builder, json_string_value(name),
                                json_string_length(name))
               ? SX_OK
               : sx_json_fail(j, "two parameters have this name");
}

json_t *sx_json_load(sx_reader *reader, const char *text, size_t size,
                     sx_status *ret_status)
{
    json_error_t error;
    json_t *document = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    *ret_status = SX_OK;
    if (document)
        return document;
    if (json_error_code(&error) == json_error_out_of_memory) {
        reader->builder->status = SX_NOMEM;
    } else {
        reader->line += error.line > 1 ? error.line - 1 : 0;
        *ret_status = sx_reader_fail(reader, "not JSON: %.150s", error.text);
    }
    return NULL;
}
