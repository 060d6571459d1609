#include "align/unnest.h"

#include "align/loop_names.h"
#include "align/nested_trips.h"
#include "base/checked.h"

#include <stdlib.h>

typedef struct unnesting {
    sx_arena *arena;
    const sx_trace *trace;
    const sx_loop_names *all; /* nests of each trace */
    size_t n;
    uint64_t *steps;
    sx_error *err;
} unnesting;

static sx_status no_memory(const unnesting *u)
{
    return sx_fail(u->err, SX_NOMEM, "out of memory");
}

/* Is nothing in the loop but a loop, and are there no counters? */
static bool is_nest(const sx_node *node)
{
    const sx_node *inner = node->body.n == 1 ? node->body.node[0] : NULL;
    return node->kind == SX_NODE_LOOP && inner && inner->kind == SX_NODE_LOOP &&
           inner->ranks.kind == SX_DOMAIN_ALL && node->trips.kind != SX_VALUE_EXPR &&
           !sx_block_has_expressions(&node->body);
}

static bool is_in_all(const unnesting *u, const sx_node *nest)
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

static sx_status unnest_block(const unnesting *u, const sx_ranklist *enclosing,
                              sx_block *block);

static sx_status unnest_loop(const unnesting *u, const sx_ranklist *participants,
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

static sx_status unnest_block(const unnesting *u, const sx_ranklist *enclosing,
                              sx_block *block)
{
    sx_status status = SX_OK;
    block->node = sx_arena_copy(u->arena, block->node, block->n, sizeof *block->node);
    if (!block->node)
        return no_memory(u);
    for (size_t i = 0; i < block->n && !status; i++) {
        const sx_domain *ranks = &block->node[i]->ranks;
        bool known = ranks->kind == SX_DOMAIN_ALL || ranks->kind == SX_DOMAIN_RANKS;
        if (block->node[i]->kind != SX_NODE_LOOP || !known)
            continue;
        sx_node *loop = sx_arena_copy(u->arena, block->node[i], 1, sizeof *loop);
        block->node[i] = loop;
        const sx_ranklist *in =
            ranks->kind == SX_DOMAIN_ALL ? enclosing : &loop->ranks.ranks;
        status = loop ? unnest_loop(u, in, loop) : no_memory(u);
    }
    return status;
}

static sx_status unnest_trace(unnesting *u, sx_trace *trace)
{
    sx_ranklist everybody;
    sx_status status = sx_ranklist_range(u->arena, 0, trace->p, &everybody, u->err);
    u->trace = trace;
    return status ? status : unnest_block(u, &everybody, &trace->program);
}

sx_status sx_unnest(sx_arena *arena, sx_trace *const *trace, size_t n, uint64_t *steps,
                    sx_error *err)
{
    sx_loop_names *all = calloc(n + 1, sizeof *all);
    unnesting u = { .arena = arena, .all = all, .n = n, .steps = steps, .err = err };
    sx_status status = all ? SX_OK : no_memory(&u);
    bool any = false;
    for (size_t i = 0; i < n && !status; i++) {
        if (sx_loop_names_list(&all[i], trace[i], is_nest))
            status = no_memory(&u);
        any = any || all[i].n > 0;
    }
    for (size_t i = 0; i < n && !status && any; i++)
        status = unnest_trace(&u, trace[i]);
    for (size_t i = 0; all && i < n; i++)
        sx_loop_names_free(&all[i]);
    free(all);
    return status;
}
