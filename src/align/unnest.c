#include "align/unnest.h"

#include "align/runs.h"
#include "base/checked.h"
#include "trace/executions.h"

#include <stdlib.h>

enum { MOST_ENTRIES = 1 << 16 };

/* The names of all nests of a trace, ascending. */
typedef struct names {
    size_t n, capacity;
    uint64_t *name;
} names;

typedef struct unnesting {
    sx_arena *arena;
    const sx_trace *trace;
    const names *all; /* of each trace */
    size_t n;
    uint64_t *steps;
    sx_error *err;
} unnesting;

static sx_status no_memory(const unnesting *u)
{
    return sx_fail(u->err, SX_NOMEM, "out of memory");
}

static bool has_expressions(const sx_block *block)
{
    bool found = false;
    for (size_t i = 0; i < block->n && !found; i++) {
        const sx_node *node = block->node[i];
        for (uint32_t k = 0; k < node->nparams && !found; k++)
            found = node->param[k].value.kind == SX_VALUE_EXPR;
        if (node->kind == SX_NODE_LOOP)
            found = found || node->trips.kind == SX_VALUE_EXPR ||
                    has_expressions(&node->body);
    }
    return found;
}

/* Is nothing in the loop but a loop, and are there no counters? */
static bool is_nest(const sx_node *node)
{
    const sx_node *inner = node->body.n == 1 ? node->body.node[0] : NULL;
    return node->kind == SX_NODE_LOOP && inner && inner->kind == SX_NODE_LOOP &&
           inner->ranks.kind == SX_DOMAIN_ALL && node->trips.kind != SX_VALUE_EXPR &&
           !has_expressions(&node->body);
}

/* ---- which are in all traces ---- */

/* The same for the same nodes in traces of one program. */
static uint64_t name_of(const sx_trace *trace, const sx_node *node, uint64_t hash)
{
    hash = sx_hash_add(hash, node->kind);
    if (node->kind == SX_NODE_EVENT) {
        const sx_site *site = &trace->site[node->site];
        hash = sx_hash_add(hash, node->op);
        hash = sx_hash_add(hash, sx_node_present(node));
        for (uint32_t i = 0; i < site->n; i++)
            hash = sx_hash_add(hash, site->frame[i].offset);
    }
    for (size_t i = 0; i < node->body.n; i++)
        hash = name_of(trace, node->body.node[i], hash);
    return sx_hash_add(hash, node->body.n);
}

static bool add_names(names *all, const sx_trace *trace, const sx_block *block)
{
    bool done = true;
    for (size_t i = 0; i < block->n && done; i++) {
        const sx_node *node = block->node[i];
        if (is_nest(node)) {
            if (all->n == all->capacity) {
                size_t capacity = 2 * all->capacity + 16;
                uint64_t *name = realloc(all->name, capacity * sizeof *name);
                if (!name)
                    return false;
                all->name = name;
                all->capacity = capacity;
            }
            all->name[all->n++] = name_of(trace, node, 0);
        }
        done = add_names(all, trace, &node->body);
    }
    return done;
}

