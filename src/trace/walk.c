#include "trace/walk.h"

#include "base/checked.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What one parameter (or the trip count of a loop) is for the rank that walks. */
typedef struct slot {
    bool timeless; /* no counter and no list index occurs: the same for all ranks, set
                      once */
    bool known;    /* reading is found */
    bool fixed; /* every execution has reading.value, absolute; reading is not needed */
    sx_reading reading;
    uint64_t begin,
        length; /* a list: where in its sequence this execution's elements are */
} slot;

typedef struct node_state {
    uint64_t execution; /* executions so far; of a loop: entries */
    size_t slot;        /* the first of its parameters; of a loop: its trips */
    const sx_domain
        *domain; /* the own, or when that is ALL the nearest around it that is not */
    enum { UNKNOWN, IN, OUT } part;
} node_state;

typedef struct frame {
    const sx_block *block;
    size_t next;  /* index in the block */
    int64_t left; /* iterations after this one */
} frame;

struct sx_walk {
    const sx_trace *trace;
    sx_place_of *place;
    node_state *node; /* by id */
    slot *slot;
    size_t nslots;
    uint32_t depth; /* frames in use: loops around + 1; 0: at the end */
    frame frame[SX_MAX_DEPTH + 1];
    int64_t counter[SX_MAX_DEPTH];
    sx_event event; /* the one just returned */
};

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

static bool is_timeless(const sx_value *value)
{
    const unsigned in_time = 1u << SX_VAR_COUNTER | 1u << SX_VAR_ELEMENT;
    return value->kind != SX_VALUE_EXPR ||
           !(sx_expr_uses(value->expr, NULL, NULL) & in_time);
}

