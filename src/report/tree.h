/* The program of a trace as an indented listing of its loops and operations, in words in
 * which a reader recognises the application. */
#ifndef SX_REPORT_TREE_H
#define SX_REPORT_TREE_H

#include "report/site.h"

/* Of a trace of a run (bound) or of a formula trace. O(size of the trace), times its ranks up
 * to a few thousand. Errors: SX_NOMEM. */
sx_status sx_tree_print(sx_buffer *out, const sx_trace *trace, const sx_sources *sources,
                        sx_error *err);

#endif
