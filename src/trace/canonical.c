#include "trace/merge_parts.h"

#include <stdlib.h>

/* Longer sequences are taken to be canonical, as those of the recorder are. */
enum { FOLDED_ANEW = 1 << 16 };

static sx_status no_memory(const sx_canonical *c)
{
    return sx_fail(c->err, SX_NOMEM, "out of memory");
}

static int by_first_rank(const void *a, const void *b)
{
    const sx_piece *x = a, *y = b;
    sx_rank i = sx_ranklist_first(&x->ranks), j = sx_ranklist_first(&y->ranks);
    return (i > j) - (i < j);
}

static int times_by_key(const void *a, const void *b)
{
    const sx_times *x = a, *y = b;
    int order = sx_times_order(x, y);
    if (order || x->all || y->all)
        return order;
    sx_rank i = sx_ranklist_first(&x->ranks), j = sx_ranklist_first(&y->ranks);
    return (i > j) - (i < j);
}

static sx_status make_plain(const sx_canonical *c, const sx_seq **seq)
{
    *seq = sx_seq_plain(c->arena, *seq);
    return *seq ? SX_OK : no_memory(c);
}

/* What is packed was canonical before, and stays packed where it is too long for steps. */
static sx_status fold_anew(const sx_canonical *c, const sx_seq **seq)
{
    uint64_t n = (*seq)->length;
    if (!c->finished || n > FOLDED_ANEW || (sx_seq_is_packed(*seq) && n > SX_VALUE_STEPS))
        return SX_OK;
    sx_status status = make_plain(c, seq);
    if (status || (n == 1 && (*seq)->run[0].stride == 0))
        return status;
    int64_t *value = calloc(n, sizeof *value);
    if (!value)
        return no_memory(c);
    sx_seq_expand(*seq, 0, n, value);
    *seq = sx_seq_from_values(c->arena, value, n, true);
    free(value);
    return *seq ? SX_OK : no_memory(c);
}

static int by_sequence(const void *a, const void *b)
{
    const sx_piece *x = a, *y = b;
    if (x->seq->hash != y->seq->hash)
        return x->seq->hash < y->seq->hash ? -1 : 1;
    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    return (x->seq->length > y->seq->length) - (x->seq->length < y->seq->length);
}

/* Pieces with explicit ranks: those that say the same become one. */
static sx_status join_pieces(const sx_canonical *c, sx_piece *piece, size_t *n)
{
    qsort(piece, *n, sizeof *piece, by_sequence);
    size_t kept = 0;
    for (size_t i = 0; i < *n; i++) {
        if (kept == 0 || !sx_merge_same_piece(&piece[kept - 1], &piece[i])) {
            piece[kept++] = piece[i];
            continue;
        }
        sx_status status =
            sx_rank_sets_union(c->sets, &piece[kept - 1].ranks, &piece[i].ranks,
                               &piece[kept - 1].ranks, c->err);
        if (status)
            return status;
    }
    *n = kept;
    return SX_OK;
}

/* The pieces with canonical, interned, explicit sets. */
static sx_status explicit_pieces(const sx_canonical *c, const sx_ranklist *participants,
                                 sx_value *value, sx_piece **ret_piece)
{
    sx_status status = sx_value_to_pieces(c->arena, value, participants, value, c->err);
    if (status)
        return status;
    sx_piece *piece =
        sx_arena_copy(c->arena, value->piece, value->npieces, sizeof *piece);
    if (!piece)
        return no_memory(c);
    for (size_t i = 0; i < value->npieces && !status; i++) {
        if (piece[i].all)
            piece[i].ranks = *participants;
        else
            status =
                sx_rank_sets_add(c->sets, &piece[i].ranks, 0, &piece[i].ranks, c->err);
        piece[i].all = false;
        if (!status && piece[i].order == SX_ORDER_KEPT)
            status = fold_anew(c, &piece[i].seq);
    }
    *ret_piece = piece;
    return status;
}

static sx_status canonical_pieces(const sx_canonical *c, const sx_ranklist *participants,
                                  sx_value *value)
{
    sx_piece *piece = NULL;
    if (value->kind == SX_VALUE_EXPR || !participants)
        return SX_OK;
    sx_status status = explicit_pieces(c, participants, value, &piece);
    if (!status)
        status = join_pieces(c, piece, &value->npieces);
    if (status)
        return status;
    qsort(piece, value->npieces, sizeof *piece, by_first_rank);
    if (value->npieces == 1 && piece[0].order != SX_ORDER_DEALT &&
        sx_rank_sets_same(&piece[0].ranks, participants))
        piece[0].all = true;
    value->piece = piece;
    return SX_OK;
}

/* A scalar of which the pieces are canonical; `comm` is the communicator of the event that has it, or NULL. What is an
 * `index` is told by no expression: rows of a table have names, and numbers only to find them. */
