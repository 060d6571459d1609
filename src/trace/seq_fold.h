/* How plain values become the canonical nested runs of a sequence. Inner part of seq. */
#ifndef SX_TRACE_SEQ_FOLD_H
#define SX_TRACE_SEQ_FOLD_H

#include "trace/seq.h"

/* The sequence of these runs, which are kept, not copied; no checks. NULL when out of memory. */
const sx_seq *sx_seq_of_runs(sx_arena *arena, const sx_run *run, uint32_t n);

/* A maximal repetition in v[0 .. n): v[k] == v[k + period] wherever both are in [begin, end), and
 * end - begin >= 2 period. */
typedef struct sx_repeat {
    uint64_t begin, end, period;
} sx_repeat;

/* All maximal repetitions with period >= 2, by begin, then period; fewer than n. *ret_repeat is the
 * caller's to free. False when out of memory. O(n log n).
 * @source Bannai, I, Inenaga, Nakashima, Takeda, Tsuruta, "The runs theorem" (SIAM J. Comput. 2017):
 * every one contains the longest Lyndon word from one of its positions as a period, in one of
 * the two orders of the alphabet. */
bool sx_repeats_find(const int64_t *value, uint64_t n, sx_repeat **ret_repeat,
                     uint64_t *ret_n);

#endif
