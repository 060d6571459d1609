/* Two traces node by node, where they have the same structure: what may differ for
 * some rank. */
#ifndef SX_REPORT_PAIR_H
#define SX_REPORT_PAIR_H

#include "report/tables.h"

typedef struct sx_pairing {
    bool paired; /* the same tree of loops and operations; else the rest is void */
    uint64_t
        *keep; /* by node: masks for sx_trace_prune of what must be looked at per rank */
    bool all_alike; /* nothing is kept */
    uint64_t times_differ; /* events whose histograms are not equal */
} sx_pairing;

/* O(size of the traces). Errors: SX_NOMEM. */
sx_status sx_pairing_make(sx_arena *arena, const sx_tables *tables,
                          sx_place_of *const place[2], sx_pairing *ret_pairing,
                          sx_error *err);

#endif
