#include "align/heads.h"

#include "align/elastic.h"
#include "align/heads_columns.h"
#include "align/splice.h"

typedef struct making {
    sx_heads *of;
    const sx_heads_columns *columns;
    bool *in, *ever; /* who makes the loop; who ever makes the calls at hand */
} making;

/* ---- a call ---- */

/* The i-th call of each execution of a kind: what rank r has of a parameter in all of them. NULL when out of memory. */
static const sx_seq *gather(const sx_heads *s, int64_t r, uint32_t kind, size_t i,
                            sx_param_id id)
{
    const sx_heads_rank *rank = &s->rank[r];
    int64_t *value = SX_NEW_ARRAY(s->scratch, int64_t, rank->n);
    uint64_t n = 0;
    for (size_t k = 0; value && k < rank->n; k++)
        if (rank->made[k].kind == kind)
            value[n++] = sx_heads_value(s, r, rank->made[k].at + i, id);
    return value ? sx_seq_from_values(s->arena, value, n, true) : NULL;
}

/* The nodes that ranks execute as that, a flag for each item. */
static void find_nodes(const sx_heads *s, uint32_t kind, size_t i, bool *ret_is)
{
    for (int64_t r = 0; r < s->runs->total; r++)
        for (size_t k = 0; k < s->rank[r].n; k++)
            if (s->rank[r].made[k].kind == kind)
                ret_is[s->rank[r].call[s->rank[r].made[k].at + i].item] = true;
}

/* Times of all places of the call (align/samples.h). */
static sx_status join_times(const sx_heads *s, uint32_t kind, size_t i, sx_node *to)
{
    bool is[SX_HEADS_ITEMS] = { false };
    size_t n = 0;
    find_nodes(s, kind, i, is);
    for (size_t k = 0; k < s->nitems; k++)
        n += is[k] ? s->item[k].node->ntimes : 0;
    to->times = SX_NEW_ARRAY(s->arena, sx_times, n + 1);
    to->ntimes = 0;
    for (size_t k = 0; to->times && k < s->nitems; k++)
        for (uint32_t t = 0; is[k] && t < s->item[k].node->ntimes; t++)
            to->times[to->ntimes++] = s->item[k].node->times[t];
    return to->times ? SX_OK : SX_NOMEM;
}

/* Of those who ever make it. */
static sx_status make_call(const making *m, uint32_t kind, size_t i, const sx_node *like,
                           sx_node **ret_node)
{
    const sx_heads *s = m->of;
    sx_node *event = sx_arena_copy(s->arena, like, 1, sizeof *event);
    sx_param *param = SX_NEW_ARRAY(s->arena, sx_param, like->nparams);
    const sx_seq **seq = SX_NEW_ARRAY(s->scratch, const sx_seq *, (size_t)s->runs->total);
    if (!event || !param || !seq)
        return SX_NOMEM;
    sx_status st = join_times(s, kind, i, event);
    for (uint32_t p = 0; !st && p < event->nparams; p++) {
        param[p].id = like->param[p].id;
        for (int64_t r = 0; r < s->runs->total; r++)
            if (m->ever[r] && !(seq[r] = gather(s, r, kind, i, param[p].id)))
                return SX_NOMEM;
        st = sx_elastic_value(s->arena, s->runs, m->ever, seq,
                              like->param[p].value.relative, &param[p].value);
    }
    event->param = param;
    event->ranks = (sx_domain) { .kind = SX_DOMAIN_ALL };
    *ret_node = event;
    return st;
}

/* ---- the loop ---- */

/* The trips in which rank r makes a kind, a bit each. */
static uint64_t trips_of(const making *m, int64_t r, uint32_t kind)
{
    const sx_heads *s = m->of;
    const int64_t all = s->trips[s->runs->run_of[r]], own = s->rank[r].trips;
    if (kind != SX_HEADS_COMMON)
        return m->columns->made[(size_t)kind * (size_t)s->runs->total + (size_t)r];
    const uint64_t bits = own == 64 ? UINT64_MAX : (UINT64_C(1) << own) - 1;
    return own > 0 ? bits << (all - own) : 0;
}

/* In which trips each rank makes the calls, 1 or 0, and who does at all. False when out of memory. */
static bool find_present(const making *m, uint32_t kind, const sx_seq **present)
{
    const sx_heads *s = m->of;
    int64_t trip[SX_HEADS_TRIPS];
    for (int64_t r = 0; r < s->runs->total; r++) {
        const int64_t all = s->trips[s->runs->run_of[r]];
        const uint64_t made = trips_of(m, r, kind);
        m->ever[r] = m->in[r] && made;
        if (!m->in[r])
            continue;
        for (int64_t t = 0; t < all; t++)
            trip[t] = made >> t & 1;
        present[r] = sx_seq_from_values(s->arena, trip, (uint64_t)all, true);
        if (!present[r])
            return false;
    }
    return true;
}

