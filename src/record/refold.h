/* The canonical form of a recorded program, where call sites may serve several calls of the source, and where loops were torn:
 * folding looks at call sites alone, and at what came so far, so that it takes one of these calls for another, folds loops from
 * the middle of a trip on, and does not see that an inner loop made one trip at first. When all ranks are merged, the program is
 * looked at as a whole: what may be calls of their own is told apart (record/split.h), and their loops follow from
 * which of them comes behind which (record/flow.h), or go through the compressor again. */
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
