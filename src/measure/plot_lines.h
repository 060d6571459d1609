/* What a panel of a drawing shows of a model: a line for each set of values of the parameters but the first,
 * few of them if there are many, and the axes that hold them. */
#ifndef SX_MEASURE_PLOT_LINES_H
#define SX_MEASURE_PLOT_LINES_H

#include "measure/axis.h"
#include "measure/fitter.h"
#include "measure/targets.h"

enum { SX_PLOT_LINES = 6, SX_PLOT_SAMPLES = 49 };

typedef struct sx_plot_line {
    double at[SX_MEASURE_PARAMETERS]; /* the first of them counts for nothing */
    double x[SX_PLOT_SAMPLES];
    sx_model_prediction curve[SX_PLOT_SAMPLES];
} sx_plot_line;

typedef struct sx_plot_lines {
    size_t n, all; /* drawn, and how many there are */
    sx_plot_line line[SX_PLOT_LINES];
} sx_plot_lines;

/* Over all points and targets. */
sx_axis sx_plot_lines_x(const sx_measurements *m, const sx_series *s,
                        const sx_targets *targets, double from, double to);

sx_status sx_plot_lines_make(sx_plot_lines *lines, const sx_measurements *m,
                             const sx_series *s, const sx_fitted *fitted, double level,
                             const sx_axis *x, sx_error *err);

/* Over all points, lines and their intervals, as far as these leave the rest to be seen. */
sx_axis sx_plot_lines_y(const sx_plot_lines *lines, const sx_measurements *m,
                        const sx_series *s, const sx_targets *targets,
                        const sx_fitted *fitted, double from, double to);

/* The line through a point; n when it is on none that is drawn. */
size_t sx_plot_lines_find(const sx_plot_lines *lines, const sx_measurements *m,
                          const double *at);

#endif
