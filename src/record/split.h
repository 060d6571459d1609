/* Which calls of a program's source its executions are, where call sites may serve several of them. Each call site's
 * executions may be told apart in many ways: by their values (record/classes.h), by the calls around, by where they are in a
 * row, by the node that folding put them in. What is lightest is looked for by a measure that is quickly found: loops of the
 * flow (record/flow.h), and values that are a surprise (record/surprise.h). */
#ifndef SX_RECORD_SPLIT_H
#define SX_RECORD_SPLIT_H

#include "record/executed.h"
#include "record/flow.h"

/* A symbol for each entry of the executed; those of different calls differ. */
typedef struct sx_split {
    uint32_t *symbol, nsymbols;
    sx_block program; /* of the symbols, by their flow */
    uint64_t weight; /* by that measure */
} sx_split;

/* The calls as they are, and what is lightest. In the arena. False when out of memory. Its time is bounded: of long programs
 * fewer ways are tried. */
bool sx_split_find(const sx_executed *executed, sx_arena *arena, sx_split *ret_whole,
                   sx_split *ret_best);

#endif