static int by_name(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static bool is_in_all(const unnesting *u, const sx_node *nest)
{
    uint64_t name = name_of(u->trace, nest, 0);
    bool found = true;
    for (size_t i = 0; i < u->n && found; i++)
        found = u->all[i].n &&
                bsearch(&name, u->all[i].name, u->all[i].n, sizeof name, by_name);
    return found;
}

/* ---- one loop ---- */

/* What both loops make for each entry of the outer one; *ret_seq is NULL where that has no short period. */
static sx_status all_trips(const unnesting *u, const sx_seq *outer, const sx_seq *inner,
                           const sx_seq **ret_seq)
{
    int64_t *trips = calloc(MOST_ENTRIES, sizeof *trips), all = 0;
    uint64_t entries = 0, k = 0;
    sx_seq_cursor of_outer = { 0 }, of_inner = { 0 };
    bool fits = trips;
    do {
        int64_t left = fits ? sx_seq_at_cursor(outer, &of_outer, entries) : 0;
        fits = fits && entries < MOST_ENTRIES && left >= 0;
        for (; fits && left > 0; left--) {
            int64_t here = sx_seq_at_cursor(inner, &of_inner, k++);
            fits = here >= 0 && k < (uint64_t)SX_EXECUTIONS_LIMIT &&
                   !sx_add_overflows(trips[entries], here, &trips[entries]) &&
                   !sx_add_overflows(all, here, &all);
        }
        entries++;
    } while (fits && (entries % outer->length != 0 || k % inner->length != 0));
    fits = sx_steps_spend(u->steps, entries + k) && fits;
    *ret_seq = fits ? sx_seq_from_values(u->arena, trips, entries, true) : NULL;
    sx_status status = trips && (!fits || *ret_seq) ? SX_OK : no_memory(u);
    free(trips);
    return status;
}

/* *ret_value has no pieces where the loops stay two. */
static sx_status joint_trips(const unnesting *u, const sx_ranklist *participants,
                             const sx_node *loop, sx_value *ret_value)
{
    const sx_seq **outer = NULL, **inner = NULL, *all = NULL, *of[2] = { NULL };
    size_t n = (size_t)participants->count;
    sx_rank *rank = calloc(n, sizeof *rank);
    sx_piece *piece = SX_NEW_ARRAY(u->arena, sx_piece, n);
    sx_status status = rank && piece ? SX_OK : no_memory(u);
    bool fits = true;
    if (!status)
        status = sx_value_sequences(u->arena, &loop->trips, participants, u->trace->p,
                                    &outer, u->err);
    if (!status)
        status = sx_value_sequences(u->arena, &loop->body.node[0]->trips, participants,
                                    u->trace->p, &inner, u->err);
    if (!status)
        sx_ranklist_expand(participants, rank);
    for (size_t i = 0; i < n && !status && fits; i++) {
        const sx_seq *a = outer[rank[i]], *b = inner[rank[i]];
        fits = a && b;
        if (fits && (a != of[0] || b != of[1]))
            status = all_trips(u, a, b, &all);
        of[0] = a;
        of[1] = b;
        fits = fits && all;
        piece[i].seq = all;
        if (!status)
            status = sx_ranklist_range(u->arena, rank[i], 1, &piece[i].ranks, u->err);
    }
    free(rank);
    if (!status)
        *ret_value = (sx_value) { .kind = SX_VALUE_PIECES,
                                  .npieces = fits ? n : 0,
                                  .piece = piece,
                                  .evidence = loop->trips.evidence };
    return status;
}

static sx_status unnest_block(const unnesting *u, const sx_ranklist *enclosing,
                              sx_block *block);

static sx_status unnest_loop(const unnesting *u, const sx_ranklist *participants,
                             sx_node *loop)
{
    sx_value trips = { .npieces = 1 };
    sx_status status = SX_OK;
    while (!status && trips.npieces && is_nest(loop) && !is_in_all(u, loop)) {
        status = joint_trips(u, participants, loop, &trips);
        if (!status && trips.npieces) {
            loop->trips = trips;
            loop->body = loop->body.node[0]->body;
        }
    }
    return status ? status : unnest_block(u, participants, &loop->body);
}

static sx_status unnest_block(const unnesting *u, const sx_ranklist *enclosing,
                              sx_block *block)
{
    sx_status status = SX_OK;
    block->node = sx_arena_copy(u->arena, block->node, block->n, sizeof *block->node);
    if (!block->node)
        return no_memory(u);
    for (size_t i = 0; i < block->n && !status; i++) {
        const sx_domain *ranks = &block->node[i]->ranks;
        bool known = ranks->kind == SX_DOMAIN_ALL || ranks->kind == SX_DOMAIN_RANKS;
        if (block->node[i]->kind != SX_NODE_LOOP || !known)
            continue;
        sx_node *loop = sx_arena_copy(u->arena, block->node[i], 1, sizeof *loop);
        block->node[i] = loop;
        const sx_ranklist *in =
            ranks->kind == SX_DOMAIN_ALL ? enclosing : &loop->ranks.ranks;
        status = loop ? unnest_loop(u, in, loop) : no_memory(u);
    }
    return status;
}

static sx_status unnest_trace(unnesting *u, sx_trace *trace)
{
    sx_ranklist everybody;
    sx_status status = sx_ranklist_range(u->arena, 0, trace->p, &everybody, u->err);
    u->trace = trace;
    return status ? status : unnest_block(u, &everybody, &trace->program);
}

sx_status sx_unnest(sx_arena *arena, sx_trace *const *trace, size_t n, uint64_t *steps,
                    sx_error *err)
{
    names *all = calloc(n + 1, sizeof *all);
    unnesting u = { .arena = arena, .all = all, .n = n, .steps = steps, .err = err };
    sx_status status = all ? SX_OK : no_memory(&u);
    bool any = false;
    for (size_t i = 0; i < n && !status; i++) {
        if (!add_names(&all[i], trace[i], &trace[i]->program))
            status = no_memory(&u);
        if (!status && all[i].n)
            qsort(all[i].name, all[i].n, sizeof all[i].name[0], by_name);
        any = any || all[i].n;
    }
    for (size_t i = 0; i < n && !status && any; i++)
        status = unnest_trace(&u, trace[i]);
    for (size_t i = 0; all && i < n; i++)
        free(all[i].name);
    free(all);
    return status;
}
