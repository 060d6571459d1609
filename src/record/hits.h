/* A multiset that is still growing: what happened in the executions of an event in an order that only
 * timing decides (trace/multiset.h). Sorted, one allocation, NULL while empty. */
#ifndef SX_RECORD_HITS_H
#define SX_RECORD_HITS_H

#include "trace/trace.h"

typedef struct sx_hit {
    sx_multiset_kind kind;
    int64_t value;
    uint64_t count;
} sx_hit;

typedef struct sx_hits {
    uint32_t n, capacity;
    sx_hit hit[];
} sx_hits;

/* All return false when out of memory. O(log n) for a value that is there. */
bool sx_hits_add(sx_hits **hits, const sx_hit *hit);
/* Adds all of *other and frees it. */
bool sx_hits_merge(sx_hits **hits, sx_hits **other);

/* As the multisets of a node of one rank. Errors: SX_NOMEM. */
sx_status sx_hits_multisets(const sx_hits *hits, sx_arena *arena, sx_node *node);

#endif
