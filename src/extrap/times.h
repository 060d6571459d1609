/* Delta times across scales: a curve over P for every field of every histogram (paper 001, 3.5). Histograms
 * of one key (trace/times.h) belong together; where a scale does not tell a kind of time apart and another
 * does, all do not. */
#ifndef SX_EXTRAP_TIMES_H
#define SX_EXTRAP_TIMES_H

#include "align/runs.h"
#include "fit/curve_fit.h"

/* The histograms of `node` in all runs as one entry of curves for each key; none where no run has times. A
 * run without a key has no say in its curves. `in` is who takes part. Errors: SX_NOMEM. */
sx_status sx_times_infer(sx_arena *arena, const sx_runs *runs, const sx_node *node,
                         const bool *in, const sx_curve_selector *selector,
                         sx_times **ret_times, uint32_t *ret_n, sx_error *err);

/* The histogram at p ranks: every curve evaluated, never below 0. */
sx_hist sx_hist_at(const sx_hist *curves, int64_t p);

#endif
