/* Two programs into one by aligning their structure: ranks of one run when the recorder finishes, and
 * runs of several scales when laws are inferred. Where they differ, presence becomes a set of
 * ranks and parameters become elastic; the order of events within a rank never changes. */
#ifndef SX_TRACE_MERGE_H
#define SX_TRACE_MERGE_H

#include "trace/trace.h"

typedef struct sx_merge_options {
    sx_rank
        shift_b; /* 0: two parts of one run; a's p: b is another run, whose ranks come behind */
    bool pool_times; /* one histogram for both; else each keeps its own, with its ranks */
    bool
        sum_totals; /* COUNT and RCOUNT of Alltoallv and its kin, which then are totals, become sums over
                        the ranks, for sx_trace_average */
    uint32_t
        draw_limit; /* values whose order is given up (trace/draw.h) are dealt out among ranks where
                            they are more runs than this; 0: never */
} sx_merge_options;

/* Merges b into a copy of a. Neither may hold expressions; the sets of ranks (after the shift) are
 * disjoint. Tables of sites, modules, communicators, types and reduction operations are united and the
 * indices rewritten; of meta data that both have, a's stay; grids and constants are dropped. *ret_trace
 * has p = a.p + b.p (shift 0: a.p, which must equal b.p), and shares no memory with a and b.
 *
 * ALL at the top of the program stands for 0 .. p - 1. So where parts of one run are merged, every set at
 * the top must be given as a ranklist, and is in the result; sx_trace_canonical brings ALL back.
 *
 * Nodes pair up by a longest common subsequence on (operation, call site, which parameters there are),
 * loops by the best match of their bodies; a stretch of nodes also with a loop around the same events,
 * as one trip. Nodes of one side only, between two pairs, come in the order of their call paths. O(n)
 * in the nodes of two blocks that pair up one to one, else O(n m), with windows where that is too much.
 * End points must be relative in both or in none. Errors: SX_NOMEM, SX_LIMIT, SX_INVALID. */
sx_status sx_trace_merge(sx_arena *arena, const sx_trace *a, const sx_trace *b,
                         const sx_merge_options *options, sx_trace *ret_trace,
                         sx_error *err);

/* Sums over ranks become averages, rounded to the nearest: of as many ranks as a piece is for. Executions of
 * different ranks are added in their order; where two ranks' periods have no short common one, they stay
 * apart. In place; new parts are the arena's. Errors: SX_NOMEM. */
sx_status sx_trace_average(sx_arena *arena, sx_trace *trace, sx_error *err);

/* Brings pieces, ranklists and domains to their canonical and shortest form; `all` where a set is that
 * of everybody who takes part. Two equal traces then have the same text, provided that sequences of more
 * than 2^16 values were canonical before. Loops that all their ranks run through exactly once become part
 * of the block around. Scalars are listed by rank where that is shorter. In place; new parts are the
 * arena's. Also numbers the nodes. Scalars that change from execution to execution become expressions of the
 * counters where these are shorter and the same for all ranks; sx_trace_unfold takes those back. A loop becomes two, one
 * right inside the other, where values that begin anew tell them apart and that is shorter. */
sx_status sx_trace_canonical(sx_arena *arena, sx_trace *trace, sx_error *err);

/* A trace of one run with sequences in place of expressions, so that it can be merged: a piece for each rank that
 * takes part, end points relative as they are recorded. Lists, and what is under a condition or in a loop whose
 * sets are expressions, stay as they are. Nothing of the trace changes but what *ret_trace points to; new parts are
 * the arena's. Errors: SX_NOMEM, of evaluation, SX_LIMIT (more than SX_EXECUTIONS_LIMIT values of a rank). */
sx_status sx_trace_unfold(sx_arena *arena, const sx_trace *trace, sx_trace *ret_trace,
                          sx_error *err);

#endif
