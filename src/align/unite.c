#include "align/unite.h"

#include "align/elastic.h"

#include <string.h>

enum {
    FAR = 64, /* nodes that one moves past at the most */
    ALONE = 1 /* a way on which nothing moves along */
};

typedef struct uniting {
    sx_arena *arena;
    const sx_runs *runs;
    bool *room; /* for a set of ranks */
    bool along; /* may others that are in the way move, too? */
} uniting;

static bool disjoint(const uniting *u, const bool *a, const bool *b)
{
    if (!sx_runs_spend(u->runs, (uint64_t)u->runs->total))
        return false;
    for (int64_t r = 0; r < u->runs->total; r++)
        if (a[r] && b[r])
            return false;
    return true;
}

static bool same_node(const sx_node *a, const sx_node *b);

/* The first node of the block from `from` on that is the same; block->n when there is none. */
static size_t find_same(const sx_block *block, size_t from, const sx_node *node)
{
    while (from < block->n && !same_node(block->node[from], node))
        from++;
    return from;
}

/* Does the block have all nodes of the other, in their order? Then these may be what some ranks leave out. */
static bool has_all(const sx_block *block, const sx_block *other)
{
    size_t at = 0;
    for (size_t i = 0; i < other->n && at <= block->n; i++)
        at = find_same(block, at, other->node[i]) + 1;
    return at <= block->n;
}

/* The same call with the same parameters, their values aside; or loops over such. */
static bool same_node(const sx_node *a, const sx_node *b)
{
    if (a->kind != b->kind)
        return false;
    if (a->kind == SX_NODE_LOOP)
        return a->body.n == b->body.n && has_all(&a->body, &b->body);
    if (a->op != b->op || a->site != b->site || a->nparams != b->nparams ||
        a->nmultisets || b->nmultisets)
        return false;
    for (uint32_t p = 0; p < a->nparams; p++)
        if (a->param[p].id != b->param[p].id ||
            a->param[p].value.relative != b->param[p].value.relative)
            return false;
    return true;
}

/* Do all ranks of a run make the same trips in both loops? */
static bool same_trips(const uniting *u, const sx_node *a, const sx_node *b,
                       const bool *in_a, const bool *in_b)
{
    const sx_seq **of_a = sx_runs_sequences(u->arena, u->runs, &a->trips, in_a),
                 **of_b = sx_runs_sequences(u->arena, u->runs, &b->trips, in_b);
    const sx_seq *first = NULL;
    for (int64_t r = 0; of_a && of_b && r < u->runs->total; r++) {
        const sx_seq *own = in_a[r] ? of_a[r] : of_b[r];
        if (r == 0 || u->runs->run_of[r] != u->runs->run_of[r - 1])
            first = NULL;
        if (!in_a[r] && !in_b[r])
            continue;
        first = first ? first : own;
        if (!own || !sx_seq_equal(first, own))
            return false;
    }
    return of_a && of_b;
}

/* Loops of as many trips, of which one has all that the other has, in its order: what it has more, the others leave out. */
static bool leaves_out(const uniting *u, const sx_node *a, const sx_node *b,
                       const bool *in_a, const bool *in_b)
{
    return a->kind == SX_NODE_LOOP && b->kind == SX_NODE_LOOP && a->body.n != b->body.n &&
           (a->body.n > b->body.n ? has_all(&a->body, &b->body)
                                  : has_all(&b->body, &a->body)) &&
           same_trips(u, a, b, in_a, in_b);
}

/* How node `moving` can go to where `to` stands, whichever side it comes from: a bit for each distance from it at which a node moves along, since some rank makes both, itself
 * among them. 0 where it cannot: others may not move, or one of these is of a rank that is in `to`, which it would go past. */
static uint64_t way_of(const uniting *u, const bool *const *in, size_t moving, size_t to)
{
    const size_t ranks = (size_t)u->runs->total;
    uint64_t group = ALONE;
    memcpy(u->room, in[moving], ranks * sizeof *u->room);
    for (size_t far = 1, k; (k = moving < to ? moving + far : moving - far) != to;
         far++) {
        if (disjoint(u, u->room, in[k]))
            continue;
        if (!u->along || far >= FAR || !disjoint(u, in[to], in[k]))
            return 0;
        group |= UINT64_C(1) << far;
        for (size_t r = 0; r < ranks; r++)
            u->room[r] = u->room[r] || in[k][r];
    }
    return group;
}