static sx_status shorten(const sx_canonical *c, const sx_ranklist *participants,
                         bool may_list, bool index, const sx_value *comm,
                         sx_layout *layout, sx_value *value)
{
    const sx_value pieces = *value;
    const sx_layout before = *layout;
    if (!c->finished || value->kind != SX_VALUE_PIECES || !participants)
        return SX_OK;
    sx_status status = sx_canonical_shorten(c, participants, may_list, layout, value);
    if (!status && !index)
        status = sx_canonical_affine(c, participants, &pieces, comm, value);
    if (value->kind == SX_VALUE_EXPR)
        *layout = before;
    return status;
}

static sx_status canonical_times(const sx_canonical *c, const sx_ranklist *participants,
                                 sx_node *node)
{
    sx_status status = SX_OK;
    if (!participants)
        return SX_OK;
    for (uint32_t i = 0; i < node->ntimes && !status; i++) {
        sx_times *times = &node->times[i];
        if (times->all)
            continue;
        status = sx_rank_sets_add(c->sets, &times->ranks, 0, &times->ranks, c->err);
        times->all = !status && sx_rank_sets_same(&times->ranks, participants);
    }
    if (!status && node->ntimes > 0)
        qsort(node->times, node->ntimes, sizeof *node->times, times_by_key);
    return status;
}

/* *ret_known tells whether *ret_participants is who takes part; expressions in P say nothing yet. */
static sx_status canonical_domain(const sx_canonical *c, const sx_ranklist *enclosing,
                                  sx_domain *domain, sx_ranklist *ret_participants,
                                  bool *ret_known)
{
    *ret_known = false;
    if (domain->kind == SX_DOMAIN_ALL && enclosing) {
        *ret_participants = *enclosing;
        *ret_known = true;
    }
    if (domain->kind != SX_DOMAIN_RANKS)
        return SX_OK;
    sx_status status =
        sx_rank_sets_add(c->sets, &domain->ranks, 0, &domain->ranks, c->err);
    if (status)
        return status;
    *ret_participants = domain->ranks;
    *ret_known = true;
    if (enclosing && sx_rank_sets_same(&domain->ranks, enclosing))
        domain->kind = SX_DOMAIN_ALL;
    return SX_OK;
}

/* Values are listed by rank only where the position in the set needs no look at enclosing loops. */
static bool may_list(const sx_canonical *c, const sx_domain *domain,
                     const sx_ranklist *participants)
{
    return domain->kind == SX_DOMAIN_RANKS ||
           (domain->kind == SX_DOMAIN_ALL && participants && c->everybody &&
            sx_rank_sets_same(participants, c->everybody));
}

/* Counters follow trips, so that these are needed one by one. */
static sx_status plain_trips(const sx_canonical *c, sx_value *trips)
{
    bool packed = false;
    sx_status status = SX_OK;
    for (size_t i = 0; i < trips->npieces && c->finished; i++)
        packed = packed || sx_seq_is_packed(trips->piece[i].seq);
    if (!packed)
        return SX_OK;
    sx_piece *piece =
        sx_arena_copy(c->arena, trips->piece, trips->npieces, sizeof *piece);
    if (!piece)
        return no_memory(c);
    for (size_t i = 0; i < trips->npieces && !status; i++)
        status = make_plain(c, &piece[i].seq);
    trips->piece = piece;
    return status;
}

/* What is inside follows the trips as they were, whatever form they take. */
sx_status sx_canonical_loop_node(const sx_canonical *c, const sx_ranklist *participants,
                                 bool may_list, sx_node *node)
{
    sx_canonical_loop loop = { .outer = c->loop, .participants = participants };
    sx_layout layout = { 0, 0, NULL };
    sx_canonical inside = *c;
    sx_node *recorded = NULL;
    inside.loop = &loop;
    sx_status status = plain_trips(c, &node->trips);
    if (!status)
        status = canonical_pieces(c, participants, &node->trips);
    loop.trips = node->trips;
    if (!status && participants && sx_canonical_may_nest(c, node) &&
        !(recorded = sx_node_copy(c->arena, node)))
        status = no_memory(c);
    if (!status)
        status = shorten(c, participants, may_list, false, NULL, &layout, &node->trips);
    if (!status)
        status = sx_canonical_block(&inside, &node->body, participants);
    return status || !recorded ? status
                               : sx_canonical_nest(c, participants, may_list, &loop.trips,
                                                   recorded, node);
}

static sx_status canonical_event(const sx_canonical *c, const sx_ranklist *participants,
                                 bool may_list, sx_node *node)
{
    const sx_param *comm = sx_node_param(node, SX_PARAM_COMM);
    sx_layout layout = { 0, 0, NULL };
    sx_status status = SX_OK;
    for (uint32_t i = 0; i < node->nparams && !status; i++) {
        sx_param *param = &node->param[i];
        status = canonical_pieces(c, participants, &param->value);
        if (!status && sx_param_list_length(param->id) == SX_PARAM_NONE)
            status = shorten(c, participants, may_list, sx_param_is_index(param->id),
                             comm ? &comm->value : NULL, &layout, &param->value);
    }
    if (!status)
        status = sx_canonical_multisets(c, participants, node);
    return status ? status : canonical_times(c, participants, node);
}

