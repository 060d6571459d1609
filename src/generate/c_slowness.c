/* Which ranks compute more than others, beyond that they make more calls. */
#include "generate/c_writer.h"

#include "trace/extremes.h"
#include "trace/time_sums.h"
#include "trace/walk.h"

#include <inttypes.h>

enum { MOST_EVENTS = 1 << 22 }; /* that are gone through for a rank */

/* What the rank would compute if all were equally fast; 0 where that is not found out. */
static double expected(const sx_trace *trace, sx_walk *walk, int64_t rank)
{
    bool more = true;
    double sum = 0;
    sx_event event;
    if (rank < 0 || rank >= trace->p || sx_walk_start_folded(walk, (sx_rank)rank, NULL))
        return 0;
    for (int i = 0; i < MOST_EVENTS && more; i++) {
        if (sx_walk_next(walk, &event, &more, NULL))
            return 0;
        if (!more)
            break;
        const sx_time_sums sums = sx_time_sums_of(event.node);
        sum += (double)event.times * sx_time_sums_mean(&sums, SX_TIMES_COMP);
    }
    return more ? 0 : sum;
}

/* The extremes are those of ranks that make more or fewer calls, too: that much of them is in these. */
void sx_c_set_slowness(sx_c_writer *w)
{
    sx_extremes of = sx_extremes_find(w->trace, SX_TIMES_COMP);
    sx_walk *walk = NULL;
    if (!w->nplaces || w->trace->p == 0 || of.n < 2 ||
        sx_walk_create(w->trace, &walk, NULL))
        return;
    double least = expected(w->trace, walk, of.least_rank);
    double most = expected(w->trace, walk, of.most_rank);
    int64_t first = of.least_rank, last = of.most_rank;
    sx_walk_destroy(walk);
    if (least <= 0 || most <= 0)
        return;
    least = (double)of.least / least;
    most = (double)of.most / most;
    if (least > most) {
        double swap = least;
        least = most;
        most = swap;
        first = of.most_rank;
        last = of.least_rank;
    }
    if (least > 0.999 || most < 1.001)
        return;
    sx_c_need(w, SX_C_SLOWNESS);
    sx_c_line(w, "slowness(%.4f, %.4f, %" PRId64 ", %" PRId64 ");", least, most, first,
              last);
}
