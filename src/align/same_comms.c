#include "align/same_comms.h"

#include <stdlib.h>
#include <string.h>

enum { OWN = 2 }; /* communicators behind world and self */

/* The communicators of one trace. */
typedef struct table {
    sx_trace *trace;
    uint32_t
        *site; /* by index: the site that makes it, numbered over all traces; NOBODY */
    uint32_t
        *same; /* by index: which of those of all traces it is; NOBODY: not known yet */
    uint32_t *at; /* by that: its index; NOBODY: this trace has none */
    uint32_t *child,
        *first; /* those of a parent are child[first[parent]] up to child[first[parent + 1]], by serial number */
} table;

typedef struct naming {
    sx_arena *arena;
    table *table;
    size_t n; /* traces */
    size_t nsites;
    struct named_site {
        const sx_trace *trace;
        uint32_t site;
    } * site;
    uint32_t known; /* communicators of all traces that are told apart */
    bool failed; /* out of memory */
} naming;

#define NOBODY UINT32_MAX

/* ---- who makes them ---- */

static uint32_t site_number(naming *all, const sx_trace *trace, uint32_t site)
{
    for (uint32_t i = 0; i < all->nsites; i++)
        if (sx_site_same(trace, site, all->site[i].trace, all->site[i].site))
            return i;
    all->site[all->nsites] = (struct named_site) { trace, site };
    return (uint32_t)all->nsites++;
}

static void note_sequence(naming *all, table *t, const sx_seq *seq, uint32_t site)
{
    if (seq->length > SX_SEQ_RENUMBERED)
        return;
    seq = sx_seq_plain(all->arena, seq);
    int64_t *value = seq ? SX_NEW_ARRAY(all->arena, int64_t, seq->length) : NULL;
    all->failed = all->failed || !value;
    if (!value)
        return;
    sx_seq_expand(seq, 0, seq->length, value);
    for (uint64_t k = 0; k < seq->length; k++)
        if (value[k] >= OWN && (uint64_t)value[k] < t->trace->ncomms)
            t->site[value[k]] = site;
}

static void note_value(naming *all, table *t, const sx_value *value, uint32_t site)
{
    for (size_t i = 0; value->kind == SX_VALUE_PIECES && i < value->npieces; i++)
        note_sequence(all, t, value->piece[i].seq, site);
    for (uint32_t k = 0; value->kind == SX_VALUE_BY_STEP && k < value->nsteps; k++)
        note_value(all, t, &value->step[k], site);
    if (value->kind == SX_VALUE_BY_RANK)
        note_sequence(all, t, value->by_rank, site);
}

static void note_block(naming *all, table *t, const sx_block *block)
{
    for (size_t i = 0; i < block->n && !all->failed; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP) {
            note_block(all, t, &node->body);
            continue;
        }
        const sx_param *made = sx_node_param(node, SX_PARAM_NEWCOMM);
        if (made)
            note_value(all, t, &made->value, site_number(all, t->trace, node->site));
    }
}

static size_t count_sites(const naming *all)
{
    size_t n = 0;
    for (size_t i = 0; i < all->n; i++)
        n += all->table[i].trace->nsites;
    return n;
}

static int by_parent(const void *a, const void *b, void *trace)
{
    const sx_comm *comm = ((const sx_trace *)trace)->comm;
    const sx_comm *x = &comm[*(const uint32_t *)a], *y = &comm[*(const uint32_t *)b];
    if (x->parent != y->parent)
        return x->parent < y->parent ? -1 : 1;
    return x->serial < y->serial ? -1 : x->serial > y->serial;
}

/* False when out of memory. `most`: communicators of all traces. */
static bool open_table(naming *all, table *t, size_t most)
{
    const size_t n = t->trace->ncomms;
    t->site = SX_ROOM_ARRAY(all->arena, uint32_t, n);
    t->same = SX_ROOM_ARRAY(all->arena, uint32_t, n);
    t->at = SX_ROOM_ARRAY(all->arena, uint32_t, most);
    t->child = SX_ROOM_ARRAY(all->arena, uint32_t, n);
    t->first = SX_NEW_ARRAY(all->arena, uint32_t, n + 1);
    if (!t->site || !t->same || !t->at || !t->child || !t->first)
        return false;
    memset(t->site, 0xff, n * sizeof *t->site);
    memset(t->same, 0xff, n * sizeof *t->same);
    memset(t->at, 0xff, most * sizeof *t->at);
    size_t own = 0;
    for (uint32_t c = OWN; c < n; c++) {
        t->child[own++] = c;
        t->first[t->trace->comm[c].parent + 1]++;
    }
    for (size_t c = 0; c < n; c++)
        t->first[c + 1] += t->first[c];
    qsort_r(t->child, own, sizeof *t->child, by_parent, t->trace);
    return true;
}

