/* A distribution of delta times that is still growing. The memory follows the range of the samples
 * on the logarithmic scale of trace/hist.h, not their number. */
#ifndef SX_RECORD_TALLY_H
#define SX_RECORD_TALLY_H

#include "trace/hist.h"

#include <stdbool.h>

/* All zero is an empty one; `steps` is set before the first sample. Moments are about `pivot`, so that no
 * digits are lost. */
typedef struct sx_tally {
    uint64_t n, min, max;
    double pivot, sum, squares;
    uint32_t steps; /* bins for each doubling (trace/hist.h) */
    uint32_t low, nbins; /* bin[0] is the one of index low */
    uint64_t *bin;
} sx_tally;

void sx_tally_finish(sx_tally *tally);

/* Both return false when out of memory. Merged tallies have equal steps. */
bool sx_tally_add(sx_tally *tally, const uint64_t *ns, uint32_t n); /* all below 2^63 */
bool sx_tally_merge(sx_tally *tally, const sx_tally *other);

/* As a histogram with bins; n > 0. Errors: SX_NOMEM. */
sx_status sx_tally_hist(const sx_tally *tally, sx_arena *arena, sx_hist *ret_hist);

#endif