static void prepare(sx_walk *walk, const sx_block *block, const sx_domain *domain,
                    size_t *next_slot)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        node_state *state = &walk->node[node->id];
        state->slot = *next_slot;
        state->domain = node->ranks.kind == SX_DOMAIN_ALL ? domain : &node->ranks;
        if (node->kind == SX_NODE_LOOP) {
            walk->slot[(*next_slot)++].timeless = is_timeless(&node->trips);
            prepare(walk, &node->body, state->domain, next_slot);
        } else {
            for (uint32_t k = 0; k < node->nparams; k++)
                walk->slot[(*next_slot)++].timeless = is_timeless(&node->param[k].value);
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

sx_status sx_walk_start(sx_walk *walk, sx_rank rank, sx_error *err)
{
    walk->depth = 0;
    walk->event.node = NULL;
    sx_status status = sx_place_move(walk->place, rank, err);
    if (status)
        return status;
    for (uint32_t i = 0; i < walk->trace->nnodes; i++) {
        walk->node[i].execution = 0;
        walk->node[i].part = UNKNOWN;
    }
    for (size_t i = 0; i < walk->nslots; i++) {
        slot *s = &walk->slot[i];
        s->known = s->fixed = false;
        s->begin = s->length = 0;
    }
    walk->frame[0] = (frame) { .block = &walk->trace->program };
    walk->depth = 1;
    return SX_OK;
}

/* Loops around the frame on top. */
static uint32_t counters_of(const sx_walk *walk)
{
    return walk->depth - 1;
}

/* The slot's scalar now. `comm_fixed`: every execution of the event has this
 * communicator. */
static sx_status read_slot(sx_walk *walk, slot *s, const sx_value *value,
                           const node_state *state, uint32_t comm, bool comm_fixed,
                           int64_t *ret_value, sx_error *err)
{
    sx_status status = SX_OK;
    if (s->fixed) {
        *ret_value = s->reading.value;
        return SX_OK;
    }
    if (!s->known)
        status = sx_place_read(walk->place, value, state->domain, &s->reading, err);
    if (!status)
        s->known = true;
    if (!status)
        status = sx_place_at(walk->place, &s->reading, comm, state->execution, 0,
                             walk->counter, counters_of(walk), ret_value, err);
    if (!status && s->timeless && !s->reading.seq && comm_fixed) {
        s->fixed = true;
        s->reading.value = *ret_value;
    }
    return status;
}

static sx_status takes_part(sx_walk *walk, const sx_node *node, bool *ret_in,
                            sx_error *err)
{
    node_state *state = &walk->node[node->id];
    if (state->part == UNKNOWN) {
        bool in = false;
        sx_status status = sx_place_in(walk->place, &node->ranks, &in, err);
        if (status)
            return status;
        state->part = in ? IN : OUT;
    }
    *ret_in = state->part == IN;
    return SX_OK;
}

static sx_status enter_loop(sx_walk *walk, const sx_node *node, sx_error *err)
{
    node_state *state = &walk->node[node->id];
    int64_t trips = 0;
    sx_status status = read_slot(walk, &walk->slot[state->slot], &node->trips, state, 0,
                                 true, &trips, err);
    if (status)
        return status;
    if (trips < 0)
        return sx_fail(err, SX_INVALID, "a loop has a negative number of trips");
    state->execution++;
    if (trips == 0 || node->body.n == 0)
        return SX_OK;
    walk->counter[walk->depth - 1] = 0;
    walk->frame[walk->depth++] = (frame) { .block = &node->body, .left = trips - 1 };
    return SX_OK;
}

static sx_status read_comm(sx_walk *walk, const sx_node *node, const node_state *state,
                           bool *ret_fixed, sx_error *err)
{
    sx_event *event = &walk->event;
    event->comm = 0;
    event->comm_size = 0;
    event->comm_rank = -1;
    *ret_fixed = true;
    if (node->nparams == 0 || node->param[0].id != SX_PARAM_COMM)
        return SX_OK;
    slot *s = &walk->slot[state->slot];
    int64_t comm = 0;
    sx_status status =
        read_slot(walk, s, &node->param[0].value, state, 0, true, &comm, err);
    if (status)
        return status;
    *ret_fixed = s->fixed;
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
    sx_param_id length = sx_param_list_length(id);
    int64_t n = 1;
    if (length == SX_PARAM_COMM_SIZE)
        n = event->comm_size;
    else if (event->present >> length & 1)
        n = event->value[length];
    return n > 0 ? (uint64_t)n : 0;
}

static sx_status read_params(sx_walk *walk, const sx_node *node, node_state *state,
                             bool comm_fixed, sx_error *err)
{
    sx_event *event = &walk->event;
    for (uint32_t i = 0; i < node->nparams; i++) {
        sx_param_id id = node->param[i].id;
        slot *s = &walk->slot[state->slot + i];
        if (id == SX_PARAM_COMM || sx_param_list_length(id) != SX_PARAM_NONE)
            continue;
        sx_status status = read_slot(walk, s, &node->param[i].value, state, event->comm,
                                     comm_fixed, &event->value[id], err);
        if (status)
            return status;
        event->present |= UINT64_C(1) << id;
    }
    for (uint32_t i = 0; i < node->nparams; i++) {
        sx_param_id id = node->param[i].id;
        slot *s = &walk->slot[state->slot + i];
        if (sx_param_list_length(id) == SX_PARAM_NONE)
            continue;
        s->begin += s->length;
        s->length = list_length(event, id);
        event->present |= UINT64_C(1) << id;
    }
    return SX_OK;
}

static sx_status visit_event(sx_walk *walk, const sx_node *node, sx_error *err)
{
    node_state *state = &walk->node[node->id];
    sx_event *event = &walk->event;
    bool comm_fixed = true;
    event->node = node;
    event->present = 0;
    event->execution = state->execution;
    event->ncounters = counters_of(walk);
    event->counter = walk->counter;
    sx_status status = read_comm(walk, node, state, &comm_fixed, err);
    if (!status)
        status = read_params(walk, node, state, comm_fixed, err);
    state->execution++;
    return status;
}

/* At the end of a block: the next iteration of its loop, or out of it. */
static void end_block(sx_walk *walk)
{
    frame *top = &walk->frame[walk->depth - 1];
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
        frame *top = &walk->frame[walk->depth - 1];
        bool in = false;
        if (top->next == top->block->n) {
            end_block(walk);
            continue;
        }
        const sx_node *node = top->block->node[top->next++];
        status = takes_part(walk, node, &in, err);
        if (status || !in)
            continue;
        if (node->kind == SX_NODE_LOOP) {
            status = enter_loop(walk, node, err);
            continue;
        }
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

/* The slot of a list parameter of the event just returned, with its reading. */
static sx_status list_slot(sx_walk *walk, sx_param_id id, slot **ret_slot, sx_error *err)
{
    const sx_node *node = walk->event.node;
    const sx_param *param = node ? sx_node_param(node, id) : NULL;
    if (!param || sx_param_list_length(id) == SX_PARAM_NONE)
        return sx_fail(err, SX_NOTFOUND, "there is no list %s here", sx_param_key(id));
    const node_state *state = &walk->node[node->id];
    slot *s = &walk->slot[state->slot + (size_t)(param - node->param)];
    sx_status status = s->known ? SX_OK
                                : sx_place_read(walk->place, &param->value, state->domain,
                                                &s->reading, err);
    s->known = !status;
    *ret_slot = s;
    return status;
}

static sx_status element_of(const sx_walk *walk, const slot *s, uint64_t e,
                            int64_t *ret_value, sx_error *err)
{
    return sx_place_at(walk->place, &s->reading, walk->event.comm, s->begin + e,
                       (int64_t)e, walk->counter, walk->event.ncounters, ret_value, err);
}

sx_status sx_walk_list(sx_walk *walk, sx_param_id id, size_t capacity,
                       int64_t *ret_element, size_t *ret_length, sx_error *err)
{
    slot *s = NULL;
    sx_status status = list_slot(walk, id, &s, err);
    for (uint64_t e = 0; !status && e < s->length && e < capacity; e++)
        status = element_of(walk, s, e, &ret_element[e], err);
    if (!status)
        *ret_length = (size_t)s->length;
    return status;
}

static bool has(const sx_event *event, sx_param_id id)
{
    return event->present >> id & 1;
}

static sx_status bytes_of(const sx_walk *walk, int64_t count, int64_t type,
                          int64_t *ret_bytes, sx_error *err)
{
    *ret_bytes = 0;
    if (sx_is_special(count) || sx_is_special(type))
        return SX_OK;
    if (type < 0 || (uint64_t)type >= walk->trace->ntypes)
        return sx_fail(err, SX_INVALID, "there is no datatype %" PRId64, type);
    if (sx_mul_overflows(count, walk->trace->type[type].size, ret_bytes))
        return sx_fail(err, SX_OVERFLOW, "the bytes of a message do not fit in 64 bits");
    return SX_OK;
}

/* A buffer as parameters describe it. */
typedef struct side {
    sx_param_id count, type, counts, types;
} side;

/* The parameters of one side: COUNT, TYPE, COUNTS, TYPES describe the buffer that is
 * listed, the R ones the other. */
static const side listed = { SX_PARAM_COUNT, SX_PARAM_TYPE, SX_PARAM_COUNTS,
                             SX_PARAM_TYPES };
static const side other = { SX_PARAM_RCOUNT, SX_PARAM_RTYPE, SX_PARAM_RCOUNTS,
                            SX_PARAM_RTYPES };

static int64_t type_on(const sx_event *event, const side *on)
{
    sx_param_id id = has(event, on->type) ? on->type : SX_PARAM_TYPE;
    return has(event, id) ? event->value[id] : SX_NULL;
}

/* Elements [from, to) of the side's counts, each of its own type where there is a list of
 * types. */
static sx_status sum_bytes(sx_walk *walk, const side *on, uint64_t from, uint64_t to,
                           int64_t *ret_bytes, sx_error *err)
{
    int64_t total = 0, type = type_on(&walk->event, on);
    bool typed = has(&walk->event, on->types);
    slot *counts = NULL, *types = NULL;
    sx_status status = list_slot(walk, on->counts, &counts, err);
    if (!status && typed)
        status = list_slot(walk, on->types, &types, err);
    for (uint64_t e = from; !status && e < to && e < counts->length; e++) {
        int64_t count = 0, bytes = 0;
        status = element_of(walk, counts, e, &count, err);
        if (!status && typed)
            status = element_of(walk, types, e, &type, err);
        if (!status)
            status = bytes_of(walk, count, type, &bytes, err);
        if (!status && sx_add_overflows(total, bytes, &total))
            status =
                sx_fail(err, SX_OVERFLOW, "the bytes of a message do not fit in 64 bits");
    }
    if (!status)
        *ret_bytes = total;
    return status;
}

/* The v and w forms whose send side is a list. */
static bool sends_list(sx_op op)
{
    return op == SX_OP_Alltoallv || op == SX_OP_Ialltoallv || op == SX_OP_Alltoallw ||
           op == SX_OP_Ialltoallw || op == SX_OP_Reduce_scatter ||
           op == SX_OP_Ireduce_scatter;
}

static bool is_scatter(sx_op op)
{
    return op == SX_OP_Scatter || op == SX_OP_Iscatter || op == SX_OP_Scatterv ||
           op == SX_OP_Iscatterv;
}

sx_status sx_walk_bytes(sx_walk *walk, int64_t *ret_bytes, sx_error *err)
{
    const sx_event *event = &walk->event;
    const side *on = &listed;
    if (!event->node)
        return sx_fail(err, SX_INVALID, "there is no event here");
    sx_op op = event->node->op;
    bool in_place = has(event, SX_PARAM_INPLACE) && event->value[SX_PARAM_INPLACE] == 1;
    *ret_bytes = 0;
    if (!has(event, SX_PARAM_COMM))
        return SX_OK;
    if (in_place && !is_scatter(op) &&
        (has(event, other.count) || has(event, other.counts)))
        on = &other;
    if (sends_list(op) && !has(event, on->counts))
        on = &other; /* Reduce_scatter has but one list */
    if (sends_list(op) && has(event, on->counts))
        return sum_bytes(walk, on, 0, UINT64_MAX, ret_bytes, err);
    if (has(event, on->count))
        return bytes_of(walk, event->value[on->count], type_on(event, on), ret_bytes,
                        err);
    if (in_place && has(event, on->counts) && event->comm_rank >= 0) /* the own part */
        return sum_bytes(walk, on, (uint64_t)event->comm_rank,
                         (uint64_t)event->comm_rank + 1, ret_bytes, err);
    return SX_OK;
}
