/* What a formula trace says of one scale, as a recorder would have left it there: sets of ranks as ranklists,
 * numbers in place of expressions. So laws can be asked what an input that nobody recorded would show. */
#ifndef SX_EXTRAP_PLAIN_H
#define SX_EXTRAP_PLAIN_H

#include "trace/trace.h"

/* Of an instantiated trace; without times. Errors: SX_NOMEM, SX_LIMIT (more values than a trace of that scale
 * should have), of evaluation. O(ranks x different executions). */
sx_status sx_plain_trace(sx_arena *arena, const sx_trace *trace, sx_trace *ret_trace,
                         sx_error *err);

#endif
