#include "align/elastic.h"

#include "base/checked.h"

/* The ranks that stand together by their sequence: group[r] of those who are in, in the order in which ranks show them. */
typedef struct grouping {
    size_t n;
    const sx_seq **seq; /* of each group */
    uint32_t *group;
    size_t *size;
} grouping;

/* False when out of memory. O(ranks). */
static bool find_groups(sx_arena *arena, const sx_runs *runs, const bool *in,
                        const sx_seq *const *seq, grouping *g)
{
    const size_t ranks = (size_t)runs->total;
    size_t slots = 4;
    while (slots < 2 * ranks)
        slots *= 2;
    uint32_t *slot = SX_NEW_ARRAY(arena, uint32_t, slots); /* group + 1 */
    *g = (grouping) { .seq = SX_NEW_ARRAY(arena, const sx_seq *, ranks),
                      .group = SX_NEW_ARRAY(arena, uint32_t, ranks),
                      .size = SX_NEW_ARRAY(arena, size_t, ranks) };
    if (!slot || !g->seq || !g->group || !g->size)
        return false;
    for (size_t r = 0; r < ranks; r++) {
        if (!in[r])
            continue;
        size_t at = seq[r]->hash % slots;
        while (slot[at] && !sx_seq_equal(g->seq[slot[at] - 1], seq[r]))
            at = (at + 1) % slots;
        if (!slot[at]) {
            g->seq[g->n] = seq[r];
            slot[at] = (uint32_t)++g->n;
        }
        g->group[r] = slot[at] - 1;
        g->size[g->group[r]]++;
    }
    return true;
}

sx_status sx_elastic_value(sx_arena *arena, const sx_runs *runs, const bool *in,
                           const sx_seq *const *seq, bool relative, sx_value *ret_value)
{
    grouping g;
    size_t from = 0;
    sx_runs_spend(runs, (uint64_t)runs->total);
    if (!find_groups(arena, runs, in, seq, &g))
        return SX_NOMEM;
    sx_piece *piece = SX_NEW_ARRAY(arena, sx_piece, g.n + 1);
    sx_rank *rank = SX_NEW_ARRAY(arena, sx_rank, (size_t)runs->total);
    size_t *next = SX_NEW_ARRAY(arena, size_t, g.n + 1);
    if (!piece || !rank || !next)
        return SX_NOMEM;
    for (size_t i = 0; i < g.n; i++) {
        next[i] = from;
        from += g.size[i];
    }
    for (int64_t r = 0; r < runs->total; r++)
        if (in[r])
            rank[next[g.group[r]]++] = r;
    for (size_t i = 0; i < g.n; i++) {
        piece[i] = (sx_piece) { .all = g.n == 1, .seq = g.seq[i] };
        if (g.n > 1 && sx_ranklist_from_ranks(arena, &rank[next[i] - g.size[i]],
                                              g.size[i], &piece[i].ranks, NULL))
            return SX_NOMEM;
    }
    *ret_value = (sx_value) {
        .kind = SX_VALUE_PIECES, .relative = relative, .npieces = g.n, .piece = piece
    };
    return SX_OK;
}

sx_status sx_elastic_domain(sx_arena *arena, const sx_runs *runs, const bool *in,
                            const bool *within, sx_domain *ret_domain)
{
    bool all = true;
    for (int64_t r = 0; all && r < runs->total; r++)
        all = in[r] == within[r];
    *ret_domain = (sx_domain) { .kind = all ? SX_DOMAIN_ALL : SX_DOMAIN_RANKS };
    if (all)
        return SX_OK;
    sx_rank *rank = SX_NEW_ARRAY(arena, sx_rank, (size_t)runs->total);
    size_t n = 0;
    for (int64_t r = 0; rank && r < runs->total; r++)
        if (in[r])
            rank[n++] = r;
    return rank ? sx_ranklist_from_ranks(arena, rank, n, &ret_domain->ranks, NULL)
                : SX_NOMEM;
}

sx_status sx_elastic_loop(sx_arena *arena, const sx_runs *runs, const bool *in,
                          const bool *within, const sx_seq *const *trips,
                          sx_node *const *node, size_t n, sx_node **ret_loop)
{
    sx_node *loop = SX_NEW(arena, sx_node);
    sx_node **body = node ? sx_arena_copy(arena, node, n, sizeof *node)
                          : SX_NEW_ARRAY(arena, sx_node *, n);
    if (!loop || !body)
        return SX_NOMEM;
    *loop = (sx_node) { .kind = SX_NODE_LOOP, .body = { n, body } };
    *ret_loop = loop;
    sx_status st = sx_elastic_domain(arena, runs, in, within, &loop->ranks);
    return st ? st : sx_elastic_value(arena, runs, in, trips, false, &loop->trips);
}

const sx_seq **sx_elastic_constants(sx_arena *arena, const sx_runs *runs, const bool *in,
                                    const int64_t *number)
{
    const sx_seq **seq = SX_NEW_ARRAY(arena, const sx_seq *, (size_t)runs->total);
    for (int64_t r = 0; seq && r < runs->total; r++)
        if (in[r] && !(seq[r] = sx_seq_constant(arena, number[r])))
            return NULL;
    return seq;
}

