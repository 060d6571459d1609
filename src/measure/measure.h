/* Measurements for models: values of metrics in regions of a program, each measured once or more often at points in
 * the space of the parameters (ranks, sizes). Knows neither how they were written down nor which model fits. */
#ifndef SX_MEASURE_MEASURE_H
#define SX_MEASURE_MEASURE_H

#include <stddef.h>
#include <stdint.h>

/* Most parameters of a point. */
enum { SX_MEASURE_PARAMETERS = 4 };

/* What a measurement is of where the input names no region or metric: as Extra-P calls them. */
#define SX_MEASURE_NO_REGION "<root>"
#define SX_MEASURE_NO_METRIC "<default>"

/* One metric in one region, at some of the points. */
typedef struct sx_series {
    uint32_t region, metric; /* indices */
    uint32_t npoints; /* > 0 */
    const uint32_t *point; /* npoints indices, ascending */
    const size_t *first; /* npoints + 1: the values at point[i] are value[first[i]] up to
                            value[first[i + 1]], in the order of the input; one at least */
} sx_series;

typedef struct sx_measurements {
    size_t nparameters, npoints, nregions, nmetrics, nseries;
    const char *const
        *parameter; /* names are UTF-8 without NUL, whatever else is in them */
    const char *const *region;
    const char *const *metric;
    const double
        *point; /* npoints x nparameters, all > 0, distinct, in ascending order */
    const double *value; /* finite */
    const sx_series *series; /* no two of the same region and metric; by region,
                                then metric, which are in the order in which the input names them */
} sx_measurements;

/* The coordinates of point i of a series: nparameters of them. */
static inline const double *sx_series_point(const sx_measurements *m, const sx_series *s,
                                            size_t i)
{
    return m->point + s->point[i] * m->nparameters;
}

#endif
