/* One law for the histograms of a delta time at several scales: models of how many samples there are and of their mean,
 * and what share of the mean each other field has. */
#ifndef SX_EXTRAP_TIME_LAW_H
#define SX_EXTRAP_TIME_LAW_H

#include "align/runs.h"

/* hist[i], of n >= 1, is one of run[i]; several of one run are repeats. A parameter counts where it is positive and
 * differs between them. Numbers are rounded as a formula trace has them. Errors: SX_NOMEM. */
sx_status sx_time_law_fit(sx_arena *arena, const sx_runs *runs, const sx_hist *hist,
                          const uint32_t *run, uint32_t n, const sx_hist_law **ret_law,
                          sx_error *err);

/* P and the program's parameters at the scale of a trace, as laws read them. */
void sx_time_law_place(const sx_trace *trace, double ret_at[SX_MODEL_PARAMETERS]);

#endif
