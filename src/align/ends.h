/* Both ends of messages, matched as MPI matches them. */
#ifndef SX_ALIGN_ENDS_H
#define SX_ALIGN_ENDS_H

#include "align/runs.h"

/* What a rank (among all) sends, or receives. */
typedef struct sx_end {
    uint32_t run;
    bool sent;
    int64_t rank, from, to, tag; /* from, to: ranks of the run */
    int64_t order; /* of those of its rank: the later, the larger */
    void *of; /* the caller's */
    const struct sx_end *other; /* sx_ends_pair; NULL: none */
} sx_end;

typedef enum sx_end_answer {
    SX_END_NONE, /* not of a message, or with nobody */
    SX_END_ONE,
    SX_END_UNKNOWN /* with anybody, or not on the world */
} sx_end_answer;

bool sx_end_is_of(sx_op op);

/* An execution of the call by rank r, with these values. Order, of, other are the caller's. O(1). */
sx_end_answer sx_end_read(const sx_runs *runs, const sx_node *call, int64_t r,
                          int64_t peer, int64_t tag, int64_t comm, sx_end *ret_end);

/* Puts ends in the order of messages and finds the other one of each: of messages between the same ranks with one tag the last is received last, and so
 * on, until one side has no more. O(n log n). */
void sx_ends_pair(sx_end *end, size_t n);

#endif
