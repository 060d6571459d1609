/* Loops of one block that end with the same calls, as ranks fold a loop at the head of whose trips some of them make more: what each rank does, call by
 * call. */
#ifndef SX_ALIGN_HEADS_READ_H
#define SX_ALIGN_HEADS_READ_H

#include "align/runs.h"

enum {
    SX_HEADS_TRIPS =
        64, /* of the loop, at the most: as often a rank makes the common calls */
    SX_HEADS_ITEMS = 256,
    SX_HEADS_KINDS = 128
};

/* A node of the stretch, in textual order; what is below it comes before item `end`. */
typedef struct sx_heads_item {
    const sx_node *node;
    const bool *in;
    size_t end, place; /* place: which node of the block it is, or is below */
    size_t
        common; /* the first of the common calls that it is the same as; their number: none */
    const sx_seq **trips; /* of a loop, by rank; NULL: a call */
    const sx_seq **value[SX_PARAMS]; /* of a call, by parameter, then rank */
    uint64_t done; /* entries, or executions, of the rank at hand */
} sx_heads_item;

/* One execution of a call by a rank. */
typedef struct sx_heads_call {
    uint32_t item;
    uint64_t index; /* how many of the item were before */
} sx_heads_call;

/* Calls at heads of one operation, call site and tag; what completes them, by what it is behind. */
typedef struct sx_heads_kind {
    uint32_t item, behind; /* behind: a kind, or SX_HEADS_COMMON */
    int64_t tag;
} sx_heads_kind;

enum { SX_HEADS_COMMON = SX_HEADS_KINDS }; /* as a kind: all common calls */

/* A call at the head of a trip, or all common calls. */
typedef struct sx_heads_made {
    size_t at; /* the call, or the first of them */
    uint32_t kind;
    bool open; /* heads_trips.h */
    int64_t trip;
} sx_heads_made;

typedef struct sx_heads_rank {
    size_t n;
    int64_t trips; /* how often it makes the common calls */
    sx_heads_made *made;
    const sx_heads_call *call;
} sx_heads_rank;

/* Nodes of a block, from some before the first loop with common calls to the last one, and what each rank does there. */
typedef struct sx_heads {
    sx_arena *arena, *scratch;
    sx_runs *runs;
    const bool *within;
    size_t before, from, to; /* nodes of the block; from: the first loop */
    size_t ncommon, nitems, nkinds;
    const sx_node *const *common;
    sx_heads_item item[SX_HEADS_ITEMS];
    sx_heads_kind kind[SX_HEADS_KINDS];
    int64_t trips[SX_RUNS]; /* the most that a rank of the run makes */
    sx_heads_rank *rank;
} sx_heads;

/* Finds the stretch whose first loop with common calls is node `at` of the block. False where there is none. O(nodes). */
bool sx_heads_find(sx_heads *heads, const sx_block *block, size_t at);

/* Reads it from node `before` of the block on, which is none behind heads->from, into a scratch arena that is empty. False where ranks of a run make the common calls
 * as often in each loop of it, values do not come back with every entry, it is too large, or memory is out. O(executions + nodes x ranks). */
bool sx_heads_read(sx_heads *heads, const sx_block *block, size_t before);

/* The call of rank r at the i-th execution; what it has of a parameter, SX_NULL where it has none. */
const sx_node *sx_heads_node(const sx_heads *heads, int64_t r, size_t i);
int64_t sx_heads_value(const sx_heads *heads, int64_t r, size_t i, sx_param_id id);

#endif
