#include "match/meet.h"

#include "match/meet_join.h"
#include "trace/place.h"

#include <stdlib.h>
#include <string.h>

enum { NEVER = -1, DIFFERS = -2 };

/* Tables of more entries are not made, and more looks not taken: the block stays as it is. */
#define MOST_ENTRIES (UINT64_C(1) << 26)
#define MOST_LOOKS (UINT64_C(1) << 30)

/* Calls that were at one site are at another one now. */
typedef struct move {
    uint32_t from, to;
} move;

typedef struct meeter {
    sx_arena *arena;
    const sx_trace *trace;
    uint64_t looks; /* at items and ranks, over all blocks */
    size_t joined, capacity;
    move *move; /* of each that was joined */
} meeter;

/* A block while its events are put in another order. Of item i, rank and communicator are numbered from 0; nth[i * ncomms + c] says
 * the how many-th of those of the block that concern communicator c it is for all of its ranks. */
typedef struct table {
    size_t n, ncomms;
    sx_meeting *item;
    bool *gone; /* by item: it is part of another, or it was put */
    int64_t *nth;
    bool *member; /* by item and rank */
    size_t p;
} table;

static bool is_collective(const sx_node *node)
{
    sx_op_class class = sx_op_class_of(node->op);
    return class == SX_OP_COLLECTIVE || class == SX_OP_COMM || node->op == SX_OP_Finalize;
}

/* The communicator of a collective; MPI_Finalize: the world. False: none, or several. */
static bool comm_of(const sx_trace *trace, const sx_node *node, uint32_t *ret_comm)
{
    const sx_param *comm = sx_node_param(node, SX_PARAM_COMM);
    *ret_comm = 0;
    if (node->op == SX_OP_Finalize)
        return true;
    if (!comm || comm->value.kind != SX_VALUE_PIECES || comm->value.npieces != 1 ||
        !sx_seq_is_constant(comm->value.piece[0].seq))
        return false;
    int64_t index = sx_seq_at(comm->value.piece[0].seq, 0);
    *ret_comm = (uint32_t)index;
    return index >= 0 && (uint64_t)index < trace->ncomms;
}

/* Whether some collective is not called by all who are in the loop around it, at one place. */
static bool is_apart(const sx_block *block, bool all)
{
    bool apart = false;
    for (size_t i = 0; i < block->n && !apart; i++) {
        const sx_node *node = block->node[i];
        bool together = all && node->ranks.kind == SX_DOMAIN_ALL;
        apart = node->kind == SX_NODE_LOOP ? is_apart(&node->body, together)
                                           : is_collective(node) && !together;
    }
    return apart;
}

/* What is listed by who takes part, or by steps, is told by sets of ranks instead, since these change. */
static sx_status spell_out(meeter *m, sx_block *block, const sx_ranklist *around,
                           sx_error *err)
{
    sx_status status = SX_OK;
    for (size_t i = 0; i < block->n && !status; i++) {
        sx_node *node = block->node[i];
        const sx_ranklist *ranks =
            node->ranks.kind == SX_DOMAIN_RANKS ? &node->ranks.ranks : around;
        if (node->kind == SX_NODE_LOOP)
            status = sx_value_to_pieces(m->arena, &node->trips, ranks, &node->trips, err);
        for (uint32_t k = 0; k < node->nparams && !status; k++)
            status = sx_value_to_pieces(m->arena, &node->param[k].value, ranks,
                                        &node->param[k].value, err);
        if (!status && node->kind == SX_NODE_LOOP)
            status = spell_out(m, &node->body, ranks, err);
    }
    return status;
}

/* Marks the communicators of the collectives of an event or a loop; false where these cannot be told. */
static bool mark_comms(const sx_trace *trace, const sx_node *node, bool *ret_comm)
{
    uint32_t comm;
    bool told = true;
    if (node->kind == SX_NODE_EVENT && is_collective(node)) {
        told = comm_of(trace, node, &comm);
        if (told)
            ret_comm[comm] = true;
    }
    for (size_t i = 0; i < node->body.n && told; i++)
        told = mark_comms(trace, node->body.node[i], ret_comm);
    return told;
}

/* Sets of ranks as lists, which is all that is put together here. */
static bool has_lists(const sx_block *block)
{
    bool lists = true;
    for (size_t i = 0; i < block->n && lists; i++) {
        sx_domain_kind kind = block->node[i]->ranks.kind;
        lists = kind == SX_DOMAIN_ALL || kind == SX_DOMAIN_RANKS;
    }
    return lists;
}

