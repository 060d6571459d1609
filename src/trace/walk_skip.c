#include "base/checked.h"
#include "trace/walk_state.h"

/* Whether passing over executions of the event leaves its lists where walking them would: there is one in the order of
 * executions only if its length is known. */
static sx_status lists_follow(sx_walk *walk, const sx_node *node, bool *ret_follow,
                              sx_error *err)
{
    const walk_node *state = &walk->node[node->id];
    walk_slot *slot = &walk->slot[state->slot];
    sx_status status = SX_OK;
    int64_t n;
    bool has_list = false, follow = true;
    for (uint32_t i = 0; i < node->nparams; i++)
        has_list |= sx_param_list_length(node->param[i].id) != SX_PARAM_NONE;
    for (uint32_t i = 0; i < node->nparams && has_list && !status; i++)
        status = sx_walk_read(walk, &slot[i], &node->param[i].value, state, err);
    for (uint32_t i = 0; i < node->nparams && has_list && !status && follow; i++)
        follow = sx_param_list_length(node->param[i].id) == SX_PARAM_NONE ||
                 !slot[i].reading.seq || sx_walk_list_length(walk, node, i, &n);
    *ret_follow = follow;
    return status;
}

static sx_status measure(sx_walk *walk, const sx_block *block, uint32_t first,
                         walk_span *ret_span, sx_error *err);

/* Adds the executions of a loop to the span of the block that it is in. */
static sx_status measure_loop(sx_walk *walk, const sx_node *loop, uint32_t first,
                              walk_span *span, sx_error *err)
{
    const walk_node *state = &walk->node[loop->id];
    walk_slot *slot = &walk->slot[state->slot];
    walk_span body;
    int64_t trips = 0;
    sx_status status = sx_walk_read(walk, slot, &loop->trips, state, err);
    if (status)
        return status;
    span->counters |= slot->counters;
    if (sx_reading_varies(&slot->reading) || slot->counters >> first) {
        span->kind = WALK_OPEN;
        return SX_OK;
    }
    status = sx_walk_scalar(walk, slot, &loop->trips, state, 0, true, &trips, err);
    if (!status)
        status = measure(walk, &loop->body, first, &body, err);
    if (status)
        return status;
    span->counters |= body.counters;
    if (trips < 0 || body.kind == WALK_OPEN ||
        sx_mul_overflows(body.events, (uint64_t)trips, &body.events) ||
        sx_add_overflows(span->events, body.events, &span->events))
        span->kind = WALK_OPEN;
    return SX_OK;
}

/* One iteration of the loop at depth `first`, of whose block a part is. */
static sx_status measure(sx_walk *walk, const sx_block *block, uint32_t first,
                         walk_span *ret_span, sx_error *err)
{
    walk_span span = { .kind = WALK_CLOSED };
    for (size_t i = 0; i < block->n && span.kind == WALK_CLOSED; i++) {
        const sx_node *node = block->node[i];
        bool in = false, follow = true;
        sx_status status = sx_walk_takes_part(walk, node, &in, err);
        if (!status && in && node->kind == SX_NODE_LOOP) {
            status = measure_loop(walk, node, first, &span, err);
        } else if (!status && in && sx_op_class_of(node->op) != SX_OP_REGION) {
            status = lists_follow(walk, node, &follow, err);
            if (!follow || sx_add_overflows(span.events, 1, &span.events))
                span.kind = WALK_OPEN;
        }
        if (status)
            return status;
    }
    *ret_span = span;
    return SX_OK;
}

/* An iteration of the innermost loop that is walked, `loop`. */
static sx_status measure_iteration(sx_walk *walk, const sx_node *loop,
                                   walk_span *ret_span, sx_error *err)
{
    walk_node *state = &walk->node[loop->id];
    if (state->span.kind == WALK_UNMEASURED) {
        walk_span span;
        sx_status status = measure(walk, &loop->body, walk->depth - 2, &span, err);
        if (status)
            return status;
        *ret_span = span;
        if (span.counters == 0 || span.kind == WALK_OPEN)
            state->span = span;
        return SX_OK;
    }
    *ret_span = state->span;
    return SX_OK;
}