static sx_status unite_value(const uniting *u, const bool *in_a, const bool *in_b,
                             const bool *in, sx_value *a, const sx_value *b)
{
    const sx_seq **of_a = sx_runs_sequences(u->arena, u->runs, a, in_a);
    const sx_seq **of_b = sx_runs_sequences(u->arena, u->runs, b, in_b);
    if (!of_a || !of_b)
        return SX_NOMEM;
    for (int64_t r = 0; r < u->runs->total; r++)
        if (in_b[r])
            of_a[r] = of_b[r];
    return sx_elastic_value(u->arena, u->runs, in, of_a, a->relative, a);
}

static bool has_whole_value(const uniting *u, const sx_value *value, const bool *in)
{
    const sx_seq **seq = value->kind == SX_VALUE_EXPR
                             ? NULL
                             : sx_runs_sequences(u->arena, u->runs, value, in);
    for (int64_t r = 0; seq && r < u->runs->total; r++)
        if (in[r] && !seq[r])
            return false;
    return seq;
}

/* Does every rank have a value there? Merging may leave holes that are no error. */
static bool is_whole(const uniting *u, const sx_node *node, const bool *in)
{
    bool whole = node->kind == SX_NODE_EVENT || has_whole_value(u, &node->trips, in);
    for (size_t i = 0; whole && node->kind == SX_NODE_LOOP && i < node->body.n; i++) {
        const sx_node *inner = node->body.node[i];
        const bool *own = sx_runs_members(u->arena, u->runs, &inner->ranks, in);
        whole = own && is_whole(u, inner, own);
    }
    for (uint32_t p = 0; whole && p < node->nparams; p++)
        whole = has_whole_value(u, &node->param[p].value, in);
    return whole;
}

static sx_status unite_calls(const uniting *u, sx_node *a, const sx_node *b,
                             const bool *in_a, const bool *in_b, const bool *in)
{
    sx_param *param = sx_arena_copy(u->arena, a->param, a->nparams, sizeof *a->param);
    sx_times *times = SX_NEW_ARRAY(u->arena, sx_times, (size_t)a->ntimes + b->ntimes);
    if (!param || !times)
        return SX_NOMEM;
    sx_status st = SX_OK;
    for (uint32_t p = 0; !st && p < a->nparams; p++)
        st = unite_value(u, in_a, in_b, in, &param[p].value, &b->param[p].value);
    for (uint32_t i = 0; i < a->ntimes; i++)
        times[i] = a->times[i];
    for (uint32_t i = 0; i < b->ntimes; i++)
        times[a->ntimes + i] = b->times[i];
    a->param = param;
    a->times = times;
    a->ntimes += b->ntimes;
    return st;
}

static sx_status unite_nodes(const uniting *u, sx_node *a, const sx_node *b,
                             const bool *in_a, const bool *in_b, const bool *within,
                             const bool **ret_in);

/* The body of ranks `in_a` takes in that of ranks `in_b`, all nodes of which it has. `within`: both. */
static sx_status unite_bodies(const uniting *u, const sx_block *a, const sx_block *b,
                              const bool *in_a, const bool *in_b, const bool *within)
{
    sx_status st = SX_OK;
    for (size_t i = 0, k = 0; !st && i < a->n; i++) {
        sx_node *inner = a->node[i];
        const sx_node *other =
            k < b->n && same_node(inner, b->node[k]) ? b->node[k++] : NULL;
        const bool *of_a = sx_runs_members(u->arena, u->runs, &inner->ranks, in_a), *both;
        const bool *of_b =
            other ? sx_runs_members(u->arena, u->runs, &other->ranks, in_b) : NULL;
        if (!of_a || (other && !of_b))
            return SX_NOMEM;
        st = other ? unite_nodes(u, inner, other, of_a, of_b, within, &both)
                   : sx_elastic_domain(u->arena, u->runs, of_a, within, &inner->ranks);
    }
    return st;
}

/* Node b goes into node a, whose place it takes; *ret_in are the ranks of both. */
static sx_status unite_nodes(const uniting *u, sx_node *a, const sx_node *b,
                             const bool *in_a, const bool *in_b, const bool *within,
                             const bool **ret_in)
{
    bool *in = SX_NEW_ARRAY(u->arena, bool, (size_t)u->runs->total);
    if (!in)
        return SX_NOMEM;
    for (int64_t r = 0; r < u->runs->total; r++)
        in[r] = in_a[r] || in_b[r];
    *ret_in = in;
    sx_status st = sx_elastic_domain(u->arena, u->runs, in, within, &a->ranks);
    if (!st && a->kind == SX_NODE_EVENT)
        return unite_calls(u, a, b, in_a, in_b, in);
    if (!st)
        st = unite_value(u, in_a, in_b, in, &a->trips, &b->trips);
    if (!st && a->body.n >= b->body.n)
        return unite_bodies(u, &a->body, &b->body, in_a, in_b, in);
    const sx_block fewer = a->body;
    a->body = b->body;
    return st ? st : unite_bodies(u, &a->body, &fewer, in_b, in_a, in);
}

