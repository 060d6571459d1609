#include "align/roles.h"

#include "base/checked.h"

#include <string.h>

static sx_status nomem(sx_error *err)
{
    return sx_fail(err, SX_NOMEM, "out of memory");
}

/* Flags of the members of a domain among `within`. NULL when out of memory. */
static const bool *members(sx_arena *arena, const sx_domain *domain, const bool *within,
                           int64_t p)
{
    if (domain->kind == SX_DOMAIN_ALL)
        return within;
    bool *in = SX_NEW_ARRAY(arena, bool, (size_t)p);
    sx_rank *rank = SX_NEW_ARRAY(arena, sx_rank, (size_t)domain->ranks.count);
    if (!in || !rank)
        return NULL;
    sx_ranklist_expand(&domain->ranks, rank);
    for (sx_rank i = 0; i < domain->ranks.count; i++)
        in[rank[i]] = within[rank[i]];
    return in;
}

static const bool *everybody(sx_arena *arena, int64_t p)
{
    bool *in = SX_NEW_ARRAY(arena, bool, (size_t)p);
    if (in)
        memset(in, 1, (size_t)p);
    return in;
}

/* ---- finding ---- */

/* Flags the ranks that make a call in the block; false when out of memory. */
static bool find_calls(sx_arena *arena, const sx_block *block, const bool *within,
                       int64_t p, bool *call)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        const bool *in = members(arena, &node->ranks, within, p);
        if (!in ||
            (node->kind == SX_NODE_LOOP && !find_calls(arena, &node->body, in, p, call)))
            return false;
        for (int64_t r = 0; node->kind == SX_NODE_EVENT && r < p; r++)
            call[r] = call[r] || in[r];
    }
    return true;
}

/* Ranks that go round a loop without a call in it would be lost to it by themselves: each follows the first one that has a call there, and
 * played the same role so far. -1: it follows nobody. NULL when out of memory. */
static const int64_t *find_leaders(sx_arena *arena, const sx_block *body, const bool *in,
                                   int64_t p, const uint64_t *signature)
{
    bool *call = SX_NEW_ARRAY(arena, bool, (size_t)p);
    int64_t *leader = SX_NEW_ARRAY(arena, int64_t, (size_t)p);
    if (!call || !leader || !find_calls(arena, body, in, p, call))
        return NULL;
    for (int64_t r = 0; r < p; r++) {
        int64_t other = 0;
        while (in[r] && !call[r] && other < p &&
               !(call[other] && signature[other] == signature[r]))
            other++;
        leader[r] = in[r] && !call[r] && other < p ? other : -1;
    }
    return leader;
}

static sx_status sign(sx_arena *arena, const sx_block *block, const bool *within,
                      int64_t p, uint64_t *signature, sx_error *err)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        const bool *in = members(arena, &node->ranks, within, p);
        if (!in)
            return nomem(err);
        for (int64_t r = 0; in != within && r < p; r++)
            signature[r] = sx_hash_add(signature[r], 2 * (uint64_t)node->id + in[r]);
        if (node->kind != SX_NODE_LOOP)
            continue;
        const int64_t *leader = find_leaders(arena, &node->body, in, p, signature);
        sx_status st =
            leader ? sign(arena, &node->body, in, p, signature, err) : nomem(err);
        for (int64_t r = 0; !st && r < p; r++)
            if (leader[r] >= 0)
                signature[r] = signature[leader[r]];
        if (st)
            return st;
    }
    return SX_OK;
}

