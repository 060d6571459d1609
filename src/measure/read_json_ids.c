/* The older layout of Extra-P's JSON: regions, metrics, parameters and points have ids, to which measurements refer. */
#include "measure/json_reader.h"

#include <jansson.h>
#include <stdlib.h>

typedef struct numbered {
    json_int_t id;
    size_t place; /* in its array */
    uint32_t index;
} numbered;

typedef struct numbers {
    numbered *at;
    size_t n;
} numbers;

static int by_id(const void *a, const void *b)
{
    const numbered *x = a, *y = b;
    return x->id < y->id ? -1 : x->id > y->id;
}

static const numbered *find_id(const numbers *all, json_int_t id)
{
    const numbered key = { .id = id };
    return all->n ? bsearch(&key, all->at, all->n, sizeof key, by_id) : NULL;
}

/* The ids of the objects of an array, in ascending order; no two are the same. */
static sx_status read_ids(sx_json_reader *j, const json_t *document, const char *key,
                          const json_t **ret_array, numbers *ret_ids)
{
    sx_status status = SX_OK;
    const json_t *array = sx_json_member(j, document, key, SX_JSON_ARRAY, &status);
    if (status)
        return status;
    size_t n = json_array_size(array);
    numbered *at = calloc(n + 1, sizeof *at);
    if (!at) {
        j->builder->status = SX_NOMEM;
        return SX_OK;
    }
    *ret_ids = (numbers) { at, n };
    *ret_array = array;
    sx_json_place_key(&j->place, key);
    for (size_t i = 0; i < n; i++) {
        const json_t *one = json_array_get(array, i);
        sx_json_place_index(&j->place, i);
        status = json_is_object(one) ? SX_OK : sx_json_fail(j, "expected an object");
        const json_t *id = sx_json_member(j, one, "id", SX_JSON_INTEGER, &status);
        if (status)
            return status;
        at[i] = (numbered) { json_integer_value(id), i, 0 };
        sx_json_place_up(&j->place, 1);
    }
    qsort(at, n, sizeof *at, by_id);
    for (size_t i = 1; i < n; i++) {
        if (at[i].id == at[i - 1].id) {
            sx_json_place_index(&j->place, at[i].place);
            return sx_json_fail(j, "the id is of another one, too");
        }
    }
    sx_json_place_up(&j->place, 1);
    return SX_OK;
}

typedef enum named_kind { NAMED_PARAMETER, NAMED_REGION, NAMED_METRIC } named_kind;

static sx_status read_names(sx_json_reader *j, const json_t *document, const char *key,
                            named_kind kind, numbers *ret_ids)
{
    const json_t *array = NULL;
    sx_status status = read_ids(j, document, key, &array, ret_ids);
    for (size_t i = 0; !status && i < ret_ids->n; i++) {
        const json_t *one = json_array_get(array, ret_ids->at[i].place);
        sx_json_place_key(&j->place, key);
        sx_json_place_index(&j->place, ret_ids->at[i].place);
        const json_t *name = sx_json_member(j, one, "name", SX_JSON_STRING, &status);
        if (status)
            return status;
        const char *text = json_string_value(name);
        size_t length = json_string_length(name);
        if (kind == NAMED_PARAMETER) {
            ret_ids->at[i].index = (uint32_t)j->builder->nparameters;
            status = sx_json_parameter(j, name);
        } else {
            ret_ids->at[i].index = kind == NAMED_REGION
                                       ? sx_builder_region(j->builder, text, length)
                                       : sx_builder_metric(j->builder, text, length);
        }
        if (!status)
            sx_json_place_up(&j->place, 2);
    }
    return status;
}

/* What an id refers to. */
static const numbered *referred(sx_json_reader *j, const json_t *object, const char *key,
                                const numbers *to, sx_status *status)
{
    const json_t *id = sx_json_member(j, object, key, SX_JSON_INTEGER, status);
    const numbered *found = id ? find_id(to, json_integer_value(id)) : NULL;
    if (id && !found) {
        sx_json_place_key(&j->place, key);
        *status = sx_json_fail(j, "there is nothing of that id");
    }
    return found;
}

