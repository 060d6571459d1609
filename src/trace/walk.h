/* The one traversal of a trace: the events of one rank, in program order, one at a time.
 * Lazy: nothing is expanded, and the memory follows the size of the trace, not the number
 * of events. */
#ifndef SX_TRACE_WALK_H
#define SX_TRACE_WALK_H

#include "trace/place.h"

typedef struct sx_walk sx_walk;

typedef struct sx_event {
    const sx_node *node;
    uint64_t execution; /* of this node by this rank, from 0 */
    uint64_t times; /* executions this stands for: 1, more in a folded walk */
    uint32_t comm; /* index; meaningful where COMM is present */
    int64_t comm_size, comm_rank; /* 0 and -1 without communicator */
    uint32_t ncounters;
    const int64_t *counter; /* valid until the next step */
    /* Of each loop around, as long valid: how many trips the present one stands for (1, more in a
     * folded walk), and a number that no other entry into a loop has in this walk of a rank. */
    const uint64_t *trips, *entry;
    uint64_t present; /* bit of each sx_param_id that the node has */
    int64_t value[SX_PARAMS]; /* scalars; ranks absolute in the communicator */
} sx_event;

/* The trace must be bound. Errors: SX_NOMEM, SX_INVALID. */
sx_status sx_walk_create(const sx_trace *trace, sx_walk **ret_walk, sx_error *err);
void sx_walk_destroy(sx_walk *walk);

/* (Re)starts at the first event of `rank`. */
sx_status sx_walk_start(sx_walk *walk, sx_rank rank, sx_error *err);

/* The same, but a loop all of whose iterations are the same for the rank is walked once,
 * and its events stand for all of them: `times`. For counting and comparing. The order
 * within one iteration is kept; `execution` and counters are those of the first. */
sx_status sx_walk_start_folded(sx_walk *walk, sx_rank rank, sx_error *err);

/* The next event, which is an MPI call: marks of regions are passed over. *ret_more is false, and *ret_event untouched, at the end. Amortised
 * O(parameters + depth). */
sx_status sx_walk_next(sx_walk *walk, sx_event *ret_event, bool *ret_more, sx_error *err);

/* Passes over the next n events of a walk that is not folded, or over all that are left where these are fewer:
 * *ret_passed. An iteration of a loop is not entered when the number of events in it is known without that: no trips in it
 * follow from its own counter or from executions, and lists of values in the order of executions are of one length. So the n-th event
 * is found in O(nodes x depth), and by each iteration of other loops O(nodes) more. Errors: SX_INVALID when it is folded; of evaluation. */
sx_status sx_walk_skip(sx_walk *walk, uint64_t n, uint64_t *ret_passed, sx_error *err);

/* The list parameter `id` of the event just returned: its length, and up to `capacity`
 * elements. */
sx_status sx_walk_list(sx_walk *walk, sx_param_id id, size_t capacity,
                       int64_t *ret_element, size_t *ret_length, sx_error *err);

/* Bytes of the buffer of the event just returned, as scalastat lists them: count times
 * type size of the send buffer; of the receive buffer for receives, Scatter and Scatterv;
 * the only buffer of Bcast; the sum over the counts for Alltoallv, Alltoallw and
 * Reduce_scatter; in place: the receive side's (of Gatherv and Allgatherv: of the own
 * part). 0 for completions, Start, and calls without communicator or without a buffer.
 * O(1), O(list) for sums. */
sx_status sx_walk_bytes(sx_walk *walk, int64_t *ret_bytes, sx_error *err);

#endif
