#include "align/columns.h"

#include "align/columns_order.h"
#include "align/elastic.h"
#include "align/splice.h"
#include "align/tangles.h"

enum { MANY = 4 };

typedef struct taking {
    sx_arena *arena, *scratch; /* of nodes; of the search */
    sx_runs *runs;
} taking;

/* ---- which stretches? ---- */

/* From `from` on, as far as nodes may be taken apart, those from the first that is tangled with a later one to the last: *ret_end is behind it; the same where none is. Errors: SX_NOMEM. */
static sx_status find_stretch(const taking *t, const sx_block *block, const bool *within,
                              size_t *from, size_t *ret_end)
{
    size_t high = *from, low = SIZE_MAX, end = 0;
    const bool **in = sx_members_of_nodes(t->scratch, t->runs, block, within);
    if (!in)
        return SX_NOMEM;
    while (high < block->n &&
           sx_calls_may_have(t->scratch, t->runs, block->node[high], within))
        high++;
    for (size_t i = *from; i < high; i++)
        for (size_t k = i + 1; k < high; k++)
            if ((low == SIZE_MAX || k >= end) &&
                sx_are_tangled(t->runs, block, in, i, k)) {
                low = low == SIZE_MAX ? i : low;
                end = k + 1;
            }
    if (low == SIZE_MAX)
        low = end = high;
    else
        sx_grow_stretch(block, *from, high, &low, &end);
    *from = low;
    *ret_end = end;
    return SX_OK;
}

/* ---- a column as a node ---- */

static const sx_call *call_in(const sx_calls *c, int64_t rank, size_t column)
{
    for (uint32_t i = 0; i < c->n[rank]; i++)
        if (c->call[rank][i].column == column)
            return &c->call[rank][i];
    return NULL;
}

/* The p-th parameter, by what each rank has of it; ranks without an element of a list have none. */
static bool take_value(const taking *t, const sx_calls *c, const bool *in, size_t column,
                       uint32_t p, sx_value *value)
{
    const size_t ranks = (size_t)t->runs->total;
    const sx_seq **seq = SX_NEW_ARRAY(t->scratch, const sx_seq *, ranks);
    bool *some = SX_NEW_ARRAY(t->scratch, bool, ranks);
    for (size_t r = 0; seq && some && r < ranks; r++) {
        seq[r] = in[r] ? call_in(c, (int64_t)r, column)->value[p] : NULL;
        some[r] = seq[r] != NULL;
    }
    return seq && some &&
           sx_elastic_value(t->arena, t->runs, some, seq, value->relative, value) ==
               SX_OK;
}

/* Times of all events that calls of the column are of. */
static bool take_times(const taking *t, const sx_calls *c, const bool *in, size_t column,
                       sx_node *node)
{
    const sx_node **event =
        SX_NEW_ARRAY(t->scratch, const sx_node *, (size_t)t->runs->total);
    size_t n = 0, ntimes = 0;
    for (int64_t r = 0; event && r < t->runs->total; r++) {
        const sx_call *call = in[r] ? call_in(c, r, column) : NULL;
        bool again = !call;
        for (size_t i = 0; i < n && !again; i++)
            again = event[i] == call->event;
        if (again)
            continue;
        event[n++] = call->event;
        ntimes += call->event->ntimes;
    }
    node->times = SX_NEW_ARRAY(t->arena, sx_times, ntimes);
    node->ntimes = 0;
    for (size_t i = 0; node->times && i < n; i++)
        for (uint32_t k = 0; k < event[i]->ntimes; k++)
            node->times[node->ntimes++] = event[i]->times[k];
    return event && node->times;
}

/* NULL where it has no such form, or when out of memory. */
static sx_node *node_of(const taking *t, const sx_calls *c,
                        const sx_column_of_calls *column, size_t number,
                        const bool *within)
{
    const sx_node *like = c->site[column->site];
    sx_node *node = sx_arena_copy(t->arena, like, 1, sizeof *like);
    sx_param *param =
        sx_arena_copy(t->arena, like->param, like->nparams, sizeof *like->param);
    if (!node || !param ||
        sx_elastic_domain(t->arena, t->runs, column->in, within, &node->ranks))
        return NULL;
    node->param = param;
    for (uint32_t p = 0; p < node->nparams; p++)
        if (!take_value(t, c, column->in, number, p, &param[p].value))
            return NULL;
    return take_times(t, c, column->in, number, node) ? node : NULL;
}

