/* How long a program takes at another scale. The time of a run is what its busiest rank computes, and the rest: calls, and waiting for
 * others in them. What ranks compute on the mean has a model over P and the program's parameters, as a whole, for each call, or for each point that a rank has by the laws
 * of sizes, whichever the inputs speak for, and the busiest one a multiple of it (extrap/uneven.h); the rest is linear in messages, their bytes, and in waiting
 * (extrap/rest.h). Messages and bytes of the busiest rank, those inside of
 * collective calls too (extrap/traffic.h), are known at every scale by structure (extrap/busiest.h); models are fitted to how long the inputs took, as a formula trace notes it (trace/measured.h).
 * Papers 000 and 001 predict times by replaying or running what they made; this needs neither. */
#ifndef SX_EXTRAP_FORECAST_H
#define SX_EXTRAP_FORECAST_H

#include "base/model.h"
#include "extrap/known_sizes.h"
#include "extrap/uneven.h"

/* What the inputs say, once for all targets. */
typedef struct sx_forecaster {
    uint32_t inputs; /* that were measured; 0: there is nothing to predict from */
    uint32_t
        parameters; /* of the models of computation: P, and those of the program that differ between inputs */
    uint32_t of
        [SX_MODEL_PARAMETERS]; /* which these are: 0 is P, 1 the first of the program .. */
    /* What ranks compute on the mean for each that there is of what they do (extrap/busiest.h), ns; and how likely it is that it is that which has
     * this law at other scales. Nobody computes at sides alone: in that place is what is linear in several kinds, from the first on. */
    sx_model per[SX_WORK_KINDS];
    double likely[SX_WORK_KINDS];
    int first;
    /* How much more the busiest one does; where inputs do not say what single ranks do, the same multiple at every scale of what the most of that kind comes to. */
    sx_uneven uneven;
    sx_model more[SX_WORK_KINDS];
    sx_model rest; /* over the quantities of extrap/rest.h; ns */
    double rest_noise; /* of one run, relative to its time */
    sx_known_sizes sizes;
    double calls; /* that a rank of the largest input makes on the mean */
} sx_forecaster;

typedef struct sx_forecast {
    double level; /* of the intervals */
    sx_model_prediction time, computation,
        rest; /* ns; the first is the sum of the others */
    double mean_computation_ns; /* of all ranks */
    sx_busiest busiest;
} sx_forecast;

/* Inputs at whose scale the formula cannot be instantiated have no say. Errors: SX_NOMEM. O(inputs x (size of the formula
 * trace + what busiest.h says)). */
sx_status sx_forecaster_create(const sx_trace *formula, sx_forecaster *ret_forecaster,
                               sx_error *err);

/* The trace at the scale of an input. Errors: of sx_trace_give and sx_instantiate. */
sx_status sx_forecast_instantiate(sx_arena *arena, const sx_trace *formula,
                                  const sx_measured *input, sx_trace *ret_trace,
                                  sx_error *err);

/* What ranks compute on the mean at the scale of the trace, where they do so much on the mean; ns. Errors: of evaluation. */
sx_status sx_forecast_computation(const sx_forecaster *forecaster, const sx_trace *trace,
                                  const double mean_work[SX_WORK_KINDS], double *ret_ns,
                                  sx_error *err);

/* At the scale of `trace`, which was instantiated from the formula; forecaster->inputs > 0. Lives in the arena. Errors: SX_NOMEM, of
 * evaluation. */
sx_status sx_forecast_make(sx_arena *arena, const sx_forecaster *forecaster,
                           const sx_trace *trace, double level, sx_forecast *ret_forecast,
                           sx_error *err);

#endif
