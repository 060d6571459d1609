#include "base/checked.h"
#include "trace/walk_state.h"

#include <inttypes.h>
#include <stdlib.h>

static const sx_domain everybody = { .kind = SX_DOMAIN_ALL };

static sx_status count_slots(const sx_block *block, unsigned depth, size_t *nslots,
                             sx_error *err)
{
    if (depth > SX_MAX_DEPTH)
        return sx_fail(err, SX_INVALID, "loops nest deeper than %d", SX_MAX_DEPTH);
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        *nslots += node->kind == SX_NODE_LOOP ? 1 : node->nparams;
        sx_status status = node->kind == SX_NODE_LOOP
                               ? count_slots(&node->body, depth + 1, nslots, err)
                               : SX_OK;
        if (status)
            return status;
    }
    return SX_OK;
}

static walk_slot slot_of(const sx_value *value)
{
    walk_slot slot = { .counters = 0 };
    if (value->kind == SX_VALUE_EXPR)
        sx_expr_uses(value->expr, &slot.counters, NULL);
    return slot;
}

static void prepare(sx_walk *walk, const sx_block *block, const sx_domain *domain,
                    size_t *next_slot)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        walk_node *state = &walk->node[node->id];
        state->slot = *next_slot;
        state->domain = node->ranks.kind == SX_DOMAIN_ALL ? domain : &node->ranks;
        if (node->kind == SX_NODE_LOOP) {
            walk->slot[(*next_slot)++] = slot_of(&node->trips);
            prepare(walk, &node->body, state->domain, next_slot);
        } else {
            for (uint32_t k = 0; k < node->nparams; k++)
                walk->slot[(*next_slot)++] = slot_of(&node->param[k].value);
        }
    }
}

sx_status sx_walk_create(const sx_trace *trace, sx_walk **ret_walk, sx_error *err)
{
    size_t nslots = 0, next_slot = 0;
    if (trace->p < 1)
        return sx_fail(err, SX_INVALID, "the number of ranks of a formula trace is open");
    sx_status status = count_slots(&trace->program, 0, &nslots, err);
    if (status)
        return status;
    sx_walk *walk = calloc(1, sizeof *walk);
    if (!walk)
        return sx_fail(err, SX_NOMEM, "out of memory");
    walk->trace = trace;
    walk->rank = -1;
    walk->nslots = nslots;
    walk->place = sx_place_create(trace);
    walk->node = calloc((size_t)trace->nnodes + 1, sizeof *walk->node);
    walk->slot = calloc(nslots + 1, sizeof *walk->slot);
    if (!walk->place || !walk->node || !walk->slot) {
        sx_walk_destroy(walk);
        return sx_fail(err, SX_NOMEM, "out of memory");
    }
    prepare(walk, &trace->program, &everybody, &next_slot);
    *ret_walk = walk;
    return SX_OK;
}

void sx_walk_destroy(sx_walk *walk)
{
    if (!walk)
        return;
    sx_place_destroy(walk->place);
    free(walk->node);
    free(walk->slot);
    free(walk);
}

/* What is known of the rank, when it is the one before, stays. */
static sx_status place(sx_walk *walk, sx_rank rank, sx_error *err)
{
    if (rank == walk->rank)
        return SX_OK;
    walk->rank = -1;
    sx_status status = sx_place_move(walk->place, rank, err);
    if (status)
        return status;
    for (uint32_t i = 0; i < walk->trace->nnodes; i++) {
        walk->node[i].part = WALK_UNKNOWN;
        walk->node[i].fold = WALK_UNDECIDED;
        walk->node[i].span.kind = WALK_UNMEASURED;
    }
    for (size_t i = 0; i < walk->nslots; i++)
        walk->slot[i].known = walk->slot[i].fixed = false;
    walk->rank = rank;
    return SX_OK;
}

static sx_status start(sx_walk *walk, sx_rank rank, bool folded, sx_error *err)
{
    walk->folded = folded;
    walk->depth = 0;
    walk->nentries = 0;
    walk->event.node = NULL;
    sx_status status = place(walk, rank, err);
    if (status)
        return status;
    for (uint32_t i = 0; i < walk->trace->nnodes; i++)
        walk->node[i].execution = 0;
    for (size_t i = 0; i < walk->nslots; i++)
        walk->slot[i].begin = walk->slot[i].length = 0;
    walk->frame[0] = (walk_frame) { .block = &walk->trace->program, .times = 1 };
    walk->depth = 1;
    return SX_OK;
}

