#include "trace/extremes.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

sx_extremes sx_extremes_of(sx_rank rank, int64_t value)
{
    return (sx_extremes) { 1, (double)value, value, value, rank, rank };
}

void sx_extremes_merge(sx_extremes *a, const sx_extremes *b)
{
    if (b->n == 0)
        return;
    if (a->n == 0) {
        *a = *b;
        return;
    }
    if (b->least < a->least || (b->least == a->least && b->least_rank < a->least_rank)) {
        a->least = b->least;
        a->least_rank = b->least_rank;
    }
    if (b->most > a->most || (b->most == a->most && b->most_rank < a->most_rank)) {
        a->most = b->most;
        a->most_rank = b->most_rank;
    }
    a->n += b->n;
    a->sum += b->sum;
}

const char *sx_extremes_key(sx_times_kind kind)
{
    return kind == SX_TIMES_COMP ? "rank.computation_ns" : "rank.mpi_ns";
}

bool sx_extremes_is_key(const char *key)
{
    bool is = false;
    for (int kind = 0; kind < SX_TIMES_KINDS && !is; kind++)
        is = strcmp(key, sx_extremes_key((sx_times_kind)kind)) == 0;
    return is;
}

const char *sx_extremes_text(sx_arena *arena, const sx_extremes *extremes)
{
    if (extremes->n == 0)
        return NULL;
    return sx_arena_printf(arena,
                           "least %" PRId64 " of rank %" PRId64 ", mean %" PRId64
                           ", most %" PRId64 " of rank %" PRId64,
                           extremes->least, extremes->least_rank,
                           (int64_t)(extremes->sum / (double)extremes->n), extremes->most,
                           extremes->most_rank);
}

sx_extremes sx_extremes_find(const sx_trace *trace, sx_times_kind kind)
{
    sx_extremes found = { .n = 0 };
    const char *text = sx_trace_meta(trace, sx_extremes_key(kind));
    int64_t mean;
    int end = 0;
    if (!text ||
        sscanf(text,
               "least %18" SCNd64 " of rank %10" SCNd64 ", mean %18" SCNd64
               ", most %18" SCNd64 " of rank %10" SCNd64 "%n",
               &found.least, &found.least_rank, &mean, &found.most, &found.most_rank,
               &end) != 5 ||
        text[end] || found.least < 0 || mean < found.least || mean > found.most ||
        found.least_rank < 0 || found.least_rank >= trace->p || found.most_rank < 0 ||
        found.most_rank >= trace->p)
        return (sx_extremes) { .n = 0 };
    found.sum = (double)mean * (double)trace->p;
    found.n = trace->p;
    return found;
}
