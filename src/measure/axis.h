/* Axes of drawings: from values to places along a line, and the values to write beside it. */
#ifndef SX_MEASURE_AXIS_H
#define SX_MEASURE_AXIS_H

#include <stdbool.h>
#include <stddef.h>

enum { SX_AXIS_TICKS = 12 };

typedef enum sx_axis_kind { SX_AXIS_LINEAR, SX_AXIS_LOG2, SX_AXIS_LOG10 } sx_axis_kind;

typedef struct sx_axis {
    sx_axis_kind kind;
    double low, high; /* values, low < high */
    double from, to; /* their places */
} sx_axis;

/* Over values from `low` to `high`, with some room at both ends; logarithmic ones want low > 0. */
sx_axis sx_axis_make(sx_axis_kind kind, double low, double high, double from, double to);

/* The place of a value; of one beyond an end, that end's. */
double sx_axis_place(const sx_axis *axis, double value);

/* The value at `part` of the way, in [0, 1]. */
double sx_axis_value(const sx_axis *axis, double part);

/* Round values on the axis, ascending; how many. */
size_t sx_axis_ticks(const sx_axis *axis, double *ret_tick);

#endif