sx_status sx_walk_start(sx_walk *walk, sx_rank rank, sx_error *err)
{
    return start(walk, rank, false, err);
}

sx_status sx_walk_start_folded(sx_walk *walk, sx_rank rank, sx_error *err)
{
    return start(walk, rank, true, err);
}

/* Loops around the frame on top. */
static uint32_t counters_of(const sx_walk *walk)
{
    return walk->depth - 1;
}

sx_status sx_walk_read(const sx_walk *walk, walk_slot *slot, const sx_value *value,
                       const walk_node *state, sx_error *err)
{
    if (slot->known)
        return SX_OK;
    sx_status status =
        sx_place_read(walk->place, value, state->domain, &slot->reading, err);
    slot->known = !status;
    return status;
}

sx_status sx_walk_scalar(sx_walk *walk, walk_slot *slot, const sx_value *value,
                         const walk_node *state, uint32_t comm, bool comm_fixed,
                         int64_t *ret_value, sx_error *err)
{
    sx_status status;
    if (slot->fixed) {
        *ret_value = slot->reading.value;
        return SX_OK;
    }
    status = sx_walk_read(walk, slot, value, state, err);
    if (!status)
        status = sx_place_at(walk->place, &slot->reading, comm, state->execution, 0,
                             walk->counter, counters_of(walk), ret_value, err);
    if (!status && !slot->counters && !sx_reading_varies(&slot->reading) && comm_fixed) {
        slot->fixed = true;
        slot->reading.value = *ret_value;
    }
    return status;
}

sx_status sx_walk_takes_part(sx_walk *walk, const sx_node *node, bool *ret_in,
                             sx_error *err)
{
    walk_node *state = &walk->node[node->id];
    if (state->part == WALK_UNKNOWN) {
        bool in = false;
        sx_status status = sx_place_in(walk->place, &node->ranks, &in, err);
        if (status)
            return status;
        state->part = in ? WALK_IN : WALK_OUT;
    }
    *ret_in = state->part == WALK_IN;
    return SX_OK;
}

sx_status sx_walk_enter(sx_walk *walk, const sx_node *node, sx_error *err)
{
    walk_node *state = &walk->node[node->id];
    int64_t trips = 0;
    sx_status status = sx_walk_scalar(walk, &walk->slot[state->slot], &node->trips, state,
                                      0, true, &trips, err);
    if (status)
        return status;
    if (trips < 0)
        return sx_fail(err, SX_INVALID, "a loop has a negative number of trips");
    state->execution++;
    if (trips == 0 || node->body.n == 0)
        return SX_OK;
    walk_frame inner = { &node->body, 0, trips - 1, walk->frame[walk->depth - 1].times };
    bool folds = false;
    if (walk->folded)
        status = sx_walk_folds(walk, node, counters_of(walk), &folds, err);
    if (!status && folds) {
        inner.left = 0;
        if (sx_mul_overflows(inner.times, (uint64_t)trips, &inner.times))
            status =
                sx_fail(err, SX_OVERFLOW, "the number of events does not fit in 64 bits");
    }
    if (status)
        return status;
    walk->counter[walk->depth - 1] = 0;
    walk->trips[walk->depth - 1] = folds ? (uint64_t)trips : 1;
    walk->entry[walk->depth - 1] = walk->nentries++;
    walk->frame[walk->depth++] = inner;
    return SX_OK;
}

