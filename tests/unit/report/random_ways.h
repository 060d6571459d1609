/* Random traces of 12 ranks on a grid of 3 x 4, each in two ways that mean the same: with ranklists,
 * sequences and relative end points, and as formulas. */
#ifndef SX_TESTS_REPORT_RANDOM_WAYS_H
#define SX_TESTS_REPORT_RANDOM_WAYS_H

#include "trace/trace.h"

enum { RANDOM_WAYS_RANKS = 12 };

void random_ways(sx_arena *arena, unsigned seed, sx_trace way[2]);

/* One number for the n ranks, another for the others; of the last trace's arena. */
sx_value random_ways_by_piece(const sx_rank *rank, size_t n, int64_t inside,
                              int64_t outside);

#endif
