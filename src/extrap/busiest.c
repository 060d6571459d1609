#include "extrap/busiest.h"

#include "extrap/places.h"
#include "trace/some_ranks.h"
#include "trace/time_sums.h"

#include <math.h>
#include <string.h>

enum { INSIDE = SX_BUSIEST_RANKS - SX_SOME_RANKS - SX_PLACES };

int sx_work_first(const sx_local_volume *volume)
{
    return volume->axes > 0 ? SX_WORK_CALLS : SX_WORK_ALIKE;
}

void sx_work_amounts(double calls, const sx_local_points *points,
                     double ret_amount[SX_WORK_KINDS])
{
    ret_amount[SX_WORK_ALIKE] = 1;
    ret_amount[SX_WORK_CALLS] = calls;
    ret_amount[SX_WORK_POINTS] = points->own;
    ret_amount[SX_WORK_CALLED_POINTS] = calls * points->own;
    ret_amount[SX_WORK_AT_SIDES] = calls * points->own * points->sides;
}

/* The shortest time in a call by its histograms; below 0 where there are none. */
static double least_of(const sx_node *node)
{
    double least = INFINITY;
    for (uint32_t k = 0; k < node->ntimes; k++) {
        const sx_hist *hist = &node->times[k].hist;
        if (node->times[k].kind == SX_TIMES_COMM && !sx_hist_is_open(hist) &&
            hist->field[SX_HIST_N] > 0)
            least = fmin(least, hist->field[SX_HIST_MIN]);
    }
    return least < INFINITY ? least : -1;
}

/* Of calls that wait for their partner themselves: who has one is in the same histogram as who has none, where some have. Completions of requests are not asked. */
enum { WITH_PARTNER = 1, WITHOUT = 2, SOME = WITH_PARTNER | WITHOUT };

static bool is_null(const sx_event *event, sx_param_id id)
{
    return !(event->present >> id & 1) || event->value[id] == SX_NULL;
}

static unsigned char partner_of(const sx_event *event)
{
    switch (event->node->op) {
    case SX_OP_Send:
    case SX_OP_Bsend:
    case SX_OP_Ssend:
    case SX_OP_Rsend:
    case SX_OP_Recv:
    case SX_OP_Mrecv:
    case SX_OP_Sendrecv:
    case SX_OP_Sendrecv_replace:
        return is_null(event, SX_PARAM_PEER) && is_null(event, SX_PARAM_SOURCE)
                   ? WITHOUT
                   : WITH_PARTNER;
    default:
        return 0;
    }
}

typedef struct looking {
    const sx_trace *trace;
    const sx_local_volume *volume;
    sx_walk *walk;
    sx_place_of *place;
    sx_time_sums *sums; /* by node: these, */
    double *least; /* the shortest time in a call, and whether it has partners */
    unsigned char *partners;
    sx_busiest own; /* of the rank at hand */
    sx_traffic *sum; /* by operation: of all ranks of the spread */
    bool is_of_spread; /* the rank at hand */
    size_t spread; /* ranks of it */
    sx_local_points points;
} looking;

static void list_times(looking *l, const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        l->sums[node->id] = sx_time_sums_of(node);
        l->least[node->id] = least_of(node);
        if (node->kind == SX_NODE_LOOP)
            list_times(l, &node->body);
    }
}

static void add_traffic(sx_traffic *sum, double times, const sx_traffic *traffic)
{
    sum->messages += times * traffic->messages;
    sum->bytes += times * traffic->bytes;
}

static void add_to(sx_busiest_call *call, double times, double bytes,
                   const sx_traffic *traffic, const sx_time_sums *sums)
{
    call->calls += times;
    call->bytes += times * bytes;
    add_traffic(&call->traffic, times, traffic);
    for (int kind = 0; kind < SX_TIMES_KINDS; kind++)
        call->ns[kind] += times * sx_time_sums_mean(sums, kind);
}

static sx_status add(looking *l, const sx_event *event, sx_error *err)
{
    const double times = (double)event->times;
    const uint32_t id = event->node->id;
    int64_t bytes;
    sx_status st = sx_walk_bytes(l->walk, &bytes, err);
    if (st)
        return st;
    const sx_traffic traffic = sx_traffic_of(event, bytes);
    add_to(&l->own.call[id], times, (double)bytes, &traffic, &l->sums[id]);
    add_to(&l->own.all, times, (double)bytes, &traffic, &l->sums[id]);
    l->own.least_ns += times * fmax(l->least[id], 0);
    l->partners[id] |=
        traffic.messages > 0 && l->least[id] < 0 ? SOME : partner_of(event);
    if (l->is_of_spread)
        add_traffic(&l->sum[event->node->op], times, &traffic);
    return SX_OK;
}

static sx_status look_at(looking *l, sx_rank rank, sx_work *ret_work, sx_error *err)
{
    sx_busiest_call *call = l->own.call;
    memset(call, 0, l->trace->nnodes * sizeof *call);
    l->own = (sx_busiest) { .rank = rank, .call = call };
    sx_status st = sx_place_move(l->place, rank, err);
    if (st)
        return st;
    l->points = sx_local_volume_at(l->volume, l->place);
    st = sx_walk_start_folded(l->walk, rank, err);
    for (bool more = !st; more;) {
        sx_event event;
        st = sx_walk_next(l->walk, &event, &more, err);
        if (!st && more)
            st = add(l, &event, err);
        if (st)
            break;
    }
    sx_work_amounts(l->own.all.calls, &l->points, ret_work->amount);
    ret_work->rank = rank;
    ret_work->called_ns = l->own.all.ns[SX_TIMES_COMP];
    return st;
}

