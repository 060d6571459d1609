/* What single ranks of a run computed: of all, or of 64 that are spread over more. What a trace keeps of all ranks together (times) lacks how
 * that hangs on the place of a rank, and how far ranks at like places differ; these tell, whatever the number of ranks. A trace has them
 * as meta data. */
#ifndef SX_TRACE_SOME_RANKS_H
#define SX_TRACE_SOME_RANKS_H

#include "trace/trace.h"

enum { SX_SOME_RANKS = 64 };

/* Which ranks of p these are: as many, and the i-th, ascending. Of many no regular ones, which would have the same place in grids. */
size_t sx_some_ranks_count(int64_t p);
sx_rank sx_some_ranks_rank(int64_t p, size_t i);

/* Where the rank stands among them; -1 where it does not. O(SX_SOME_RANKS). */
int sx_some_ranks_place(int64_t p, int64_t rank);

/* The key among meta data. */
extern const char sx_some_ranks_key[];

/* "10210 9790": in ten thousandths of what all ranks computed on the mean, in the arena; NULL when out of memory, or where that
 * is nothing. ns: of each of them. */
const char *sx_some_ranks_text(sx_arena *arena, int64_t p, const int64_t *ns,
                               double mean_ns);

/* Reads such numbers, as shares of the mean, from a text that may go on behind them. ret_share has room for SX_SOME_RANKS. How many characters
 * they are; 0 where they are not as many as of p ranks, or not all positive. */
int sx_some_ranks_read(const char *text, int64_t p, double *ret_share);

#endif
