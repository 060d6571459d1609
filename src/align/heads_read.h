/* Loops of one block that end with the same calls, as ranks fold a loop at the head of whose trips some of them make more: what each rank does, call by
 * call. */
#ifndef SX_ALIGN_HEADS_READ_H
#define SX_ALIGN_HEADS_READ_H

#include "align/runs.h"

enum {
    SX_HEADS_TRIPS =
        64, /* of the loop, at the most: as often a rank makes the common calls */
    SX_HEADS_PARTS = 32, /* that stand side by side */
    SX_HEADS_GROUPS = 64
};

/* A call, and what each rank has in it. */
typedef struct sx_heads_call {
    const sx_node *node;
    const sx_seq **value[SX_PARAMS]; /* by parameter, then rank */
} sx_heads_call;

/* Neighbouring calls of the same ranks. */
typedef struct sx_heads_group {
    size_t n, column;
    sx_heads_call *call;
    const bool *in;
} sx_heads_group;

/* What stands in the stretch: a group; or a loop that ends with what all do in a trip, or with a loop of that, and groups before. */
typedef struct sx_heads_part {
    const sx_node *loop; /* NULL: a group */
    const bool *in;
    int64_t *trips; /* by rank */
    const sx_seq *
        *inner; /* by rank: trips of the loop at the end, by trip; NULL: there is none */
    int64_t *all; /* by rank: how often it makes the common calls */
    size_t first, n; /* groups */
    sx_heads_call *common; /* of a loop */
} sx_heads_part;

/* One execution: of a group, or of the common calls where that is NULL. */
typedef struct sx_heads_made {
    const sx_heads_group *of;
    const sx_heads_part *in;
    int64_t
        index; /* how many of the group, or of the common calls in the loop, were before */
    int64_t trip; /* heads_trips.h */
} sx_heads_made;

/* Nodes of a block, the first and the last loop among them, and what each rank does there. */
typedef struct sx_heads {
    sx_arena *arena, *scratch;
    sx_runs *runs;
    const bool *within;
    size_t before, from, to; /* nodes of the block; from: the first loop */
    size_t ncommon, nparts, ngroups, ncolumns;
    size_t nbefore; /* columns before the first loop, a group each */
    sx_heads_part part[SX_HEADS_PARTS];
    sx_heads_group group[SX_HEADS_GROUPS];
    const sx_heads_group *column[SX_HEADS_GROUPS]; /* one of each */
    int64_t trips[SX_RUNS]; /* the most that a rank of the run makes */
    int64_t *nmade; /* by rank */
    sx_heads_made **made;
} sx_heads;

/* Reads the stretch whose first loop is node `at` of the block, into a scratch arena that is empty then. False where there is none, ranks of a run make the common calls
 * as often in each loop of it, values do not come back with every entry, it is too large, or memory is out. O(executions + nodes x ranks). */
bool sx_heads_read(sx_heads *heads, const sx_block *block, size_t at);

/* How often rank r makes the common calls. */
int64_t sx_heads_trips_of(const sx_heads *heads, int64_t r);

/* The i-th call of an execution, and its column; the common calls are behind the last one. */
const sx_heads_call *sx_heads_call_of(const sx_heads_made *made, size_t i);
size_t sx_heads_column(const sx_heads *heads, const sx_heads_made *made);

#endif
