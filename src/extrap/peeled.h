/* Calls that a loop makes in all its trips, and once more behind it, with something left out: a last trip that is recorded apart. */
#ifndef SX_EXTRAP_PEELED_H
#define SX_EXTRAP_PEELED_H

#include "law/law.h"

/* The loop before, with its laws, and the same call in it; NULL where there is none. */
typedef struct sx_peeled {
    const sx_node *loop, *event;
} sx_peeled;

/* Looks for the call of `event` in the loops among the n nodes before it, the last one first. */
sx_peeled sx_peeled_find(const sx_node *event, sx_node *const *before, size_t n);

/* What the call's parameter would be in the trip after the last, where that depends on the trip: the law of the samples where it gives
 * them all, and is none yet, or in doubt wherever the law before is another. `depth` is that of the loop's counter. Errors: SX_NOMEM. */
sx_status sx_peeled_judge(sx_arena *arena, const sx_runs *runs, const sx_peeled *peeled,
                          sx_param_id id, uint32_t depth, const sx_samples *samples,
                          sx_law *law, sx_error *err);

#endif
