/* Puts measurements together as a reader comes across them, in any order. What goes wrong on the way (memory, sizes)
 * is kept until sx_builder_end tells. */
#ifndef SX_MEASURE_BUILDER_H
#define SX_MEASURE_BUILDER_H

#include "base/status.h"
#include "measure/intern.h"
#include "measure/measure.h"

#include <stdbool.h>

/* The values that were read at once: of one series at one point. */
typedef struct sx_builder_row {
    uint32_t series, point, nvalues;
} sx_builder_row;

typedef struct sx_builder {
    sx_arena *arena;
    sx_status status;
    size_t nparameters;
    const char *parameter[SX_MEASURE_PARAMETERS];
    sx_intern region, metric, point, series;
    sx_builder_row *row;
    size_t nrows, row_capacity;
    double *value;
    size_t nvalues, value_capacity;
} sx_builder;

/* [in] arena  of the result */
void sx_builder_init(sx_builder *b, sx_arena *arena);
void sx_builder_finish(sx_builder *b);

/* All parameters come before the first point. False when there is one of that name. At most SX_MEASURE_PARAMETERS. */
bool sx_builder_parameter(sx_builder *b, const char *name, size_t length);

/* Indices, of which there are as many as names and points. SX_INTERN_NONE out of memory. */
uint32_t sx_builder_region(sx_builder *b, const char *name, size_t length);
uint32_t sx_builder_metric(sx_builder *b, const char *name, size_t length);
/* [in] at  a coordinate > 0 for each parameter */
uint32_t sx_builder_point(sx_builder *b, const double *at);

/* Begins the values of a metric in a region at a point; those of earlier times at the same place are repeats. */
void sx_builder_begin(sx_builder *b, uint32_t region, uint32_t metric, uint32_t point);
void sx_builder_value(sx_builder *b, double value);

/* Each begin had a value at least. O(rows + values + points log points). Errors: SX_NOMEM, SX_LIMIT. */
sx_status sx_builder_end(sx_builder *b, sx_measurements *ret_measurements, sx_error *err);

#endif
