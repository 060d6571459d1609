/* Where a set of ranks begins or ends: one number for each input that has the set. */
#ifndef SX_LAW_BOUND_H
#define SX_LAW_BOUND_H

#include "law/law.h"

/* By run: the number, and whether the run has one; of the first that belong to the set, or of the last. */
typedef struct sx_bound {
    const int64_t *value;
    const bool *has;
    bool is_last;
} sx_bound;

/* Along an axis of a grid: a number, or so much less than the extent; both fit where the extent is the same in all inputs, and
 * then the doubt is where it is another. Else the larger or the smaller of both, as long as that is exact. ret_law->expr is NULL
 * where it is none of these. Errors: SX_NOMEM. */
sx_status sx_bound_of_axis(sx_arena *arena, const sx_runs *runs, uint32_t grid,
                           uint32_t axis, sx_bound bound, sx_law *ret_law, sx_error *err);

/* Among all ranks: a number, a line in the scale, or the larger or the smaller of a number and so much less than P. */
sx_status sx_bound_of_ranks(sx_arena *arena, sx_runs *runs, sx_bound bound,
                            sx_law *ret_law, sx_error *err);

#endif
