/* What the executions of one event took: the first apart from the others, and computation apart by the event
 * before (paper 003, 4.3). Time in the call is not told apart by that: what it depends on is what the partners
 * do, of which the own event before says no more than the call site does. */
#ifndef SX_RECORD_TIMING_H
#define SX_RECORD_TIMING_H

#include "record/tally.h"
#include "trace/times.h"

/* Events before that are told apart; those of others are pooled. */
enum { SX_TIMING_PAIRS = 16 };

/* One execution. */
typedef struct sx_delay {
    uint32_t after; /* call site of the event before; SX_AFTER_ANY: there is none */
    bool untimed; /* its times are among those of another execution */
    uint64_t comp_ns, comm_ns;
} sx_delay;

typedef struct sx_timing_pair {
    uint32_t after;
    sx_tally comp;
} sx_timing_pair;

/* All zero is that of an event that was never executed; `steps` is set before the first execution. */
typedef struct sx_timing {
    uint32_t steps; /* bins for each doubling (trace/hist.h) */
    bool begun; /* `first` is there */
    sx_delay first;
    sx_tally comm;
    uint32_t npairs, last; /* the pair found last */
    sx_timing_pair *pair;
} sx_timing;

void sx_timing_finish(sx_timing *timing);

/* All return false when out of memory. The executions of `later` came after those of `timing`. */
bool sx_timing_add(sx_timing *timing, const sx_delay *delay);
/* `n` executions after that event. */
bool sx_timing_add_all(sx_timing *timing, uint32_t after, const uint64_t *comp_ns,
                       const uint64_t *comm_ns, uint32_t n);
bool sx_timing_merge(sx_timing *timing, const sx_timing *later);

/* What came after an event of call site s came after one of site[s]. */
bool sx_timing_rename(sx_timing *timing, const uint32_t *site);

/* As the entries of an event, ascending; no computation before an event that is the rank's first. Without
 * `comm`, which is for what takes no time itself, computation alone. Errors: SX_NOMEM. */
sx_status sx_timing_times(const sx_timing *timing, bool comm, sx_arena *arena,
                          sx_times **ret_times, uint32_t *ret_n);

#endif
