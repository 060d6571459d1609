#include "align/tangles.h"

#include "align/elastic.h"

bool sx_share_a_call(const sx_node *a, const sx_node *b)
{
    if (a->kind == SX_NODE_LOOP) {
        for (size_t i = 0; i < a->body.n; i++)
            if (sx_share_a_call(a->body.node[i], b))
                return true;
        return false;
    }
    return b->kind == SX_NODE_LOOP ? sx_share_a_call(b, a)
                                   : a->op == b->op && a->site == b->site;
}

void sx_grow_stretch(const sx_block *block, size_t low, size_t high, size_t *from,
                     size_t *end)
{
    for (bool grown = true; grown;) {
        grown = false;
        for (size_t i = low; i < high; i++)
            for (size_t k = *from; (i < *from || i >= *end) && k < *end; k++)
                if (sx_share_a_call(block->node[i], block->node[k])) {
                    *from = i < *from ? i : *from;
                    *end = i >= *end ? i + 1 : *end;
                    grown = true;
                }
    }
}

const bool **sx_members_of_nodes(sx_arena *arena, const sx_runs *runs,
                                 const sx_block *block, const bool *within)
{
    const bool **in = SX_NEW_ARRAY(arena, const bool *, block->n);
    for (size_t i = 0; in && i < block->n; i++)
        if (!(in[i] = sx_runs_members(arena, runs, &block->node[i]->ranks, within)))
            return NULL;
    return in;
}

bool sx_are_tangled(const sx_runs *runs, const sx_block *block, const bool *const *in,
                    size_t a, size_t b)
{
    bool apart = false;
    if (!sx_share_a_call(block->node[a], block->node[b]))
        return false;
    for (int64_t r = 0; r < runs->total && !apart; r++)
        apart = in[a][r] != in[b][r];
    return apart;
}

static bool is_tangled(const sx_runs *runs, const sx_block *block, const bool *const *in,
                       size_t at)
{
    bool tangled = false;
    for (size_t i = 0; i < block->n && !tangled; i++)
        tangled = i != at && sx_are_tangled(runs, block, in, i, at);
    return tangled;
}

/* Makes it one trip in some of its entries, and none in others of the same rank? */
static bool is_optional(const sx_runs *runs, sx_arena *scratch, const sx_node *loop,
                        const bool *in)
{
    const sx_seq **trips = loop->trips.kind == SX_VALUE_EXPR
                               ? NULL
                               : sx_runs_sequences(scratch, runs, &loop->trips, in);
    bool once = false, none = false;
    for (int64_t r = 0; trips && r < runs->total; r++) {
        sx_seq_cursor cursor = { 0 };
        if (!in[r] || !trips[r] || sx_seq_is_constant(trips[r]))
            continue;
        if (!sx_runs_spend(runs, trips[r]->length))
            return false;
        for (uint64_t k = 0; k < trips[r]->length; k++) {
            const int64_t here = sx_seq_at_cursor(trips[r], &cursor, k);
            if (here > 1)
                return false;
            once = once || here == 1;
            none = none || here == 0;
        }
    }
    return once && none;
}

/* Do ranks of one run make it other numbers of trips, though a call stands in it more than once, each time of other ranks? */
static bool is_torn(const sx_runs *runs, sx_arena *scratch, const sx_node *loop,
                    const bool *in)
{
    const sx_seq **trips = loop->trips.kind == SX_VALUE_EXPR
                               ? NULL
                               : sx_runs_sequences(scratch, runs, &loop->trips, in);
    const bool **of = trips && sx_elastic_differ(runs, trips, in)
                          ? sx_members_of_nodes(scratch, runs, &loop->body, in)
                          : NULL;
    bool tangled = false;
    for (size_t i = 0; of && i < loop->body.n && !tangled; i++)
        tangled = is_tangled(runs, &loop->body, of, i);
    return tangled;
}

static bool has_loops(const sx_block *block)
{
    bool has = false;
    for (size_t i = 0; i < block->n && !has; i++)
        has = block->node[i]->kind == SX_NODE_LOOP;
    return has;
}

size_t sx_tangles_in(const sx_runs *runs, sx_arena *scratch, const sx_block *block,
                     const bool *within)
{
    const bool **in =
        has_loops(block) ? sx_members_of_nodes(scratch, runs, block, within) : NULL;
    size_t n = 0;
    for (size_t i = 0; in && i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind != SX_NODE_LOOP)
            continue;
        n += is_tangled(runs, block, in, i) || is_optional(runs, scratch, node, in[i]) ||
             is_torn(runs, scratch, node, in[i]);
        n += sx_tangles_in(runs, scratch, &node->body, in[i]);
    }
    return n;
}

sx_status sx_runs_tangles(const sx_runs *runs, size_t *ret_n, sx_error *err)
{
    const sx_domain everybody = { .kind = SX_DOMAIN_ALL };
    sx_arena *scratch = sx_arena_create();
    const bool *all = scratch ? sx_runs_members(scratch, runs, &everybody, NULL) : NULL;
    if (all)
        *ret_n = sx_tangles_in(runs, scratch, &runs->merged.program, all);
    const bool failed = !all || sx_arena_is_out(scratch);
    if (scratch)
        sx_arena_destroy(scratch);
    return failed ? sx_fail(err, SX_NOMEM, "out of memory") : SX_OK;
}
