#include "align/peel.h"

#include "align/each_trace.h"
#include "align/nested_trips.h"

enum { MOST = 16 }; /* nodes that are taken out at one end */

/* A loop, and what was at its ends: in the order in which it was taken. */
typedef struct peeled {
    sx_node *loop;
    size_t nbefore, nbehind;
    sx_node *before[MOST], *behind[MOST];
} peeled;

/* ---- trips of one end ---- */

/* The context tells whether some entry has trips without. */
static bool only_last(void *context, const int64_t *trips, int64_t n, int64_t *ret_trips)
{
    bool *tells = context;
    for (int64_t t = 0; t + 1 < n; t++)
        if (trips[t] != 0)
            return false;
    *ret_trips = n > 0 ? trips[n - 1] : 0;
    *tells = *tells || (n > 1 && *ret_trips > 0);
    return true;
}

static bool only_first(void *context, const int64_t *trips, int64_t n, int64_t *ret_trips)
{
    bool *tells = context;
    for (int64_t t = 1; t < n; t++)
        if (trips[t] != 0)
            return false;
    *ret_trips = n > 0 ? trips[0] : 0;
    *tells = *tells || (n > 1 && *ret_trips > 0);
    return true;
}

/* Takes the last node of the loop, or the first, out of it if no other trip has it. */
static sx_status take(const sx_in_trace *p, const sx_ranklist *in, peeled *of, bool last,
                      bool *ret_taken)
{
    const sx_block body = of->loop->body;
    size_t *n = last ? &of->nbehind : &of->nbefore;
    *ret_taken = false;
    if (body.n < 2 || *n == MOST)
        return SX_OK;
    const sx_node *end = body.node[last ? body.n - 1 : 0];
    const sx_ranklist *own = sx_ranks_within(&end->ranks, in);
    if (end->kind != SX_NODE_LOOP || !own || end->trips.kind == SX_VALUE_EXPR ||
        of->loop->trips.kind == SX_VALUE_EXPR || sx_block_has_expressions(&end->body))
        return SX_OK;
    sx_value trips;
    bool tells = false;
    sx_status st =
        sx_nested_trips(p->arena, p->trace, own, of->loop, end,
                        last ? only_last : only_first, &tells, p->steps, &trips, p->err);
    if (st || !trips.npieces || !tells)
        return st;
    sx_node *out = sx_arena_copy(p->arena, end, 1, sizeof *out);
    sx_node *loop = sx_arena_copy(p->arena, of->loop, 1, sizeof *loop);
    if (!out || !loop)
        return sx_in_trace_no_memory(p);
    out->trips = trips;
    if (out->ranks.kind == SX_DOMAIN_ALL)
        out->ranks = loop->ranks;
    loop->body = (sx_block) { body.n - 1, body.node + !last };
    (last ? of->behind : of->before)[(*n)++] = out;
    of->loop = loop;
    *ret_taken = true;
    return SX_OK;
}

/* ---- which ---- */

/* Is there a trace that has the loop as it is without what was taken, and not as it was? */
static bool is_wanted(const sx_in_trace *p, const sx_node *loop, const sx_node *without)
{
    const uint64_t name = sx_loop_name(p->trace, loop),
                   short_name = sx_loop_name(p->trace, without);
    bool found = false;
    for (size_t i = 0; i < p->n && !found; i++)
        found = !sx_loop_names_have(&p->all[i], name) &&
                sx_loop_names_have(&p->all[i], short_name);
    return found;
}

static sx_status peel_loop(const sx_in_trace *p, const sx_ranklist *in, sx_node *loop,
                           peeled *ret_peeled)
{
    peeled now = { .loop = loop };
    bool taken = true;
    *ret_peeled = now;
    while (taken) {
        sx_status st = take(p, in, &now, true, &taken);
        if (!st && !taken)
            st = take(p, in, &now, false, &taken);
        if (st)
            return st;
        if (taken && is_wanted(p, loop, now.loop))
            *ret_peeled = now;
    }
    return SX_OK;
}

/* ---- the tree ---- */

static bool is_once(const sx_value *trips)
{
    for (size_t i = 0; i < trips->npieces; i++)
        if (!sx_seq_is_constant(trips->piece[i].seq) ||
            sx_seq_at(trips->piece[i].seq, 0) != 1)
            return false;
    return true;
}

/* What was taken stands in the block as it is, without a loop where everybody makes one trip. */
static sx_node **put(const sx_in_trace *p, sx_node **at, sx_node *taken)
{
    if (!is_once(&taken->trips)) {
        *at = taken;
        return at + 1;
    }
    for (size_t i = 0; i < taken->body.n && at; i++) {
        sx_node *node = sx_arena_copy(p->arena, taken->body.node[i], 1, sizeof *node);
        if (!node)
            return NULL;
        if (node->ranks.kind == SX_DOMAIN_ALL)
            node->ranks = taken->ranks;
        *at++ = node;
    }
    return at;
}

static size_t size_of(const peeled *of)
{
    size_t n = 1;
    for (size_t i = 0; i < of->nbefore; i++)
        n += of->before[i]->body.n + 1;
    for (size_t i = 0; i < of->nbehind; i++)
        n += of->behind[i]->body.n + 1;
    return n;
}

/* Node i of the block becomes several. */
static sx_status replace(const sx_in_trace *p, sx_block *block, size_t i,
                         const peeled *by)
{
    sx_node **node = SX_NEW_ARRAY(p->arena, sx_node *, block->n + size_of(by));
    if (!node)
        return sx_in_trace_no_memory(p);
    sx_node **at = node;
    for (size_t k = 0; k < i; k++)
        *at++ = block->node[k];
    for (size_t k = 0; k < by->nbefore && at; k++)
        at = put(p, at, by->before[k]);
    if (at)
        *at++ = by->loop;
    for (size_t k = by->nbehind; k-- > 0 && at;)
        at = put(p, at, by->behind[k]);
    if (!at)
        return sx_in_trace_no_memory(p);
    for (size_t k = i + 1; k < block->n; k++)
        *at++ = block->node[k];
    *block = (sx_block) { (size_t)(at - node), node };
    return SX_OK;
}

static sx_status peel_block(const sx_in_trace *p, const sx_ranklist *enclosing,
                            sx_block *block)
{
    sx_status st = SX_OK;
    block->node = sx_arena_copy(p->arena, block->node, block->n, sizeof *block->node);
    if (!block->node)
        return sx_in_trace_no_memory(p);
    for (size_t i = 0; i < block->n && !st; i++) {
        peeled of;
        const sx_ranklist *in = sx_ranks_within(&block->node[i]->ranks, enclosing);
        if (block->node[i]->kind != SX_NODE_LOOP || !in)
            continue;
        sx_node *loop = sx_arena_copy(p->arena, block->node[i], 1, sizeof *loop);
        if (!loop)
            return sx_in_trace_no_memory(p);
        block->node[i] = loop;
        st = peel_loop(p, in, loop, &of);
        if (!st && of.loop != loop)
            st = replace(p, block, i--, &of); /* and then what came of it */
        else if (!st)
            st = peel_block(p, in, &loop->body);
    }
    return st;
}

sx_status sx_peel(sx_arena *arena, sx_trace *const *trace, size_t n, uint64_t *steps,
                  sx_error *err)
{
    return sx_each_trace(arena, trace, n, NULL, steps, peel_block, err);
}
