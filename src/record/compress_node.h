/* The nodes of the compressor's tree; private to compress*.c. */
#ifndef SX_RECORD_COMPRESS_NODE_H
#define SX_RECORD_COMPRESS_NODE_H

#include "record/compress_predict.h"
#include "record/intern.h"
#include "record/lists.h"
#include "record/series.h"
#include "record/spill.h"
#include "record/timing.h"

/* What the executions of an event had, once there is more than one. */
typedef struct history {
    sx_timing timing;
    sx_series series[]; /* one a parameter */
} history;

typedef struct node {
    uint32_t
        structure; /* equal structure: equal number; even for events, odd for loops */
    uint32_t n; /* parameters; of a loop: nodes in the body */
    union {
        struct node *next_free;
        /* A loop. `open` is the trip count of the newest entry, `trips` has those of the entries before.
         * body is NULL where there never was a trip: then only its structure knows what is in it. */
        struct {
            struct node **body;
            uint64_t hash; /* fold hash of the body */
            int64_t open;
            sx_series trips;
            uint32_t weight; /* nodes in it, all levels, itself included */
        };
        /* An event: the values of the one execution, or the history of all. */
        struct {
            uint64_t executions;
            history *history;
            sx_hits *hits; /* of all executions; NULL where there are none */
            sx_delay delay;
            int64_t first_value; /* of n, see values_of */
        };
    };
} node;

/* Nodes with more values than fit into the room of a loop have more bytes. */
enum { NODE_VALUES = (sizeof(node) - offsetof(node, first_value)) / sizeof(int64_t) };

/* How far the tail, up to and with a node, is one more trip of a loop on the stack: a trip that may
 * enter inner loops once, or not at all, where others entered them more often. */
typedef struct progress {
    bool alive;
    uint32_t position, level; /* the loop, as sx_fold_continues names it */
    uint32_t done; /* nodes of its body */
    uint32_t inner; /* and so many of the body of the inner loop that is next */
    uint64_t below; /* bytes of the nodes below, see sx_spill */
} progress;

/* The newest event of a call site, whose events are mostly of one structure. */
typedef struct known_event {
    uint64_t present;
    uint32_t op, event; /* its name + 1; 0 for none */
} known_event;

/* A body of a loop, by the name of its structure. */
typedef struct known_body {
    uint32_t n; /* nodes; 0: not known */
    uint32_t weight;
    uint32_t next; /* another one with the same last node, + 1; 0 for none */
    uint64_t seen; /* when it was repeated last */
    uint64_t hash;
} known_body;

typedef struct known_bodies {
    uint32_t nbodies, nendings;
    known_body *body;
    uint32_t *ending; /* by structure: a body that ends with it, + 1 */
    uint32_t fresh; /* a loop that was just made of a new body; 0 */
    uint64_t now; /* events on the stack */
    uint64_t spent; /* events that went through again, and those that were not saved up */
    bool again; /* what is on the stack is put on it again */
} known_bodies;

enum { SX_UNROLLED = 256 };

struct sx_compress {
    bool times, failed;
    bool waits; /* the tail folds, if what comes next is not more of a loop in it */
    bool closing; /* it folds whatever comes next */
    const uint32_t *renamed; /* call sites of the program; NULL: as they are here */
    const size_t *beside; /* bytes elsewhere that are within the limit; NULL: none */
    sx_compress_packer packer; /* of NULL: the program is in runs */
    uint32_t time_steps; /* bins for each doubling of a delta time */
    uint32_t last; /* call site of the newest event */
    uint64_t events;
    uint32_t n, capacity;
    node **stack;
    progress *progress; /* of each node of the stack */
    sx_fold fold;
    sx_intern events_of, loops_of;
    sx_lists lists;
    uint32_t nsites;
    known_event *of_site; /* the newest of each of the call sites below nsites */
    node *free[SX_EVENT_VALUES + 1]; /* nodes for reuse, by their values */
    known_bodies bodies;
    predict *predict;
    uint32_t looked,
        patience; /* how far the stack was searched for branches, and in vain */
    sx_spill spill;
    /* The loop that was made or got a trip last; the quick way sets it to NULL. */
    node *grown;
};

/* Between the files of the compressor. All return false or NULL when out of memory. */
/* Adds an event by pushing it and folding; sx_compress_add does it as it is most likely, if it can. */
bool sx_compress_add_generally(sx_compress *compress, const sx_input *input);
/* One more execution of an event on the stack, or below; so many more entries of a loop. */
bool sx_compress_execute(const sx_compress *compress, node *event, const int64_t *value,
                         const sx_delay *delay);
/* The same in parts, where the event was executed before: the values of one more, so often more the same ones, and
 * what so many took. */
bool sx_compress_values(const sx_compress *compress, node *event, const int64_t *value);
bool sx_compress_repeat(node *event, const int64_t *value, uint64_t times);
bool sx_compress_executed(const sx_compress *compress, node *event, uint32_t after,
                          const uint64_t *comp_ns, const uint64_t *comm_ns,
                          uint32_t times);
