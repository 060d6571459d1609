#include "match/shorten.h"

#include "base/checked.h"

/* How often a node is executed in one trip of the outermost loop; 0: as often in each, but not by all ranks alike. */
typedef uint64_t share;

/* Whether values that are read one after the other, `n` of them in each trip, are the same ones in each. */
static bool seq_repeats(const sx_seq *seq, share n)
{
    if (sx_seq_is_packed(seq))
        return false;
    return sx_seq_is_constant(seq) || (n > 0 && n % seq->length == 0);
}

static bool value_repeats(const sx_value *value, share n)
{
    uint64_t counters = 0, grids;
    if (value->kind == SX_VALUE_BY_RANK)
        return true;
    if (value->kind == SX_VALUE_EXPR) {
        sx_expr_uses(value->expr, &counters, &grids);
        return (counters & 1) == 0;
    }
    bool repeats = value->kind == SX_VALUE_PIECES;
    for (size_t i = 0; i < value->npieces && repeats; i++)
        repeats = seq_repeats(value->piece[i].seq, n);
    return repeats;
}

/* The only number that the value ever is; -1: there are several. */
static int64_t only_number(const sx_value *value)
{
    bool expr = value->kind == SX_VALUE_EXPR && value->expr->op == SX_EXPR_INT;
    bool constant = value->kind == SX_VALUE_PIECES && value->npieces == 1 &&
                    sx_seq_is_constant(value->piece[0].seq);
    return expr ? value->expr->value : constant ? sx_seq_at(value->piece[0].seq, 0) : -1;
}

/* What a rank waits for hangs on these; on the others, sizes among them, it does not. */
static bool matters(sx_param_id id)
{
    return id == SX_PARAM_COMM || id == SX_PARAM_PEER || id == SX_PARAM_SOURCE ||
           id == SX_PARAM_TAG || id == SX_PARAM_RTAG || id == SX_PARAM_ROOT ||
           id == SX_PARAM_NREQS || id == SX_PARAM_REQS;
}

/* The elements of its requests in one trip; 0: not known. */
static share elements(const sx_node *node, share executions)
{
    const sx_param *n = sx_node_param(node, SX_PARAM_NREQS);
    int64_t length = n ? only_number(&n->value) : 1;
    share product;
    return length > 0 && !sx_mul_overflows(executions, (share)length, &product) ? product
                                                                                : 0;
}

static bool event_repeats(const sx_node *node, share executions)
{
    bool makes = sx_op_class_of(node->op) == SX_OP_COMM ||
                 node->op == SX_OP_Request_free ||
                 (node->op >= SX_OP_Send_init && node->op <= SX_OP_Rsend_init) ||
                 node->op == SX_OP_Recv_init;
    bool repeats = !makes && node->op != SX_OP_Opaque;
    for (uint32_t i = 0; i < node->nparams && repeats; i++) {
        const sx_param *param = &node->param[i];
        share n = param->id == SX_PARAM_REQS ? elements(node, executions) : executions;
        repeats = !matters(param->id) || value_repeats(&param->value, n);
    }
    return repeats;
}

static bool block_repeats(const sx_block *block, share executions)
{
    bool repeats = true;
    for (size_t i = 0; i < block->n && repeats; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_EVENT) {
            repeats = event_repeats(node, executions);
            continue;
        }
        int64_t trips = only_number(&node->trips);
        share inner;
        if (trips < 0 || sx_mul_overflows(executions, (share)trips, &inner))
            inner = 0;
        repeats =
            value_repeats(&node->trips, executions) && block_repeats(&node->body, inner);
    }
    return repeats;
}

static sx_node *barrier(sx_arena *arena)
{
    sx_node *node = SX_NEW(arena, sx_node);
    sx_param *param = SX_NEW(arena, sx_param);
    if (!node || !param)
        return NULL;
    *param = (sx_param) { SX_PARAM_COMM, sx_value_constant(arena, 0) };
    *node = (sx_node) { .kind = SX_NODE_EVENT,
                        .op = SX_OP_Barrier,
                        .site = SX_SITE_NONE,
                        .nparams = 1,
                        .param = param };
    return param->value.piece ? node : NULL;
}

/* One trip, with a barrier behind it. */
static sx_node *one_trip(sx_arena *arena, const sx_node *loop)
{
    sx_node *copy = sx_node_copy(arena, loop);
    sx_node **node = SX_NEW_ARRAY(arena, sx_node *, loop->body.n + 1);
    sx_node *last = barrier(arena);
    if (!copy || !node || !last)
        return NULL;
    for (size_t i = 0; i < loop->body.n; i++)
        node[i] = copy->body.node[i];
    node[loop->body.n] = last;
    copy->body = (sx_block) { loop->body.n + 1, node };
    copy->trips = sx_value_constant(arena, 1);
    return copy->trips.piece ? copy : NULL;
}

static bool is_shortened(const sx_node *node)
{
    return node->kind == SX_NODE_LOOP && node->ranks.kind == SX_DOMAIN_ALL &&
           only_number(&node->trips) > 2 && block_repeats(&node->body, 1);
}

sx_status sx_trace_shorten(sx_arena *arena, const sx_trace *trace, sx_trace *ret_trace,
                           size_t *ret_loops, sx_error *err)
{
    const sx_block *program = &trace->program;
    sx_trace made = *trace;
    size_t loops = 0;
    made.program = (sx_block) { 0, SX_NEW_ARRAY(arena, sx_node *, 2 * program->n) };
    bool fine = made.program.node != NULL;
    for (size_t i = 0; i < program->n && fine; i++) {
        sx_node **next = made.program.node + made.program.n;
        bool shortened = is_shortened(program->node[i]);
        loops += shortened;
        next[0] = shortened ? barrier(arena) : sx_node_copy(arena, program->node[i]);
        if (shortened)
            next[1] = one_trip(arena, program->node[i]);
        fine = next[0] && (!shortened || next[1]);
        made.program.n += 1 + shortened;
    }
    if (!fine)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_trace_number(&made);
    *ret_trace = made;
    *ret_loops = loops;
    return SX_OK;
}
