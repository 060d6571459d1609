#include "extrap/slow_ranks.h"

#include "trace/pace.h"

#include <math.h>
#include <stdlib.h>

static const double LEVEL = 0.9; /* of intervals that nobody looks at */
static const double ALIKE = 1e-3; /* ranks that compute about as much */

/* What a rank computes by its calls and its pace, of which it is known what it does. */
static double expected(const sx_trace *trace, sx_place_of *place, const sx_work *work)
{
    return sx_place_move(place, work->rank, NULL)
               ? 0
               : work->called_ns * sx_pace_at(trace, place);
}

/* Of the ranks that compute about as much as that, the one nearest to `as`. */
static sx_rank nearest(const sx_busiest *busiest, const double *own_ns, double ns,
                       sx_rank as)
{
    sx_rank best = -1;
    for (size_t i = 0; i < busiest->nranks; i++) {
        const sx_rank rank = busiest->work[i].rank;
        if (fabs(own_ns[i] / ns - 1) < ALIKE &&
            (best < 0 || llabs(rank - as) < llabs(best - as)))
            best = rank;
    }
    return best;
}

/* The ranks that compute least and most by their calls and pace; of many as they were in the inputs. most: what that is, ns; 0 where it is not found out. */
static sx_slowness find_extremes(const sx_trace *formula, const sx_trace *trace,
                                 const sx_busiest *busiest, sx_place_of *place)
{
    double own_ns[SX_BUSIEST_RANKS], least = INFINITY, most = 0;
    sx_slowness of = sx_measured_slowness(formula);
    for (size_t i = 0; i < busiest->nranks; i++) {
        own_ns[i] = expected(trace, place, &busiest->work[i]);
        least = fmin(least, own_ns[i]);
        most = fmax(most, own_ns[i]);
    }
    if (!(least > 0))
        return (sx_slowness) { .most = 0 };
    of.last = nearest(busiest, own_ns, most, of.last % trace->p);
    of.first = nearest(busiest, own_ns, least, of.first % trace->p);
    if (of.first == of.last)
        of.first = (of.last + 1) % trace->p;
    of.most = most;
    return of;
}

sx_status sx_slow_ranks_note(sx_arena *arena, const sx_trace *formula,
                             const sx_uneven *uneven, const sx_busiest *busiest,
                             double mean_ns, sx_trace *trace, sx_error *err)
{
    sx_model_prediction multiple;
    sx_place_of *place = sx_place_create(trace);
    if (!place)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_slowness slowness = find_extremes(formula, trace, busiest, place);
    sx_place_destroy(place);
    if (!(slowness.most > 0) || trace->p < 2)
        return SX_OK;
    sx_uneven_predict(uneven, busiest, trace->p, mean_ns, LEVEL, &multiple);
    slowness.most = multiple.value * mean_ns / slowness.most;
    slowness.least = fmin(uneven->quantile[0], slowness.most);
    return sx_slowness_note(arena, &slowness, trace, err);
}
