/* The state of a walk, shared by the files of sx_walk only. */
#ifndef SX_TRACE_WALK_STATE_H
#define SX_TRACE_WALK_STATE_H

#include "trace/walk.h"

/* What one parameter (or the trip count of a loop) is for the rank that walks. */
typedef struct walk_slot {
    uint64_t
        counters; /* bit of each loop depth whose counter occurs; same for all ranks */
    bool known; /* the reading is found */
    bool fixed; /* every execution has reading.value, absolute */
    sx_reading reading;
    uint64_t begin, length; /* where this execution's elements are in a list's sequence */
} walk_slot;

/* What one execution of a block makes, as far as it is known without walking it. */
typedef struct walk_span {
    enum { WALK_UNMEASURED, WALK_CLOSED, WALK_OPEN } kind;
    uint64_t events;
    uint64_t
        counters; /* bit of each loop depth around on whose counter `events` stands */
} walk_span;

typedef struct walk_node {
    uint64_t execution; /* executions so far; of a loop: entries */
    size_t slot; /* the first of its parameters; of a loop: its trips */
    const sx_domain
        *domain; /* the own; when that is ALL the nearest around that is not */
    enum { WALK_UNKNOWN, WALK_IN, WALK_OUT } part;
    enum { WALK_UNDECIDED, WALK_FOLDS, WALK_VARIES } fold; /* of a loop */
    walk_span span; /* of a loop's body, where it stands on no counter */
} walk_node;

typedef struct walk_frame {
    const sx_block *block;
    size_t next; /* index in the block */
    int64_t left; /* iterations after this one */
    uint64_t times; /* iterations that each event here stands for */
} walk_frame;

struct sx_walk {
    const sx_trace *trace;
    sx_place_of *place;
    sx_rank rank; /* -1 before the first start */
    walk_node *node; /* by id */
    walk_slot *slot;
    size_t nslots;
    bool folded;
    uint32_t depth; /* frames in use: loops around + 1; 0: at the end */
    walk_frame frame[SX_MAX_DEPTH + 1];
    int64_t counter[SX_MAX_DEPTH];
    uint64_t trips[SX_MAX_DEPTH], entry[SX_MAX_DEPTH];
    uint64_t nentries;
    sx_event event; /* the one just returned */
};

/* Finds the slot's reading for the rank unless it is known. */
sx_status sx_walk_read(const sx_walk *walk, walk_slot *slot, const sx_value *value,
                       const walk_node *state, sx_error *err);

/* The slot's scalar now. `comm_fixed`: every execution of the event has this communicator. */
sx_status sx_walk_scalar(sx_walk *walk, walk_slot *slot, const sx_value *value,
                         const walk_node *state, uint32_t comm, bool comm_fixed,
                         int64_t *ret_value, sx_error *err);

sx_status sx_walk_takes_part(sx_walk *walk, const sx_node *node, bool *ret_in,
                             sx_error *err);

/* Goes into a loop, unless it makes no trip. */
sx_status sx_walk_enter(sx_walk *walk, const sx_node *loop, sx_error *err);

/* At the end of a block: to the next iteration of its loop, or out of it. */
void sx_walk_end_block(sx_walk *walk);

/* The length of the list parameter at `index`, whose readings and those of the scalars are known; false where
 * executions may differ in it. */
bool sx_walk_list_length(const sx_walk *walk, const sx_node *node, uint32_t index,
                         int64_t *ret_length);

/* Whether every iteration of the loop at this depth (0: outermost) is the same for the
 * rank. */
sx_status sx_walk_folds(sx_walk *walk, const sx_node *loop, unsigned depth,
                        bool *ret_folds, sx_error *err);

#endif
