/* Who of the ranks of an extrapolated trace is slow: beside calls and pace (trace/pace.h) each rank has a factor of its own, and of the greatest computation of a rank it is known what it
 * comes to (extrap/uneven.h). */
#ifndef SX_EXTRAP_SLOW_RANKS_H
#define SX_EXTRAP_SLOW_RANKS_H

#include "extrap/uneven.h"

/* Notes in a bound trace, where ranks compute so much on the mean, that the one which computes most by its calls and pace computes what is foretold of the busiest one; and
 * that none has a lower factor than ranks of the inputs. Of ranks that compute as much it is the one nearest to that of the largest input, as its formula has
 * it. Nothing where it is not found out what ranks compute. Errors: SX_NOMEM. O(ranks that were looked at). */
sx_status sx_slow_ranks_note(sx_arena *arena, const sx_trace *formula,
                             const sx_uneven *uneven, const sx_busiest *busiest,
                             double mean_ns, sx_trace *trace, sx_error *err);

#endif
