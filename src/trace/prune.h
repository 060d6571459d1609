/* A part of a trace that walks like the whole: chosen events with chosen parameters,
 * in their loops. Executions count as in the whole, since nodes are kept or dropped
 * for all ranks. */
#ifndef SX_TRACE_PRUNE_H
#define SX_TRACE_PRUNE_H

#include "trace/trace.h"

/* In a mask, beside the bits of sx_param_id: the node stays even with no parameter. */
#define SX_KEEP_NODE (UINT64_C(1) << 63)

/* keep [in]: a mask for every node of the (numbered) trace. A loop stays when anything
 * inside does; with a parameter stay its list length and COMM. The tables are shared;
 * *ret_trace is numbered. *ret_empty: nothing is left. */
sx_status sx_trace_prune(sx_arena *arena, const sx_trace *trace, const uint64_t *keep,
                         sx_trace *ret_trace, bool *ret_empty, sx_error *err);

/* By the ids of the pruned trace: the nodes of the whole that they are copies of. NULL when
 * out of memory. */
const sx_node **sx_prune_origins(sx_arena *arena, const sx_trace *trace,
                                 const uint64_t *keep);

#endif
