/* What each rank does each time it gets to a stretch of the merged program, call by call. Inner to the columns. */
#ifndef SX_ALIGN_COLUMNS_CALLS_H
#define SX_ALIGN_COLUMNS_CALLS_H

#include "align/runs.h"

/* Call sites in a stretch; calls of a rank; trips of a loop. */
enum { SX_CALL_SITES = 64, SX_CALLS_OF_RANK = 160, SX_CALL_TRIPS = 8 };

/* Who is at the other end, as far from the own rank; these are no distances. */
enum { SX_CALL_ALONE = INT32_MIN, SX_CALL_NOBODY, SX_CALL_CHANGES };

typedef struct sx_call {
    const sx_node *event;
    uint32_t site; /* which of sx_calls.site */
    int32_t peer; /* how far away, on the world, or why there is none */
    uint64_t alike; /* hash of what it says besides: tag, count, type */
    uint32_t column;
    uint32_t nreqs; /* requests that it names */
    const sx_seq **
        value; /* by parameter, from one execution of the stretch to the next; NULL: a list without elements */
} sx_call;

typedef struct sx_calls {
    sx_arena *arena, *values; /* of all that is here; of values, which may outlive it */
    const sx_runs *runs;
    const bool *within; /* who gets to the stretch */
    size_t nsites;
    const sx_node *site[SX_CALL_SITES]; /* one event of each operation and call site */
    uint32_t *n; /* by rank */
    sx_call **call; /* by rank, in order */
    int64_t *
        times; /* by rank: how often it makes all of them; NULL: as often as it gets there */
} sx_calls;

/* May the node be in a stretch: an event with values in order, or a loop over such of as many trips in each of its entries, few of them? */
bool sx_calls_may_have(sx_arena *arena, const sx_runs *runs, const sx_node *node,
                       const bool *within);

/* Reads the nodes; false where there are too many calls, where values do not come back with the stretch, or when out of memory. O(ranks x
 * calls). */
bool sx_calls_read(sx_calls *calls, const sx_block *block, size_t from, size_t end);

/* The same of loops of any trips, which are in no other loop: what ranks do there as often as they can be said to do all of it. O(executions). */
bool sx_calls_read_whole(sx_calls *calls, const sx_block *block, size_t from, size_t end);

/* ---- for both ---- */

/* Room for the calls of all ranks. False when out of memory. */
bool sx_calls_create(sx_arena *arena, sx_arena *values, const sx_runs *runs,
                     const bool *within, sx_calls *ret_calls);

/* A further call of the rank; what is left to fill in are its values. NULL where there are too many, or other ones of its site have other parameters. */
sx_call *sx_calls_add(sx_calls *calls, int64_t rank, const sx_node *event);

/* What it says of its other end, and besides, by its values. */
void sx_calls_describe(const sx_calls *calls, int64_t rank, sx_call *call);

/* Only values that are read rank by rank, and lists of requests? */
bool sx_calls_is_plain(const sx_node *event);

/* Does the call make a request? */
bool sx_call_posts(sx_op op);

/* The calls of the rank, by their numbers, whose requests this one completes the first time: room for SX_CALLS_OF_RANK. How many. */
size_t sx_calls_completed(const sx_calls *calls, int64_t rank, size_t at,
                          size_t *ret_call);

#endif
