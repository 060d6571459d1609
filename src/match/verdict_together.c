#include "match/verdict.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_LOOKS = 64
}; /* groups and pairs of ranks that are looked at for what differs */

/* ---- calls that differ ---- */

typedef struct call {
    uint64_t item;
    const sx_node *node;
    int64_t bytes, root;
} call;

/* Moves on to the next call on the communicator; node NULL at the end. */
static sx_status next_call(const sx_tally *t, sx_acts *acts, uint32_t comm,
                           call *ret_call, sx_error *err)
{
    bool more = true;
    sx_status status = SX_OK;
    *ret_call = (call) { 0, NULL, SX_ACT_UNKNOWN, SX_NULL };
    while (!status && more && !ret_call->node) {
        sx_act act;
        int64_t other;
        status = sx_acts_next(acts, &act, &more, err);
        if (status || !more || act.kind != SX_ACT_TOGETHER || act.comm != comm)
            continue;
        status = sx_together_item(t->trace, sx_acts_walk(acts), &act, &ret_call->item,
                                  &ret_call->bytes, &other, err);
        ret_call->node = act.node;
        if (act.event->present >> SX_PARAM_ROOT & 1)
            ret_call->root = act.event->value[SX_PARAM_ROOT];
    }
    return status;
}

static sx_status first_difference(sx_tally *t, const sx_apart *apart, sx_acts *acts[2],
                                  sx_error *err)
{
    sx_mismatch found = { .kind = SX_MISMATCH_TOGETHER,
                          .comm = apart->comm,
                          .rank = { apart->rank[0], apart->rank[1] },
                          .tag = SX_NULL,
                          .cases = 1 };
    sx_status status = sx_acts_start(acts[0], apart->rank[0], false, err);
    if (!status)
        status = sx_acts_start(acts[1], apart->rank[1], false, err);
    while (!status) {
        call c[2];
        status = next_call(t, acts[0], apart->comm, &c[0], err);
        if (!status)
            status = next_call(t, acts[1], apart->comm, &c[1], err);
        if (status)
            return status;
        if (c[0].item != c[1].item || !c[0].node || !c[1].node) {
            for (int side = 0; side < 2; side++) {
                found.node[side] = c[side].node;
                found.n[side] = c[side].bytes;
                found.root[side] = c[side].root;
            }
            return sx_findings_add(t->findings, &found, err);
        }
        found.position++;
    }
    return status;
}

/* Beyond those that are looked at, members are cases of the last one. */
static sx_status judge_calls(sx_tally *t, sx_error *err)
{
    sx_acts *acts[2] = { NULL, NULL };
    sx_status status = SX_OK;
    if (t->naparts == 0)
        return SX_OK;
    for (int side = 0; side < 2 && !status; side++)
        status = sx_acts_create(t->trace, t->groups, &acts[side], err);
    for (size_t i = 0; i < t->naparts && i < MOST_LOOKS && !status; i++)
        status = first_difference(t, &t->apart[i], acts, err);
    for (size_t i = t->findings->n; i-- > 0 && t->naparts > MOST_LOOKS && !status;) {
        sx_mismatch *m = &t->findings->mismatch[i];
        if (m->kind != SX_MISMATCH_TOGETHER)
            continue;
        m->cases += t->naparts - MOST_LOOKS;
        break;
    }
    sx_acts_destroy(acts[0]);
    sx_acts_destroy(acts[1]);
    return status;
}

/* ---- parts that differ ---- */

typedef struct group {
    sx_tally *t;
    uint32_t comm;
    sx_rank first; /* a member, of the world */
    int64_t size;
    uint64_t *sent, *received; /* by member of the group */
    sx_error *err;
} group;

/* Calls `look` with the parts of each call of a member, one after the other. */
typedef void (*look)(group *g, int64_t own, uint64_t position, const sx_act *act,
                     void *context);