static sx_status canonical_node(const sx_canonical *c, const sx_ranklist *enclosing,
                                sx_node *node)
{
    sx_ranklist set;
    bool known;
    sx_status status = canonical_domain(c, enclosing, &node->ranks, &set, &known);
    if (status)
        return status;
    const sx_ranklist *participants = known ? &set : NULL;
    bool listed = may_list(c, &node->ranks, participants);
    return node->kind == SX_NODE_LOOP
               ? sx_canonical_loop_node(c, participants, listed, node)
               : canonical_event(c, participants, listed, node);
}

static bool is_once(const sx_value *trips)
{
    if (trips->kind == SX_VALUE_BY_RANK)
        return sx_seq_is_constant(trips->by_rank) && sx_seq_at(trips->by_rank, 0) == 1;
    for (size_t i = 0; i < trips->npieces; i++)
        if (!sx_seq_is_constant(trips->piece[i].seq) ||
            sx_seq_at(trips->piece[i].seq, 0) != 1)
            return false;
    return trips->kind == SX_VALUE_PIECES;
}

/* Expressions may count the loops around them. */
static bool has_expressions(const sx_block *block)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        bool found =
            node->ranks.kind == SX_DOMAIN_BOXES || node->ranks.kind == SX_DOMAIN_WHERE;
        for (uint32_t k = 0; k < node->nparams && !found; k++)
            found = node->param[k].value.kind == SX_VALUE_EXPR;
        if (found || (node->kind == SX_NODE_LOOP && (node->trips.kind == SX_VALUE_EXPR ||
                                                     has_expressions(&node->body))))
            return true;
    }
    return false;
}

static bool dissolves(const sx_node *node)
{
    return node->kind == SX_NODE_LOOP && is_once(&node->trips) &&
           !has_expressions(&node->body);
}

static size_t count_dissolved(const sx_block *block)
{
    size_t n = 0;
    for (size_t i = 0; i < block->n; i++)
        n += dissolves(block->node[i]) ? count_dissolved(&block->node[i]->body) : 1;
    return n;
}

/* Writes the block's nodes without loops that everybody runs through once; `around` is the domain that
 * ALL stands for in a dissolved loop, or NULL. */
static sx_node **spread(const sx_block *block, const sx_domain *around, sx_node **out)
{
    for (size_t i = 0; i < block->n; i++) {
        sx_node *node = block->node[i];
        if (around && node->ranks.kind == SX_DOMAIN_ALL)
            node->ranks = *around;
        if (dissolves(node))
            out = spread(&node->body, &node->ranks, out);
        else
            *out++ = node;
    }
    return out;
}

static sx_status dissolve(const sx_canonical *c, sx_block *block)
{
    size_t n = count_dissolved(block);
    sx_node **node = SX_NEW_ARRAY(c->arena, sx_node *, n);
    if (!node)
        return no_memory(c);
    spread(block, NULL, node);
    *block = (sx_block) { n, node };
    return SX_OK;
}

sx_status sx_canonical_block(const sx_canonical *canonical, sx_block *block,
                             const sx_ranklist *enclosing)
{
    sx_status status = canonical->finished ? dissolve(canonical, block) : SX_OK;
    for (size_t i = 0; i < block->n && !status; i++)
        status = canonical_node(canonical, enclosing, block->node[i]);
    return status;
}

sx_status sx_canonical_comms(const sx_canonical *canonical, sx_comm *comm, size_t n)
{
    sx_status status = SX_OK;
    for (size_t i = 0; i < n && !status; i++) {
        sx_ranklist set;
        bool known;
        if (comm[i].kind == SX_COMM_WORLD || comm[i].kind == SX_COMM_SELF)
            continue;
        status = canonical_domain(canonical, canonical->everybody, &comm[i].members, &set,
                                  &known);
        bool listed = may_list(canonical, &comm[i].members, &set);
        sx_layout layout = { 0, 0, NULL };
        sx_value *const value[] = { &comm[i].size, &comm[i].rank };
        for (int k = 0; k < 2 && !status; k++) {
            status = canonical_pieces(canonical, known ? &set : NULL, value[k]);
            if (!status)
                status = shorten(canonical, known ? &set : NULL, listed, false, NULL,
                                 &layout, value[k]);
        }
    }
    return status;
}

sx_status sx_trace_canonical(sx_arena *arena, sx_trace *trace, sx_error *err)
{
    sx_ranklist everybody;
    sx_canonical canonical = { .arena = arena,
                               .sets = sx_rank_sets_create(arena, SX_RANK_SETS_BOXES),
                               .finished = true,
                               .trace = trace,
                               .err = err };
    if (!canonical.sets)
        return no_memory(&canonical);
    sx_status status = SX_OK;
    if (trace->p > 0) {
        status = sx_ranklist_range(arena, 0, trace->p, &everybody, err);
        if (!status)
            status = sx_rank_sets_add(canonical.sets, &everybody, 0, &everybody, err);
        canonical.everybody = &everybody;
    }
    if (!status)
        status = sx_canonical_block(&canonical, &trace->program, canonical.everybody);
    if (!status)
        status = sx_canonical_comms(&canonical, trace->comm, trace->ncomms);
    sx_rank_sets_destroy(canonical.sets);
    sx_trace_number(trace);
    return status;
}
