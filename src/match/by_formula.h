/* A certificate for every number of ranks: whether the laws of a formula trace, whose P is open, lead to each other wherever its
 * grids exist, and in an order in which nobody waits for ever. What it accepts agrees and comes to its end at every scale,
 * whatever is buffered; what it does not may do so as well. Why nobody waits for ever is said in match/waits.h. */
#ifndef SX_MATCH_BY_FORMULA_H
#define SX_MATCH_BY_FORMULA_H

#include "trace/trace.h"

typedef struct sx_formula_proof {
    const char *why; /* it cannot be told; NULL: it holds for every P */
    const sx_node *undecided; /* the event or loop, if it is one */
    uint64_t pairs, collectives; /* that were proved */
} sx_formula_proof;

/* The trace must be numbered. Values that were refused prove nothing. Costs nothing that grows with P. Errors: SX_NOMEM. */
sx_status sx_match_by_formula(const sx_trace *trace, sx_formula_proof *ret_proof,
                              sx_error *err);

#endif
