#include "align/unnest.h"

#include "align/each_trace.h"
#include "align/nested_trips.h"
#include "base/checked.h"

/* Is nothing in the loop but a loop, and are there no counters? */
static bool is_nest(const sx_node *node)
{
    const sx_node *inner = node->body.n == 1 ? node->body.node[0] : NULL;
    return node->kind == SX_NODE_LOOP && inner && inner->kind == SX_NODE_LOOP &&
           inner->ranks.kind == SX_DOMAIN_ALL && node->trips.kind != SX_VALUE_EXPR &&
           !sx_block_has_expressions(&node->body);
}

static bool is_in_all(const sx_in_trace *u, const sx_node *nest)
{
    const uint64_t name = sx_loop_name(u->trace, nest);
    bool found = true;
    for (size_t i = 0; i < u->n && found; i++)
        found = sx_loop_names_have(&u->all[i], name);
    return found;
}

/* What both loops make for each entry of the outer one. */
static bool sum(void *context, const int64_t *trips, int64_t n, int64_t *ret_sum)
{
    bool fits = true;
    (void)context;
    *ret_sum = 0;
    for (int64_t t = 0; t < n && fits; t++)
        fits = !sx_add_overflows(*ret_sum, trips[t], ret_sum);
    return fits;
}

static sx_status unnest_block(const sx_in_trace *u, const sx_ranklist *enclosing,
                              sx_block *block);

static sx_status unnest_loop(const sx_in_trace *u, const sx_ranklist *participants,
                             sx_node *loop)
{
    sx_value trips = { .npieces = 1 };
    sx_status status = SX_OK;
    while (!status && trips.npieces && is_nest(loop) && !is_in_all(u, loop)) {
        status = sx_nested_trips(u->arena, u->trace, participants, loop,
                                 loop->body.node[0], sum, NULL, u->steps, &trips, u->err);
        if (!status && trips.npieces) {
            loop->trips = trips;
            loop->body = loop->body.node[0]->body;
        }
    }
    return status ? status : unnest_block(u, participants, &loop->body);
}

static sx_status unnest_block(const sx_in_trace *u, const sx_ranklist *enclosing,
                              sx_block *block)
{
    sx_status status = SX_OK;
    block->node = sx_arena_copy(u->arena, block->node, block->n, sizeof *block->node);
    if (!block->node)
        return sx_in_trace_no_memory(u);
    for (size_t i = 0; i < block->n && !status; i++) {
        const sx_ranklist *in = sx_ranks_within(&block->node[i]->ranks, enclosing);
        if (block->node[i]->kind != SX_NODE_LOOP || !in)
            continue;
        sx_node *loop = sx_arena_copy(u->arena, block->node[i], 1, sizeof *loop);
        block->node[i] = loop;
        status = loop ? unnest_loop(u, in, loop) : sx_in_trace_no_memory(u);
    }
    return status;
}

sx_status sx_unnest(sx_arena *arena, sx_trace *const *trace, size_t n, uint64_t *steps,
                    sx_error *err)
{
    return sx_each_trace(arena, trace, n, is_nest, steps, unnest_block, err);
}
