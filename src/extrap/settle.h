/* Times of an extrapolated trace as a whole. Each call's have a law of their own, fitted to few numbers; how often calls are made is known
 * by structure, and what ranks compute altogether has models that foretell it better than any sum of laws (extrap/forecast.h). Where
 * forecasts of parts and of the whole disagree, the parts give way, most those of which the laws are least sure (Hyndman, Ahmed, Athanasopoulos and Shang, Optimal combination
 * forecasts for hierarchical time series, 2011; there by least squares, here in proportion to intervals). */
#ifndef SX_EXTRAP_SETTLE_H
#define SX_EXTRAP_SETTLE_H

#include "extrap/forecast.h"

/* Of a bound trace that was instantiated from the formula: histograms have as many samples as there are executions, their computation
 * adds up to what is foretold, the pace of ranks is that of their points there (extrap/pace_law.h), and meta data say that the busiest one computes what is foretold of it. Of many ranks a spread stands
 * for all. Where nothing is known of single ranks of the inputs, they are as uneven as those of the largest input. Where that is not known (forecaster->inputs is 0, ranks with too many events to be gone through), times
 * stay as they are. Errors: SX_NOMEM. O(ranks that are looked at x events with loops folded). */
sx_status sx_settle_times(sx_arena *arena, const sx_trace *formula,
                          const sx_forecaster *forecaster, sx_trace *trace,
                          sx_error *err);

#endif
