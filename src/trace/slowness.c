#include "trace/slowness.h"

#include "trace/extremes.h"
#include "trace/pace.h"
#include "trace/time_sums.h"
#include "trace/walk.h"

#include <math.h>
#include <string.h>

enum { MOST_EVENTS = 1 << 22 }; /* that are gone through for a rank */

/* 30 years. */
static const double MOST_NS = 1e18;

/* What the rank would compute by its calls and its pace; 0 where that is not found out. */
static double expected(const sx_trace *trace, sx_walk *walk, sx_place_of *place,
                       int64_t rank)
{
    bool more = true;
    double sum = 0;
    sx_event event;
    if (rank < 0 || rank >= trace->p || sx_place_move(place, (sx_rank)rank, NULL) ||
        sx_walk_start_folded(walk, (sx_rank)rank, NULL))
        return 0;
    for (int i = 0; i < MOST_EVENTS && more; i++) {
        if (sx_walk_next(walk, &event, &more, NULL))
            return 0;
        if (!more)
            break;
        const sx_time_sums sums = sx_time_sums_of(event.node);
        sum += (double)event.times * sx_time_sums_mean(&sums, SX_TIMES_COMP);
    }
    return more ? 0 : sum * sx_pace_at(trace, place);
}

/* Of two ranks; false where that of one is not found out. */
static bool expect(const sx_trace *trace, int64_t a, int64_t b, double ret_ns[2])
{
    sx_walk *walk = NULL;
    sx_place_of *place = sx_place_create(trace);
    const bool begun = place && !sx_walk_create(trace, &walk, NULL);
    ret_ns[0] = begun ? expected(trace, walk, place, a) : 0;
    ret_ns[1] = begun ? expected(trace, walk, place, b) : 0;
    sx_walk_destroy(walk);
    sx_place_destroy(place);
    return ret_ns[0] > 0 && ret_ns[1] > 0;
}

bool sx_slowness_of(const sx_trace *trace, sx_slowness *ret_slowness)
{
    const sx_extremes of = sx_extremes_find(trace, SX_TIMES_COMP);
    double even[2];
    if (trace->p == 0 || of.n < 2 || of.least <= 0 ||
        !expect(trace, of.least_rank, of.most_rank, even))
        return false;
    const double least = (double)of.least / even[0], most = (double)of.most / even[1];
    const bool swap = least > most;
    *ret_slowness = (sx_slowness) { swap ? most : least, swap ? least : most,
                                    (sx_rank)(swap ? of.most_rank : of.least_rank),
                                    (sx_rank)(swap ? of.least_rank : of.most_rank) };
    return true;
}

sx_status sx_slowness_note(sx_arena *arena, const sx_slowness *slowness, sx_trace *trace,
                           sx_error *err)
{
    const sx_time_sums all = sx_time_sums_within(&trace->program);
    sx_extremes of = { .n = trace->p, .sum = all.ns[SX_TIMES_COMP] };
    double even[2];
    if (trace->p < 2)
        return SX_OK;
    of.least_rank = slowness->first % trace->p;
    of.most_rank = slowness->last % trace->p;
    if (of.least_rank == of.most_rank)
        of.most_rank = (of.least_rank + 1) % trace->p;
    if (!expect(trace, of.least_rank, of.most_rank, even) ||
        slowness->most * even[1] > MOST_NS || !(of.sum < MOST_NS * (double)trace->p))
        return SX_OK;
    const double mean = of.sum / (double)trace->p; /* is between them */
    of.least = (int64_t)fmin(slowness->least * even[0], mean);
    of.most = (int64_t)ceil(fmax(slowness->most * even[1], mean));
    sx_meta *meta = SX_NEW_ARRAY(arena, sx_meta, trace->nmeta + 1);
    const char *text = sx_extremes_text(arena, &of);
    if (!meta || !text)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (trace->nmeta > 0)
        memcpy(meta, trace->meta, trace->nmeta * sizeof *meta);
    meta[trace->nmeta++] = (sx_meta) { sx_extremes_key(SX_TIMES_COMP), text };
    trace->meta = meta;
    return SX_OK;
}
