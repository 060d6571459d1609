/* Ranklists by linear systems: every field, start, iterations and strides, of the ranklists of one group in all runs. */
#ifndef SX_PAPER_RANKS_H
#define SX_PAPER_RANKS_H

#include "paper/reading.h"
#include "paper/space.h"

/* Who takes part: everybody, where the group is all of `within` in all runs, or ranklist terms over the space, `exact`; else a
 * fallback, the ranklist of the largest run, `refused` with the reason. Errors: SX_NOMEM.
 * @source paper 001, 3.2: <2 x+1 x-2 x x-2 1> */
sx_status sx_paper_ranks(sx_arena *arena, const sx_runs *runs,
                         const sx_paper_space *space, const sx_paper_group *group,
                         const bool *within, sx_domain *ret_domain, sx_error *err);

#endif
