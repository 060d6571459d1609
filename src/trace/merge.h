/* Two programs into one by aligning their structure: ranks of one run when the recorder finishes, and
 * runs of several scales when laws are inferred. Where they differ, presence becomes a set of
 * ranks and parameters become elastic; the order of events within a rank never changes. */
#ifndef SX_TRACE_MERGE_H
#define SX_TRACE_MERGE_H

#include "trace/trace.h"

typedef struct sx_merge_options {
    sx_rank shift_b; /* added to every rank of b: puts the ranks of another run behind those of a */
    bool pool_times; /* one histogram for both; else each keeps its own, with its ranks */
} sx_merge_options;

/* Merges b into a copy of a. Neither may hold expressions; the sets of ranks (after the shift) are
 * disjoint. Tables of sites, modules, communicators, types and reduction operations are united and the
 * indices rewritten. *ret_trace has p = a.p + b.p (shift 0: a.p, which must equal b.p).
 * Nodes pair up by a longest common subsequence on (operation, call site), loops by the best match of
 * their bodies, and a stretch without a loop also with a loop around the same events, as one trip.
 * O(n m) in the nodes of two blocks that differ, O(n) in those that do not. Errors: SX_NOMEM,
 * SX_LIMIT. */
sx_status sx_trace_merge(sx_arena *arena, const sx_trace *a, const sx_trace *b,
                         const sx_merge_options *options, sx_trace *ret_trace, sx_error *err);

/* Brings pieces, ranklists and domains to their canonical and shortest form; `all` where a set is that
 * of everybody who takes part. Two equal traces then have the same text. */
sx_status sx_trace_canonical(sx_arena *arena, sx_trace *trace, sx_error *err);

#endif