/* ---- blocks ---- */

/* Is it worth while: fewer nodes, or loops that are none any more, and not many more calls than some rank makes? */
static bool is_better(const sx_calls *c, const sx_columns *columns, const sx_block *block,
                      size_t from, size_t end)
{
    uint32_t most = 0;
    bool loops = false;
    for (int64_t r = 0; r < c->runs->total; r++)
        most = c->n[r] > most ? c->n[r] : most;
    for (size_t i = from; i < end; i++)
        loops = loops || block->node[i]->kind == SX_NODE_LOOP;
    return (loops || columns->n < end - from) && columns->n <= MANY * (size_t)most;
}

/* A loop over the n nodes, as often as each rank does all of them; the nodes themselves where that is once. */
static sx_status put_in_loop(const taking *t, const sx_calls *c, const bool *within,
                             sx_node **node, size_t *n)
{
    const size_t ranks = (size_t)t->runs->total;
    const sx_seq **trips = SX_NEW_ARRAY(t->scratch, const sx_seq *, ranks);
    bool *in = SX_NEW_ARRAY(t->scratch, bool, ranks), once = true;
    if (!trips || !in)
        return SX_NOMEM;
    for (size_t r = 0; r < ranks; r++) {
        in[r] = within[r] && c->times[r] > 0;
        once = once && c->times[r] <= 1;
        if (in[r] && !(trips[r] = sx_seq_constant(t->arena, c->times[r])))
            return SX_NOMEM;
    }
    if (once)
        return SX_OK;
    sx_status st =
        sx_elastic_loop(t->arena, t->runs, in, within, trips, node, *n, &node[0]);
    *n = 1;
    return st;
}

/* Those from `from` to *end, in place of which the columns stand then, before *end; `read` is how the calls are read. */
static sx_status
take_apart(taking *t, sx_block *block, const bool *within, size_t from, size_t *end,
           bool (*read)(sx_calls *calls, const sx_block *block, size_t from, size_t end))
{
    sx_calls calls;
    sx_columns *columns = SX_NEW(t->scratch, sx_columns);
    if (!columns)
        return SX_NOMEM;
    if (!sx_calls_create(t->scratch, t->arena, t->runs, within, &calls) ||
        !read(&calls, block, from, *end) || !sx_columns_order(&calls, columns) ||
        !is_better(&calls, columns, block, from, *end))
        return SX_OK;
    sx_node *node[SX_COLUMNS];
    size_t n = columns->n;
    for (size_t k = 0; k < n; k++)
        if (!(node[k] = node_of(t, &calls, &columns->column[k], k, within)))
            return SX_OK;
    sx_status st = calls.times ? put_in_loop(t, &calls, within, node, &n) : SX_OK;
    if (!st)
        st = sx_block_splice(t->arena, block, from, *end, node, n);
    *end = from + n;
    return st;
}

/* A loop with nothing in it but another, where each rank makes one trip of either: ranks folded the same trips inside and outside. */
static bool is_folded_twice(const taking *t, const sx_node *loop, const bool *in)
{
    if (loop->body.n != 1 || loop->body.node[0]->kind != SX_NODE_LOOP ||
        loop->body.node[0]->ranks.kind != SX_DOMAIN_ALL)
        return false;
    const sx_seq **outer = sx_runs_sequences(t->scratch, t->runs, &loop->trips, in),
                 **inner = sx_runs_sequences(t->scratch, t->runs,
                                             &loop->body.node[0]->trips, in);
    bool twice = outer && inner;
    for (int64_t r = 0; r < t->runs->total && twice; r++)
        twice = !in[r] || (outer[r] && inner[r] && sx_seq_is_constant(outer[r]) &&
                           sx_seq_is_constant(inner[r]) &&
                           (sx_seq_at(outer[r], 0) == 1 || sx_seq_at(inner[r], 0) == 1));
    return twice;
}

