/* One law where a condition holds, another where it does not. */
#ifndef SX_LAW_SIDES_H
#define SX_LAW_SIDES_H

#include "law/law.h"

/* A condition for samples that are 0 or 1; expr NULL where there is none. Errors: SX_NOMEM. */
sx_status sx_side_find(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err);

/* IF(where, a, b) with laws of the simple families; expr NULL where a side has no law, or is seen in less than two runs. It stands on
 * the evidence for `where`, too. Errors: SX_NOMEM. */
sx_status sx_sides_try(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       const sx_law *where, sx_law *ret_law, sx_error *err);

#endif