/* Which ranks are looked at, of more than are of the spread: as many as *ret_rank has room for. */
static size_t list_ranks(const sx_trace *trace, sx_rank *ret_rank)
{
    size_t n = 0, places = sx_places_count(trace);
    for (; n < sx_some_ranks_count(trace->p); n++)
        ret_rank[n] = sx_some_ranks_rank(trace->p, n);
    if ((int64_t)n == trace->p)
        return n;
    for (size_t i = 0; i < places; i++)
        ret_rank[n++] = sx_places_rank(trace, i);
    sx_rank rank;
    for (uint64_t i = 0; i < INSIDE && (rank = sx_places_inside_corner(trace, i)) >= 0;
         i++)
        ret_rank[n++] = rank;
    return n;
}

/* The ranks of a spread stand for all, and few others for themselves. */
static double stands_for(const looking *l, size_t i, size_t n)
{
    const double p = (double)l->trace->p, spread = (double)l->spread;
    return (i < l->spread ? p / spread : 1) * p / (p + (double)n - spread);
}

static sx_status look_at_all(looking *l, const sx_rank *ranks, sx_busiest *most,
                             sx_error *err)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < most->nranks; i++) {
        sx_work *work = &most->work[i];
        const sx_rank rank = ranks[i];
        l->is_of_spread = i < l->spread;
        work->stands_for = stands_for(l, i, most->nranks);
        st = look_at(l, rank, work, err);
        for (int k = 0; k < SX_WORK_KINDS; k++) {
            most->most_work[k] = fmax(most->most_work[k], work->amount[k]);
            if (l->is_of_spread)
                most->mean_work[k] += work->amount[k] / (double)l->spread;
        }
        if (!st &&
            (i == 0 || l->own.all.ns[SX_TIMES_COMP] > most->all.ns[SX_TIMES_COMP])) {
            sx_busiest_call *spare = most->call;
            most->rank = rank;
            most->call = l->own.call;
            most->all = l->own.all;
            most->least_ns = l->own.least_ns;
            l->own.call = spare;
        }
    }
    return st;
}

void sx_work_settle(const sx_local_classes *classes, double work[SX_WORK_KINDS])
{
    const double of_spread = work[SX_WORK_POINTS], points = classes->own;
    if (!(of_spread > 0) || !(points > 0))
        return;
    work[SX_WORK_POINTS] = points;
    work[SX_WORK_CALLED_POINTS] *= points / of_spread;
    work[SX_WORK_AT_SIDES] = classes->at_sides * work[SX_WORK_CALLED_POINTS] / points;
}

/* Ranks with as many points and sides stand for as many of all as there are. */
static sx_status settle_points(const looking *l, sx_busiest *most, sx_error *err)
{
    sx_local_classes classes;
    double sum[SX_LOCAL_CLASSES + 1] = { 0 };
    size_t class[SX_BUSIEST_RANKS];
    sx_status st =
        sx_local_classes_count(l->volume, l->place, l->trace->p, &classes, err);
    if (st)
        return st;
    for (size_t i = 0; i < most->nranks; i++) {
        const double *amount = most->work[i].amount;
        const sx_local_points points = { .own = amount[SX_WORK_POINTS],
                                         .sides = amount[SX_WORK_CALLED_POINTS] > 0
                                                      ? amount[SX_WORK_AT_SIDES] /
                                                            amount[SX_WORK_CALLED_POINTS]
                                                      : 0 };
        class[i] = sx_local_classes_find(&classes, &points);
        sum[class[i]] += most->work[i].stands_for;
    }
    for (size_t i = 0; i < most->nranks; i++)
        if (class[i] < classes.n)
            most->work[i].stands_for *= classes.of[class[i]].ranks / sum[class[i]];
    sx_work_settle(&classes, most->mean_work);
    return SX_OK;
}

sx_status sx_busiest_find(sx_arena *arena, const sx_trace *trace,
                          const sx_local_volume *volume, sx_busiest *ret_busiest,
                          sx_error *err)
{
    const size_t nnodes = trace->nnodes, spread = sx_some_ranks_count(trace->p);
    looking l = { .trace = trace,
                  .volume = volume,
                  .spread = spread,
                  .sums = SX_NEW_ARRAY(arena, sx_time_sums, nnodes),
                  .least = SX_NEW_ARRAY(arena, double, nnodes),
                  .partners = SX_NEW_ARRAY(arena, unsigned char, nnodes),
                  .sum = SX_NEW_ARRAY(arena, sx_traffic, SX_OPS),
                  .own.call = SX_NEW_ARRAY(arena, sx_busiest_call, nnodes),
                  .place = sx_place_create(trace) };
    sx_rank ranks[SX_BUSIEST_RANKS];
    sx_busiest most = { .call = SX_NEW_ARRAY(arena, sx_busiest_call, nnodes),
                        .nranks = list_ranks(trace, ranks) };
    most.work = SX_NEW_ARRAY(arena, sx_work, most.nranks);
    sx_status st = l.sums && l.least && l.partners && l.sum && l.own.call && most.call &&
                           most.work && l.place
                       ? sx_walk_create(trace, &l.walk, err)
                       : sx_fail(err, SX_NOMEM, "out of memory");
    if (!st) {
        list_times(&l, &trace->program);
        st = look_at_all(&l, ranks, &most, err);
    }
    if (!st && volume->axes > 0)
        st = settle_points(&l, &most, err);
    for (size_t i = 0; !st && i < nnodes; i++)
        if (l.partners[i] == SOME)
            most.least_ns = 0;
    sx_walk_destroy(l.walk);
    sx_place_destroy(l.place);
    for (int op = 0; !st && op < SX_OPS; op++)
        l.sum[op] = (sx_traffic) { l.sum[op].messages / (double)spread,
                                   l.sum[op].bytes / (double)spread };
    most.mean = l.sum;
    *ret_busiest = most;
    return st;
}
