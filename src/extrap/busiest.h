/* What ranks of a trace do, by its structure, and the busiest of them: how often it makes each call, what it computes before them, and what its
 * messages are. Of many ranks a spread is looked at (trace/some_ranks.h), and those at corners, next to them, and at sides (extrap/places.h). */
#ifndef SX_EXTRAP_BUSIEST_H
#define SX_EXTRAP_BUSIEST_H

#include "extrap/local_classes.h"
#include "extrap/traffic.h"

/* How often it makes a call, the bytes of all of these and what they send, and what they take by the means over all ranks. */
typedef struct sx_busiest_call {
    double calls, bytes, ns[SX_TIMES_KINDS];
    sx_traffic traffic;
} sx_busiest_call;

enum { SX_BUSIEST_RANKS = 256 }; /* at most that are looked at */

/* What the computation of a rank may go with: that it is there (1), calls, points, points at each call, and these once for each side of the grid that it
 * stands on, where there is more to do or less. */
typedef enum sx_work_kind {
    SX_WORK_ALIKE,
    SX_WORK_CALLS,
    SX_WORK_POINTS,
    SX_WORK_CALLED_POINTS,
    SX_WORK_AT_SIDES,
    SX_WORK_KINDS
} sx_work_kind;

/* So many of them go into one model, and which is the first: where points are known, and so who stands on a side, that all are alike is
 * left out. */
enum { SX_WORK_TOGETHER = SX_WORK_KINDS - 1 };
int sx_work_first(const sx_local_volume *volume);

typedef struct sx_work {
    double stands_for; /* so many ranks: of all those looked at together P */
    double amount[SX_WORK_KINDS];
    sx_rank rank;
    double called_ns; /* what its calls compute before them by the means over all ranks */
} sx_work;

typedef struct sx_busiest {
    sx_rank
        rank; /* which computes most, by the means of what calls compute before them */
    sx_busiest_call *call, all; /* by node, and together */
    double
        least_ns; /* what its calls take if each takes as long as the shortest by their histograms, of all ranks; 0: that is not known. Of a trace made from a formula it is as short of the mean as in the inputs on the mean */
    size_t nranks; /* that were looked at */
    sx_work *work; /* of each: first those of trace/some_ranks.h */
    double mean_work[SX_WORK_KINDS],
        most_work[SX_WORK_KINDS]; /* of all ranks, and of any of those */
    sx_traffic *mean; /* by operation: of all ranks */
} sx_busiest;

/* Of a rank that makes so many calls. */
void sx_work_amounts(double calls, const sx_local_points *points,
                     double ret_amount[SX_WORK_KINDS]);

/* What some ranks do on the mean becomes what all do, as far as that goes with points: those of the ones looked at are not just as many. */
void sx_work_settle(const sx_local_classes *classes, double mean_work[SX_WORK_KINDS]);

/* The trace is bound, and was made from the formula in which the volume was found. Lives in the arena. Errors: SX_NOMEM, of evaluation. O(ranks that are looked at x events with loops
 * folded). */
sx_status sx_busiest_find(sx_arena *arena, const sx_trace *trace,
                          const sx_local_volume *volume, sx_busiest *ret_busiest,
                          sx_error *err);

#endif