static sx_status each_call(group *g, int64_t own, look what, void *context)
{
    sx_rank rank;
    uint64_t position = 0;
    bool more = true;
    sx_tally *t = g->t;
    if (!sx_groups_world(t->groups, g->comm, g->first, own, &rank))
        return sx_fail(g->err, SX_INVALID, "a group is not complete");
    sx_status status = sx_acts_start(t->acts, rank, false, g->err);
    while (!status && more && !sx_tally_exhausted(t)) {
        sx_act act;
        status = sx_acts_next(t->acts, &act, &more, g->err);
        if (status || !more || act.kind != SX_ACT_TOGETHER || act.comm != g->comm)
            continue;
        status =
            sx_together_parts(t->trace, sx_acts_walk(t->acts), &act, &t->parts, g->err);
        t->elements += t->parts.nsent + t->parts.nreceived;
        if (!status)
            what(g, own, position++, &act, context);
    }
    return status;
}

/* A weight for each member and call: sums over it are fingerprints. */
static uint64_t weight(int64_t member, uint64_t position)
{
    return sx_field_mul(sx_field_of((uint64_t)member + 1), sx_field_of(~position));
}

static uint64_t weighed(const sx_part *part, uint64_t by)
{
    return sx_field_mul(sx_field_number((uint64_t)part->bytes), by);
}

/* By senders: what each sends, and what all others expect of it. */
static void by_sender(group *g, int64_t own, uint64_t position, const sx_act *act,
                      void *context)
{
    const sx_parts *p = &g->t->parts;
    (void)act;
    (void)context;
    for (size_t i = 0; i < p->nsent; i++)
        g->sent[own] = sx_field_add(
            g->sent[own], weighed(&p->sent[i], weight(p->sent[i].member, position)));
    for (size_t i = 0; i < p->nreceived; i++) {
        int64_t from = p->received[i].member;
        g->received[from] = sx_field_add(g->received[from],
                                         weighed(&p->received[i], weight(own, position)));
    }
}

/* By receivers of one sender, which is the context. */
static void by_receiver(group *g, int64_t own, uint64_t position, const sx_act *act,
                        void *context)
{
    const sx_parts *p = &g->t->parts;
    const int64_t sender = *(const int64_t *)context;
    (void)act;
    for (size_t i = 0; own == sender && i < p->nsent; i++) {
        int64_t to = p->sent[i].member;
        g->sent[to] =
            sx_field_add(g->sent[to], weighed(&p->sent[i], weight(to, position)));
    }
    for (size_t i = 0; i < p->nreceived; i++)
        if (p->received[i].member == sender)
            g->received[own] = sx_field_add(
                g->received[own], weighed(&p->received[i], weight(own, position)));
}

/* What a member sends to, or expects of, another one, call by call. */
typedef struct column {
    bool sends;
    int64_t other;
    size_t n, capacity;
    int64_t *bytes;
    const sx_node **node;
    bool out_of_memory;
} column;

static void list_column(group *g, int64_t own, uint64_t position, const sx_act *act,
                        void *context)
{
    column *c = context;
    const sx_parts *p = &g->t->parts;
    const sx_part *part = c->sends ? p->sent : p->received;
    size_t n = c->sends ? p->nsent : p->nreceived;
    (void)own;
    if (position >= c->capacity) {
        size_t capacity = c->capacity ? 2 * c->capacity : 256;
        int64_t *bytes = realloc(c->bytes, capacity * sizeof *bytes);
        if (bytes)
            c->bytes = bytes;
        const sx_node **node = realloc(c->node, capacity * sizeof(*node));
        if (node)
            c->node = node;
        c->out_of_memory = c->out_of_memory || !bytes || !node;
        if (c->out_of_memory)
            return;
        c->capacity = capacity;
    }
    c->node[position] = act->node;
    c->bytes[position] = 0;
    c->n = position + 1;
    for (size_t i = 0; i < n; i++)
        if (part[i].member == c->other)
            c->bytes[position] += part[i].bytes;
}

static void free_column(column *c)
{
    free(c->bytes);
    free(c->node);
}

/* The first member whose two sums differ; -1: none. */
static int64_t first_apart(const group *g)
{
    for (int64_t i = 0; i < g->size; i++)
        if (g->sent[i] != g->received[i])
            return i;
    return -1;
}

