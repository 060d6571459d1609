/* Which rank has the least and which the most of something. What a trace keeps of all ranks together (times) says
 * nothing of single ones; these two, and the mean, say how even they are and whom to look at, whatever the number of
 * ranks. A trace has them as meta data. */
#ifndef SX_TRACE_EXTREMES_H
#define SX_TRACE_EXTREMES_H

#include "trace/times.h"
#include "trace/trace.h"

/* Ranks send it to each other as words of 64 bits. */
typedef struct sx_extremes {
    int64_t n; /* ranks that were looked at; 0: nothing is known */
    double sum;
    int64_t least, most;
    int64_t least_rank, most_rank; /* the first of those */
} sx_extremes;

/* Of one rank. */
sx_extremes sx_extremes_of(sx_rank rank, int64_t value);

/* Adds the ranks of b, which are other ones. */
void sx_extremes_merge(sx_extremes *a, const sx_extremes *b);

/* The key among meta data of the nanoseconds that ranks spent so. */
const char *sx_extremes_key(sx_times_kind kind);
bool sx_extremes_is_key(const char *key);

/* "least 7 of rank 3, mean 9, most 12 of rank 0", in the arena; NULL when out of memory, or when n is 0. */
const char *sx_extremes_text(sx_arena *arena, const sx_extremes *extremes);

/* The extremes that the meta data have; n is 0 where these do not have them, or not as written above. */
sx_extremes sx_extremes_find(const sx_trace *trace, sx_times_kind kind);

#endif
