#include "align/tangles.h"

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

bool sx_are_tangled(const sx_runs *runs, sx_arena *scratch, const sx_node *a,
                    const sx_node *b, const bool *within)
{
    if (!sx_share_a_call(a, b))
        return false;
    const bool *in_a = sx_runs_members(scratch, runs, &a->ranks, within);
    const bool *in_b = sx_runs_members(scratch, runs, &b->ranks, within);
    bool apart = false;
    for (int64_t r = 0; in_a && in_b && r < runs->total && !apart; r++)
        apart = in_a[r] != in_b[r];
    return apart;
}

static bool is_tangled(const sx_runs *runs, sx_arena *scratch, const sx_block *block,
                       size_t at, const bool *within)
{
    bool tangled = false;
    for (size_t i = 0; i < block->n && !tangled; i++)
        tangled = i != at &&
                  sx_are_tangled(runs, scratch, block->node[i], block->node[at], within);
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
    const sx_seq *last = NULL;
    bool differ = false, tangled = false;
    for (int64_t r = 0; trips && r < runs->total && !differ; r++) {
        if (r > 0 && runs->run_of[r] != runs->run_of[r - 1])
            last = NULL;
        if (!in[r] || !trips[r])
            continue;
        differ = last && !sx_seq_equal(last, trips[r]);
        last = trips[r];
    }
    for (size_t i = 0; i < loop->body.n && differ && !tangled; i++)
        tangled = is_tangled(runs, scratch, &loop->body, i, in);
    return tangled;
}

size_t sx_tangles_in(const sx_runs *runs, sx_arena *scratch, const sx_block *block,
                     const bool *within)
{
    size_t n = 0;
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind != SX_NODE_LOOP)
            continue;
        const bool *in = sx_runs_members(scratch, runs, &node->ranks, within);
        n += is_tangled(runs, scratch, block, i, within) ||
             (in &&
              (is_optional(runs, scratch, node, in) || is_torn(runs, scratch, node, in)));
        n += in ? sx_tangles_in(runs, scratch, &node->body, in) : 0;
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
