#include "align/each_stretch.h"

#include <string.h>

sx_status sx_stretch_open(sx_stretch *s, const sx_block *block, size_t from,
                          size_t *ret_n, bool *ret_differs)
{
    sx_arena_clear(s->scratch);
    s->item = SX_ROOM_ARRAY(s->scratch, sx_stretch_item, SX_STRETCH_ITEMS);
    if (!s->item)
        return SX_NOMEM;
    *ret_n = sx_stretch_gather(s, block, from);
    *ret_differs = *ret_n > 0 && sx_stretch_trips_differ(s) && sx_stretch_load(s);
    return SX_OK;
}

static void replace(sx_block *block, size_t from, size_t n, sx_node *loop)
{
    block->node[from] = loop;
    memmove(&block->node[from + 1], &block->node[from + n],
            (block->n - from - n) * sizeof(sx_node *));
    block->n -= n - 1;
}

static sx_status visit_block(const sx_stretch_pass *pass, sx_block *block,
                             const bool *within);

static sx_status visit_loop(const sx_stretch_pass *pass, sx_node *loop,
                            const bool *within)
{
    const sx_stretch *s = pass->stretch;
    const bool *in = sx_runs_members(s->arena, s->runs, &loop->ranks, within);
    return in ? visit_block(pass, &loop->body, in) : SX_NOMEM;
}

static sx_status visit_block(const sx_stretch_pass *pass, sx_block *block,
                             const bool *within)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && pass->inner_first && i < block->n; i++)
        if (block->node[i]->kind == SX_NODE_LOOP)
            st = visit_loop(pass, block->node[i], within);
    for (size_t i = 0; !st && i < block->n; i++) {
        sx_node *node = block->node[i], *loop = NULL;
        size_t n;
        pass->stretch->within = within;
        st = pass->find(pass->context, block, i, &loop, &n);
        if (!st && loop)
            replace(block, i, n, loop);
        else if (!st && !pass->inner_first && node->kind == SX_NODE_LOOP)
            st = visit_loop(pass, node, within);
    }
    return st;
}

sx_status sx_runs_each_stretch(const sx_stretch_pass *pass, sx_error *err)
{
    const sx_domain everybody = { .kind = SX_DOMAIN_ALL };
    sx_stretch *s = pass->stretch;
    const bool *all = sx_runs_members(s->arena, s->runs, &everybody, NULL);
    s->scratch = sx_arena_create();
    const sx_status st =
        all && s->scratch ? visit_block(pass, &s->runs->merged.program, all) : SX_NOMEM;
    sx_arena_destroy(s->scratch);
    s->scratch = NULL;
    if (st)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_trace_number(&s->runs->merged);
    return SX_OK;
}