/* The calls of a group, or the common ones, in a loop of one trip or none. */
static sx_status make_group(const making *m, const uint32_t *kind, size_t n,
                            sx_node **ret_loop)
{
    const sx_heads *s = m->of;
    const bool common = kind[0] == SX_HEADS_COMMON;
    const sx_seq **present =
        SX_NEW_ARRAY(s->scratch, const sx_seq *, (size_t)s->runs->total);
    if (!present || !find_present(m, kind[0], present))
        return SX_NOMEM;
    sx_status st =
        sx_elastic_loop(s->arena, s->runs, m->in, m->in, present, NULL, n, ret_loop);
    for (size_t i = 0; !st && i < n; i++)
        st = common ? make_call(m, SX_HEADS_COMMON, i, s->common[i],
                                &(*ret_loop)->body.node[i])
                    : make_call(m, kind[i], 0, s->item[s->kind[kind[i]].item].node,
                                &(*ret_loop)->body.node[i]);
    return st;
}

/* A loop of as many trips as the rank of a run makes that makes most: groups, and the common calls behind them. */
static sx_status make_loop(const making *m, sx_node **ret_loop)
{
    static const uint32_t common = SX_HEADS_COMMON;
    const sx_heads *s = m->of;
    const sx_heads_columns *c = m->columns;
    const sx_seq **trips =
        SX_NEW_ARRAY(s->scratch, const sx_seq *, (size_t)s->runs->total);
    if (!trips)
        return SX_NOMEM;
    for (int64_t r = 0; r < s->runs->total; r++) {
        m->in[r] = s->rank[r].n > 0;
        if (m->in[r] &&
            !(trips[r] = sx_seq_constant(s->arena, s->trips[s->runs->run_of[r]])))
            return SX_NOMEM;
    }
    sx_status st = sx_elastic_loop(s->arena, s->runs, m->in, s->within, trips, NULL,
                                   c->ngroups + 1, ret_loop);
    for (size_t g = 0; !st && g <= c->ngroups; g++)
        st = g < c->ngroups
                 ? make_group(m, &c->kind[c->group[g]], c->group[g + 1] - c->group[g],
                              &(*ret_loop)->body.node[g])
                 : make_group(m, &common, s->ncommon, &(*ret_loop)->body.node[g]);
    return st;
}

/* ---- the tree ---- */

/* Reads the stretch from node `before` on, and makes a loop of it, NULL if it can be none. */
static sx_status try_from(sx_heads *s, const sx_block *block, size_t before,
                          size_t *ret_cut, sx_node **ret_loop)
{
    sx_heads_ends ends;
    sx_heads_columns columns;
    const size_t ranks = (size_t)s->runs->total;
    sx_arena_clear(s->scratch);
    *ret_loop = NULL;
    if (!sx_heads_read(s, block, before) || !sx_heads_find_trips(s, &ends) ||
        !sx_heads_find_columns(s, &ends, &columns))
        return SX_OK;
    const making m = { .of = s,
                       .columns = &columns,
                       .in = SX_NEW_ARRAY(s->scratch, bool, ranks),
                       .ever = SX_NEW_ARRAY(s->scratch, bool, ranks) };
    *ret_cut = columns.cut;
    return m.in && m.ever ? make_loop(&m, ret_loop) : SX_NOMEM;
}

/* The loops from node *at on, if they can be one, which then stands at *at. */
static sx_status put_together(sx_heads *s, sx_block *block, size_t *at)
{
    sx_node *loop = NULL;
    size_t cut = 0;
    sx_status st = SX_OK;
    if (!sx_heads_find(s, block, *at))
        return SX_OK;
    for (size_t before = s->before; !st && !loop && before <= s->from; before++)
        st = try_from(s, block, before, &cut, &loop);
    if (st || !loop)
        return st;
    *at = cut;
    return sx_block_splice(s->arena, block, cut, s->to, &loop, 1);
}

static sx_status visit(sx_heads *s, sx_block *block, const bool *within)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < block->n; i++) {
        if (block->node[i]->kind != SX_NODE_LOOP)
            continue;
        const bool *in =
            sx_runs_members(s->arena, s->runs, &block->node[i]->ranks, within);
        st = in ? visit(s, &block->node[i]->body, in) : SX_NOMEM;
        s->within = within;
        if (!st)
            st = put_together(s, block, &i);
    }
    return st;
}

sx_status sx_runs_heads(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    const sx_domain everybody = { .kind = SX_DOMAIN_ALL };
    const bool *all = sx_runs_members(arena, runs, &everybody, NULL);
    sx_heads *s = SX_NEW(arena, sx_heads);
    sx_arena *scratch = sx_arena_create();
    sx_status st = all && s && scratch ? SX_OK : SX_NOMEM;
    if (!st) {
        *s = (sx_heads) { .arena = arena, .scratch = scratch, .runs = runs };
        st = visit(s, &runs->merged.program, all);
    }
    sx_arena_destroy(scratch);
    if (st)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_trace_number(&runs->merged);
    return SX_OK;
}
