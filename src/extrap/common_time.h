/* How computation scales in the program as a whole: what calls compute before them, on the mean over all calls of a run. The
 * times of single calls often are a constant share of that, and then have its law, which far more data speak for than for
 * any law of their own. */
#ifndef SX_EXTRAP_COMMON_TIME_H
#define SX_EXTRAP_COMMON_TIME_H

#include "align/runs.h"
#include "base/model.h"

typedef struct sx_common_time {
    uint32_t repeats; /* of the run that has most */
    const double *
        mean_ns; /* run x repeats: the mean over calls but first ones; 0 where there is none */
    bool has_law;
    sx_model law; /* over P and the program's parameters: sx_time_law_of_all finds it */
} sx_common_time;

/* The means, without a law. Errors: SX_NOMEM. O(nodes of all runs). */
sx_status sx_common_time_find(sx_arena *arena, const sx_runs *runs,
                              sx_common_time *ret_common, sx_error *err);

/* Gives the formula trace the law, if some of its histograms have a share of it. Errors: SX_NOMEM. O(nodes). */
sx_status sx_common_time_keep(sx_arena *arena, const sx_common_time *common,
                              sx_trace *formula, sx_error *err);

/* 0 where there is none. */
static inline double sx_common_time_of(const sx_common_time *common, uint32_t run,
                                       uint32_t repeat)
{
    return repeat < common->repeats ? common->mean_ns[run * common->repeats + repeat] : 0;
}

#endif
