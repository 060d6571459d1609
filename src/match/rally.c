#include "match/rally.h"

#include "match/room.h"

#include <stdlib.h>

sx_status sx_rally_init(sx_rally *rally, sx_rank p, sx_error *err)
{
    *rally = (sx_rally) { .p = p, .rank = calloc((size_t)p, sizeof *rally->rank) };
    return rally->rank ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

void sx_rally_finish(sx_rally *rally)
{
    for (size_t i = 0; i < rally->index.n && i < rally->capacity; i++)
        free(rally->group[i].call);
    for (sx_rank r = 0; rally->rank && r < rally->p; r++)
        free(rally->rank[r].count);
    free(rally->group);
    free(rally->rank);
    sx_index_finish(&rally->index);
    *rally = (sx_rally) { 0 };
}

static bool find_group(sx_rally *rally, uint32_t comm, int64_t group, uint32_t *ret_at)
{
    const sx_channel key = { comm, group, 0, 0, 0 };
    size_t at;
    if (!sx_index_add(&rally->index, &key, &at))
        return false;
    if (at >= rally->capacity) {
        size_t capacity = rally->capacity ? 2 * rally->capacity : 16;
        sx_rally_group *grown = realloc(rally->group, capacity * sizeof *grown);
        if (!grown)
            return false;
        for (size_t i = rally->capacity; i < capacity; i++)
            grown[i] = (sx_rally_group) { 0 };
        rally->group = grown;
        rally->capacity = capacity;
    }
    *ret_at = (uint32_t)at;
    return true;
}

/* The group that was last asked for comes first. */
static sx_rally_count *count_of(sx_rally_rank *rank, uint32_t group)
{
    for (size_t i = 0; i < rank->n; i++) {
        sx_rally_count found = rank->count[i];
        if (found.group != group)
            continue;
        rank->count[i] = rank->count[0];
        rank->count[0] = found;
        return rank->count;
    }
    if (!sx_match_room(&rank->count, rank->n, &rank->capacity, sizeof *rank->count))
        return NULL;
    rank->count[rank->n] = (sx_rally_count) { group, 0 };
    return &rank->count[rank->n++];
}

/* Operation number `at` of the ring, which grows to have it. */
static sx_rally_call *call_at(sx_rally_group *group, size_t at)
{
    if (at >= group->capacity) {
        size_t capacity = group->capacity ? 2 * group->capacity : 2;
        sx_rally_call *grown = calloc(capacity, sizeof *grown);
        if (!grown)
            return NULL;
        for (size_t i = 0; i < group->n; i++)
            grown[i] = group->call[(group->first + i) % group->capacity];
        free(group->call);
        group->call = grown;
        group->capacity = capacity;
        group->first = 0;
    }
    sx_rally_call *call = &group->call[(group->first + at) % group->capacity];
    if (at == group->n) {
        *call = (sx_rally_call) { .node = NULL };
        group->n++;
    }
    return call;
}

/* All have come to the first operation of the ring. */
static void release(sx_rally_group *group, sx_mail *mail)
{
    uint32_t next = group->call[group->first].members.first;
    group->first = (group->first + 1) % group->capacity;
    group->n--;
    group->base++;
    while (next) {
        uint32_t at = next;
        next = mail->request[at].next;
        mail->request[at].pending = false;
        sx_mail_complete(mail, at);
    }
}

sx_status sx_rally_come(sx_rally *rally, sx_mail *mail, const sx_step *step,
                        uint32_t request, sx_rally_call *ret_other, sx_error *err)
{
    sx_request *r = &mail->request[request];
    uint32_t at;
    sx_rally_count *count = find_group(rally, step->comm, step->group, &at)
                                ? count_of(&rally->rank[r->rank], at)
                                : NULL;
    if (!count)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_rally_group *group = &rally->group[at];
    r->order = count->n++;
    sx_rally_call *call = call_at(group, (size_t)(r->order - group->base));
    if (!call)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_other = (sx_rally_call) { .node = NULL };
    if (!call->node) {
        call->node = step->node;
        call->rank = r->rank;
        call->root = step->root;
    } else if (call->node->op != step->node->op || call->root != step->root) {
        *ret_other = *call;
    }
    r->pending = true;
    r->next = 0;
    if (call->members.last)
        mail->request[call->members.last].next = request;
    else
        call->members.first = request;
    call->members.last = request;
    if (++call->arrived == step->size)
        release(group, mail);
    return SX_OK;
}

sx_rank sx_rally_missing(const sx_rally *rally, const sx_groups *groups,
                         const sx_request *request)
{
    for (sx_rank rank = 0; rank < rally->p; rank++) {
        uint64_t come = 0;
        if (sx_groups_of(groups, request->comm, rank) != request->group)
            continue;
        for (size_t i = 0; i < rally->rank[rank].n; i++) {
            const sx_rally_count *c = &rally->rank[rank].count[i];
            const sx_channel *key = &rally->index.channel[c->group];
            if (key->comm == request->comm && key->group == request->group)
                come = c->n;
        }
        if (come <= request->order)
            return rank;
    }
    return -1;
}