static void remove_node(sx_block *block, const bool **in, size_t at)
{
    memmove(&block->node[at], &block->node[at + 1],
            (block->n - at - 1) * sizeof *block->node);
    memmove(&in[at], &in[at + 1], (block->n - at - 1) * sizeof *in);
    block->n--;
}

static void swap_nodes(sx_block *block, const bool **in, size_t a, size_t b)
{
    sx_node *node = block->node[a];
    const bool *of = in[a];
    block->node[a] = block->node[b];
    in[a] = in[b];
    block->node[b] = node;
    in[b] = of;
}

/* What goes along with `moving` stands right behind `to`, seen from where it comes from, in its order; *to is where `to` is then. */
static void move_group(sx_block *block, const bool **in, uint64_t group, size_t moving,
                       size_t *to)
{
    const size_t step = moving < *to ? 1 : SIZE_MAX, end = *to;
    const size_t length = moving < end ? end - moving : moving - end;
    for (size_t far = length; far-- > 1;) {
        if (!(group >> far & 1))
            continue;
        size_t at = moving + far * step;
        for (; at != *to; at += step)
            swap_nodes(block, in, at, at + step);
        *to -= step;
    }
}

/* The first later node that node i can be united with; block->n when there is none. */
static size_t partner_of(const uniting *u, const sx_block *block, const bool *const *in,
                         size_t i)
{
    for (size_t k = i + 1; k < block->n && k <= i + FAR; k++)
        if (disjoint(u, in[i], in[k]) &&
            (same_node(block->node[i], block->node[k]) ||
             leaves_out(u, block->node[i], block->node[k], in[i], in[k])) &&
            (way_of(u, in, i, k) || way_of(u, in, k, i)) &&
            is_whole(u, block->node[i], in[i]) && is_whole(u, block->node[k], in[k]))
            return k;
    return block->n;
}

/* *ret_united: something was, so that what was between two others may be elsewhere now. */
static sx_status unite_once(const uniting *u, sx_block *block, const bool **in,
                            const bool *within, bool *ret_united)
{
    sx_status st = SX_OK;
    *ret_united = false;
    for (size_t i = 0; !st && i < block->n;) {
        size_t k = partner_of(u, block, in, i);
        if (k == block->n) {
            i++;
            continue;
        }
        const uint64_t there = way_of(u, in, i, k), back = way_of(u, in, k, i);
        bool later = there == ALONE || (there && back != ALONE);
        size_t stays = later ? k : i, goes = later ? i : k;
        move_group(block, in, later ? there : back, goes, &stays);
        st = unite_nodes(u, block->node[stays], block->node[goes], in[stays], in[goes],
                         within, &in[stays]);
        remove_node(block, in, goes);
        *ret_united = true;
    }
    return st;
}

static sx_status unite_block(const uniting *u, sx_block *block, const bool *within)
{
    const bool **in = SX_NEW_ARRAY(u->arena, const bool *, block->n);
    sx_status st = in ? SX_OK : SX_NOMEM;
    for (size_t i = 0; !st && i < block->n; i++) {
        sx_node *node = block->node[i];
        in[i] = sx_runs_members(u->arena, u->runs, &node->ranks, within);
        if (!in[i])
            return SX_NOMEM;
        if (node->kind == SX_NODE_LOOP)
            st = unite_block(u, &node->body, in[i]);
    }
    uniting with_others = *u;
    with_others.along = true;
    for (bool again = true; !st && again;) {
        st = unite_once(u, block, in, within, &again);
        if (!st && !again)
            st = unite_once(&with_others, block, in, within, &again);
    }
    return st;
}

sx_status sx_unite_nodes(sx_arena *arena, const sx_runs *runs, sx_node *a,
                         const sx_node *b, const bool *in_a, const bool *in_b,
                         const bool *within, const bool **ret_in)
{
    const uniting u = { .arena = arena, .runs = runs };
    return unite_nodes(&u, a, b, in_a, in_b, within, ret_in);
}

sx_status sx_runs_unite(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    const sx_domain everybody = { .kind = SX_DOMAIN_ALL };
    const uniting u = { .arena = arena,
                        .runs = runs,
                        .room = SX_NEW_ARRAY(arena, bool, (size_t)runs->total) };
    const bool *all = sx_runs_members(arena, runs, &everybody, NULL);
    if (!u.room || !all || unite_block(&u, &runs->merged.program, all))
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_trace_number(&runs->merged);
    return SX_OK;
}
