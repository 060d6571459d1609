#include "extrap/busiest.h"

#include "base/elementary.h"
#include "extrap/places.h"
#include "trace/walk.h"

#include <string.h>

/* By node: the mean of what a call computes before it. */
static void list_means(const sx_block *block, double *mean_ns)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        double samples = 0, total = 0;
        if (node->kind == SX_NODE_LOOP)
            list_means(&node->body, mean_ns);
        for (uint32_t k = 0; k < node->ntimes; k++) {
            const double *field = node->times[k].hist.field;
            if (node->times[k].kind == SX_TIMES_COMM)
                continue;
            samples += field[SX_HIST_N];
            total += field[SX_HIST_N] * field[SX_HIST_MEAN];
        }
        mean_ns[node->id] = samples > 0 ? total / samples : 0;
    }
}

typedef struct looking {
    sx_walk *walk;
    const double *mean_ns;
    sx_busiest own; /* of the rank at hand */
} looking;

static double steps_of(const sx_event *event)
{
    if (sx_op_class_of(event->node->op) != SX_OP_COLLECTIVE || event->comm_size < 2)
        return 0;
    switch (event->node->op) {
    case SX_OP_Alltoall:
    case SX_OP_Ialltoall:
    case SX_OP_Alltoallv:
    case SX_OP_Ialltoallv:
    case SX_OP_Alltoallw:
    case SX_OP_Ialltoallw:
        return (double)event->comm_size - 1;
    default:
        return sx_log2((double)event->comm_size);
    }
}

static sx_status add(looking *l, const sx_event *event, sx_error *err)
{
    const double times = (double)event->times;
    int64_t bytes;
    sx_status st = sx_walk_bytes(l->walk, &bytes, err);
    if (st)
        return st;
    l->own.calls += times;
    l->own.bytes += times * (double)bytes;
    l->own.computation_ns += times * l->mean_ns[event->node->id];
    l->own.calls_of[event->node->id] += times;
    l->own.bytes_of[event->node->id] += times * (double)bytes;
    l->own.steps += times * steps_of(event);
    return SX_OK;
}

static sx_status look_at(looking *l, sx_rank rank, size_t nnodes, sx_error *err)
{
    double *calls_of = l->own.calls_of, *bytes_of = l->own.bytes_of;
    memset(calls_of, 0, nnodes * sizeof *calls_of);
    memset(bytes_of, 0, nnodes * sizeof *bytes_of);
    l->own = (sx_busiest) { .rank = rank, .calls_of = calls_of, .bytes_of = bytes_of };
    sx_status st = sx_walk_start_folded(l->walk, rank, err);
    for (bool more = !st; more;) {
        sx_event event;
        st = sx_walk_next(l->walk, &event, &more, err);
        if (!st && more)
            st = add(l, &event, err);
        if (st)
            break;
    }
    return st;
}

static bool give_room(sx_arena *arena, size_t nnodes, sx_busiest *busiest)
{
    busiest->calls_of = SX_NEW_ARRAY(arena, double, nnodes);
    busiest->bytes_of = SX_NEW_ARRAY(arena, double, nnodes);
    return busiest->calls_of && busiest->bytes_of;
}

sx_status sx_busiest_find(sx_arena *arena, const sx_trace *trace, sx_busiest *ret_busiest,
                          sx_error *err)
{
    const size_t nnodes = trace->nnodes;
    double *mean_ns = SX_NEW_ARRAY(arena, double, nnodes);
    looking l = { .mean_ns = mean_ns };
    sx_busiest most = { 0 };
    if (!mean_ns || !give_room(arena, nnodes, &l.own) || !give_room(arena, nnodes, &most))
        return sx_fail(err, SX_NOMEM, "out of memory");
    list_means(&trace->program, mean_ns);
    const size_t n = sx_places_count(trace);
    double calls = 0;
    sx_status st = sx_walk_create(trace, &l.walk, err);
    for (size_t i = 0; !st && i < n; i++) {
        st = look_at(&l, sx_places_rank(trace, i), nnodes, err);
        calls += l.own.calls;
        if (!st && (i == 0 || l.own.computation_ns > most.computation_ns)) {
            const sx_busiest spare = most;
            most = l.own;
            l.own = spare;
        }
    }
    sx_walk_destroy(l.walk);
    most.mean_calls = calls / (double)n;
    *ret_busiest = most;
    return st;
}
