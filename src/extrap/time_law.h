/* One law for the histograms of a delta time at several scales: models of how many samples there are and of their mean,
 * and what share of the mean each other field has. */
#ifndef SX_EXTRAP_TIME_LAW_H
#define SX_EXTRAP_TIME_LAW_H

#include "extrap/common_time.h"

/* Histograms of one key. */
typedef struct sx_time_samples {
    uint32_t n; /* >= 1 */
    sx_hist *hist;
    uint32_t *run, *repeat; /* of each; several of one run are repeats */
} sx_time_samples;

/* A parameter counts where it is positive and differs between the samples. Where these are a constant share of `common`, as far as
 * can be told, the law is that of `common`; NULL: it never is. Numbers are rounded as a formula trace has them. Errors: SX_NOMEM. */
sx_status sx_time_law_fit(sx_arena *arena, const sx_runs *runs,
                          const sx_common_time *common, const sx_time_samples *samples,
                          const sx_hist_law **ret_law, sx_error *err);

/* Gives `common` the law of its means, if there are any. Errors: SX_NOMEM. */
sx_status sx_time_law_of_all(sx_arena *arena, const sx_runs *runs, sx_common_time *common,
                             sx_error *err);

/* Where the law is a share of `common`: that of this one. Errors: SX_NOMEM. */
sx_status sx_time_law_renew(sx_arena *arena, const sx_model *common, sx_hist *hist,
                            sx_error *err);

/* Keeps few forms of the model, rounded as a formula trace has them: the first, which may be the value alone, of no weight, and others that have some. One of them has. */
void sx_time_law_shorten(sx_model *model);

/* P and the program's parameters at the scale of a trace, as laws read them. */
void sx_time_law_place(const sx_trace *trace, double ret_at[SX_MODEL_PARAMETERS]);

#endif
