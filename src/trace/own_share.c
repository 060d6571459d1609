#include "trace/own_share.h"

#include <stdlib.h>

const char sx_own_share_key[] = "rank.computation_own";

static const double UNKNOWN = -1;

const char *sx_own_share_text(sx_arena *arena, double share)
{
    return share >= 0 && share <= 1 ? sx_arena_printf(arena, "%.4f", share) : NULL;
}

double sx_own_share_of(const sx_trace *trace)
{
    const char *text = sx_trace_meta(trace, sx_own_share_key);
    char *end = NULL;
    const double share = text ? strtod(text, &end) : UNKNOWN;
    return text && end != text && !*end && share >= 0 && share <= 1 ? share : UNKNOWN;
}
