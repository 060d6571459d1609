/* A program of a sequence of symbols, each of which stands in one place of it: which symbol follows which shows the
 * loops, as the graph of a program's flow does. Unlike folding (record/compress.h) that looks at all of the
 * sequence at once: a loop is not torn where an inner one makes one trip at first, or none. What is skipped
 * now and then is a loop of no trip. */
#ifndef SX_RECORD_FLOW_H
#define SX_RECORD_FLOW_H

#include "record/line.h"
#include "trace/trace.h"

/* What weighs values where loops and ways to cut them are compared: those of a symbol, whose executions are at these
 * entries, in loops with these counters. */
typedef struct sx_flow_values {
    uint64_t (*weigh)(void *context, uint32_t symbol, const uint32_t *at, uint32_t n,
                      const sx_line_counters *counters);
    void *context;
} sx_flow_values;

/* A sequence of n > 0 symbols below nsymbols. */
typedef struct sx_flow_input {
    const uint32_t *symbol;
    uint32_t n, nsymbols;
    uint64_t
        tries; /* symbols in loops that may be weighed to cut them into trips where that is lightest, not where it looks well */
    sx_flow_values values; /* weigh is NULL where there are none */
} sx_flow_input;

/* Events have their symbol as call site, and no parameters; the executions of one are those of its symbol. False also where a
 * symbol has very many others behind it, where loops would be very deep, and out of memory. O(n x depth + tries). */
bool sx_flow_program(sx_arena *arena, const sx_flow_input *input, sx_block *ret_program);

/* Takes tries away that are used. How heavy its loops would be, with their trips that follow neither from those before nor from counters, and values. False also
 * where that is more than `most`. */
enum { SX_FLOW_EVENT = 5, SX_FLOW_LOOP = 7 };
bool sx_flow_weigh(sx_flow_input *input, uint64_t most, uint64_t *ret_weight);

#endif
