/* How well the values of a trace are founded: its evidence labels, counted. */
#ifndef SX_REPORT_LABELS_H
#define SX_REPORT_LABELS_H

#include "trace/trace.h"

/* Values, domains and communicators of each label, as the summary of an inference counts
 * them: grids and constants stand for themselves. RECORDED ones have none. Works for formula traces too. O(size of the trace). */
void sx_labels_count(const sx_trace *trace, uint64_t ret_count[SX_LABELS]);

#endif
