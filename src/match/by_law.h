/* Whether the laws of a trace agree with each other for all ranks at once, without looking at one: where each send's
 * law has a receive whose law leads back. What it accepts agrees; what it does not may agree as well. */
#ifndef SX_MATCH_BY_LAW_H
#define SX_MATCH_BY_LAW_H

#include "trace/trace.h"

/* *ret_undecided: NULL when all agrees, else the first event in the program of which that cannot be told.
 * Costs nothing that grows with P. Errors: SX_NOMEM. */
sx_status sx_match_by_law(const sx_trace *trace, const sx_node **ret_undecided,
                          sx_error *err);

#endif
