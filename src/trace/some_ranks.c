#include "trace/some_ranks.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

const char sx_some_ranks_key[] = "rank.computation_shares";

/* To so much of the mean: less than what times are known to. */
static const double UNIT = 1e-4;

/* No rank computes so much more than others. */
enum { MOST = 100000000 };

size_t sx_some_ranks_count(int64_t p)
{
    return p < SX_SOME_RANKS ? (size_t)p : SX_SOME_RANKS;
}

sx_rank sx_some_ranks_rank(int64_t p, size_t i)
{
    const double golden = 0.6180339887498949;
    const int64_t part = (int64_t)i;
    if (p <= SX_SOME_RANKS)
        return (sx_rank)i;
    return (sx_rank)(part * p / SX_SOME_RANKS + (int64_t)(fmod((double)i * golden, 1) *
                                                          (double)(p / SX_SOME_RANKS)));
}

int sx_some_ranks_place(int64_t p, int64_t rank)
{
    for (size_t i = 0; i < sx_some_ranks_count(p); i++)
        if (sx_some_ranks_rank(p, i) == rank)
            return (int)i;
    return -1;
}

const char *sx_some_ranks_text(sx_arena *arena, int64_t p, const int64_t *ns,
                               double mean_ns)
{
    const size_t n = sx_some_ranks_count(p);
    const char *text = "";
    for (size_t i = 0; text && i < n; i++) {
        const double share = mean_ns > 0 ? (double)ns[i] / mean_ns / UNIT : 0;
        if (!(share >= 1) || share > MOST)
            return NULL;
        text = sx_arena_printf(arena, "%s%s%.0f", text, i ? " " : "", share);
    }
    return text;
}

int sx_some_ranks_read(const char *text, int64_t p, double *ret_share)
{
    const char *at = text;
    for (size_t i = 0; i < sx_some_ranks_count(p); i++) {
        char *end;
        const long share = strtol(at, &end, 10);
        if (end == at || share < 1 || share > MOST)
            return 0;
        ret_share[i] = (double)share * UNIT;
        at = end;
    }
    return (int)(at - text);
}
