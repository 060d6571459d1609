#include "trace/walk_state.h"

/* Whether the scalar changes from one iteration of the loop at `depth` to the next. */
static bool scalar_varies(const walk_slot *slot, unsigned depth)
{
    return sx_reading_varies(&slot->reading) || slot->counters >> depth & 1;
}

bool sx_walk_list_length(const sx_walk *walk, const sx_node *node, uint32_t index,
                         int64_t *ret_length)
{
    const walk_slot *own = &walk->slot[walk->node[node->id].slot];
    sx_param_id length =
        sx_param_list_length_in(node->param[index].id, sx_node_present(node));
    int64_t n = 1, comm_rank;
    if (length == SX_PARAM_COMM_SIZE) {
        bool has_comm = node->param[0].id == SX_PARAM_COMM && !own[0].reading.expr &&
                        !sx_reading_varies(&own[0].reading);
        int64_t comm = has_comm ? own[0].reading.value : -1;
        if (comm < 0 || (uint64_t)comm >= walk->trace->ncomms)
            return false;
        sx_place_comm(walk->place, (uint32_t)comm, &n, &comm_rank);
    }
    for (uint32_t i = 0; i < node->nparams; i++) {
        if (node->param[i].id != length)
            continue;
        if (own[i].reading.expr || sx_reading_varies(&own[i].reading))
            return false;
        n = own[i].reading.value;
    }
    *ret_length = n;
    return n >= 0;
}

/* A list does not when each execution takes whole periods of its sequence. */
static bool list_varies(const sx_walk *walk, const sx_node *node, uint32_t index,
                        unsigned depth)
{
    const walk_slot *list = &walk->slot[walk->node[node->id].slot + index];
    int64_t n;
    if (list->counters >> depth & 1 || list->reading.drawn)
        return true;
    if (!list->reading.seq)
        return false;
    return !sx_walk_list_length(walk, node, index, &n) ||
           (uint64_t)n % list->reading.seq->length != 0;
}

static sx_status event_varies(sx_walk *walk, const sx_node *node, unsigned depth,
                              bool *ret_varies, sx_error *err)
{
    const walk_node *state = &walk->node[node->id];
    walk_slot *slot = &walk->slot[state->slot];
    sx_status status = SX_OK;
    bool varies = false;
    for (uint32_t i = 0; i < node->nparams && !status && !varies; i++) {
        status = sx_walk_read(walk, &slot[i], &node->param[i].value, state, err);
        varies = !status && sx_param_list_length(node->param[i].id) == SX_PARAM_NONE &&
                 scalar_varies(&slot[i], depth);
    }
    for (uint32_t i = 0; i < node->nparams && !status && !varies; i++) {
        varies = sx_param_list_length(node->param[i].id) != SX_PARAM_NONE &&
                 list_varies(walk, node, i, depth);
    }
    *ret_varies = varies;
    return status;
}

static sx_status block_varies(sx_walk *walk, const sx_block *block, unsigned depth,
                              bool *ret_varies, sx_error *err)
{
    sx_status status = SX_OK;
    bool varies = false, in = false;
    for (size_t i = 0; i < block->n && !status && !varies; i++) {
        const sx_node *node = block->node[i];
        const walk_node *state = &walk->node[node->id];
        walk_slot *slot = &walk->slot[state->slot];
        status = sx_walk_takes_part(walk, node, &in, err);
        if (status || !in)
            continue;
        if (node->kind == SX_NODE_EVENT) {
            status = event_varies(walk, node, depth, &varies, err);
            continue;
        }
        status = sx_walk_read(walk, slot, &node->trips, state, err);
        varies = !status && scalar_varies(slot, depth);
        if (!status && !varies)
            status = block_varies(walk, &node->body, depth, &varies, err);
    }
    *ret_varies = varies;
    return status;
}

sx_status sx_walk_folds(sx_walk *walk, const sx_node *loop, unsigned depth,
                        bool *ret_folds, sx_error *err)
{
    walk_node *state = &walk->node[loop->id];
    if (state->fold == WALK_UNDECIDED) {
        bool varies = false;
        sx_status status = block_varies(walk, &loop->body, depth, &varies, err);
        if (status)
            return status;
        state->fold = varies ? WALK_VARIES : WALK_FOLDS;
    }
    *ret_folds = state->fold == WALK_FOLDS;
    return SX_OK;
}