static sx_status sum(group *g, look how, void *context, int64_t *ret_first)
{
    sx_status status = SX_OK;
    memset(g->sent, 0, (size_t)g->size * sizeof *g->sent);
    memset(g->received, 0, (size_t)g->size * sizeof *g->received);
    for (int64_t own = 0; own < g->size && !status; own++)
        status = each_call(g, own, how, context);
    if (!status)
        *ret_first = first_apart(g);
    return status;
}

/* The first call in which what `sender` sends is not what `receiver` expects. */
static sx_status report_pair(group *g, int64_t sender, int64_t receiver)
{
    column sent = { .sends = true, .other = receiver };
    column room = { .sends = false, .other = sender };
    sx_mismatch found = {
        .kind = SX_MISMATCH_PARTS, .comm = g->comm, .tag = SX_NULL, .cases = 1
    };
    sx_status status = each_call(g, sender, list_column, &sent);
    if (!status)
        status = each_call(g, receiver, list_column, &room);
    if (!status && (sent.out_of_memory || room.out_of_memory))
        status = sx_fail(g->err, SX_NOMEM, "out of memory");
    sx_groups_world(g->t->groups, g->comm, g->first, sender, &found.rank[0]);
    sx_groups_world(g->t->groups, g->comm, g->first, receiver, &found.rank[1]);
    for (size_t k = 0; !status && k < sent.n && k < room.n; k++) {
        if (sent.bytes[k] == room.bytes[k])
            continue;
        found.node[0] = sent.node[k];
        found.node[1] = room.node[k];
        found.n[0] = sent.bytes[k];
        found.n[1] = room.bytes[k];
        found.position = k;
        status = sx_findings_add(g->t->findings, &found, g->err);
        break;
    }
    free_column(&sent);
    free_column(&room);
    return status;
}

static sx_status find_pair(group *g)
{
    int64_t sender = -1, receiver = -1;
    sx_status status = sum(g, by_sender, NULL, &sender);
    if (!status && sender >= 0)
        status = sum(g, by_receiver, &sender, &receiver);
    if (!status && receiver >= 0)
        status = report_pair(g, sender, receiver);
    return status;
}

/* How many are in the group of a rank. */
static sx_status size_of(sx_tally *t, uint32_t comm, sx_rank rank, int64_t *ret_size,
                         sx_error *err)
{
    int64_t own;
    sx_place_of *place = sx_place_create(t->trace);
    sx_status status =
        place ? sx_place_move(place, rank, err) : sx_fail(err, SX_NOMEM, "out of memory");
    if (!status)
        sx_place_comm(place, comm, ret_size, &own);
    sx_place_destroy(place);
    return status;
}

static sx_status judge_parts(sx_tally *t, const sx_party *party, uint32_t comm,
                             uint64_t *unlisted, sx_error *err)
{
    group g = { .t = t, .comm = comm, .first = party->first, .err = err };
    size_t before = t->findings->n;
    sx_status status = size_of(t, comm, party->first, &g.size, err);
    if (status)
        return status;
    g.sent = malloc((size_t)(g.size + 1) * sizeof *g.sent);
    g.received = malloc((size_t)(g.size + 1) * sizeof *g.received);
    status =
        g.sent && g.received ? find_pair(&g) : sx_fail(err, SX_NOMEM, "out of memory");
    *unlisted += t->findings->n == before;
    free(g.sent);
    free(g.received);
    return status;
}

sx_status sx_verdict_together(sx_tally *tally, uint64_t *ret_unlisted, sx_error *err)
{
    uint64_t unlisted = 0;
    sx_status status = judge_calls(tally, err);
    for (size_t i = 0; i < tally->parties.n && !status; i++) {
        const sx_party *party = &tally->party[i];
        if (!party->apart && party->residue)
            status = judge_parts(tally, party, (uint32_t)tally->parties.channel[i].comm,
                                 &unlisted, err);
    }
    if (!status)
        *ret_unlisted = unlisted;
    return status;
}
