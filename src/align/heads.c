#include "align/heads.h"

#include "align/elastic.h"
#include "align/heads_trips.h"

#include <string.h>

/* ---- the loop ---- */

/* What rank r has of a parameter in all its executions. NULL when out of memory. */
static const sx_seq *gather(const sx_heads *s, int64_t r, size_t column, size_t i,
                            uint32_t p)
{
    int64_t *value = SX_NEW_ARRAY(s->scratch, int64_t, (size_t)s->nmade[r]);
    uint64_t n = 0;
    for (int64_t k = 0; value && k < s->nmade[r]; k++) {
        const sx_heads_made *m = &s->made[r][k];
        if (sx_heads_column(s, m) == column)
            value[n++] =
                sx_seq_at(sx_heads_call_of(m, i)->value[p][r], (uint64_t)m->index);
    }
    return value ? sx_seq_from_values(s->arena, value, n, true) : NULL;
}

/* Times of all places of the call. */
static sx_status join_times(const sx_heads *s, size_t column, size_t i, sx_node *to)
{
    const sx_node *from[SX_HEADS_GROUPS + SX_HEADS_PARTS];
    size_t n = 0, ntimes = 0;
    for (size_t g = 0; g < s->ngroups; g++)
        if (s->group[g].column == column)
            from[n++] = s->group[g].call[i].node;
    for (size_t k = 0; k < s->nparts && column == s->ncolumns; k++)
        if (s->part[k].loop)
            from[n++] = s->part[k].common[i].node;
    for (size_t k = 0; k < n; k++)
        ntimes += from[k]->ntimes;
    to->times = SX_NEW_ARRAY(s->arena, sx_times, ntimes + 1);
    to->ntimes = 0;
    for (size_t k = 0; to->times && k < n; k++)
        for (uint32_t t = 0; t < from[k]->ntimes; t++)
            to->times[to->ntimes++] = from[k]->times[t];
    return to->times ? SX_OK : SX_NOMEM;
}

/* The i-th call of a column, of those who ever make it. */
static sx_status make_call(const sx_heads *s, size_t column, size_t i,
                           const sx_node *like, const bool *ever, sx_node **ret_node)
{
    sx_node *event = sx_arena_copy(s->arena, like, 1, sizeof *event);
    sx_param *param = SX_NEW_ARRAY(s->arena, sx_param, like->nparams);
    const sx_seq **seq = SX_NEW_ARRAY(s->scratch, const sx_seq *, (size_t)s->runs->total);
    if (!event || !param || !seq)
        return SX_NOMEM;
    sx_status st = join_times(s, column, i, event);
    for (uint32_t p = 0; !st && p < event->nparams; p++) {
        param[p].id = like->param[p].id;
        for (int64_t r = 0; r < s->runs->total; r++)
            if (ever[r] && !(seq[r] = gather(s, r, column, i, p)))
                return SX_NOMEM;
        st = sx_elastic_value(s->arena, s->runs, ever, seq, like->param[p].value.relative,
                              &param[p].value);
    }
    event->param = param;
    event->ranks = (sx_domain) { .kind = SX_DOMAIN_ALL };
    *ret_node = event;
    return st;
}

/* In which trips each rank of those who are in makes the calls of a column, and who does at all. False when out of memory. */
static bool find_present(const sx_heads *s, const bool *in, size_t column,
                         const sx_seq **present, bool *ever)
{
    int64_t trip[SX_HEADS_TRIPS];
    for (int64_t r = 0; r < s->runs->total; r++) {
        const int64_t trips = s->trips[s->runs->run_of[r]];
        if (!in[r])
            continue;
        memset(trip, 0, sizeof trip);
        for (int64_t i = 0; i < s->nmade[r]; i++)
            if (sx_heads_column(s, &s->made[r][i]) == column) {
                trip[s->made[r][i].trip] = 1;
                ever[r] = true;
            }
        present[r] = sx_seq_from_values(s->arena, trip, (uint64_t)trips, true);
        if (!present[r])
            return false;
    }
    return true;
}

