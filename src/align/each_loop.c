#include "align/each_loop.h"

typedef struct visiting {
    sx_arena *arena;
    const sx_runs *runs;
    sx_loop_visitor visit;
    void *context;
} visiting;

static sx_status visit_block(const visiting *v, const sx_block *block, const bool *within)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < block->n; i++) {
        sx_node *node = block->node[i];
        if (node->kind != SX_NODE_LOOP)
            continue;
        const bool *in = sx_runs_members(v->arena, v->runs, &node->ranks, within);
        st = in ? visit_block(v, &node->body, in) : SX_NOMEM;
        if (!st)
            st = v->visit(v->context, node, in);
    }
    return st;
}

sx_status sx_runs_each_loop(sx_arena *arena, sx_runs *runs, sx_loop_visitor visit,
                            void *context, sx_error *err)
{
    const sx_domain everybody = { .kind = SX_DOMAIN_ALL };
    const visiting v = { arena, runs, visit, context };
    const bool *all = sx_runs_members(arena, runs, &everybody, NULL);
    if (!all || visit_block(&v, &runs->merged.program, all))
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_trace_number(&runs->merged);
    return SX_OK;
}

sx_status sx_runs_each_loop_trips(sx_loop_trips *of, sx_loop_visitor visit, void *context,
                                  sx_error *err)
{
    of->scratch = sx_arena_create();
    sx_status st = of->scratch
                       ? sx_runs_each_loop(of->arena, of->runs, visit, context, err)
                       : sx_fail(err, SX_NOMEM, "out of memory");
    sx_arena_destroy(of->scratch);
    return st;
}

typedef struct visiting_values {
    const sx_loop_trips *of;
    sx_loop_value_visitor visit;
    void *context;
} visiting_values;

static bool visit_call(const visiting_values *v, const sx_node *call, const bool *in,
                       int64_t *const *start)
{
    const uint64_t present = sx_node_present(call);
    for (uint32_t p = 0; p < call->nparams; p++) {
        const sx_param *param = &call->param[p];
        bool list = sx_param_list_length_in(param->id, present) != SX_PARAM_NONE;
        if (!list && !v->visit(v->context, &param->value, in, start))
            return false;
    }
    return true;
}

static bool visit_values(const visiting_values *v, const sx_block *block,
                         const bool *within, int64_t *const *start)
{
    const sx_loop_trips *of = v->of;
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        const bool *in = sx_runs_members(of->scratch, of->runs, &node->ranks, within);
        if (!in)
            return false;
        if (node->kind != SX_NODE_LOOP) {
            if (!visit_call(v, node, in, start))
                return false;
            continue;
        }
        int64_t **inside = sx_loop_starts_inside(of, node, in, start);
        if (!inside || !v->visit(v->context, &node->trips, in, start) ||
            !visit_values(v, &node->body, in, inside))
            return false;
    }
    return true;
}

bool sx_loop_each_value(const sx_loop_trips *of, const sx_node *loop, const bool *in,
                        sx_loop_value_visitor visit, void *context)
{
    const visiting_values v = { of, visit, context };
    int64_t **start = sx_loop_starts(of, in);
    return start && visit_values(&v, &loop->body, in, start);
}
