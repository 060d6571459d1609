/* Where the time of a run will go, and how that changes with the number of ranks: what scalaextrap --summary says. */
#ifndef SX_EXTRAP_OUTLOOK_H
#define SX_EXTRAP_OUTLOOK_H

#include "extrap/forecast.h"

/* What the busiest rank does in a region, or at a call site by one operation: at the target ([0]), and at the largest input
 * ([1]). Times of all rows add up to the time of the run. */
typedef struct sx_outlook_row {
    uint32_t index; /* of the region, or of the call site */
    sx_op op; /* of a call site */
    double computation_ns[2], communication_ns[2], calls[2], bytes[2];
    double gain; /* of its share in the time of the run */
} sx_outlook_row;

/* The number of ranks from which on something holds, as predicted, at the least and at the most: 0 where it does not, up to the
 * last scale that was looked at. */
typedef struct sx_outlook_scale {
    int64_t p, low, high;
} sx_outlook_scale;

/* A prediction at one scale. */
typedef struct sx_outlook_step {
    int64_t p;
    sx_model_prediction time, computation, rest; /* ns */
} sx_outlook_step;

enum { SX_OUTLOOK_STEPS = 32 };

typedef struct sx_outlook {
    sx_forecast forecast;
    int64_t base; /* ranks of the largest input */
    size_t nregions, nsites;
    sx_outlook_row *region, *site; /* those first whose share in the time grew most */
    sx_model_prediction efficiency; /* mean computation in the time of the run */
    uint32_t
        nsteps; /* doublings of the number of ranks, as far as the program takes these or a square or a cube near them */
    sx_outlook_step step[SX_OUTLOOK_STEPS];
    sx_outlook_scale exceeds; /* communication and waiting take longer than computation */
    sx_outlook_scale least; /* the run takes least time */
} sx_outlook;

/* trace: instantiated from `given`, which is the formula with parameters given as at the target. Lives in the arena.
 * forecaster->inputs > 0. Errors: SX_NOMEM, of evaluation. Some 30 instantiations. */
sx_status sx_outlook_make(sx_arena *arena, const sx_forecaster *forecaster,
                          const sx_trace *formula, const sx_trace *given,
                          const sx_trace *trace, double level, sx_outlook *ret_outlook,
                          sx_error *err);

/* The power of the number of ranks by which something grew from the largest input to the target; infinite where it was 0. */
double sx_outlook_power(const sx_outlook *outlook, int64_t p,
                        const double now_and_then[2]);

#endif
