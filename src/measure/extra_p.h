/* Measurements and their models as an experiment of Extra-P 4, which its programs open: a ZIP file of one document
 * in JSON. Values are there as their mean, median, extremes and deviation; of a model the form that its formula
 * shows, since that is what Extra-P's models are. */
#ifndef SX_MEASURE_EXTRA_P_H
#define SX_MEASURE_EXTRA_P_H

#include "base/buffer.h"
#include "measure/fitter.h"

typedef struct sx_extra_p {
    const sx_measurements *data;
    const char *name; /* of the models: the method */
    sx_buffer measurements, models; /* as members of objects of regions */
    size_t series;
    uint32_t region; /* the last one */
} sx_extra_p;

void sx_extra_p_init(sx_extra_p *e, const sx_measurements *m, const char *name);
void sx_extra_p_finish(sx_extra_p *e);

/* Series come in their order. */
void sx_extra_p_add(sx_extra_p *e, const sx_series *s, const sx_fitted *fitted);

/* Appends the document, experiment.json. */
void sx_extra_p_document(const sx_extra_p *e, sx_buffer *out);

/* Appends the file, experiment.extra-p. A document of 4 GB makes it SX_LIMIT. */
void sx_extra_p_file(const sx_extra_p *e, sx_buffer *out);

#endif
