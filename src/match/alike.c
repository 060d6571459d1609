#include "match/alike.h"

#define HAS_PLACE                                                                        \
    (1u << SX_VAR_RANK | 1u << SX_VAR_COMM_RANK | 1u << SX_VAR_COORD |                   \
     1u << SX_VAR_ELEMENT)

bool sx_value_is_alike(const sx_value *value)
{
    uint64_t counters, grids;
    if (value->kind == SX_VALUE_EXPR)
        return (sx_expr_uses(value->expr, &counters, &grids) & HAS_PLACE) == 0;
    return value->kind == SX_VALUE_PIECES && value->npieces == 1 && value->piece[0].all &&
           !value->relative && sx_seq_is_constant(value->piece[0].seq);
}

bool sx_op_has_equal_buffers(sx_op op)
{
    const sx_exchange exchange = sx_op_exchange(op);
    return sx_op_parts(op) == SX_PARTS_EQUAL &&
           (exchange == SX_EXCHANGE_GATHER || exchange == SX_EXCHANGE_SCATTER ||
            exchange == SX_EXCHANGE_ALLGATHER || exchange == SX_EXCHANGE_ALLTOALL);
}

static bool uses_counter(const sx_value *value, uint32_t depth)
{
    uint64_t counters = 0, grids;
    if (value->kind != SX_VALUE_EXPR)
        return false;
    sx_expr_uses(value->expr, &counters, &grids);
    return counters >> depth & 1;
}

bool sx_counter_decides(const sx_block *block, uint32_t depth)
{
    static const sx_param_id who[] = { SX_PARAM_COMM, SX_PARAM_PEER, SX_PARAM_SOURCE,
                                       SX_PARAM_ROOT, SX_PARAM_TAG,  SX_PARAM_RTAG };
    bool any = false;
    for (size_t i = 0; i < block->n && !any; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP) {
            any = uses_counter(&node->trips, depth) ||
                  sx_counter_decides(&node->body, depth);
            continue;
        }
        for (size_t k = 0; k < sizeof who / sizeof *who && !any; k++) {
            const sx_param *of = sx_node_param(node, who[k]);
            any = of && uses_counter(&of->value, depth);
        }
    }
    return any;
}
