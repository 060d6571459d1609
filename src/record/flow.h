/* A program of a sequence of symbols, each of which stands in one place of it: which symbol follows which shows the
 * loops, as the graph of a program's flow does. Unlike folding (record/compress.h) that looks at all of the
 * sequence at once: a loop is not torn where an inner one makes one trip at first, or none. What is skipped
 * now and then is a loop of no trip. */
#ifndef SX_RECORD_FLOW_H
#define SX_RECORD_FLOW_H

#include "trace/trace.h"

/* Where a loop is cut into trips. */
typedef enum sx_flow_cut {
    SX_FLOW_BETWEEN, /* where it begins, if that is one symbol; or where it ends; or after an end, before a beginning */
    SX_FLOW_BEFORE, /* before what it begins with most often */
    SX_FLOW_AFTER, /* after what it ends with most often */
    SX_FLOW_CUTS
} sx_flow_cut;

/* Events have their symbol as call site, and no parameters; the executions of one are those of its symbol. Symbols are
 * below nsymbols, n > 0. False also where a symbol has very many others behind it, where loops would be very deep, and
 * out of memory. O(n x depth). */
bool sx_flow_program(sx_arena *arena, const uint32_t *symbol, uint32_t n,
                     uint32_t nsymbols, sx_flow_cut cut, sx_block *ret_program);

/* How heavy it would be without what events have: nodes, and trips that do not follow from those before. */
enum { SX_FLOW_EVENT = 5, SX_FLOW_LOOP = 7 };
bool sx_flow_weigh(const uint32_t *symbol, uint32_t n, uint32_t nsymbols, sx_flow_cut cut,
                   uint64_t *ret_weight);

#endif