bool sx_elastic_trips(sx_arena *arena, const sx_runs *runs, const sx_node *loop,
                      const bool *in, int64_t *ret_trips)
{
    const sx_seq **seq = loop->trips.kind == SX_VALUE_EXPR
                             ? NULL
                             : sx_runs_sequences(arena, runs, &loop->trips, in);
    for (int64_t r = 0; r < runs->total; r++) {
        if (!in[r])
            continue;
        if (!seq || !seq[r] || !sx_seq_is_constant(seq[r]))
            return false;
        ret_trips[r] = sx_seq_at(seq[r], 0);
    }
    return true;
}

const int64_t *sx_elastic_own_trips(sx_arena *arena, const sx_runs *runs,
                                    const sx_node *loop, const bool *in, int64_t most,
                                    int64_t *ret_common)
{
    int64_t *trips = SX_NEW_ARRAY(arena, int64_t, (size_t)runs->total);
    int64_t of_run[SX_RUNS] = { 0 }; /* of its first rank that is in */
    bool differ = false;
    *ret_common = 0;
    if (!trips || !sx_elastic_trips(arena, runs, loop, in, trips))
        return NULL;
    for (int64_t r = 0; r < runs->total; r++) {
        int64_t *first = &of_run[runs->run_of[r]];
        if (!in[r])
            continue;
        if (trips[r] < 1 || trips[r] > most)
            return NULL;
        *first = *first ? *first : trips[r];
        differ = differ || trips[r] != *first;
        *ret_common = sx_gcd(*ret_common, trips[r]);
    }
    return differ ? trips : NULL;
}

sx_status sx_elastic_nest(sx_arena *arena, const sx_runs *runs, const bool *in,
                          const sx_seq *const *outer, const sx_seq *const *inner,
                          sx_node *loop)
{
    sx_node **body = SX_NEW_ARRAY(arena, sx_node *, 1);
    sx_value trips;
    if (!body)
        return SX_NOMEM;
    sx_status st = sx_elastic_loop(arena, runs, in, in, inner, loop->body.node,
                                   loop->body.n, &body[0]);
    if (!st)
        st = sx_elastic_value(arena, runs, in, outer, false, &trips);
    if (!st) {
        loop->trips = trips;
        loop->body = (sx_block) { 1, body };
    }
    return st;
}

sx_status sx_elastic_nest_numbers(sx_arena *arena, const sx_runs *runs, const bool *in,
                                  const int64_t *outer, const int64_t *inner,
                                  sx_node *loop)
{
    const sx_seq **around = sx_elastic_constants(arena, runs, in, outer),
                 **within = sx_elastic_constants(arena, runs, in, inner);
    return around && within ? sx_elastic_nest(arena, runs, in, around, within, loop)
                            : SX_NOMEM;
}

int64_t sx_elastic_number(const sx_node *node, sx_param_id id)
{
    const sx_param *param = sx_node_param(node, id);
    bool one = param && param->value.kind == SX_VALUE_PIECES &&
               param->value.npieces == 1 && !param->value.relative &&
               sx_seq_is_constant(param->value.piece[0].seq);
    return one ? sx_seq_at(param->value.piece[0].seq, 0) : SX_NULL;
}

size_t sx_elastic_elements(const sx_node *node, uint32_t p)
{
    enum { ELEMENTS = 64 };
    sx_param_id length =
        sx_param_list_length_in(node->param[p].id, sx_node_present(node));
    if (length == SX_PARAM_NONE || (length < SX_PARAMS && !sx_node_param(node, length)))
        return 1;
    int64_t n = length < SX_PARAMS ? sx_elastic_number(node, length) : 0;
    return n > 0 && n <= ELEMENTS ? (size_t)n : 0;
}

bool sx_elastic_is_plain(const sx_node *node)
{
    if (node->kind != SX_NODE_EVENT || node->nmultisets)
        return false;
    for (uint32_t p = 0; p < node->nparams; p++)
        if (sx_elastic_elements(node, p) != 1 ||
            node->param[p].value.kind == SX_VALUE_EXPR ||
            node->param[p].value.kind == SX_VALUE_DRAWN)
            return false;
    return true;
}

bool sx_elastic_differ(const sx_runs *runs, const sx_seq *const *seq, const bool *in)
{
    const sx_seq *last = NULL;
    for (int64_t r = 0; r < runs->total; r++) {
        if (r > 0 && runs->run_of[r] != runs->run_of[r - 1])
            last = NULL;
        if (!in[r] || !seq[r])
            continue;
        if (last && !sx_seq_equal(last, seq[r]))
            return true;
        last = seq[r];
    }
    return false;
}

const sx_seq *sx_elastic_every(sx_arena *arena, const sx_seq *seq, uint64_t first,
                               uint64_t by)
{
    enum { LONGEST = 1 << 12 };
    uint64_t n = seq->length;
    int64_t all[LONGEST], *value = n <= LONGEST ? SX_NEW_ARRAY(arena, int64_t, n) : NULL;
    if (value)
        sx_seq_expand(seq, 0, n, all);
    for (uint64_t k = 0; value && k < n; k++)
        value[k] = all[(first + k * by) % n];
    return value ? sx_seq_from_values(arena, value, n, true) : NULL;
}
