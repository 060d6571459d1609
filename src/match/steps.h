/* The calls of one rank, one after the other, as far as they may have to wait for other ranks. */
#ifndef SX_MATCH_STEPS_H
#define SX_MATCH_STEPS_H

#include "trace/groups.h"
#include "trace/walk.h"

typedef enum sx_step_kind {
    SX_STEP_MESSAGE, /* sends, receives, or both */
    SX_STEP_PREPARE, /* the same as a persistent request, which is started later */
    SX_STEP_PROBE, /* waits for a message without taking it */
    SX_STEP_TOGETHER, /* of all members of a communicator; MPI_Finalize: of all ranks */
    SX_STEP_COMPLETE, /* requests */
    SX_STEP_START,
    SX_STEP_FREE, /* requests, without waiting for them */
    SX_STEP_UNPLACED /* with whom, the trace does not say */
} sx_step_kind;

/* One direction of a message. */
typedef struct sx_end {
    bool there;
    sx_rank rank; /* of the world; SX_ANY */
    int64_t tag; /* SX_ANY */
} sx_end;

typedef struct sx_step {
    sx_step_kind kind;
    const sx_node *node;
    uint64_t execution;
    uint32_t comm;
    int64_t group, size; /* of the communicator: see sx_groups_of */
    sx_end to, from;
    int64_t bytes; /* of what is sent; -1: not known */
    int64_t root; /* SX_NULL: none */
    bool waits; /* before the next call; a completion waits for all of its requests */
    bool any; /* for one of them only */
    bool listed; /* which requests they are is known */
    size_t nrequests;
    const int64_t *request; /* names as in a trace; valid until the next step but one */
} sx_step;

typedef struct sx_steps sx_steps;

/* The trace must be bound. Errors: SX_NOMEM; of evaluation. */
sx_status sx_steps_create(const sx_trace *trace, const sx_groups *groups,
                          sx_steps **ret_steps, sx_error *err);
void sx_steps_destroy(sx_steps *steps);

/* From the first call of the rank. */
sx_status sx_steps_start(sx_steps *steps, sx_rank rank, sx_error *err);
/* *ret_more is false at the end; *ret_events grows by the calls that were walked. Errors: of evaluation; SX_LIMIT
 * where a call has more than 2^16 requests; SX_INVALID where an end point is no rank of its communicator. */
sx_status sx_steps_next(sx_steps *steps, sx_step *ret_step, bool *ret_more,
                        uint64_t *ret_events, sx_error *err);

/* Whether the call makes a request, which others then name by how many were made since. */
bool sx_step_requests(sx_op op);

#endif
