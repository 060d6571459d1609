/* Collective operations: who has come to which of those of a group. */
#ifndef SX_MATCH_RALLY_H
#define SX_MATCH_RALLY_H

#include "match/mail.h"

/* One operation that not all have come to. */
typedef struct sx_rally_call {
    const sx_node *node; /* of the first who came */
    sx_rank rank;
    int64_t root, arrived;
    sx_queue members; /* requests, linked by `next` */
} sx_rally_call;

typedef struct sx_rally_group {
    uint64_t base; /* operations that all have come to */
    size_t first, n, capacity; /* in the ring */
    sx_rally_call *call;
} sx_rally_group;

/* How many operations of a group a rank has come to. */
typedef struct sx_rally_count {
    uint32_t group;
    uint64_t n;
} sx_rally_count;

typedef struct sx_rally_rank {
    size_t n, capacity;
    sx_rally_count *count;
} sx_rally_rank;

typedef struct sx_rally {
    sx_rank p;
    sx_index index;
    size_t capacity;
    sx_rally_group *group;
    sx_rally_rank *rank;
} sx_rally;

/* To be finished also after a failure. Errors: SX_NOMEM. */
sx_status sx_rally_init(sx_rally *rally, sx_rank p, sx_error *err);
void sx_rally_finish(sx_rally *rally);

/* The rank comes to its next operation on the step's communicator; when it is the last one, the requests of all are
 * completed. *ret_other: the first who came to it, where that makes another operation or has another root; else
 * .node is NULL. Errors: SX_NOMEM. */
sx_status sx_rally_come(sx_rally *rally, sx_mail *mail, const sx_step *step,
                        uint32_t request, sx_rally_call *ret_other, sx_error *err);

/* A member that has not come to the operation of this pending request; -1: none. O(P). */
sx_rank sx_rally_missing(const sx_rally *rally, const sx_groups *groups,
                         const sx_request *request);

#endif
