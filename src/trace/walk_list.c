#include "base/checked.h"
#include "trace/walk_state.h"

#include <inttypes.h>

/* The slot of a list parameter of the event just returned, with its reading. */
static sx_status list_slot(sx_walk *walk, sx_param_id id, walk_slot **ret_slot,
                           sx_error *err)
{
    const sx_node *node = walk->event.node;
    const sx_param *param = node ? sx_node_param(node, id) : NULL;
    if (!param || sx_param_list_length(id) == SX_PARAM_NONE)
        return sx_fail(err, SX_NOTFOUND, "there is no list %s here", sx_param_key(id));
    const walk_node *state = &walk->node[node->id];
    walk_slot *slot = &walk->slot[state->slot + (size_t)(param - node->param)];
    sx_status status = sx_walk_read(walk, slot, &param->value, state, err);
    *ret_slot = slot;
    return status;
}

static sx_status element_of(const sx_walk *walk, walk_slot *slot, uint64_t e,
                            int64_t *ret_value, sx_error *err)
{
    return sx_place_at(walk->place, &slot->reading, walk->event.comm, slot->begin + e,
                       (int64_t)e, walk->counter, walk->event.ncounters, ret_value, err);
}

sx_status sx_walk_list(sx_walk *walk, sx_param_id id, size_t capacity,
                       int64_t *ret_element, size_t *ret_length, sx_error *err)
{
    walk_slot *slot = NULL;
    sx_status status = list_slot(walk, id, &slot, err);
    for (uint64_t e = 0; !status && e < slot->length && e < capacity; e++)
        status = element_of(walk, slot, e, &ret_element[e], err);
    if (!status)
        *ret_length = (size_t)slot->length;
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
    walk_slot *counts = NULL, *types = NULL;
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
    const sx_exchange exchange = sx_op_exchange(op);
    return sx_op_parts(op) != SX_PARTS_EQUAL &&
           (exchange == SX_EXCHANGE_ALLTOALL || exchange == SX_EXCHANGE_REDUCE_SCATTER ||
            exchange == SX_EXCHANGE_NEIGHBOR_ALLTOALL);
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
    if (in_place && sx_op_exchange(op) != SX_EXCHANGE_SCATTER &&
        (has(event, other.count) || has(event, other.counts)))
        on = &other;
    if (sends_list(op) && !has(event, on->counts) && !has(event, on->count)) {
        if (has(event, SX_PARAM_NDESTS))
            return SX_OK; /* there is no neighbour to send to */
        on = &other; /* Reduce_scatter has but one list */
    }
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
