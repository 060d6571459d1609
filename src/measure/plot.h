/* Drawings of measurements and their models, as SVG: a panel for each series with its points, the model, its
 * intervals, and what it says at the targets, along the first parameter. */
#ifndef SX_MEASURE_PLOT_H
#define SX_MEASURE_PLOT_H

#include "base/buffer.h"
#include "measure/fitter.h"
#include "measure/targets.h"

/* Most panels of a drawing. */
enum { SX_PLOT_PANELS = 400 };

typedef struct sx_plot {
    const sx_measurements *data;
    const sx_targets *targets;
    double level;
    size_t panels, columns, drawn;
    sx_buffer body;
} sx_plot;

/* [in] panels  how many series will be added, at most SX_PLOT_PANELS */
void sx_plot_init(sx_plot *plot, const sx_measurements *m, const sx_targets *targets,
                  double level, size_t panels);
void sx_plot_finish(sx_plot *plot);

/* Errors: those of predictions. */
sx_status sx_plot_add(sx_plot *plot, const sx_series *s, const sx_fitted *fitted,
                      sx_error *err);

/* Appends the document. */
void sx_plot_document(const sx_plot *plot, sx_buffer *out);

#endif
