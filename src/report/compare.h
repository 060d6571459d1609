/* Whether two traces have the same events for every rank: operation, communicator,
 * peer, count, datatype, tag, root and all other parameters, in order; not call sites,
 * not times (unless asked), and not which of several requests happened to complete. */
#ifndef SX_REPORT_COMPARE_H
#define SX_REPORT_COMPARE_H

#include "report/times.h"
#include "trace/trace.h"

typedef struct sx_compare_options {
    const char *name[2]; /* what differences call the traces */
    size_t max; /* differences that are described */
    bool times; /* histograms count, too */
    bool
        sums; /* how what a rank sends in a collective is divided among the others does not count */
    bool wildcards; /* a receive from anybody is the same as one from somebody */
} sx_compare_options;

typedef struct sx_difference {
    sx_rank rank;
    uint64_t event; /* of the rank in the first trace, from 1: a line of its listing */
    const char *text; /* "Isend: peer is 3 in A, 4 in B; called at .." */
    const sx_node *node[2]; /* NULL where a trace has ended */
} sx_difference;

typedef struct sx_comparison {
    bool same;
    sx_rank ranks_different;
    uint64_t events[2], events_same;
    struct sx_op_comparison {
        uint64_t events[2], same;
        sx_time_total time[2];
    } op[SX_OPS];
    size_t ndifferences;
    /* The first ones, by rank and event; of two events that differ in every iteration
     * of a loop, the first one. */
    sx_difference *difference;
    bool resolved
        [2]; /* with wildcards: the trace has a sender where the other has anybody */
    bool paired; /* the traces have the same structure */
    uint64_t histograms_different; /* events in the file; with times, where paired */
} sx_comparison;

/* Both bound, of one P (else SX_MISMATCH). Results live in the arena. Where the
 * structures are the same only what is written differently is evaluated, once per rank
 * and loop: O(P) per such value; a rank that differs, and every rank where the
 * structures are not the same, costs O(its events). */
sx_status sx_compare(sx_arena *arena, const sx_trace *a, const sx_trace *b,
                     const sx_compare_options *options, sx_comparison *ret_comparison,
                     sx_error *err);

#endif