sx_status sx_roles_find(sx_arena *arena, const sx_trace *trace, sx_roles *ret_roles,
                        sx_error *err)
{
    uint64_t *signature = SX_NEW_ARRAY(arena, uint64_t, (size_t)trace->p),
             known[SX_ROLES];
    uint32_t *role_of = SX_NEW_ARRAY(arena, uint32_t, (size_t)trace->p), n = 0;
    const bool *all = everybody(arena, trace->p);
    if (!signature || !role_of || !all)
        return nomem(err);
    sx_status st = sign(arena, &trace->program, all, trace->p, signature, err);
    if (st)
        return st;
    for (int64_t r = 0; r < trace->p && n <= SX_ROLES; r++) {
        uint32_t role = 0;
        while (role < n && known[role] != signature[r])
            role++;
        if (role == n && n++ < SX_ROLES)
            known[role] = signature[r];
        role_of[r] = role;
    }
    if (n > SX_ROLES) {
        n = 1;
        memset(role_of, 0, (size_t)trace->p * sizeof *role_of);
    }
    *ret_roles = (sx_roles) { n, role_of };
    return SX_OK;
}

/* ---- projecting ---- */

typedef struct projection {
    sx_arena *arena;
    const sx_roles *roles;
    uint32_t role;
    sx_rank shift;
    int64_t p; /* ranks of the trace that is projected */
    bool *timed;
    sx_error *err;
} projection;

/* The ranks of `list` (or those flagged, when list is NULL) that play the role, shifted. */
static sx_status keep(const projection *pr, const sx_ranklist *list, const bool *in,
                      sx_ranklist *ret_list)
{
    sx_rank count = list ? list->count : pr->p, n = 0;
    sx_rank *rank = SX_NEW_ARRAY(pr->arena, sx_rank, (size_t)count);
    if (!rank)
        return nomem(pr->err);
    if (list)
        sx_ranklist_expand(list, rank);
    for (sx_rank i = 0; i < count; i++) {
        sx_rank r = list ? rank[i] : i;
        if ((!in || in[r]) && pr->roles->role_of[r] == pr->role)
            rank[n++] = r + pr->shift;
    }
    return sx_ranklist_from_ranks(pr->arena, rank, (size_t)n, ret_list, pr->err);
}

static sx_status ranks_of(const projection *pr, const bool *in, sx_ranklist *ret_list)
{
    sx_rank *rank = SX_NEW_ARRAY(pr->arena, sx_rank, (size_t)pr->p), n = 0;
    if (!rank)
        return nomem(pr->err);
    for (sx_rank r = 0; r < pr->p; r++)
        if (in[r])
            rank[n++] = r;
    return sx_ranklist_from_ranks(pr->arena, rank, (size_t)n, ret_list, pr->err);
}

static sx_status project_value(const projection *pr, const sx_value *from, const bool *in,
                               sx_value *ret_to)
{
    sx_value value = *from;
    sx_status st = SX_OK;
    if (value.kind == SX_VALUE_EXPR)
        return sx_fail(pr->err, SX_INVALID,
                       "an input holds expressions: it was extrapolated itself");
    if (value.kind != SX_VALUE_PIECES) {
        sx_ranklist participants;
        st = ranks_of(pr, in, &participants);
        if (!st)
            st = sx_value_to_pieces(pr->arena, from, &participants, &value, pr->err);
    }
    sx_piece *piece = st ? NULL : SX_NEW_ARRAY(pr->arena, sx_piece, value.npieces);
    size_t n = 0;
    for (size_t i = 0; piece && !st && i < value.npieces; i++) {
        piece[n] = value.piece[i];
        piece[n].all = false;
        st = keep(pr, value.piece[i].all ? NULL : &value.piece[i].ranks, in,
                  &piece[n].ranks);
        n += !st && piece[n].ranks.count > 0;
    }
    if (st || !piece)
        return st ? st : nomem(pr->err);
    value.piece = piece;
    value.npieces = n;
    *ret_to = value;
    return SX_OK;
}

static sx_status project_block(const projection *pr, const sx_block *from,
                               const bool *within, sx_block *ret_to);

