#include "match/together.h"

#include "base/checked.h"
#include "match/stream.h"

#include <inttypes.h>
#include <stdlib.h>

/* Which bytes are the same for all members. */
typedef enum agreement {
    AGREE_OP, /* none */
    AGREE_COUNT, /* of the one buffer */
    AGREE_GATHER, /* of the one buffer, and of each part of the other one at the root */
    AGREE_BOTH, /* of both buffers */
    AGREE_LIST, /* a list */
    AGREE_PARTS /* none, but what pairs of members say to each other */
} agreement;

static agreement agreement_of(sx_op op)
{
    const bool in_lists = sx_op_parts(op) != SX_PARTS_EQUAL;
    switch (sx_op_exchange(op)) {
    case SX_EXCHANGE_ONE:
        return AGREE_COUNT;
    case SX_EXCHANGE_GATHER:
    case SX_EXCHANGE_SCATTER:
        return in_lists ? AGREE_PARTS : AGREE_GATHER;
    case SX_EXCHANGE_ALLGATHER:
    case SX_EXCHANGE_ALLTOALL:
        return in_lists ? AGREE_PARTS : AGREE_BOTH;
    case SX_EXCHANGE_REDUCE_SCATTER:
        return in_lists ? AGREE_LIST : AGREE_COUNT;
    default:
        return AGREE_OP;
    }
}

static bool has(const sx_event *event, sx_param_id id)
{
    return event->present >> id & 1;
}

static bool in_place(const sx_event *event)
{
    return has(event, SX_PARAM_INPLACE) && event->value[SX_PARAM_INPLACE] == 1;
}

static bool is_root(const sx_act *act)
{
    return has(act->event, SX_PARAM_ROOT) && act->event->value[SX_PARAM_ROOT] == act->own;
}

static sx_status times_size(const sx_trace *trace, int64_t count, int64_t type,
                            int64_t *ret_bytes, sx_error *err)
{
    *ret_bytes = SX_ACT_UNKNOWN;
    if (sx_is_special(count) || sx_is_special(type))
        return SX_OK;
    if (type < 0 || (uint64_t)type >= trace->ntypes)
        return sx_fail(err, SX_INVALID, "there is no datatype %" PRId64, type);
    if (sx_mul_overflows(count, trace->type[type].size, ret_bytes))
        return sx_fail(err, SX_OVERFLOW, "the bytes of a message do not fit in 64 bits");
    return SX_OK;
}

static sx_status buffer(const sx_trace *trace, const sx_event *e, sx_param_id count,
                        sx_param_id type, int64_t *ret_bytes, sx_error *err)
{
    *ret_bytes = SX_ACT_UNKNOWN;
    if (!has(e, count) || !has(e, type))
        return SX_OK;
    return times_size(trace, e->value[count], e->value[type], ret_bytes, err);
}

/* The hash of the elements of a list, which `room` is for, times the size of their type. */
static sx_status hash_list(const sx_trace *trace, sx_walk *walk, const sx_act *act,
                           uint64_t *hash, sx_error *err)
{
    const sx_event *e = act->event;
    size_t n = 0, length = act->size > 0 ? (size_t)act->size : 0;
    if (!has(e, SX_PARAM_COUNTS) || !has(e, SX_PARAM_TYPE))
        return SX_OK;
    int64_t *element = malloc((length + 1) * sizeof *element);
    if (!element)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status status = sx_walk_list(walk, SX_PARAM_COUNTS, length, element, &n, err);
    for (size_t i = 0; i < n && i < length && !status; i++) {
        int64_t bytes;
        status = times_size(trace, element[i], e->value[SX_PARAM_TYPE], &bytes, err);
        *hash = sx_hash_add(*hash, (uint64_t)bytes);
    }
    free(element);
    return status;
}