/* Does some trace have communicators, and is each made by a call? */
static bool find_makers(naming *all)
{
    bool some = false, each = true;
    size_t most = 0;
    all->site = SX_ROOM_ARRAY(all->arena, struct named_site, count_sites(all) + 1);
    all->failed = !all->site;
    for (size_t i = 0; i < all->n; i++)
        most += all->table[i].trace->ncomms;
    for (size_t i = 0; i < all->n && !all->failed; i++) {
        table *t = &all->table[i];
        all->failed = !open_table(all, t, most);
        if (all->failed)
            return false;
        note_block(all, t, &t->trace->program);
        some = some || t->trace->ncomms > OWN;
        for (size_t c = OWN; c < t->trace->ncomms; c++)
            each = each && t->site[c] != NOBODY;
    }
    return some && each && !all->failed;
}

/* ---- which is which ---- */

/* Those made of one parent, one after the other, in one trace. */
typedef struct children {
    size_t n;
    const uint32_t *comm;
} children;

static children children_of(const table *t, uint32_t same)
{
    const uint32_t parent = t->at[same];
    if (parent == NOBODY)
        return (children) { 0 };
    return (children) { t->first[parent + 1] - t->first[parent],
                        &t->child[t->first[parent]] };
}

/* How many of them a site makes. */
static size_t made_by(const table *t, const children *of, uint32_t site)
{
    size_t n = 0;
    for (size_t i = 0; i < of->n; i++)
        n += t->site[of->comm[i]] == site;
    return n;
}

/* The first serial number of each site: after as many as any trace has of those before it, in the order of the trace that has most children. */
static uint32_t number_sites(const naming *all, const children *of, uint32_t *first)
{
    size_t most = 0;
    uint32_t next = 0;
    for (size_t i = 0; i < all->n; i++)
        most = of[i].n > of[most].n ? i : most;
    memset(first, 0xff, all->nsites * sizeof *first);
    for (size_t i = 0; i < all->n; i++) {
        const size_t at = i == 0 ? most : i <= most ? i - 1 : i;
        for (size_t k = 0; k < of[at].n; k++) {
            const uint32_t site = all->table[at].site[of[at].comm[k]];
            size_t longest = 0;
            if (first[site] != NOBODY)
                continue;
            first[site] = next;
            for (size_t j = 0; j < all->n; j++) {
                const size_t own = made_by(&all->table[j], &of[j], site);
                longest = own > longest ? own : longest;
            }
            next += (uint32_t)longest;
        }
    }
    return next;
}

/* Tells the children of one of those that are known apart. */
static void name_children(naming *all, uint32_t parent)
{
    children *of = SX_NEW_ARRAY(all->arena, children, all->n);
    uint32_t *first = SX_ROOM_ARRAY(all->arena, uint32_t, all->nsites);
    uint32_t *seen = SX_NEW_ARRAY(all->arena, uint32_t, all->nsites);
    all->failed = all->failed || !of || !first || !seen;
    for (size_t i = 0; i < all->n && !all->failed; i++)
        of[i] = children_of(&all->table[i], parent);
    if (all->failed)
        return;
    const uint32_t serials = number_sites(all, of, first);
    for (size_t i = 0; i < all->n; i++) {
        table *t = &all->table[i];
        memset(seen, 0, all->nsites * sizeof *seen);
        for (size_t k = 0; k < of[i].n; k++) {
            sx_comm *comm = &t->trace->comm[of[i].comm[k]];
            const uint32_t site = t->site[of[i].comm[k]];
            const uint32_t serial = first[site] + seen[site]++;
            comm->serial = serial;
            t->same[of[i].comm[k]] = all->known + serial;
            t->at[all->known + serial] = of[i].comm[k];
        }
    }
    all->known += serials;
}

static void name_all(naming *all)
{
    all->known = OWN;
    for (size_t i = 0; i < all->n; i++)
        for (uint32_t c = 0; c < OWN && c < all->table[i].trace->ncomms; c++)
            all->table[i].same[c] = all->table[i].at[c] = c;
    for (uint32_t same = 0; same < all->known && !all->failed; same++)
        name_children(all, same);
}