static sx_status fill_members(meeter *m, table *t, size_t i, sx_error *err)
{
    sx_rank *rank = SX_NEW_ARRAY(m->arena, sx_rank, (size_t)t->item[i].ranks.count);
    if (!rank)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_ranklist_expand(&t->item[i].ranks, rank);
    for (sx_rank k = 0; k < t->item[i].ranks.count; k++)
        t->member[i * t->p + (size_t)rank[k]] = true;
    return SX_OK;
}

static sx_status make_table(meeter *m, const sx_block *block, const sx_ranklist *around,
                            table *t, sx_error *err)
{
    t->n = block->n;
    t->ncomms = m->trace->ncomms;
    t->p = (size_t)m->trace->p;
    t->item = SX_NEW_ARRAY(m->arena, sx_meeting, t->n);
    t->gone = SX_NEW_ARRAY(m->arena, bool, t->n);
    t->nth = SX_NEW_ARRAY(m->arena, int64_t, t->n * t->ncomms);
    t->member = SX_NEW_ARRAY(m->arena, bool, t->n * t->p);
    if (!t->item || !t->gone || !t->nth || !t->member)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status status = SX_OK;
    for (size_t i = 0; i < t->n && !status; i++) {
        sx_node *node = block->node[i];
        t->item[i].node = node;
        t->item[i].ranks =
            node->ranks.kind == SX_DOMAIN_RANKS ? node->ranks.ranks : *around;
        status = fill_members(m, t, i, err);
    }
    return status;
}

/* False where communicators cannot be told. */
static bool number(meeter *m, table *t, sx_status *ret_status)
{
    int64_t *count = SX_NEW_ARRAY(m->arena, int64_t, t->p * t->ncomms);
    bool *comm = SX_NEW_ARRAY(m->arena, bool, t->ncomms), told = true;
    *ret_status = count && comm ? SX_OK : SX_NOMEM;
    for (size_t i = 0; i < t->n && told && !*ret_status; i++) {
        memset(comm, 0, t->ncomms * sizeof *comm);
        told = mark_comms(m->trace, t->item[i].node, comm);
        for (size_t c = 0; c < t->ncomms; c++) {
            int64_t *nth = &t->nth[i * t->ncomms + c];
            *nth = NEVER;
            for (size_t r = 0; r < t->p && comm[c]; r++) {
                if (!t->member[i * t->p + r])
                    continue;
                int64_t now = count[r * t->ncomms + c]++;
                *nth = *nth == NEVER || *nth == now ? now : DIFFERS;
            }
        }
    }
    return told;
}

/* Whether both are the same call, by their number on each communicator; so they are of different ranks. */
static bool belong_together(const table *t, size_t i, size_t k)
{
    const int64_t *a = &t->nth[i * t->ncomms], *b = &t->nth[k * t->ncomms];
    bool some = false;
    for (size_t c = 0; c < t->ncomms; c++) {
        if (a[c] != b[c] || a[c] == DIFFERS)
            return false;
        some = some || a[c] != NEVER;
    }
    return some;
}

static sx_status note_move(meeter *m, uint32_t from, uint32_t to, sx_error *err)
{
    if (m->joined == m->capacity) {
        size_t capacity = m->capacity ? 2 * m->capacity : 64;
        move *grown = SX_NEW_ARRAY(m->arena, move, capacity);
        if (!grown)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (m->joined)
            memcpy(grown, m->move, m->joined * sizeof *grown);
        m->move = grown;
        m->capacity = capacity;
    }
    m->move[m->joined++] = (move) { from, to };
    return SX_OK;
}

static sx_status join_items(meeter *m, table *t, sx_error *err)
{
    sx_status status = SX_OK;
    for (size_t i = 0; i < t->n && !status; i++) {
        for (size_t k = i + 1; k < t->n && !status && !t->gone[i]; k++) {
            bool joined = false;
            if (!t->gone[k] && belong_together(t, i, k))
                status =
                    sx_meeting_join(m->arena, &t->item[i], &t->item[k], &joined, err);
            if (status || !joined)
                continue;
            for (size_t r = 0; r < t->p; r++)
                t->member[i * t->p + r] |= t->member[k * t->p + r];
            t->gone[k] = true;
            status = note_move(m, t->item[k].node->site, t->item[i].node->site, err);
            t->item[k].node = t->item[i].node;
        }
    }
    return status;
}

/* The places of each rank's items in its own order: of joined ones that of its own part. */
typedef struct order {
    size_t *next; /* by rank: the position in the block that it is at; n: the end */
    const sx_node **at; /* by position: the node as it is now */
    const bool *own; /* by position and rank: as it was before */
} order;

static void step(const table *t, order *o, size_t r)
{
    do
        o->next[r]++;
    while (o->next[r] < t->n && !o->own[o->next[r] * t->p + r]);
}