bool sx_compress_enter_loop(node *loop, int64_t trips, uint64_t times);
bool sx_compress_push(sx_compress *compress, node *x, progress at);
bool sx_compress_fold(sx_compress *compress);
/* Folds a tail that waits, unless one more node of this structure goes on in it; whatever comes. */
bool sx_compress_close(sx_compress *compress, uint32_t structure);
bool sx_compress_end(sx_compress *compress);
bool sx_compress_structure(sx_compress *compress, const sx_input *input,
                           uint32_t *ret_structure);
/* A loop, or an event of n values. */
node *sx_compress_loop_node(sx_compress *compress);
node *sx_compress_event_node(sx_compress *compress, uint32_t n);
/* The loop that ends `level` levels inside of x. */
node *sx_compress_open_loop(node *x, uint32_t level);
bool sx_compress_new_history(const sx_compress *compress, node *event);
/* With the one execution that there was. */
bool sx_compress_need_history(const sx_compress *compress, node *event);
/* Pushes a new event as what it is most likely to be (compress_trip.c). */
bool sx_compress_place(sx_compress *compress, node *event);
/* Puts a node on the stack as it is, and folds. */
bool sx_compress_put(sx_compress *compress, node *x);
/* Makes the newest nodes an inner loop of one trip when they are all of its body. */
bool sx_compress_settle(sx_compress *compress);
/* Makes the end of a loop's body an inner loop when it comes once more (compress_tail.c). */
bool sx_compress_loop_tail(sx_compress *compress, bool *ret_folded);
/* Finds loops with branches in what did not fold (compress_branch.c). */
bool sx_compress_gather(sx_compress *compress);
/* Is it a loop that was entered once, of SX_UNROLLED events or fewer, and of nothing else (compress_apart.c)? */
bool sx_compress_comes_apart(const node *x);
/* Executions of all events in it. */
uint64_t sx_compress_executions(const node *x);
/* Takes a loop that was entered once for at most SX_UNROLLED trips, and gives the n * open nodes of its trips, in
 * order. Times are with the first ones. */
bool sx_compress_take_apart(sx_compress *compress, node *loop, node **ret_node);
/* Bodies that repeat (compress_known.c): a loop was just made; it got one more trip. */
bool sx_known_add(sx_compress *compress, const node *loop);
void sx_known_repeated(known_bodies *k, const node *loop, uint64_t now);
/* Its body was part of another. */
void sx_known_forget(known_bodies *k, const node *loop);
/* The newest nodes may become a loop of one trip. */
bool sx_known_wrap(sx_compress *compress, bool *ret_wrapped);
/* When there is a fresh body, and the newest node is its loop, those before it may change. */
bool sx_known_look_back(sx_compress *compress);
/* Is it a body, and did it repeat not long ago? */
bool sx_known_is_recent(const known_bodies *k, uint32_t name);
/* Of the names of loops only these, a bit for each, have a body from now on. */
void sx_known_keep(known_bodies *k, const uint64_t *kept);
void sx_known_finish(known_bodies *k);
/* Forgets the names of structures of which there is nothing in memory (compress_names.c). */
bool sx_compress_forget_names(sx_compress *compress);
/* What names and all that is kept by them take. O(1). */
size_t sx_compress_names_bytes(const sx_compress *compress);
/* A loop around these nodes, which it takes over: of 0 trips so far, to be entered. */
node *sx_compress_new_loop(sx_compress *compress, node *const *body, uint32_t n);
/* The same structure, never executed; of a loop: without a body. */
node *sx_compress_shape(sx_compress *compress, const node *x);
/* Puts the executions of `later` behind those of x, of the same structure. */
bool sx_compress_absorb(const sx_compress *compress, node *x, node *later);
/* Gives a node and what is below it back for reuse. */
void sx_compress_release(sx_compress *compress, node *x);
/* Where the tail is when a loop that was just made becomes its last node. */
progress sx_compress_after(const sx_compress *compress, const node *x);

/* After an event, or a trip, before it is watched: looks at the memory when it is time. */
static inline bool sx_compress_look(sx_compress *compress)
{
    if (compress->fold.low < compress->spill.weighed)
        compress->spill.weighed = compress->fold.low;
    return compress->bodies.now < compress->spill.due || sx_spill_look(compress);
}

static inline bool is_loop(const node *x)
{
    return x->structure & 1;
}

/* What is const of a node are not its values. */
static inline int64_t *values_of(const node *event)
{
    return (int64_t *)((uintptr_t)event + offsetof(node, first_value));
}

static inline const event_key *key_of(const sx_compress *compress, const node *event)
{
    return sx_intern_bytes(&compress->events_of.item[event->structure >> 1]);
}

/* The structure of a node in the body of a loop. */
static inline uint32_t inside(const sx_compress *compress, const node *loop, uint32_t i)
{
    const uint32_t *key = sx_intern_bytes(&compress->loops_of.item[loop->structure >> 1]);
    return key[i];
}

/* The inner loop that ends the newest trip of a loop, where more trips of it may follow; NULL where there
 * is none, or no trip. */
static inline node *last_loop(const node *loop)
{
    node *last = loop->open > 0 ? loop->body[loop->n - 1] : NULL;
    return last && is_loop(last) ? last : NULL;
}

#endif