static sx_status read_coordinate(sx_json_reader *j, const json_t *coordinate,
                                 const numbers *parameters, uint32_t *ret_point)
{
    double at[SX_MEASURE_PARAMETERS] = { 0 };
    size_t n = 0, i;
    const json_t *pair;
    sx_status status = SX_OK;
    const json_t *pairs =
        sx_json_member(j, coordinate, "parameter_value_pairs", SX_JSON_ARRAY, &status);
    if (status)
        return status;
    sx_json_place_key(&j->place, "parameter_value_pairs");
    json_array_foreach(pairs, i, pair)
    {
        sx_json_place_index(&j->place, i);
        if (!json_is_object(pair))
            return sx_json_fail(j, "expected an object");
        const numbered *parameter =
            referred(j, pair, "parameter_id", parameters, &status);
        if (status)
            return status;
        if (at[parameter->index] > 0)
            return sx_json_fail(j, "the parameter has a value already");
        sx_json_place_key(&j->place, "parameter_value");
        status = sx_json_coordinate(j, json_object_get(pair, "parameter_value"),
                                    &at[parameter->index]);
        if (status)
            return status;
        n++;
        sx_json_place_up(&j->place, 2);
    }
    if (n != j->builder->nparameters)
        return sx_json_fail(j, "a value for each parameter is wanted");
    sx_json_place_up(&j->place, 1);
    *ret_point = sx_builder_point(j->builder, at);
    return SX_OK;
}

static sx_status read_coordinates(sx_json_reader *j, const json_t *document,
                                  const numbers *parameters, numbers *ret_ids)
{
    const json_t *array = NULL;
    sx_status status = read_ids(j, document, "coordinates", &array, ret_ids);
    for (size_t i = 0; !status && i < ret_ids->n; i++) {
        sx_json_place_key(&j->place, "coordinates");
        sx_json_place_index(&j->place, ret_ids->at[i].place);
        status = read_coordinate(j, json_array_get(array, ret_ids->at[i].place),
                                 parameters, &ret_ids->at[i].index);
        if (!status)
            sx_json_place_up(&j->place, 2);
    }
    return status;
}

static sx_status read_measurements(sx_json_reader *j, const json_t *document,
                                   const numbers *regions, const numbers *metrics,
                                   const numbers *points)
{
    sx_status status = SX_OK;
    const json_t *array =
                     sx_json_member(j, document, "measurements", SX_JSON_ARRAY, &status),
                 *one;
    size_t i;
    if (status)
        return status;
    sx_json_place_key(&j->place, "measurements");
    json_array_foreach(array, i, one)
    {
        double value = 0;
        sx_json_place_index(&j->place, i);
        status = json_is_object(one) ? SX_OK : sx_json_fail(j, "expected an object");
        const numbered *region = referred(j, one, "callpath_id", regions, &status);
        const numbered *metric = referred(j, one, "metric_id", metrics, &status);
        const numbered *point = referred(j, one, "coordinate_id", points, &status);
        if (status)
            return status;
        sx_json_place_key(&j->place, "value");
        status = sx_json_number(j, json_object_get(one, "value"), &value);
        if (status)
            return status;
        sx_builder_begin(j->builder, region->index, metric->index, point->index);
        sx_builder_value(j->builder, value);
        sx_json_place_up(&j->place, 2);
    }
    return SX_OK;
}

sx_status sx_json_read_ids(sx_json_reader *j, const json_t *document)
{
    numbers parameters = { 0 }, regions = { 0 }, metrics = { 0 }, points = { 0 };
    sx_status status =
        read_names(j, document, "parameters", NAMED_PARAMETER, &parameters);
    if (!status && j->builder->nparameters == 0)
        status = sx_json_fail(j, "there are no parameters");
    if (!status)
        status = read_names(j, document, "callpaths", NAMED_REGION, &regions);
    if (!status)
        status = read_names(j, document, "metrics", NAMED_METRIC, &metrics);
    if (!status)
        status = read_coordinates(j, document, &parameters, &points);
    if (!status && !j->builder->status)
        status = read_measurements(j, document, &regions, &metrics, &points);
    free(parameters.at);
    free(regions.at);
    free(metrics.at);
    free(points.at);
    return status;
}
