/* Exchanges along several axes from one call site: a rank that takes part along some of the axes only folds those into a
 * loop of as many trips, so that the i-th trip is another axis on each rank. The tag tells which exchange a trip is. */
#ifndef SX_ALIGN_UNTANGLE_H
#define SX_ALIGN_UNTANGLE_H

#include "align/runs.h"

/* Takes short loops of the merged program apart in which ranks make different numbers of trips, one per tag, and puts what is
 * around them in an order in which every call stands once: the one that all ranks keep. Left as it is where there is
 * none. The events of every rank stay as they are, and in their order.
 * Errors: SX_NOMEM. O(calls in what is taken apart squared x ranks). */
sx_runs_step sx_runs_untangle;

#endif