/* ---- their order ---- */

/* Does it make different numbers of them, and several somewhere? */
static bool grows(const naming *all, uint32_t site)
{
    enum { SEVERAL = 2 };
    size_t most = 0, least = SIZE_MAX;
    for (size_t i = 0; i < all->n; i++) {
        size_t own = 0;
        for (size_t c = OWN; c < all->table[i].trace->ncomms; c++)
            own += all->table[i].site[c] == site;
        most = own > most ? own : most;
        least = own < least ? own : least;
    }
    return most > least && most >= SEVERAL;
}

/* Where a communicator is to stand: those that stay, then those of sites that grow. */
typedef struct place {
    uint32_t comm;
    uint32_t before,
        then; /* which of its site it is and the site, or the other way round */
    bool last;
} place;

static int by_place(const void *a, const void *b)
{
    const place *x = a, *y = b;
    if (x->last != y->last)
        return x->last ? 1 : -1;
    if (x->last && x->before != y->before)
        return x->before < y->before ? -1 : 1;
    if (x->last && x->then != y->then)
        return x->then < y->then ? -1 : 1;
    return x->comm < y->comm ? -1 : x->comm > y->comm;
}

/* Do all sites that grow make as many as each other in this trace? */
static bool make_as_many(const table *t, const bool *last, size_t nsites)
{
    size_t made = 0;
    bool same = true;
    for (uint32_t site = 0; site < nsites; site++) {
        size_t own = 0;
        for (size_t c = OWN; last[site] && c < t->trace->ncomms; c++)
            own += t->site[c] == site;
        same = same && (!last[site] || made == 0 || own == made);
        made = last[site] ? own : made;
    }
    return same;
}

/* The new index of each; NULL where an earlier one would be made of a later one, or out of memory. */
static uint32_t *order_of(naming *all, const table *t, const bool *last, bool by_turns)
{
    const size_t n = t->trace->ncomms;
    place *at = SX_ROOM_ARRAY(all->arena, place, n);
    uint32_t *map = SX_ROOM_ARRAY(all->arena, uint32_t, n);
    uint32_t *seen = SX_NEW_ARRAY(all->arena, uint32_t, all->nsites);
    all->failed = all->failed || !at || !map || !seen;
    if (all->failed)
        return NULL;
    for (uint32_t same = 0; same < all->known; same++) {
        const uint32_t c = t->at[same];
        if (c == NOBODY)
            continue;
        const uint32_t site = c < OWN ? 0 : t->site[c], turn = seen[site];
        at[c] = (place) { c, by_turns ? turn : site, by_turns ? site : turn,
                          c >= OWN && last[site] };
        seen[site] += c >= OWN;
    }
    qsort(at, n, sizeof *at, by_place);
    for (uint32_t k = 0; k < n; k++)
        map[at[k].comm] = k;
    bool fits = true;
    for (uint32_t c = OWN; c < n; c++)
        fits = fits && map[t->trace->comm[c].parent] < map[c];
    return fits ? map : NULL;
}

static bool moves(const uint32_t *map, size_t n)
{
    size_t c = 0;
    while (c < n && map[c] == c)
        c++;
    return c < n;
}

/* What stands behind whom in a table that gets another order. */
typedef struct ordering {
    sx_arena *arena;
    const uint32_t *map; /* the new index of each */
    size_t n;
    sx_error *err;
} ordering;

static sx_status nomem(const ordering *o)
{
    return sx_fail(o->err, SX_NOMEM, "out of memory");
}

static sx_status renumber_value(const ordering *o, sx_value *value)
{
    sx_status st = SX_OK;
    if (value->kind == SX_VALUE_BY_RANK)
        return sx_seq_renumber(o->arena, value->by_rank, o->map, o->n, &value->by_rank,
                               o->err);
    if (value->kind == SX_VALUE_PIECES) {
        sx_piece *piece =
            sx_arena_copy(o->arena, value->piece, value->npieces, sizeof *piece);
        for (size_t i = 0; piece && i < value->npieces && !st; i++)
            st = sx_seq_renumber(o->arena, piece[i].seq, o->map, o->n, &piece[i].seq,
                                 o->err);
        value->piece = piece;
        return piece ? st : nomem(o);
    }
    if (value->kind == SX_VALUE_BY_STEP) {
        sx_value *step =
            sx_arena_copy(o->arena, value->step, value->nsteps, sizeof *step);
        for (uint32_t k = 0; step && k < value->nsteps && !st; k++)
            st = renumber_value(o, &step[k]);
        value->step = step;
        return step ? st : nomem(o);
    }
    return SX_OK;
}

