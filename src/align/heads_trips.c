#include "align/heads_trips.h"

#include "base/checked.h"

#include <stdlib.h>

/* ---- messages ---- */

static bool is_message(sx_op op)
{
    const sx_op_class class = sx_op_class_of(op);
    return class == SX_OP_SEND || class == SX_OP_RECV;
}

/* The i-th execution of rank r as an end, nothing where it is of none. False where it is none between two ranks that are known, in the world. */
static bool add_end(const sx_heads *s, int64_t r, size_t i, sx_heads_made *made,
                    sx_heads_ends *ends)
{
    const sx_node *node = sx_heads_node(s, r, i);
    const uint32_t run = s->runs->run_of[r];
    const int64_t own = r - s->runs->offset[run], p = s->runs->p[run];
    int64_t other = sx_heads_value(s, r, i, SX_PARAM_PEER);
    if (!is_message(node->op) || other == SX_NULL)
        return true;
    const int64_t comm = sx_heads_value(s, r, i, SX_PARAM_COMM),
                  tag = sx_heads_value(s, r, i, SX_PARAM_TAG);
    if (sx_is_special(other) || sx_is_special(tag) || sx_is_special(comm) ||
        !sx_runs_is_world(s->runs, (uint32_t)comm))
        return false;
    if (sx_node_param(node, SX_PARAM_PEER)->value.relative)
        other = sx_floor_mod(own + other, p);
    const bool sent = sx_op_class_of(node->op) == SX_OP_SEND;
    ends->end[ends->n++] = (sx_heads_end) { .sent = sent,
                                            .from = sent ? own : other,
                                            .to = sent ? other : own,
                                            .tag = tag,
                                            .run = run,
                                            .made = made };
    return true;
}

static bool add_ends(const sx_heads *s, int64_t r, sx_heads_ends *ends)
{
    const sx_heads_rank *rank = &s->rank[r];
    bool fine = true;
    for (size_t k = 0; fine && k < rank->n; k++) {
        sx_heads_made *made = &rank->made[k];
        const size_t n = made->kind == SX_HEADS_COMMON ? s->ncommon : 1;
        for (size_t i = 0; fine && i < n; i++)
            fine = add_end(s, r, made->at + i, made, ends);
    }
    return fine;
}

static int by_message(const void *a, const void *b)
{
    const sx_heads_end *x = a, *y = b;
    const int64_t key[][2] = { { x->run, y->run },
                               { x->from, y->from },
                               { x->to, y->to },
                               { x->tag, y->tag },
                               { x->sent, y->sent } };
    for (size_t i = 0; i < sizeof key / sizeof *key; i++)
        if (key[i][0] != key[i][1])
            return key[i][0] < key[i][1] ? -1 : 1;
    return x->made < y->made ? -1 : x->made > y->made;
}

static bool are_alike(const sx_heads_end *a, const sx_heads_end *b)
{
    return a->run == b->run && a->from == b->from && a->to == b->to && a->tag == b->tag;
}

/* Ends of messages alike, what is received before what is sent: the last is received last. */
static void pair(sx_heads_end *end, size_t n)
{
    size_t half = 0;
    while (half < n && !end[half].sent)
        half++;
    for (size_t i = 0; i < half && i < n - half; i++) {
        end[half - 1 - i].other = &end[n - 1 - i];
        end[n - 1 - i].other = &end[half - 1 - i];
    }
}

static bool find_ends(const sx_heads *s, sx_heads_ends *ends)
{
    size_t all = 0;
    for (int64_t r = 0; r < s->runs->total; r++)
        for (size_t k = 0; k < s->rank[r].n; k++)
            all += s->rank[r].made[k].kind == SX_HEADS_COMMON ? s->ncommon : 1;
    *ends = (sx_heads_ends) { .end = SX_NEW_ARRAY(s->scratch, sx_heads_end, all + 1) };
    bool fine = ends->end && sx_runs_spend(s->runs, all);
    for (int64_t r = 0; fine && r < s->runs->total; r++)
        fine = add_ends(s, r, ends);
    if (fine && ends->n > 0)
        qsort(ends->end, ends->n, sizeof *ends->end, by_message);
    for (size_t i = 0, n; fine && i < ends->n; i += n) {
        for (n = 1; i + n < ends->n && are_alike(&ends->end[i], &ends->end[i + n]);)
            n++;
        pair(&ends->end[i], n);
    }
    return fine;
}

/* ---- trips ---- */

/* The common calls end trips, of which the last is that of all; what is before the first of them stays open where that is not the first of all. False where something is
 * behind the last. */
static bool count_trips(const sx_heads *s, int64_t r)
{
    const int64_t all = s->trips[s->runs->run_of[r]];
    const sx_heads_rank *rank = &s->rank[r];
    int64_t trip = all - rank->trips;
    bool open = rank->trips<all, fine = rank->trips> 0 || rank->n == 0;
    for (size_t i = 0; fine && i < rank->n; i++) {
        sx_heads_made *m = &rank->made[i];
        open = open && m->kind != SX_HEADS_COMMON;
        m->open = open;
        m->trip = open ? 0 : trip;
        fine = trip < all;
        trip += m->kind == SX_HEADS_COMMON;
    }
    return fine;
}

/* No earlier than that; false where it cannot be so late. */
static bool raise(sx_heads_made *m, int64_t trip, bool *changed)
{
    if (m->trip >= trip)
        return true;
    if (!m->open)
        return false;
    m->trip = trip;
    *changed = true;
    return true;
}

/* In the order of the rank, each kind once in a trip, what completes a call with it. */
static bool raise_rank(const sx_heads *s, int64_t r, bool *changed)
{
    const sx_heads_rank *rank = &s->rank[r];
    int64_t last[SX_HEADS_KINDS], trip = 0;
    for (size_t k = 0; k < s->nkinds; k++)
        last[k] = -1;
    bool fine = true;
    for (size_t i = 0; fine && i < rank->n && rank->made[i].open; i++) {
        sx_heads_made *m = &rank->made[i];
        const int64_t next = last[m->kind] + 1;
        fine = raise(m, next > trip ? next : trip, changed);
        trip = last[m->kind] = m->trip;
    }
    return fine;
}

/* In the trip of the other end. */
static bool raise_ends(const sx_heads_ends *ends, bool *changed)
{
    bool fine = true;
    for (size_t i = 0; fine && i < ends->n; i++)
        fine = !ends->end[i].other || !ends->end[i].made->open ||
               raise(ends->end[i].made, ends->end[i].other->made->trip, changed);
    return fine;
}

/* What is open is no later than the common calls that the rank first makes. */
static bool is_in_time(const sx_heads *s, int64_t r)
{
    const sx_heads_rank *rank = &s->rank[r];
    const int64_t first = s->trips[s->runs->run_of[r]] - rank->trips;
    bool fine = true;
    for (size_t i = 0; fine && i < rank->n; i++)
        fine = !rank->made[i].open || rank->made[i].trip <= first;
    return fine;
}

bool sx_heads_find_trips(sx_heads *s, sx_heads_ends *ret_ends)
{
    bool fine = true, changed = true;
    for (int64_t r = 0; fine && r < s->runs->total; r++)
        fine = count_trips(s, r);
    fine = fine && find_ends(s, ret_ends);
    while (fine && changed) {
        changed = false;
        for (int64_t r = 0; fine && r < s->runs->total; r++)
            fine = raise_rank(s, r, &changed) && is_in_time(s, r);
        fine = fine && raise_ends(ret_ends, &changed) &&
               sx_runs_spend(s->runs, ret_ends->n + (uint64_t)s->runs->total);
    }
    return fine;
}
