/* Whether the communication of a trace can be that of a program: every message that is sent is received and no larger
 * than the buffer for it, in the order of MPI's non-overtaking rule for every sender, receiver, communicator and tag;
 * and the members of a communicator call the same collective operations, with the same root and sizes that fit
 * each other. A receive from anybody, or with any tag, may take whatever no other receive takes: there must be as many as
 * are left. What is not looked at: whether it deadlocks, types beyond their bytes, and neighbourhood collectives beyond
 * that all call them. */
#ifndef SX_MATCH_MATCH_H
#define SX_MATCH_MATCH_H

#include "trace/trace.h"

typedef enum sx_mismatch_kind {
    SX_MISMATCH_MESSAGES, /* n[0] are sent from rank[0] to rank[1], n[1] received */
    SX_MISMATCH_SIZE, /* a message of n[0] bytes meets a buffer of n[1] */
    SX_MISMATCH_ANY, /* n[0] messages to rank[1] are left for n[1] receives from anybody or with any tag */
    SX_MISMATCH_NOWHERE, /* rank[0] names end point or root n[0] of a communicator of n[1], 0: of which it is no member */
    SX_MISMATCH_UNMADE, /* rank[0] starts a persistent request that it has not made */
    SX_MISMATCH_TOGETHER, /* two members do not make the same call on a communicator, with n[] bytes and root[] */
    SX_MISMATCH_OWN, /* the buffers of rank[0] are of n[0] and n[1] bytes, but have to be of one size */
    SX_MISMATCH_PARTS /* in a collective rank[0] sends n[0] bytes to rank[1], which expects n[1] */
} sx_mismatch_kind;

/* All that differ in the same way at the same two events of the program. */
typedef struct sx_mismatch {
    sx_mismatch_kind kind;
    uint32_t comm;
    /* The first: */
    sx_rank rank[2]; /* of the world; -1: none, or anybody */
    const sx_node *node[2]; /* what each does; NULL: nothing */
    int64_t tag; /* SX_NULL: none */
    int64_t n[2], root[2]; /* root: SX_NULL where there is none */
    uint64_t position; /* SIZE, TOGETHER, PARTS: which of the messages or calls, from 0 */
    uint64_t cases; /* pairs of ranks, receivers, ranks or groups */
} sx_mismatch;

typedef enum sx_match_way {
    SX_MATCH_UNCHECKED,
    SX_MATCH_BY_LAW, /* the laws of senders and receivers are each other's inverse, for all ranks */
    SX_MATCH_BY_RANK /* the events of all ranks were looked at */
} sx_match_way;

typedef struct sx_matching {
    sx_match_way way;
    const char *why_not; /* UNCHECKED */
    size_t nmismatches;
    const sx_mismatch *mismatch; /* in the order of the program */
    /* Left out of it: messages and calls on communicators of which the trace does not say who is in it, pairs of
     * ranks whose sizes would take too long to compare, and collectives whose lists would. */
    uint64_t unplaced, unsized, unlisted;
    uint64_t events; /* BY_RANK: that were looked at, elements of lists too */
} sx_matching;

typedef struct sx_match_options {
    bool laws; /* try them first */
    sx_rank most_ranks; /* beyond: by laws only */
    uint64_t most_events; /* that are looked at; elements of lists count too */
} sx_match_options;

/* Laws, and up to 4,096 ranks. */
extern const sx_match_options sx_match_defaults;

/* NULL, or why the trace does not have all that was communicated. */
const char *sx_match_incomplete(sx_arena *arena, const sx_trace *trace);

/* The trace must be bound and numbered. Where it has values that cannot be, it is unchecked. Errors: SX_NOMEM. */
sx_status sx_match(sx_arena *arena, const sx_trace *trace,
                   const sx_match_options *options, sx_matching *ret_matching,
                   sx_error *err);

#endif
