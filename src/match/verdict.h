/* What a tally says: the channels that do not balance, and the groups that do not agree. */
#ifndef SX_MATCH_VERDICT_H
#define SX_MATCH_VERDICT_H

#include "match/findings.h"
#include "match/tally.h"

/* Adds to the tally's findings. *ret_unsized: channels whose sizes were not compared one by one for want of time.
 * O(channels log channels), and for a channel with sizes that neither are the same in the same order nor all fit, the
 * events of its two ranks up to the first message that does not. */
sx_status sx_verdict_messages(sx_tally *tally, uint64_t *ret_unsized, sx_error *err);

/* *ret_unlisted: groups in which counts of pairs do not agree, which were not found for want of time. */
sx_status sx_verdict_together(sx_tally *tally, uint64_t *ret_unlisted, sx_error *err);

#endif
