/* A multiset that is still growing: what happened in the executions of an event in an order that only
 * timing decides (trace/multiset.h). One allocation, NULL while empty: sorted, but for the newest of many different
 * values, which are sorted in when there is no room for more of them. Its owner may put what it has into a file. */
#ifndef SX_RECORD_HITS_H
#define SX_RECORD_HITS_H

#include "trace/trace.h"

typedef struct sx_hit {
    sx_multiset_kind kind;
    int64_t value;
    uint64_t count;
} sx_hit;

/* Hits that the owner has put elsewhere, by its name of the place. */
typedef struct sx_hits_part {
    uint64_t stored;
    struct sx_hits_part *next;
} sx_hits_part;

typedef struct sx_hits {
    uint32_t sorted; /* the first ones: ascending, and different */
    uint32_t n, capacity;
    sx_hits_part *part;
    sx_hit hit[];
} sx_hits;

void sx_hits_finish(sx_hits **hits);

/* All return false when out of memory. O(log n), amortised. */
bool sx_hits_add(sx_hits **hits, const sx_hit *hit);
/* Adds all of *other and frees it. */
bool sx_hits_merge(sx_hits **hits, sx_hits **other);
/* Sorts all of them. *hits is not NULL. */
bool sx_hits_sort(sx_hits **hits);
/* Puts one part, stored there, for all that are in memory. *hits may be NULL. */
bool sx_hits_cut(sx_hits **hits, uint64_t stored);

/* As the multisets of a node of one rank; no part of *hits is stored. Errors: SX_NOMEM. */
sx_status sx_hits_multisets(sx_hits **hits, sx_arena *arena, sx_node *node);

#endif
