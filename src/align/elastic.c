#include "align/elastic.h"

/* The ranks among `in` that have this sequence, or all who are in where it is NULL. */
static sx_status ranks_of(sx_arena *arena, const sx_runs *runs, const bool *in,
                          const sx_seq *const *seq, const sx_seq *own,
                          sx_ranklist *ret_ranks)
{
    sx_rank *rank = SX_NEW_ARRAY(arena, sx_rank, (size_t)runs->total);
    size_t n = 0;
    for (int64_t r = 0; rank && r < runs->total; r++)
        if (in[r] && (!own || sx_seq_equal(seq[r], own)))
            rank[n++] = r;
    return rank ? sx_ranklist_from_ranks(arena, rank, n, ret_ranks, NULL) : SX_NOMEM;
}

/* Is there a piece with this sequence already? */
static bool has_piece(const sx_value *value, const sx_seq *seq)
{
    for (size_t i = 0; i < value->npieces; i++)
        if (sx_seq_equal(value->piece[i].seq, seq))
            return true;
    return false;
}

sx_status sx_elastic_value(sx_arena *arena, const sx_runs *runs, const bool *in,
                           const sx_seq *const *seq, bool relative, sx_value *ret_value)
{
    size_t n = 0, capacity = 4;
    sx_piece *piece = SX_NEW_ARRAY(arena, sx_piece, capacity);
    sx_value value = { .kind = SX_VALUE_PIECES, .relative = relative, .piece = piece };
    for (int64_t r = 0; piece && r < runs->total; r++) {
        if (!in[r] || has_piece(&value, seq[r]))
            continue;
        if (n == capacity) {
            sx_piece *more = SX_NEW_ARRAY(arena, sx_piece, 2 * capacity);
            for (size_t i = 0; more && i < n; i++)
                more[i] = piece[i];
            piece = more;
            capacity *= 2;
        }
        if (!piece)
            return SX_NOMEM;
        piece[n] = (sx_piece) { .seq = seq[r] };
        if (ranks_of(arena, runs, in, seq, seq[r], &piece[n].ranks))
            return SX_NOMEM;
        value.piece = piece;
        value.npieces = ++n;
    }
    if (n == 1)
        piece[0] = (sx_piece) { .all = true, .seq = piece[0].seq };
    *ret_value = value;
    return piece ? SX_OK : SX_NOMEM;
}

sx_status sx_elastic_domain(sx_arena *arena, const sx_runs *runs, const bool *in,
                            const bool *within, sx_domain *ret_domain)
{
    bool all = true;
    for (int64_t r = 0; all && r < runs->total; r++)
        all = in[r] == within[r];
    *ret_domain = (sx_domain) { .kind = all ? SX_DOMAIN_ALL : SX_DOMAIN_RANKS };
    return all ? SX_OK : ranks_of(arena, runs, in, NULL, NULL, &ret_domain->ranks);
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

const sx_seq *sx_elastic_every(sx_arena *arena, const sx_seq *seq, uint64_t first,
                               uint64_t by)
{
    enum { LONGEST = 1 << 12 };
    uint64_t n = seq->length;
    int64_t *value = n <= LONGEST ? SX_NEW_ARRAY(arena, int64_t, n) : NULL;
    for (uint64_t k = 0; value && k < n; k++)
        value[k] = sx_seq_at(seq, first + k * by);
    return value ? sx_seq_from_values(arena, value, n, true) : NULL;
}