sx_status sx_together_item(const sx_trace *trace, sx_walk *walk, const sx_act *act,
                           uint64_t *ret_item, int64_t *ret_bytes, int64_t *ret_other,
                           sx_error *err)
{
    const sx_event *e = act->event;
    agreement how = agreement_of(e->node->op);
    int64_t bytes = SX_ACT_UNKNOWN, other = SX_ACT_UNKNOWN;
    uint64_t hash = (uint64_t)e->node->op;
    sx_status status = SX_OK;
    if (has(e, SX_PARAM_ROOT))
        hash = sx_hash_add(hash, (uint64_t)e->value[SX_PARAM_ROOT] + 1);
    if (has(e, SX_PARAM_REDOP))
        hash = sx_hash_add(hash, (uint64_t)e->value[SX_PARAM_REDOP] + 1);
    if (how == AGREE_COUNT || how == AGREE_BOTH || how == AGREE_GATHER)
        status = buffer(trace, e, SX_PARAM_COUNT, SX_PARAM_TYPE, &bytes, err);
    if (!status && (how == AGREE_BOTH || (how == AGREE_GATHER && is_root(act))))
        status = buffer(trace, e, SX_PARAM_RCOUNT, SX_PARAM_RTYPE, &other, err);
    if (how != AGREE_COUNT && in_place(e) && other != SX_ACT_UNKNOWN)
        bytes = other; /* the own buffer is ignored */
    if (bytes != SX_ACT_UNKNOWN)
        hash = sx_hash_add(hash, (uint64_t)bytes);
    if (!status && how == AGREE_LIST)
        status = hash_list(trace, walk, act, &hash, err);
    if (!status) {
        *ret_item = sx_field_of(hash);
        *ret_bytes = bytes;
        *ret_other = other;
    }
    return status;
}

/* ---- parts ---- */

void sx_parts_finish(sx_parts *parts)
{
    free(parts->sent);
    free(parts->received);
    free(parts->element);
    free(parts->type);
    *parts = (sx_parts) { 0 };
}

static sx_status reserve(sx_parts *parts, int64_t size, sx_error *err)
{
    size_t n = size > 0 ? (size_t)size : 1;
    if (n <= parts->capacity)
        return SX_OK;
    sx_parts_finish(parts);
    parts->sent = malloc(n * sizeof *parts->sent);
    parts->received = malloc(n * sizeof *parts->received);
    parts->element = malloc(n * sizeof *parts->element);
    parts->type = malloc(n * sizeof *parts->type);
    parts->capacity = n;
    if (!parts->sent || !parts->received || !parts->element || !parts->type) {
        sx_parts_finish(parts);
        return sx_fail(err, SX_NOMEM, "out of memory");
    }
    return SX_OK;
}

typedef struct reader {
    const sx_trace *trace;
    sx_walk *walk;
    const sx_act *act;
    sx_parts *parts;
    sx_error *err;
} reader;

static sx_status add_one(sx_part *list, size_t *n, int64_t member, int64_t bytes)
{
    list[*n] = (sx_part) { member, bytes };
    (*n)++;
    return SX_OK;
}

/* One part for each member from a list of counts, with one type for all or a list of types. Without the list: none. */
static sx_status add_list(reader *r, sx_part *list, size_t *n, sx_param_id counts,
                          sx_param_id type, sx_param_id types)
{
    const sx_event *e = r->act->event;
    size_t size = (size_t)r->act->size, length = 0, ntypes = 0;
    bool typed = has(e, types);
    if (!has(e, counts) || (!typed && !has(e, type)))
        return SX_OK;
    sx_status status =
        sx_walk_list(r->walk, counts, size, r->parts->element, &length, r->err);
    if (!status && typed)
        status = sx_walk_list(r->walk, types, size, r->parts->type, &ntypes, r->err);
    if (!status && (length != size || (typed && ntypes != size)))
        return sx_fail(r->err, SX_INVALID, "a list is not as long as its communicator");
    for (size_t i = 0; i < size && !status; i++) {
        int64_t bytes;
        status = times_size(r->trace, r->parts->element[i],
                            typed ? r->parts->type[i] : e->value[type], &bytes, r->err);
        if (bytes == SX_ACT_UNKNOWN) /* nothing, of no type */
            bytes = 0;
        if (!status)
            status = add_one(list, n, (int64_t)i, bytes);
    }
    return status;
}

/* The own buffer, to or from one member. */
static sx_status add_own(reader *r, sx_part *list, size_t *n, int64_t member)
{
    int64_t bytes;
    sx_status status =
        buffer(r->trace, r->act->event, SX_PARAM_COUNT, SX_PARAM_TYPE, &bytes, r->err);
    if (!status && bytes != SX_ACT_UNKNOWN)
        status = add_one(list, n, member, bytes);
    return status;
}

