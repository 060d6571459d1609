#include "align/untangle.h"

#include "align/elastic.h"
#include "align/splice.h"
#include "align/tangles.h"
#include "align/unite.h"
#include "align/untangle_parts.h"
#include "base/checked.h"

#include <string.h>

enum {
    TRIPS = 40, /* of a loop that is taken apart */
    PARTS = 96 /* that a stretch is taken into */
};

/* ---- what can be taken apart? ---- */

/* Trips by rank when every entry makes as many, at most TRIPS, and ranks of one run differ; else NULL. */
static const sx_seq **short_trips(const sx_untangling *u, const sx_node *loop,
                                  const bool *in)
{
    bool differ = false, fine = loop->kind == SX_NODE_LOOP && loop->body.n > 0 &&
                                loop->trips.kind != SX_VALUE_EXPR;
    for (size_t i = 0; fine && i < loop->body.n; i++)
        fine = sx_elastic_is_plain(loop->body.node[i]);
    const sx_seq **trips =
        fine ? sx_runs_sequences(u->arena, u->runs, &loop->trips, in) : NULL;
    int64_t run = -1, last = 0;
    for (int64_t r = 0; trips && r < u->runs->total; r++) {
        if (!in[r])
            continue;
        if (!trips[r] || !sx_seq_is_constant(trips[r]) || sx_seq_at(trips[r], 0) > TRIPS)
            return NULL;
        int64_t own = sx_seq_at(trips[r], 0);
        differ = differ || (run == u->runs->run_of[r] && own != last);
        run = u->runs->run_of[r];
        last = own;
    }
    return differ ? trips : NULL;
}

/* Are the tags of an event other ones in other trips, and on other ranks of a run in the same trip? */
static bool tags_differ(const sx_untangling *u, const bool *in,
                        const sx_seq *const *trips, const sx_seq *const *tag)
{
    int64_t first[TRIPS];
    int64_t seen = 0;
    bool changes = false, differs = false;
    for (int64_t r = 0; r < u->runs->total; r++) {
        if (r > 0 && u->runs->run_of[r] != u->runs->run_of[r - 1])
            seen = 0;
        int64_t n = in[r] && tag[r] ? sx_seq_at(trips[r], 0) : 0;
        for (int64_t k = 0; k < n; k++) {
            int64_t value = sx_seq_at(tag[r], (uint64_t)k);
            differs = differs || (k < seen && value != first[k]);
            changes = changes || value != sx_seq_at(tag[r], 0);
            if (k >= seen)
                first[seen++] = value;
        }
    }
    return changes && differs;
}

static bool is_tangled(const sx_untangling *u, const sx_node *node)
{
    if (node->kind != SX_NODE_LOOP)
        return false;
    const bool *in = sx_runs_members(u->arena, u->runs, &node->ranks, u->within);
    const sx_seq **trips = in ? short_trips(u, node, in) : NULL;
    for (size_t i = 0; trips && i < node->body.n; i++) {
        const sx_node *event = node->body.node[i];
        const sx_param *tag = sx_node_param(event, SX_PARAM_TAG);
        const bool *own = sx_runs_members(u->arena, u->runs, &event->ranks, in);
        const sx_seq **seq =
            tag && own ? sx_runs_sequences(u->arena, u->runs, &tag->value, own) : NULL;
        if (seq && tags_differ(u, own, trips, seq))
            return true;
    }
    return false;
}

static bool may_join(const sx_untangling *u, const sx_node *node)
{
    return (sx_elastic_is_plain(node) && node->ranks.kind != SX_DOMAIN_ALL) ||
           is_tangled(u, node);
}

/* The neighbours of a tangled loop that share calls with it or with each other, and what is between. */
static void stretch_around(const sx_untangling *u, const sx_block *block, size_t at,
                           size_t *ret_from, size_t *ret_end)
{
    size_t low = at, high = at + 1, from = at, end = at + 1;
    while (low > 0 && may_join(u, block->node[low - 1]))
        low--;
    while (high < block->n && may_join(u, block->node[high]))
        high++;
    sx_grow_stretch(block, low, high, &from, &end);
    *ret_from = from;
    *ret_end = end;
}

/* ---- parts ---- */

/* The tag of each rank in trip `trip`, SX_NULL without one; false when it changes from entry to entry. */
static bool tags_of(const sx_untangling *u, const sx_node *event, const bool *in,
                    const sx_seq *const *trips, int64_t trip, int64_t *ret_tag)
{
    const sx_param *param = sx_node_param(event, SX_PARAM_TAG);
    const sx_seq **seq =
        param ? sx_runs_sequences(u->arena, u->runs, &param->value, in) : NULL;
    for (int64_t r = 0; r < u->runs->total; r++) {
        ret_tag[r] = SX_NULL;
        if (!in[r] || !seq)
            continue;
        if (!seq[r])
            return false;
        const sx_seq *own =
            sx_elastic_every(u->arena, seq[r], (uint64_t)trip,
                             trips ? (uint64_t)sx_seq_at(trips[r], 0) : 1);
        if (!own || !sx_seq_is_constant(own))
            return false;
        ret_tag[r] = sx_seq_at(own, 0);
    }
    return !param || seq;
}

