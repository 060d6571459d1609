/* Why a decidable value is not proved: what the library doubts of it at a target. */
#ifndef SX_TESTS_LOST_H
#define SX_TESTS_LOST_H

#include "program.h"
#include "trace/trace.h"

/* Prints, for each place where the event of this call site stands, the law of its parameter, the reason given at the target, and which
 * parts of the law's doubt hold there. */
void lost_print(const sx_trace *laws, const sx_trace *there, int event, sx_param_id id);

#endif
