/* Messages on their way: what was sent and not received, what was posted and got nothing yet, and which of these belong
 * together by the order in which MPI receives. Who takes part in collective operations has requests of the same kind.
 *
 * These are lists L1 and L2 of the paper: a request is in the queue of its channel, which belongs to both ranks. */
#ifndef SX_MATCH_MAIL_H
#define SX_MATCH_MAIL_H

#include "match/index.h"
#include "match/steps.h"

typedef enum sx_request_kind {
    SX_REQUEST_SEND,
    SX_REQUEST_RECEIVE,
    SX_REQUEST_TOGETHER
} sx_request_kind;

typedef struct sx_request {
    sx_request_kind kind;
    bool done, pending; /* for its rank; in a queue */
    bool awaited, kept; /* its rank waits for it now, or may do so later */
    sx_rank rank;
    const sx_node *node;
    uint64_t execution;
    uint32_t comm;
    int64_t group;
    sx_rank peer; /* of the world; SX_ANY */
    int64_t tag, bytes;
    int64_t number; /* of those of its rank; of a persistent one as in a trace */
    uint64_t order; /* in which they were posted */
    uint32_t channel; /* of a send, and of a receive with neither wildcard */
    uint32_t next, previous; /* in the queue; 0: none */
} sx_request;

typedef struct sx_queue {
    uint32_t first, last;
} sx_queue;

typedef struct sx_mail_channel {
    sx_queue sent, posted;
    uint32_t next, previous; /* among those of the receiver with something sent, from 1 */
} sx_mail_channel;

/* A receive from anybody, and a message that it may take. */
typedef struct sx_offer {
    uint32_t receive, send;
} sx_offer;

typedef struct sx_mail {
    sx_rank p;
    uint64_t posted;
    size_t npending; /* sends and receives in queues */
    size_t capacity;
    sx_request *request; /* [0] is none */
    uint32_t free, used;
    sx_index index;
    size_t channel_capacity;
    sx_mail_channel *channel;
    uint32_t *with_sent; /* by receiver: its first channel with something sent, from 1 */
    sx_queue *wild; /* by receiver: posted with a wildcard */
    size_t ncompleted, completed_capacity;
    uint32_t *completed; /* since somebody looked */
    size_t noffers, offer_capacity;
    sx_offer *offer;
} sx_mail;

/* To be finished also after a failure. Errors: SX_NOMEM. */
sx_status sx_mail_init(sx_mail *mail, sx_rank p, sx_error *err);
void sx_mail_finish(sx_mail *mail);

/* A request of this kind, not pending. Errors: SX_NOMEM; SX_LIMIT. */
sx_status sx_mail_request(sx_mail *mail, const sx_request *like, uint32_t *ret_request,
                          sx_error *err);
/* What is neither pending nor kept is forgotten. */
void sx_mail_drop(sx_mail *mail, uint32_t request);
void sx_mail_complete(sx_mail *mail, uint32_t request);

/* Sends or posts it; what matches by that is completed. */
sx_status sx_mail_post(sx_mail *mail, uint32_t request, sx_error *err);
/* Takes it out of its queue. */
void sx_mail_withdraw(sx_mail *mail, uint32_t request);

/* Whether there is a message for a probe. */
bool sx_mail_waiting(const sx_mail *mail, const sx_step *probe, sx_rank rank);

/* Adds to .offer which of the receives of a rank from anybody may take which messages. By receive, then by sender.
 * O(channels with messages to the rank, for each receive). */
sx_status sx_mail_offers(sx_mail *mail, sx_rank rank, sx_error *err);
void sx_mail_accept(sx_mail *mail, const sx_offer *offer);

#endif
