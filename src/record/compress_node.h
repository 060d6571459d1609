/* The nodes of the compressor's tree; private to compress*.c. */
#ifndef SX_RECORD_COMPRESS_NODE_H
#define SX_RECORD_COMPRESS_NODE_H

#include "record/compress.h"
#include "record/intern.h"
#include "record/series.h"
#include "record/tally.h"

/* What an event's structure is interned by. Loops are interned by the structures of their body. */
typedef struct event_key {
    uint64_t present;
    uint32_t op, site;
} event_key;

/* What the executions of an event had, once there is more than one. */
typedef struct history {
    sx_tally comp, comm;
    sx_series series[]; /* one a parameter */
} history;

typedef struct node {
    uint32_t
        structure; /* equal structure: equal number; even for events, odd for loops */
    uint32_t n; /* parameters; of a loop: nodes in the body */
    /* A loop. `open` is the trip count of the newest entry, `trips` has those of the entries before. */
    struct node **body;
    uint64_t hash; /* fold hash of the body */
    uint64_t open;
    sx_series trips;
    /* An event: the values of the one execution, or the history of all. */
    event_key key;
    history *history;
    uint64_t comp_ns, comm_ns;
    int64_t value[SX_EVENT_VALUES];
    struct node *next_free;
} node;

struct sx_compress {
    bool times, failed;
    uint64_t events;
    uint32_t n, capacity;
    node **stack;
    sx_fold fold;
    sx_intern events_of, loops_of, lists;
    node *free; /* nodes for reuse */
};

static inline bool is_loop(const node *x)
{
    return x->structure & 1;
}

/* Is the parameter with this index in `present` a list? */
static inline sx_param_id param_of(uint64_t present, uint32_t index)
{
    while (index--)
        present &= present - 1;
    return (sx_param_id)__builtin_ctzll(present);
}

#endif