static sx_status renumber_block(const ordering *o, sx_block *block)
{
    sx_status st = SX_OK;
    for (size_t i = 0; i < block->n && !st; i++) {
        sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            st = renumber_block(o, &node->body);
        for (uint32_t p = 0; p < node->nparams && !st; p++)
            if (node->param[p].id == SX_PARAM_COMM ||
                node->param[p].id == SX_PARAM_NEWCOMM)
                st = renumber_value(o, &node->param[p].value);
    }
    return st;
}

/* Nothing happens where all stay as they are. */
static sx_status put_in_order(sx_arena *arena, sx_trace *trace, const uint32_t *map,
                              sx_error *err)
{
    const ordering o = { arena, map, trace->ncomms, err };
    if (!moves(map, o.n))
        return SX_OK;
    sx_comm *comm = SX_NEW_ARRAY(arena, sx_comm, o.n);
    if (!comm)
        return nomem(&o);
    for (size_t c = 0; c < o.n; c++) {
        comm[map[c]] = trace->comm[c];
        if (c >= OWN)
            comm[map[c]].parent = map[trace->comm[c].parent];
    }
    trace->comm = comm;
    return renumber_block(&o, &trace->program);
}

/* All tables or none. */
static sx_status order_all(naming *all, sx_error *err)
{
    sx_status st = SX_OK;
    bool *last = SX_NEW_ARRAY(all->arena, bool, all->nsites), any = false, even = true;
    uint32_t **map = SX_NEW_ARRAY(all->arena, uint32_t *, all->n);
    all->failed = all->failed || !last || !map;
    for (uint32_t site = 0; site < all->nsites && !all->failed; site++) {
        last[site] = grows(all, site);
        any = any || last[site];
    }
    if (!any || all->failed)
        return SX_OK;
    for (size_t i = 0; i < all->n; i++)
        for (size_t c = OWN; c < all->table[i].trace->ncomms; c++)
            all->table[i].trace->comm[c].grows = last[all->table[i].site[c]];
    for (size_t i = 0; i < all->n; i++)
        even = even && make_as_many(&all->table[i], last, all->nsites);
    for (size_t i = 0; i < all->n; i++)
        if (!(map[i] = order_of(all, &all->table[i], last, even)))
            return SX_OK;
    for (size_t i = 0; i < all->n && !st; i++)
        st = put_in_order(all->arena, all->table[i].trace, map[i], err);
    return st;
}

/* ---- ---- */

sx_status sx_same_comms(sx_arena *arena, sx_trace *const *trace, size_t n, sx_error *err)
{
    naming all = { .arena = arena, .n = n, .table = SX_NEW_ARRAY(arena, table, n) };
    all.failed = !all.table;
    for (size_t i = 0; i < n && !all.failed; i++) {
        sx_trace *own = all.table[i].trace = trace[i];
        own->comm = sx_arena_copy(arena, own->comm, own->ncomms, sizeof *own->comm);
        all.failed = !own->comm;
        for (size_t c = 0; c < own->ncomms && !all.failed; c++)
            own->comm[c].recorded = own->comm[c].serial;
    }
    sx_status st = SX_OK;
    if (!all.failed && find_makers(&all)) {
        name_all(&all);
        if (!all.failed)
            st = order_all(&all, err);
    }
    return all.failed ? sx_fail(err, SX_NOMEM, "out of memory") : st;
}

sx_status sx_same_comms_last(sx_arena *arena, sx_trace *merged, sx_error *err)
{
    const size_t n = merged->ncomms;
    uint32_t *map = SX_ROOM_ARRAY(arena, uint32_t, n), next = 0;
    if (!map)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (int grows = 0; grows <= 1; grows++)
        for (size_t c = 0; c < n; c++)
            if (merged->comm[c].grows == (grows == 1))
                map[c] = next++;
    for (size_t c = OWN; c < n; c++)
        if (map[merged->comm[c].parent] >= map[c])
            return SX_OK;
    return put_in_order(arena, merged, map, err);
}
