/* The loops around an event, and the executions that they make of it, rank by rank. */
#ifndef SX_ALIGN_NEST_H
#define SX_ALIGN_NEST_H

#include "align/runs.h"

/* Executions of one rank that are looked at, at the most, before it is given up. */
enum { SX_NEST_EXECUTIONS = 1 << 16 };

/* Outermost first, as inference goes down the tree. */
typedef struct sx_nest {
    const bool *in; /* who takes part in the innermost loop */
    const bool *
        around; /* who enters it by the laws found: may be more, who then do nothing in it */
    const bool *idle; /* by rank among all; NULL: nobody, since there are no loops */
    uint32_t depth;
    const sx_seq **trips
        [SX_MAX_DEPTH]; /* by rank among all; an element for each entry of the loop */
    const sx_value *law[SX_MAX_DEPTH]; /* of the trips; NULL where none is known */
    uint64_t again[SX_MAX_DEPTH]; /* bit: a run in which some rank makes a second trip */
} sx_nest;

/* The nest inside `loop`, whose participants are `in`. Errors: SX_NOMEM, SX_LIMIT. */
sx_status sx_nest_enter(sx_arena *arena, const sx_runs *runs, const sx_nest *nest,
                        const sx_node *loop, const bool *in, sx_nest *ret_nest,
                        sx_error *err);

/* Some loop around is never entered. */
bool sx_nest_is_idle(const sx_nest *nest, int64_t rank);

/* One pass through the innermost `levels` loops, from the start of the program, makes *ret_executions of what is inside.
 * False when they are too many. *ret_repeats: later passes make the same trips. O(trips). */
bool sx_nest_pass(const sx_nest *nest, int64_t rank, uint32_t levels,
                  uint64_t *ret_executions, bool *ret_repeats);

/* The executions of that pass one by one. Counters of outer loops stay 0. */
typedef struct sx_nest_walk {
    const sx_nest *nest;
    int64_t rank;
    uint32_t first; /* outermost loop of the pass */
    bool begun;
    int64_t counter[SX_MAX_DEPTH], trips[SX_MAX_DEPTH];
    uint64_t entries[SX_MAX_DEPTH];
    sx_seq_cursor cursor[SX_MAX_DEPTH]; /* in the trips */
} sx_nest_walk;

void sx_nest_walk_init(sx_nest_walk *walk, const sx_nest *nest, int64_t rank,
                       uint32_t levels);

/* Moves to the next execution: its counters; false when there is none. */
bool sx_nest_walk_next(sx_nest_walk *walk);

#endif