/* Which ranks of item i are at it now: all, some (*ret_some), or none. */
static bool are_there(const table *t, const order *o, size_t i, bool *ret_some)
{
    bool all = true, some = false;
    for (size_t r = 0; r < t->p; r++) {
        if (!t->member[i * t->p + r])
            continue;
        bool there = o->next[r] < t->n && o->at[o->next[r]] == t->item[i].node;
        all = all && there;
        some = some || there;
    }
    *ret_some = some;
    return all;
}

/* Those who are at item i go on; .ranks: who they are. */
static sx_status put(meeter *m, table *t, order *o, size_t i, sx_meeting *ret_put,
                     sx_error *err)
{
    sx_rank *rank = SX_NEW_ARRAY(m->arena, sx_rank, t->p);
    size_t n = 0, left = 0;
    if (!rank)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t r = 0; r < t->p; r++) {
        bool *member = &t->member[i * t->p + r];
        if (*member && o->next[r] < t->n && o->at[o->next[r]] == t->item[i].node) {
            rank[n++] = (sx_rank)r;
            *member = false;
            step(t, o, r);
        }
        left += *member;
    }
    t->gone[i] = left == 0;
    ret_put->node = left ? sx_node_copy(m->arena, t->item[i].node) : t->item[i].node;
    if (!ret_put->node)
        return sx_fail(err, SX_NOMEM, "out of memory");
    return sx_ranklist_from_ranks(m->arena, rank, n, &ret_put->ranks, err);
}

/* The next item: all of whose ranks are there, else one without collectives for those who are. SIZE_MAX: none. */
static size_t choose(meeter *m, const table *t, const order *o)
{
    size_t part = SIZE_MAX;
    for (size_t i = 0; i < t->n; i++) {
        bool some, meets = false;
        m->looks += t->gone[i] ? 1 : t->p;
        if (t->gone[i])
            continue;
        if (are_there(t, o, i, &some))
            return i;
        for (size_t c = 0; c < t->ncomms; c++)
            meets = meets || t->nth[i * t->ncomms + c] != NEVER;
        if (some && !meets && part == SIZE_MAX)
            part = i;
    }
    return part;
}

/* All items in an order in which no rank's changes. *ret_n is 0 where there is none. */
static sx_status put_all(meeter *m, table *t, const bool *own, sx_meeting *ret_item,
                         size_t most, size_t *ret_n, sx_error *err)
{
    order o = { .next = SX_NEW_ARRAY(m->arena, size_t, t->p),
                .at = SX_NEW_ARRAY(m->arena, const sx_node *, t->n),
                .own = own };
    size_t n = 0, left = 0;
    sx_status status = o.next && o.at ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < t->n && !status; i++) {
        o.at[i] = t->item[i].node;
        left += !t->gone[i];
    }
    for (size_t r = 0; r < t->p && !status; r++)
        if (t->n && !own[r])
            step(t, &o, r);
    while (left && !status) {
        size_t i = choose(m, t, &o);
        *ret_n = 0;
        if (i == SIZE_MAX || n == most || m->looks > MOST_LOOKS)
            return SX_OK;
        status = put(m, t, &o, i, &ret_item[n++], err);
        left -= t->gone[i];
    }
    *ret_n = n;
    return status;
}

static sx_status meet_in(meeter *m, sx_block *block, const sx_ranklist *around,
                         sx_error *err);

/* The block gets the items, each with its ranks. */
static sx_status take_items(meeter *m, sx_block *block, const sx_meeting *item, size_t n,
                            const sx_ranklist *around, sx_error *err)
{
    sx_node **node = SX_NEW_ARRAY(m->arena, sx_node *, n);
    if (!node)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < n; i++) {
        node[i] = item[i].node;
        node[i]->ranks =
            sx_ranklist_equal(&item[i].ranks, around)
                ? (sx_domain) { .kind = SX_DOMAIN_ALL }
                : (sx_domain) { .kind = SX_DOMAIN_RANKS, .ranks = item[i].ranks };
    }
    *block = (sx_block) { n, node };
    return SX_OK;
}

static sx_status meet_inside(meeter *m, const sx_block *block, const sx_ranklist *around,
                             sx_error *err)
{
    sx_status status = SX_OK;
    for (size_t i = 0; i < block->n && !status; i++) {
        sx_node *node = block->node[i];
        bool listed = node->ranks.kind == SX_DOMAIN_RANKS;
        if (node->kind == SX_NODE_LOOP && (listed || node->ranks.kind == SX_DOMAIN_ALL))
            status = meet_in(m, &node->body, listed ? &node->ranks.ranks : around, err);
    }
    return status;
}

