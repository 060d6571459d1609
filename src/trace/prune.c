#include "trace/prune.h"

static uint64_t with_what_it_needs(const sx_node *node, uint64_t keep)
{
    uint64_t mask = keep;
    for (uint32_t i = 0; i < node->nparams; i++) {
        sx_param_id id = node->param[i].id;
        sx_param_id length = sx_param_list_length_in(id, sx_node_present(node));
        if (keep >> id & 1 && length < SX_PARAMS)
            mask |= UINT64_C(1) << length;
    }
    return keep & ~SX_KEEP_NODE ? mask | UINT64_C(1) << SX_PARAM_COMM : mask;
}

static bool prune_block(sx_arena *arena, const sx_block *block, const uint64_t *keep,
                        sx_block *ret_block);

/* NULL in *ret_node when nothing of the node is kept; false when out of memory. */
static bool prune_node(sx_arena *arena, const sx_node *node, const uint64_t *keep,
                       sx_node **ret_node)
{
    sx_block body = { 0, NULL };
    *ret_node = NULL;
    if (node->kind == SX_NODE_LOOP && !prune_block(arena, &node->body, keep, &body))
        return false;
    if (!keep[node->id] && body.n == 0)
        return true;
    sx_node *copy = sx_arena_copy(arena, node, 1, sizeof *node);
    sx_param *param = SX_NEW_ARRAY(arena, sx_param, node->nparams);
    if (!copy || !param)
        return false;
    uint64_t mask = with_what_it_needs(node, keep[node->id]);
    copy->body = body;
    copy->param = param;
    copy->nparams = 0;
    for (uint32_t i = 0; i < node->nparams; i++) {
        if (mask >> node->param[i].id & 1)
            param[copy->nparams++] = node->param[i];
    }
    *ret_node = copy;
    return true;
}

static bool prune_block(sx_arena *arena, const sx_block *block, const uint64_t *keep,
                        sx_block *ret_block)
{
    sx_block kept = { 0, SX_NEW_ARRAY(arena, sx_node *, block->n) };
    if (!kept.node)
        return false;
    for (size_t i = 0; i < block->n; i++) {
        sx_node *node;
        if (!prune_node(arena, block->node[i], keep, &node))
            return false;
        if (node)
            kept.node[kept.n++] = node;
    }
    *ret_block = kept;
    return true;
}

sx_status sx_trace_prune(sx_arena *arena, const sx_trace *trace, const uint64_t *keep,
                         sx_trace *ret_trace, bool *ret_empty, sx_error *err)
{
    sx_trace pruned = *trace;
    if (!prune_block(arena, &trace->program, keep, &pruned.program))
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_trace_number(&pruned);
    *ret_empty = pruned.program.n == 0;
    *ret_trace = pruned;
    return SX_OK;
}

static bool keeps_any(const sx_block *block, const uint64_t *keep)
{
    bool any = false;
    for (size_t i = 0; i < block->n && !any; i++) {
        const sx_node *node = block->node[i];
        any = keep[node->id] ||
              (node->kind == SX_NODE_LOOP && keeps_any(&node->body, keep));
    }
    return any;
}

static void list_origins(const sx_block *block, const uint64_t *keep,
                         const sx_node **origin, size_t *n)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        bool loop = node->kind == SX_NODE_LOOP;
        if (!keep[node->id] && !(loop && keeps_any(&node->body, keep)))
            continue;
        origin[(*n)++] = node;
        if (loop)
            list_origins(&node->body, keep, origin, n);
    }
}

const sx_node **sx_prune_origins(sx_arena *arena, const sx_trace *trace,
                                 const uint64_t *keep)
{
    size_t n = 0;
    const sx_node **origin = SX_NEW_ARRAY(arena, const sx_node *, trace->nnodes);
    if (origin)
        list_origins(&trace->program, keep, origin, &n);
    return origin;
}