static sx_status read_comm(sx_walk *walk, const sx_node *node, const walk_node *state,
                           bool *ret_fixed, sx_error *err)
{
    sx_event *event = &walk->event;
    event->comm = 0;
    event->comm_size = 0;
    event->comm_rank = -1;
    *ret_fixed = true;
    if (node->nparams == 0 || node->param[0].id != SX_PARAM_COMM)
        return SX_OK;
    walk_slot *slot = &walk->slot[state->slot];
    int64_t comm = 0;
    sx_status status =
        sx_walk_scalar(walk, slot, &node->param[0].value, state, 0, true, &comm, err);
    if (status)
        return status;
    *ret_fixed = slot->fixed;
    event->present |= UINT64_C(1) << SX_PARAM_COMM;
    event->value[SX_PARAM_COMM] = comm;
    if (sx_is_special(comm))
        return SX_OK;
    if (comm < 0 || (uint64_t)comm >= walk->trace->ncomms)
        return sx_fail(err, SX_INVALID, "there is no communicator %" PRId64, comm);
    event->comm = (uint32_t)comm;
    sx_place_comm(walk->place, event->comm, &event->comm_size, &event->comm_rank);
    return SX_OK;
}

/* How many elements a list parameter has in this execution; a count that is not recorded
 * is 1: the one request of Wait, the one index of Waitany. */
static uint64_t list_length(const sx_event *event, sx_param_id id)
{
    sx_param_id length = sx_param_list_length_in(id, event->present);
    int64_t n = 1;
    if (length == SX_PARAM_COMM_SIZE)
        n = event->comm_size;
    else if (event->present >> length & 1)
        n = event->value[length];
    return n > 0 ? (uint64_t)n : 0;
}

static sx_status read_params(sx_walk *walk, const sx_node *node, walk_node *state,
                             bool comm_fixed, sx_error *err)
{
    sx_event *event = &walk->event;
    for (uint32_t i = 0; i < node->nparams; i++) {
        sx_param_id id = node->param[i].id;
        walk_slot *slot = &walk->slot[state->slot + i];
        if (id == SX_PARAM_COMM || sx_param_list_length(id) != SX_PARAM_NONE)
            continue;
        sx_status status =
            sx_walk_scalar(walk, slot, &node->param[i].value, state, event->comm,
                           comm_fixed, &event->value[id], err);
        if (status)
            return status;
        event->present |= UINT64_C(1) << id;
    }
    for (uint32_t i = 0; i < node->nparams; i++) {
        sx_param_id id = node->param[i].id;
        walk_slot *slot = &walk->slot[state->slot + i];
        if (sx_param_list_length(id) == SX_PARAM_NONE)
            continue;
        slot->begin += slot->length;
        slot->length = list_length(event, id);
        event->present |= UINT64_C(1) << id;
    }
    return SX_OK;
}

static sx_status visit_event(sx_walk *walk, const sx_node *node, sx_error *err)
{
    walk_node *state = &walk->node[node->id];
    sx_event *event = &walk->event;
    bool comm_fixed = true;
    event->node = node;
    event->present = 0;
    event->execution = state->execution;
    event->times = walk->frame[walk->depth - 1].times;
    event->ncounters = counters_of(walk);
    event->counter = walk->counter;
    event->trips = walk->trips;
    event->entry = walk->entry;
    sx_status status = read_comm(walk, node, state, &comm_fixed, err);
    if (!status)
        status = read_params(walk, node, state, comm_fixed, err);
    state->execution++;
    return status;
}

void sx_walk_end_block(sx_walk *walk)
{
    walk_frame *top = &walk->frame[walk->depth - 1];
    if (top->left > 0) {
        top->left--;
        top->next = 0;
        walk->counter[walk->depth - 2]++;
    } else {
        walk->depth--;
    }
}

sx_status sx_walk_next(sx_walk *walk, sx_event *ret_event, bool *ret_more, sx_error *err)
{
    sx_status status = SX_OK;
    while (walk->depth > 0 && !status) {
        walk_frame *top = &walk->frame[walk->depth - 1];
        bool in = false;
        if (top->next == top->block->n) {
            sx_walk_end_block(walk);
            continue;
        }
        const sx_node *node = top->block->node[top->next++];
        status = sx_walk_takes_part(walk, node, &in, err);
        if (status || !in)
            continue;
        if (node->kind == SX_NODE_LOOP) {
            status = sx_walk_enter(walk, node, err);
            continue;
        }
        if (sx_op_class_of(node->op) == SX_OP_REGION)
            continue;
        status = visit_event(walk, node, err);
        if (!status) {
            *ret_event = walk->event;
            *ret_more = true;
        }
        return status;
    }
    walk->event.node = NULL;
    if (!status)
        *ret_more = false;
    return status;
}