static sx_status pass_event(sx_walk *walk, const sx_node *node, uint64_t times,
                            sx_error *err)
{
    walk_node *state = &walk->node[node->id];
    state->execution += times;
    for (uint32_t i = 0; i < node->nparams; i++) {
        walk_slot *slot = &walk->slot[state->slot + i];
        int64_t n;
        if (sx_param_list_length(node->param[i].id) == SX_PARAM_NONE ||
            !slot->reading.seq || !sx_walk_list_length(walk, node, i, &n))
            continue;
        slot->begin += slot->length;
        if (sx_mul_overflows((uint64_t)n, times, &slot->length))
            return sx_fail(err, SX_OVERFLOW,
                           "the elements of a list do not fit in 64 bits");
    }
    return SX_OK;
}

/* What is measured executes `times` more. Loops without events in them, whose executions may be more than fit, have
 * trips that do not stand on executions. */
static sx_status pass_block(sx_walk *walk, const sx_block *block, uint64_t times,
                            sx_error *err)
{
    sx_status status = SX_OK;
    for (size_t i = 0; i < block->n && !status; i++) {
        const sx_node *node = block->node[i];
        walk_node *state = &walk->node[node->id];
        int64_t trips = 0;
        if (state->part != WALK_IN)
            continue;
        if (node->kind == SX_NODE_EVENT) {
            status = pass_event(walk, node, times, err);
            continue;
        }
        status = sx_walk_scalar(walk, &walk->slot[state->slot], &node->trips, state, 0,
                                true, &trips, err);
        state->execution += times;
        if (!status && trips > 0)
            status = pass_block(walk, &node->body, times * (uint64_t)trips, err);
    }
    return status;
}

/* At the first node of an iteration: passes over as many whole ones as there are in *n events. */
static sx_status pass_iterations(sx_walk *walk, uint64_t *n, sx_error *err)
{
    walk_frame *top = &walk->frame[walk->depth - 1];
    const walk_frame *around = top - 1;
    const sx_node *loop = around->block->node[around->next - 1];
    uint64_t left = (uint64_t)top->left + 1, passed = left;
    walk_span span;
    sx_status status = measure_iteration(walk, loop, &span, err);
    if (status || span.kind == WALK_OPEN)
        return status;
    if (span.events > 0 && *n / span.events < left)
        passed = *n / span.events;
    if (passed == 0)
        return SX_OK;
    status = pass_block(walk, top->block, passed, err);
    *n -= passed * span.events;
    if (passed == left) {
        walk->depth--;
    } else {
        top->left -= (int64_t)passed;
        walk->counter[walk->depth - 2] += (int64_t)passed;
    }
    return status;
}

/* One node, or the end of a block. */
static sx_status pass_node(sx_walk *walk, uint64_t *n, sx_error *err)
{
    walk_frame *top = &walk->frame[walk->depth - 1];
    uint64_t before = *n;
    uint32_t depth = walk->depth;
    sx_event event;
    bool more = false, in = false;
    sx_status status = SX_OK;
    if (top->next == 0 && depth > 1)
        status = pass_iterations(walk, n, err);
    if (status || *n != before || walk->depth != depth)
        return status;
    if (top->next == top->block->n) {
        sx_walk_end_block(walk);
        return SX_OK;
    }
    const sx_node *node = top->block->node[top->next];
    status = sx_walk_takes_part(walk, node, &in, err);
    if (!status && in && node->kind == SX_NODE_EVENT &&
        sx_op_class_of(node->op) != SX_OP_REGION) {
        status = sx_walk_next(walk, &event, &more, err);
        --*n;
        return status;
    }
    top->next++;
    return status || !in || node->kind == SX_NODE_EVENT ? status
                                                        : sx_walk_enter(walk, node, err);
}

sx_status sx_walk_skip(sx_walk *walk, uint64_t n, uint64_t *ret_passed, sx_error *err)
{
    uint64_t left = n;
    sx_status status =
        walk->folded ? sx_fail(err, SX_INVALID, "a folded walk cannot skip") : SX_OK;
    while (!status && left > 0 && walk->depth > 0)
        status = pass_node(walk, &left, err);
    if (!status)
        *ret_passed = n - left;
    return status;
}
