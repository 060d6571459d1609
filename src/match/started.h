/* Persistent requests in a program that all ranks go through alike: which there are, by their names, and whether they may be under way. */
#ifndef SX_MATCH_STARTED_H
#define SX_MATCH_STARTED_H

#include "trace/trace.h"

enum { SX_MOST_STARTED = 64 };

typedef struct sx_started {
    size_t n;
    /* The call that made request -1 - i; NULL: there is none of that name. */
    const sx_node *made[SX_MOST_STARTED];
    uint64_t
        under_way; /* a bit for each that was started and is not known to be complete */
} sx_started;

/* The names of the requests that the call has on every rank in every trip, in the order of its list; of others than persistent ones they are
 * not negative. False where they are not one list of numbers, or more than SX_MOST_STARTED. */
bool sx_request_names(const sx_node *node, int64_t name[SX_MOST_STARTED], size_t *ret_n);

/* All ranks make the request, which gets the first name that is free. False where there are too many. */
bool sx_started_make(sx_started *started, const sx_node *node);
/* The call that made the request, which is under way from now on; NULL where there is none or it may be under way already. */
const sx_node *sx_started_start(sx_started *started, int64_t name);
/* All ranks wait for it. */
void sx_started_complete(sx_started *started, int64_t name);
/* False unless it is there, and is not under way. */
bool sx_started_free(sx_started *started, int64_t name);

#endif
