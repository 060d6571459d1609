/* Delta times across scales: a law for every histogram, or as published (paper 001, 3.5) a curve over P for every field. Histograms
 * of one key (trace/times.h) belong together; where a scale does not tell a kind of time apart and another
 * does, all do not. */
#ifndef SX_EXTRAP_TIMES_H
#define SX_EXTRAP_TIMES_H

#include "extrap/common_time.h"
#include "fit/curve_fit.h"

/* How they are found: models with intervals (fit/model.h), or one curve a field. */
typedef struct sx_time_choice {
    bool models;
    const sx_curve_selector
        *curves; /* where there are no models; NULL: times are left out */
} sx_time_choice;

static inline bool sx_times_wanted(const sx_time_choice *choice)
{
    return choice->models || choice->curves;
}

/* The choice of that name: "default", or one of sx_curve_selectors. False when there is none. */
bool sx_time_choice_named(const char *name, sx_time_choice *ret_choice);

/* The histograms of `node` in all runs as one entry of curves, or with one law, for each key; none where no run has
 * times. A run without a key has no say in its curves. `in` is who takes part; `common` what computation has in
 * common, where there are models, or NULL. Errors: SX_NOMEM. */
sx_status sx_times_infer(sx_arena *arena, const sx_runs *runs, const sx_node *node,
                         const bool *in, const sx_time_choice *choice,
                         const sx_common_time *common, sx_times **ret_times,
                         uint32_t *ret_n, sx_error *err);

/* The same for each event of `from`, in which the ranks `in` take part; `to` has its shape. */
sx_status sx_times_infer_all(sx_arena *arena, const sx_runs *runs, const sx_block *from,
                             const bool *in, const sx_time_choice *choice,
                             const sx_common_time *common, sx_block *to, sx_error *err);

#endif
