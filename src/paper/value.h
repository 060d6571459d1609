/* The value of a parameter in one group of ranks, as the published method extrapolates it: each of its entries, one for
 * an execution or an element that differs, is a number per run. */
#ifndef SX_PAPER_VALUE_H
#define SX_PAPER_VALUE_H

#include "paper/reading.h"
#include "paper/space.h"

/* End points and other values by combinations; sizes by curves, averaged over all ranks where the group's differ. Where the method
 * has nothing to say: what the first rank of the group has in the largest run, `refused` with the reason. `value` is the recorded
 * one. Errors: SX_NOMEM.
 * @source paper 001, 3.2; averages: 3.3, for Alltoallv there, for every size here that no group of ranks shares */
sx_status sx_paper_value(sx_arena *arena, const sx_runs *runs,
                         const sx_paper_space *space, const sx_paper_reading *reading,
                         const sx_paper_group *group, const sx_value *value,
                         sx_value *ret_value, sx_error *err);

#endif