/* The event as the ranks `in` do it in that trip. NULL when it has no such form. */
static sx_node *node_of(const sx_untangling *u, const sx_node *event, const bool *in,
                        const sx_seq *const *trips, int64_t trip)
{
    sx_node *node = SX_NEW(u->arena, sx_node);
    sx_param *param =
        sx_arena_copy(u->arena, event->param, event->nparams, sizeof *event->param);
    if (!node || !param)
        return NULL;
    *node = *event;
    node->param = param;
    for (uint32_t p = 0; p < event->nparams; p++) {
        const sx_value *value = &event->param[p].value;
        const sx_seq **seq = sx_runs_sequences(u->arena, u->runs, value, in);
        for (int64_t r = 0; seq && r < u->runs->total; r++) {
            if (in[r] && seq[r] && trips)
                seq[r] = sx_elastic_every(u->arena, seq[r], (uint64_t)trip,
                                          (uint64_t)sx_seq_at(trips[r], 0));
            if (in[r] && !seq[r])
                return NULL;
        }
        if (!seq || sx_elastic_value(u->arena, u->runs, in, seq, value->relative,
                                     &param[p].value))
            return NULL;
    }
    return sx_elastic_domain(u->arena, u->runs, in, u->within, &node->ranks) ? NULL
                                                                             : node;
}

/* The key of the last part that the rank is in; 0 when there is none. */
static uint64_t key_before(const sx_untangling *u, size_t rank)
{
    for (size_t i = u->n; i-- > 0;)
        if (u->part[i].in[rank])
            return u->part[i].key;
    return 0;
}

/* One part for each tag that the ranks `in` have in this trip of the event; without a tag, for each call before. False when
 * there are too many, or other trouble. */
static bool add_parts(sx_untangling *u, const sx_node *event, const bool *in,
                      const sx_seq *const *trips, int64_t trip)
{
    const size_t ranks = (size_t)u->runs->total;
    const uint64_t call = sx_hash_add(sx_hash_add(1, (uint64_t)event->op), event->site);
    int64_t *tag = SX_NEW_ARRAY(u->arena, int64_t, ranks);
    uint64_t *key = SX_NEW_ARRAY(u->arena, uint64_t, ranks);
    bool *done = SX_NEW_ARRAY(u->arena, bool, ranks);
    if (!tag || !key || !done || !tags_of(u, event, in, trips, trip, tag))
        return false;
    for (size_t r = 0; r < ranks; r++)
        if (in[r])
            key[r] = sx_hash_add(call,
                                 tag[r] == SX_NULL ? key_before(u, r) : (uint64_t)tag[r]);
    for (size_t first = 0; first < ranks; first++) {
        if (!in[first] || done[first])
            continue;
        bool *some = SX_NEW_ARRAY(u->arena, bool, ranks);
        for (size_t r = first; some && r < ranks; r++)
            if (in[r] && key[r] == key[first])
                some[r] = done[r] = true;
        sx_node *node =
            some && u->n < PARTS ? node_of(u, event, some, trips, trip) : NULL;
        if (!node)
            return false;
        u->part[u->n++] =
            (sx_untangle_part) { .node = node, .in = some, .key = key[first] };
    }
    return true;
}

/* A trip of the loop, by ranks that have the same tags in it, one after the other. */
static bool add_trip(sx_untangling *u, const sx_node *loop, const bool *in,
                     const sx_seq *const *trips, int64_t trip)
{
    const size_t ranks = (size_t)u->runs->total;
    int64_t *tag = SX_NEW_ARRAY(u->arena, int64_t, ranks);
    uint64_t *tags = SX_NEW_ARRAY(u->arena, uint64_t, ranks);
    bool *done = SX_NEW_ARRAY(u->arena, bool, ranks);
    bool fine = tag && tags && done;
    for (size_t i = 0; fine && i < loop->body.n; i++) {
        const sx_node *event = loop->body.node[i];
        const bool *own = sx_runs_members(u->arena, u->runs, &event->ranks, in);
        fine = own && tags_of(u, event, own, trips, trip, tag);
        for (size_t r = 0; fine && r < ranks; r++)
            tags[r] = sx_hash_add(tags[r], (uint64_t)tag[r]);
    }
    for (size_t first = 0; fine && first < ranks; first++) {
        if (!in[first] || done[first])
            continue;
        bool *some = SX_NEW_ARRAY(u->arena, bool, ranks);
        for (size_t r = first; some && r < ranks; r++)
            if (in[r] && tags[r] == tags[first])
                some[r] = done[r] = true;
        fine = some;
        for (size_t i = 0; fine && i < loop->body.n; i++) {
            const sx_node *event = loop->body.node[i];
            const bool *own = sx_runs_members(u->arena, u->runs, &event->ranks, some);
            fine = own && add_parts(u, event, own, trips, trip);
        }
    }
    return fine;
}

