/* What one rank communicates, one act after the other: messages that it sends, buffers that it posts, and calls that
 * it makes together with others. Persistent requests act when they are started; probes, completions and messages
 * from or to MPI_PROC_NULL do not. */
#ifndef SX_MATCH_ACT_H
#define SX_MATCH_ACT_H

#include "trace/groups.h"
#include "trace/walk.h"

typedef enum sx_act_kind {
    SX_ACT_SEND,
    SX_ACT_RECEIVE,
    SX_ACT_TOGETHER, /* a collective operation, or one that makes or frees a communicator */
    SX_ACT_ENTER, /* a loop that is walked once for all of its trips begins */
    SX_ACT_LEAVE, /* and ends: what was since then comes `trips` times */
    SX_ACT_NOWHERE, /* an end point or a root that is no rank of the communicator (`peer`), or no member's call (`size` 0) */
    SX_ACT_UNMADE, /* a persistent request is started that was not made */
    SX_ACT_UNPLACED /* a send, receive or collective on a communicator of which the trace does not say who is in it */
} sx_act_kind;

enum { SX_ACT_UNKNOWN = -1 }; /* bytes of a buffer that is not known */

typedef struct sx_act {
    sx_act_kind kind;
    const sx_node *node;
    uint32_t comm;
    int64_t group; /* tells the groups of the communicator apart */
    int64_t own, size; /* the rank in it, and how many there are */
    /* SEND, RECEIVE */
    int64_t peer, tag; /* SX_ANY: wildcards */
    int64_t bytes;
    uint64_t trips; /* LEAVE */
    const sx_event *event; /* TOGETHER: valid until the next act */
} sx_act;

typedef struct sx_acts sx_acts;

/* The trace must be bound. Errors: SX_NOMEM, SX_INVALID. */
sx_status sx_acts_create(const sx_trace *trace, const sx_groups *groups,
                         sx_acts **ret_acts, sx_error *err);
void sx_acts_destroy(sx_acts *acts);

/* From the first act of a rank. `folded`: with ENTER and LEAVE. */
sx_status sx_acts_start(sx_acts *acts, sx_rank rank, bool folded, sx_error *err);
/* *ret_more is false at the end. Errors: of the walk; SX_LIMIT where there are too many requests. */
sx_status sx_acts_next(sx_acts *acts, sx_act *ret_act, bool *ret_more, sx_error *err);

/* The walk, to look at lists of the event at hand. */
sx_walk *sx_acts_walk(sx_acts *acts);
/* Events that were walked so far, over all ranks. */
uint64_t sx_acts_events(const sx_acts *acts);
/* Calls of MPI_Cancel by the rank so far: as many of its receives and sends may never have been. */
uint64_t sx_acts_cancelled(const sx_acts *acts);

#endif