static sx_status gatherv(reader *r)
{
    sx_parts *p = r->parts;
    int64_t root = r->act->event->value[SX_PARAM_ROOT];
    if (!is_root(r->act))
        return add_own(r, p->sent, &p->nsent, root);
    sx_status status = add_list(r, p->received, &p->nreceived, SX_PARAM_RCOUNTS,
                                SX_PARAM_RTYPE, SX_PARAM_RTYPES);
    if (status || p->nreceived == 0)
        return status;
    if (in_place(r->act->event))
        return add_one(p->sent, &p->nsent, root, p->received[root].bytes);
    return add_own(r, p->sent, &p->nsent, root);
}

static sx_status scatterv(reader *r)
{
    sx_parts *p = r->parts;
    sx_status status = SX_OK;
    if (is_root(r->act))
        status = add_list(r, p->sent, &p->nsent, SX_PARAM_COUNTS, SX_PARAM_RTYPE,
                          SX_PARAM_TYPES);
    return status ? status
                  : add_own(r, p->received, &p->nreceived,
                            r->act->event->value[SX_PARAM_ROOT]);
}

static sx_status allgatherv(reader *r)
{
    sx_parts *p = r->parts;
    int64_t bytes;
    sx_status status = add_list(r, p->received, &p->nreceived, SX_PARAM_RCOUNTS,
                                SX_PARAM_RTYPE, SX_PARAM_RTYPES);
    if (status || p->nreceived == 0)
        return status;
    bytes = p->received[r->act->own].bytes;
    if (!in_place(r->act->event))
        status = buffer(r->trace, r->act->event, SX_PARAM_COUNT, SX_PARAM_TYPE, &bytes,
                        r->err);
    for (int64_t i = 0; i < r->act->size && !status; i++)
        status = add_one(p->sent, &p->nsent, i, bytes);
    return status;
}

static sx_status alltoallv(reader *r)
{
    sx_parts *p = r->parts;
    sx_status status = add_list(r, p->received, &p->nreceived, SX_PARAM_RCOUNTS,
                                SX_PARAM_RTYPE, SX_PARAM_RTYPES);
    if (status)
        return status;
    if (in_place(r->act->event))
        return add_list(r, p->sent, &p->nsent, SX_PARAM_RCOUNTS, SX_PARAM_RTYPE,
                        SX_PARAM_RTYPES);
    return add_list(r, p->sent, &p->nsent, SX_PARAM_COUNTS, SX_PARAM_TYPE,
                    SX_PARAM_TYPES);
}

sx_status sx_together_parts(const sx_trace *trace, sx_walk *walk, const sx_act *act,
                            sx_parts *parts, sx_error *err)
{
    reader r = { trace, walk, act, parts, err };
    sx_op op = act->event->node->op;
    parts->nsent = parts->nreceived = 0;
    if (agreement_of(op) != AGREE_PARTS || act->own < 0 || act->own >= act->size)
        return SX_OK;
    sx_status status = reserve(parts, act->size, err);
    if (status)
        return status;
    switch (sx_op_exchange(op)) {
    case SX_EXCHANGE_GATHER:
        return gatherv(&r);
    case SX_EXCHANGE_SCATTER:
        return scatterv(&r);
    case SX_EXCHANGE_ALLGATHER:
        return allgatherv(&r);
    default:
        return alltoallv(&r);
    }
}

static uint64_t weight(int64_t sender, int64_t receiver)
{
    return sx_field_mul(sx_field_of((uint64_t)sender * 2),
                        sx_field_of((uint64_t)receiver * 2 + 1));
}

static uint64_t weighed(const sx_part *part, int64_t sender, int64_t receiver)
{
    return sx_field_mul(weight(sender, receiver), sx_field_number((uint64_t)part->bytes));
}

uint64_t sx_parts_residue(const sx_parts *parts, int64_t own)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < parts->nsent; i++)
        sum = sx_field_add(sum, weighed(&parts->sent[i], own, parts->sent[i].member));
    for (size_t i = 0; i < parts->nreceived; i++)
        sum = sx_field_sub(sum,
                           weighed(&parts->received[i], parts->received[i].member, own));
    return sum;
}