/* More than a program of this many lines would be worth. */
static bool is_large(const meeter *m, size_t n)
{
    uint64_t comms = m->trace->ncomms, p = (uint64_t)m->trace->p;
    return n > MOST_ENTRIES / p || comms > MOST_ENTRIES / p ||
           n > MOST_LOOKS / (n ? n : 1) / comms;
}

/* In a copy of the block, which stays as it is where there is no order. */
static sx_status arrange(meeter *m, sx_block *block, const sx_ranklist *around,
                         sx_error *err)
{
    table t;
    sx_block copy;
    sx_status status = SX_OK;
    size_t before = m->joined, n = 0;
    if (is_large(m, block->n))
        return SX_OK;
    if (sx_block_copy(m->arena, block, &copy))
        return sx_fail(err, SX_NOMEM, "out of memory");
    status = make_table(m, &copy, around, &t, err);
    if (status || !number(m, &t, &status) || status)
        return status;
    size_t most = 4 * t.n + 64; /* more parts would be no shorter program */
    bool *own = sx_arena_copy(m->arena, t.member, t.n * t.p, sizeof *own);
    sx_meeting *item = SX_NEW_ARRAY(m->arena, sx_meeting, most);
    if (!own || !item)
        return sx_fail(err, SX_NOMEM, "out of memory");
    status = join_items(m, &t, err);
    if (status || m->joined == before)
        return status;
    status = put_all(m, &t, own, item, most, &n, err);
    if (!status && n)
        return take_items(m, block, item, n, around, err);
    m->joined = before;
    return status;
}

static sx_status meet_in(meeter *m, sx_block *block, const sx_ranklist *around,
                         sx_error *err)
{
    sx_status status = SX_OK;
    if (is_apart(block, true) && has_lists(block))
        status = arrange(m, block, around, err);
    return status ? status : meet_inside(m, block, around, err);
}

static void mark_sites(const sx_block *block, bool *used)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            mark_sites(&node->body, used);
        else
            used[node->site] = true;
    }
}

/* Times are told apart by the call before, which may be at another site now. */
static sx_status move_times(meeter *m, sx_block *block, const uint32_t *to, sx_error *err)
{
    sx_status status = SX_OK;
    for (size_t i = 0; i < block->n && !status; i++) {
        sx_node *node = block->node[i];
        sx_times *times = NULL;
        uint32_t n = 0;
        bool moved = false;
        if (node->kind == SX_NODE_LOOP)
            status = move_times(m, &node->body, to, err);
        for (uint32_t k = 0; k < node->ntimes; k++) {
            uint32_t *after = &node->times[k].after;
            moved = moved || (*after != SX_AFTER_ANY && to[*after] != *after);
            *after = *after == SX_AFTER_ANY ? *after : to[*after];
        }
        if (status || !moved)
            continue;
        status = sx_times_pool(m->arena, node->times, node->ntimes, &times, &n, err);
        node->times = times;
        node->ntimes = n;
    }
    return status;
}

/* Only sites at which nobody calls any more are others. */
static sx_status move_sites(meeter *m, sx_block *program, sx_error *err)
{
    bool *used = SX_NEW_ARRAY(m->arena, bool, m->trace->nsites);
    uint32_t *to = SX_NEW_ARRAY(m->arena, uint32_t, m->trace->nsites);
    if (!used || !to)
        return sx_fail(err, SX_NOMEM, "out of memory");
    mark_sites(program, used);
    for (uint32_t i = 0; i < m->trace->nsites; i++)
        to[i] = i;
    for (size_t i = 0; i < m->joined; i++)
        if (m->move[i].from < m->trace->nsites && !used[m->move[i].from])
            to[m->move[i].from] = m->move[i].to;
    return move_times(m, program, to, err);
}

sx_status sx_collectives_meet(sx_arena *arena, const sx_trace *trace, sx_trace *ret_trace,
                              size_t *ret_joined, sx_error *err)
{
    meeter m = { .arena = arena, .trace = trace };
    sx_trace made = *trace;
    sx_ranklist world;
    if (trace->p > SX_MEET_RANKS || !is_apart(&trace->program, true)) {
        *ret_trace = *trace;
        *ret_joined = 0;
        return SX_OK;
    }
    if (sx_block_copy(arena, &trace->program, &made.program))
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status status = sx_ranklist_range(arena, 0, trace->p, &world, err);
    if (!status)
        status = spell_out(&m, &made.program, &world, err);
    if (!status)
        status = meet_in(&m, &made.program, &world, err);
    if (!status && m.joined)
        status = move_sites(&m, &made.program, err);
    if (status)
        return status;
    sx_trace_number(&made);
    *ret_trace = m.joined ? made : *trace;
    *ret_joined = m.joined;
    return SX_OK;
}