static bool add_node(sx_untangling *u, const sx_node *node)
{
    const bool *in = sx_runs_members(u->arena, u->runs, &node->ranks, u->within);
    if (!in)
        return false;
    if (node->kind == SX_NODE_EVENT)
        return add_parts(u, node, in, NULL, 0);
    const sx_seq **trips = short_trips(u, node, in);
    for (int64_t trip = 0; trips && trip < TRIPS; trip++) {
        bool *some = SX_NEW_ARRAY(u->arena, bool, (size_t)u->runs->total), any = false;
        for (int64_t r = 0; some && r < u->runs->total; r++) {
            some[r] = in[r] && sx_seq_at(trips[r], 0) > trip;
            any = any || some[r];
        }
        if (!some || (any && !add_trip(u, node, some, trips, trip)))
            return false;
    }
    return trips;
}

/* ---- one order for all ranks ---- */

static bool meet(const sx_untangling *u, const sx_untangle_part *a,
                 const sx_untangle_part *b)
{
    for (int64_t r = 0; r < u->runs->total; r++)
        if (a->in[r] && b->in[r])
            return true;
    return false;
}

/* Must all parts of one call come after a part of another one that is not placed yet? */
static bool is_behind(const sx_untangling *u, uint64_t key)
{
    for (size_t i = 0; i < u->n; i++)
        for (size_t k = 0; u->part[i].key == key && k < i; k++)
            if (!u->part[k].placed && u->part[k].key != key &&
                meet(u, &u->part[i], &u->part[k]))
                return true;
    return false;
}

static bool is_once(const sx_untangling *u, uint64_t key)
{
    for (size_t i = 0; i < u->n; i++)
        for (size_t k = 0; u->part[i].key == key && k < i; k++)
            if (u->part[k].key == key && meet(u, &u->part[i], &u->part[k]))
                return false;
    return true;
}

/* The calls in an order that every rank keeps, each united over its parts; NULL when there is none. */
static sx_node **in_order(sx_untangling *u, size_t *ret_n)
{
    sx_node **node = SX_NEW_ARRAY(u->arena, sx_node *, u->n);
    size_t n = 0;
    for (size_t left = u->n; node && left > 0;) {
        size_t next = 0;
        while (next < u->n && (u->part[next].placed || is_behind(u, u->part[next].key)))
            next++;
        if (next == u->n || !is_once(u, u->part[next].key))
            return NULL;
        sx_untangle_part *to = &u->part[next];
        for (size_t i = next; i < u->n; i++) {
            sx_untangle_part *from = &u->part[i];
            if (from->key != u->part[next].key)
                continue;
            from->placed = true;
            left--;
            if (i > next && sx_unite_nodes(u->arena, u->runs, to->node, from->node,
                                           to->in, from->in, u->within, &to->in))
                return NULL;
        }
        node[n++] = to->node;
    }
    *ret_n = n;
    return node;
}

static sx_status untangle_stretch(sx_untangling *u, sx_block *block, size_t *at)
{
    size_t from, end, n = 0;
    stretch_around(u, block, *at, &from, &end);
    u->n = 0;
    bool fine = true;
    for (size_t i = from; fine && i < end; i++)
        fine = add_node(u, block->node[i]);
    sx_node **instead =
        fine && u->n > 0 && !sx_untangle_has_stages(u) ? in_order(u, &n) : NULL;
    if (!instead)
        return SX_OK;
    if (sx_block_splice(u->arena, block, from, end, instead, n))
        return SX_NOMEM;
    *at = from + n - 1;
    return SX_OK;
}

static sx_status untangle_block(sx_untangling *u, sx_block *block, const bool *within)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < block->n; i++) {
        sx_node *node = block->node[i];
        u->within = within;
        if (node->kind != SX_NODE_LOOP)
            continue;
        if (is_tangled(u, node)) {
            st = untangle_stretch(u, block, &i);
            continue;
        }
        const bool *in = sx_runs_members(u->arena, u->runs, &node->ranks, within);
        st = in ? untangle_block(u, &node->body, in) : SX_NOMEM;
    }
    return st;
}

sx_status sx_runs_untangle(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    const sx_domain everybody = { .kind = SX_DOMAIN_ALL };
    sx_untangling u = { .arena = arena, .runs = runs };
    const bool *all = sx_runs_members(arena, runs, &everybody, NULL);
    u.part = SX_NEW_ARRAY(arena, sx_untangle_part, PARTS);
    if (!all || !u.part || untangle_block(&u, &runs->merged.program, all))
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_trace_number(&runs->merged);
    return SX_OK;
}
