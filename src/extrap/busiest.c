#include "extrap/busiest.h"

#include "extrap/places.h"
#include "trace/time_sums.h"

#include <string.h>

static void list_sums(const sx_block *block, sx_time_sums *sums)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        sums[node->id] = sx_time_sums_of(node);
        if (node->kind == SX_NODE_LOOP)
            list_sums(&node->body, sums);
    }
}

typedef struct looking {
    sx_walk *walk;
    sx_time_sums *sums; /* by node */
    sx_busiest own; /* of the rank at hand */
    sx_traffic *sum; /* by operation: of all ranks */
} looking;

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
    add_traffic(&l->sum[event->node->op], times, &traffic);
    return SX_OK;
}

static sx_status look_at(looking *l, sx_rank rank, size_t nnodes, sx_error *err)
{
    sx_busiest_call *call = l->own.call;
    memset(call, 0, nnodes * sizeof *call);
    l->own = (sx_busiest) { .rank = rank, .call = call };
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

sx_status sx_busiest_find(sx_arena *arena, const sx_trace *trace, sx_busiest *ret_busiest,
                          sx_error *err)
{
    const size_t nnodes = trace->nnodes;
    looking l = { .sums = SX_NEW_ARRAY(arena, sx_time_sums, nnodes),
                  .sum = SX_NEW_ARRAY(arena, sx_traffic, SX_OPS) };
    sx_busiest most = { .call = SX_NEW_ARRAY(arena, sx_busiest_call, nnodes) };
    l.own.call = SX_NEW_ARRAY(arena, sx_busiest_call, nnodes);
    if (!l.sums || !l.sum || !l.own.call || !most.call)
        return sx_fail(err, SX_NOMEM, "out of memory");
    list_sums(&trace->program, l.sums);
    const size_t n = sx_places_count(trace);
    double calls = 0;
    sx_status st = sx_walk_create(trace, &l.walk, err);
    for (size_t i = 0; !st && i < n; i++) {
        st = look_at(&l, sx_places_rank(trace, i), nnodes, err);
        calls += l.own.all.calls;
        if (!st && (i == 0 || l.own.all.ns[SX_TIMES_COMP] > most.all.ns[SX_TIMES_COMP])) {
            const sx_busiest spare = most;
            most = l.own;
            l.own = spare;
        }
    }
    sx_walk_destroy(l.walk);
    most.mean_calls = calls / (double)n;
    for (int op = 0; op < SX_OPS; op++)
        l.sum[op] =
            (sx_traffic) { l.sum[op].messages / (double)n, l.sum[op].bytes / (double)n };
    most.mean = l.sum;
    *ret_busiest = most;
    return st;
}
