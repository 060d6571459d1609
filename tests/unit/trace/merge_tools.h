/* What the tests of merging share: a rank's trace with tables in an order of its own, the plain expansion of
 * a rank's events, and a text of the tree. */
#ifndef SX_TESTS_UNIT_TRACE_MERGE_TOOLS_H
#define SX_TESTS_UNIT_TRACE_MERGE_TOOLS_H

#include "base/buffer.h"
#include "trace/merge.h"

enum { SITES = 12, TYPES = 4 };

void seed_random(uint64_t seed);
/* Below n. */
uint32_t rnd(uint32_t n);
/* The numbers below n in random order. */
void shuffle(uint32_t *number, uint32_t n);

/* One rank's tables have their own order. */
typedef struct variation {
    sx_arena *arena;
    sx_rank rank;
    uint32_t site[SITES], type[TYPES]; /* the index of each */
    bool wild; /* shuffles and drops nodes */
} variation;

void make_tables(const variation *v, sx_trace *trace);

/* A shift of 0: of one run, whose times are pooled. */
sx_trace merge_of(sx_arena *arena, const sx_trace *a, const sx_trace *b, sx_rank shift);

/* Does the trace say of the ranks first + 0 .. what each said of itself? */
bool says(const sx_trace *trace, sx_rank first, const sx_trace *rank, sx_rank n);

/* A text of the tree, to compare and to look at. */
void print_ranks(sx_buffer *out, const sx_ranklist *list);
void print_value(sx_buffer *out, const sx_value *value);
void print_block(sx_buffer *out, const sx_block *block, int depth);

#endif
