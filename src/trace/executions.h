/* The executions of a node by one rank: which counters the loops around it have at each, as their trips
 * follow from entry to entry. */
#ifndef SX_TRACE_EXECUTIONS_H
#define SX_TRACE_EXECUTIONS_H

#include "trace/value.h"

enum { SX_EXECUTIONS_LIMIT = 1 << 24 };

/* Executions from which all others follow: those of one run through the loops from depth `first` on, or,
 * where that is 0, of the whole program. */
typedef struct sx_span {
    uint32_t first;
    uint64_t n;
} sx_span;

/* The innermost loops, from a depth of at most `outermost` on, after which all trips in them and a sequence of
 * `length` values, one for each execution, begin again; all loops where none do. trips[d], outermost first, has
 * what each entry into the loop at depth d makes. .n is 0 where the node is never executed. False when the
 * iterations are more than SX_EXECUTIONS_LIMIT, or trips are negative. O(depth^2 x runs). */
bool sx_span_find(const sx_seq *const *trips, uint32_t depth, uint32_t outermost,
                  uint64_t length, sx_span *ret_span);

typedef struct sx_executions {
    const sx_seq *const *trips;
    uint32_t depth, first;
    bool started;
    uint64_t entry[SX_MAX_DEPTH]; /* the next into each loop */
    sx_seq_cursor last[SX_MAX_DEPTH]; /* where in its trips that is */
    int64_t left[SX_MAX_DEPTH]; /* iterations after this one */
    int64_t counter[SX_MAX_DEPTH]; /* of loops outside of the span: 0 */
} sx_executions;

/* Before the first of a span; `trips` must outlive it. */
void sx_executions_init(sx_executions *at, const sx_seq *const *trips, uint32_t depth,
                        uint32_t first);

/* The next; false at the end. O(1) but for loops that are entered for no trip. */
bool sx_executions_next(sx_executions *at);

#endif