/* The n calls of a column, those of `like`, in a loop of one trip or none. */
static sx_status make_column(const sx_heads *s, const bool *in, size_t column,
                             const sx_heads_call *like, size_t n, sx_node **ret_node)
{
    sx_node *loop = SX_NEW(s->arena, sx_node);
    sx_node **body = SX_NEW_ARRAY(s->arena, sx_node *, n);
    const sx_seq **present =
        SX_NEW_ARRAY(s->scratch, const sx_seq *, (size_t)s->runs->total);
    bool *ever = SX_NEW_ARRAY(s->scratch, bool, (size_t)s->runs->total);
    if (!loop || !body || !present || !ever ||
        !find_present(s, in, column, present, ever))
        return SX_NOMEM;
    *loop = (sx_node) { .kind = SX_NODE_LOOP,
                        .ranks = { .kind = SX_DOMAIN_ALL },
                        .body = { n, body } };
    sx_status st = sx_elastic_value(s->arena, s->runs, in, present, false, &loop->trips);
    for (size_t i = 0; !st && i < n; i++)
        st = make_call(s, column, i, like[i].node, ever, &body[i]);
    *ret_node = loop;
    return st;
}

/* A loop of as many trips as the rank of a run makes that makes most, without a body yet; who makes them. */
static sx_status make_trips(const sx_heads *s, size_t n, bool *in, sx_node **ret_loop)
{
    sx_node *loop = SX_NEW(s->arena, sx_node);
    sx_node **body = SX_NEW_ARRAY(s->arena, sx_node *, n);
    const sx_seq **trips =
        SX_NEW_ARRAY(s->scratch, const sx_seq *, (size_t)s->runs->total);
    if (!loop || !body || !trips)
        return SX_NOMEM;
    for (int64_t r = 0; r < s->runs->total; r++) {
        in[r] = s->nmade[r] > 0;
        if (in[r] &&
            !(trips[r] = sx_seq_constant(s->arena, s->trips[s->runs->run_of[r]])))
            return SX_NOMEM;
    }
    *loop = (sx_node) { .kind = SX_NODE_LOOP, .body = { n, body } };
    *ret_loop = loop;
    sx_status st = sx_elastic_domain(s->arena, s->runs, in, s->within, &loop->ranks);
    return st ? st : sx_elastic_value(s->arena, s->runs, in, trips, false, &loop->trips);
}

/* Columns from the first one on, and the common calls behind them. */
static sx_status make_loop(const sx_heads *s, size_t first, sx_node **ret_loop)
{
    bool *in = SX_NEW_ARRAY(s->scratch, bool, (size_t)s->runs->total);
    sx_status st = in ? make_trips(s, s->ncolumns - first + 1, in, ret_loop) : SX_NOMEM;
    size_t k = 0;
    while (!s->part[k].loop)
        k++;
    for (size_t c = first; !st && c <= s->ncolumns; c++)
        st = c < s->ncolumns ? make_column(s, in, c, s->column[c]->call, s->column[c]->n,
                                           &(*ret_loop)->body.node[c - first])
                             : make_column(s, in, c, s->part[k].common, s->ncommon,
                                           &(*ret_loop)->body.node[c - first]);
    return st;
}

/* ---- the tree ---- */

/* Where the loop stands in the block: behind the groups that stay before it. */
static size_t place_of(const sx_heads *s, size_t first)
{
    size_t at = s->before;
    for (size_t g = 0; g < first; g++)
        at += s->group[g].n;
    return at;
}

/* The loops from node *at on, if they can be one, which then stands at *at. */
static sx_status put_together(sx_heads *s, sx_block *block, size_t *at)
{
    size_t first;
    sx_node *loop;
    sx_arena_clear(s->scratch);
    if (!sx_heads_read(s, block, *at) || !sx_heads_find_trips(s, &first))
        return SX_OK;
    sx_status st = make_loop(s, first, &loop);
    if (st)
        return st;
    *at = place_of(s, first);
    block->node[*at] = loop;
    memmove(&block->node[*at + 1], &block->node[s->to],
            (block->n - s->to) * sizeof *block->node);
    block->n -= s->to - *at - 1;
    return SX_OK;
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
