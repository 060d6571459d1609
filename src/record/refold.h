/* The canonical form of a recorded program, where call sites may serve several calls of the source: folding looks at call
 * sites alone, so that it takes one of these calls for another and folds loops from the middle of a trip on. When all
 * ranks are merged, what values tell apart (record/classes.h) goes through the compressor again as calls of their own. */
#ifndef SX_RECORD_REFOLD_H
#define SX_RECORD_REFOLD_H

#include "trace/trace.h"

/* As sx_trace_canonical, of the program or of one that says the same where that is much shorter; before it, as merging left
 * it, with times that are finished. Nothing but the canonical form of the program where ranks have different trips or events
 * of a call differ in whom their values are for, where there are multisets, sketches or values without order, and
 * where there are too many executions. Delta times of a node that becomes several are shared out
 * among these by how often each is executed. Errors: SX_NOMEM. */
sx_status sx_refold(sx_arena *arena, sx_trace *trace, sx_error *err);

#endif
