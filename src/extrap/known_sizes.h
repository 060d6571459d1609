/* Which sizes of messages the inputs have. Libraries send small messages in another way than large ones, so that what a message costs is no line over all sizes: of
 * messages that are smaller than those of all inputs, or larger, the costs of the others tell little. Nobody sends small ones in a way that is dearer than that of the large ones,
 * so they may cost less than is foretold, and larger ones more. */
#ifndef SX_EXTRAP_KNOWN_SIZES_H
#define SX_EXTRAP_KNOWN_SIZES_H

#include "base/model.h"
#include "extrap/busiest.h"

/* By operation; most is 0 where there are none. */
typedef struct sx_known_sizes {
    double least[SX_OPS], most[SX_OPS];
} sx_known_sizes;

/* The trace is an input's scale, with what its busiest rank does. */
void sx_known_sizes_add(sx_known_sizes *sizes, const sx_trace *trace,
                        const sx_busiest *busiest);

/* Widens the interval of what a model of the rest says at a target (extrap/rest.h), as far as it is of messages of unknown sizes. Of these it may be a quarter, or four
 * times as much; the more likely, the further off their sizes are for the doublings that the inputs show. */
void sx_known_sizes_widen(const sx_known_sizes *sizes, const sx_trace *trace,
                          const sx_busiest *busiest, const sx_model *rest, double level,
                          sx_model_prediction *prediction);

#endif