static sx_status project_event(const projection *pr, const sx_node *from, const bool *in,
                               sx_node *to)
{
    to->param = SX_NEW_ARRAY(pr->arena, sx_param, from->nparams);
    to->times = sx_arena_copy(pr->arena, from->times, from->ntimes, sizeof *from->times);
    if (!to->param || !to->times)
        return nomem(pr->err);
    for (uint32_t i = 0; i < from->nparams; i++) {
        to->param[i].id = from->param[i].id;
        sx_status st = project_value(pr, &from->param[i].value, in, &to->param[i].value);
        if (st)
            return st;
    }
    to->nmultisets = 0;
    to->ntimes = pr->timed[from->id] ? 0 : from->ntimes;
    pr->timed[from->id] = true;
    for (uint32_t t = 0; t < to->ntimes; t++) {
        to->times[t].all = false;
        to->times[t].ranks = to->ranks.ranks;
    }
    return SX_OK;
}

static sx_status project_node(const projection *pr, const sx_node *from,
                              const bool *within, sx_node **ret_to)
{
    const bool *in = members(pr->arena, &from->ranks, within, pr->p);
    sx_node *to = sx_arena_copy(pr->arena, from, 1, sizeof *to);
    if (!in || !to)
        return nomem(pr->err);
    *ret_to = NULL;
    to->ranks = (sx_domain) { .kind = SX_DOMAIN_RANKS };
    sx_status st = keep(pr, NULL, in, &to->ranks.ranks);
    if (st || to->ranks.ranks.count == 0)
        return st;
    if (from->kind == SX_NODE_EVENT) {
        st = project_event(pr, from, in, to);
    } else {
        st = project_value(pr, &from->trips, in, &to->trips);
        if (!st)
            st = project_block(pr, &from->body, in, &to->body);
    }
    bool idle = from->kind == SX_NODE_LOOP && to->body.n == 0;
    if (!st && !idle)
        *ret_to = to;
    return st;
}

static sx_status project_block(const projection *pr, const sx_block *from,
                               const bool *within, sx_block *ret_to)
{
    sx_node **node = SX_NEW_ARRAY(pr->arena, sx_node *, from->n);
    size_t n = 0;
    if (!node)
        return nomem(pr->err);
    for (size_t i = 0; i < from->n; i++) {
        sx_status st = project_node(pr, from->node[i], within, &node[n]);
        if (st)
            return st;
        n += node[n] != NULL;
    }
    *ret_to = (sx_block) { n, node };
    return SX_OK;
}

static sx_status project_comm(const projection *pr, const bool *all, sx_comm *comm)
{
    const bool *in = members(pr->arena, &comm->members, all, pr->p);
    if (!in)
        return nomem(pr->err);
    comm->members = (sx_domain) { .kind = SX_DOMAIN_RANKS };
    sx_status st = keep(pr, NULL, in, &comm->members.ranks);
    if (!st)
        st = project_value(pr, &comm->size, in, &comm->size);
    return st ? st : project_value(pr, &comm->rank, in, &comm->rank);
}

sx_status sx_roles_project(sx_arena *arena, const sx_trace *trace, const sx_roles *roles,
                           uint32_t role, sx_rank shift, int64_t p, bool *timed,
                           sx_trace *ret_trace, sx_error *err)
{
    projection pr = { arena, roles, role, shift, trace->p, timed, err };
    const bool *all = everybody(arena, trace->p);
    sx_trace result = *trace;
    result.p = p;
    result.comm = sx_arena_copy(arena, trace->comm, trace->ncomms, sizeof *trace->comm);
    if (!all || !result.comm)
        return nomem(err);
    sx_status st = SX_OK;
    for (size_t c = 0; !st && c < trace->ncomms; c++)
        if (trace->comm[c].kind != SX_COMM_WORLD && trace->comm[c].kind != SX_COMM_SELF)
            st = project_comm(&pr, all, &result.comm[c]);
    if (!st)
        st = project_block(&pr, &trace->program, all, &result.program);
    if (!st)
        *ret_trace = result;
    return st;
}