static sx_status fold_once(const taking *t, sx_node *loop, const bool *in)
{
    const sx_node *inner = loop->body.node[0];
    const sx_seq **outer = sx_runs_sequences(t->arena, t->runs, &loop->trips, in),
                 **trips = sx_runs_sequences(t->arena, t->runs, &inner->trips, in);
    if (!outer || !trips)
        return SX_NOMEM;
    for (int64_t r = 0; r < t->runs->total; r++)
        if (in[r] && sx_seq_at(trips[r], 0) == 1)
            trips[r] = outer[r];
    loop->body = inner->body;
    return sx_elastic_value(t->arena, t->runs, in, trips, false, &loop->trips);
}

static sx_status take_block(taking *t, sx_block *block, const bool *within);

static sx_status take_loop(taking *t, sx_node *loop, const bool *within)
{
    const bool *in = sx_runs_members(t->arena, t->runs, &loop->ranks, within);
    if (!in)
        return SX_NOMEM;
    sx_status st = take_block(t, &loop->body, in);
    return !st && is_folded_twice(t, loop, in) ? fold_once(t, loop, in) : st;
}

static sx_status take_block(taking *t, sx_block *block, const bool *within)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < block->n; i++) {
        size_t from = i, end;
        sx_arena_clear(t->scratch);
        st = find_stretch(t, block, within, &from, &end);
        for (; !st && i < from; i++)
            if (block->node[i]->kind == SX_NODE_LOOP)
                st = take_loop(t, block->node[i], within);
        if (!st && from < end) {
            st = take_apart(t, block, within, from, &end, sx_calls_read);
            for (; !st && i < end; i++)
                if (block->node[i]->kind == SX_NODE_LOOP)
                    st = take_loop(t, block->node[i], within);
            i = end - 1;
        } else if (!st && i < block->n && block->node[i]->kind == SX_NODE_LOOP) {
            st = take_loop(t, block->node[i], within);
        }
    }
    return st;
}

/* Is the loop tangled with another node of the block, or torn, or is something in it? */
static bool is_torn(const taking *t, sx_block *block, const bool *const *in, size_t at,
                    const bool *within)
{
    bool torn = false;
    for (size_t i = 0; i < block->n && !torn; i++)
        torn = i != at && sx_are_tangled(t->runs, block, in, i, at);
    const sx_block alone = { 1, &block->node[at] };
    return torn || sx_tangles_in(t->runs, t->scratch, &alone, within) > 0;
}

static sx_status take_whole(taking *t, sx_block *program, const bool *all)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < program->n; i++) {
        if (program->node[i]->kind != SX_NODE_LOOP)
            continue;
        sx_arena_clear(t->scratch);
        const bool **in = sx_members_of_nodes(t->scratch, t->runs, program, all);
        if (!in)
            return SX_NOMEM;
        if (!is_torn(t, program, in, i, all))
            continue;
        size_t from = i, end = i + 1;
        sx_grow_stretch(program, 0, program->n, &from, &end);
        st = take_apart(t, program, all, from, &end, sx_calls_read_whole);
        i = end - 1;
    }
    return st;
}

static sx_status take_program(sx_arena *arena, sx_runs *runs,
                              sx_status (*take)(taking *t, sx_block *block,
                                                const bool *within),
                              sx_error *err)
{
    const sx_domain everybody = { .kind = SX_DOMAIN_ALL };
    taking t = { .arena = arena, .scratch = sx_arena_create(), .runs = runs };
    const bool *all = sx_runs_members(arena, runs, &everybody, NULL);
    sx_status st = t.scratch && all ? take(&t, &runs->merged.program, all) : SX_NOMEM;
    if (t.scratch)
        sx_arena_destroy(t.scratch);
    sx_trace_number(&runs->merged);
    return st ? sx_fail(err, SX_NOMEM, "out of memory") : SX_OK;
}

sx_status sx_runs_columns(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    return take_program(arena, runs, take_block, err);
}

sx_status sx_runs_columns_whole(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    return take_program(arena, runs, take_whole, err);
}
