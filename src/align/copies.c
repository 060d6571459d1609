#include "align/copies.h"

#include "trace/times.h"

#include <string.h>

/* A call site of some of the traces. */
typedef struct place {
    sx_op op;
    bool several; /* operations */
    bool **who; /* by trace: who has calls there; NULL: nobody */
} place;

struct sx_copies {
    size_t n;
    place *of; /* by call site of `sites`: of the union, then those that may be copies */
    sx_trace sites;
};

typedef struct reading {
    sx_arena *arena;
    sx_copies *copies;
    const sx_trace *trace;
    size_t k;
    sx_rank *rank; /* room for all */
    /* Who takes part: everybody, and by depth in the program. */
    bool *in[SX_MAX_DEPTH + 2];
} reading;

/* ---- the call sites of all ---- */

static uint32_t module_named(const sx_trace *trace, const char *name)
{
    uint32_t m = 0;
    while (m < trace->nmodules && strcmp(trace->module[m], name) != 0)
        m++;
    return m;
}

/* The frames of a call site as `to` has its modules; false where it has not all of them, or when out of memory. */
static bool take_frames(sx_arena *arena, const sx_trace *from, const sx_site *own,
                        const sx_trace *to, sx_site *ret_site)
{
    sx_frame *frame = SX_NEW_ARRAY(arena, sx_frame, own->n);
    bool fine = frame != NULL;
    for (uint32_t i = 0; i < own->n && fine; i++) {
        frame[i] = (sx_frame) { module_named(to, from->module[own->frame[i].module]),
                                own->frame[i].offset };
        fine = frame[i].module < to->nmodules;
    }
    if (fine)
        *ret_site = (sx_site) { own->n, frame };
    return fine;
}

/* The call site among those of all; NULL where it is of a module that the first trace has not, or there are too many. */
static place *place_of(reading *r, uint32_t site)
{
    sx_copies *c = r->copies;
    const sx_site *own = &r->trace->site[site];
    size_t i = 0;
    while (i < c->n && !sx_site_same(&c->sites, (uint32_t)i, r->trace, site))
        i++;
    if (i < c->n)
        return &c->of[i];
    if (own->n == 0 || c->n == SX_COPIES_SITES ||
        !take_frames(r->arena, r->trace, own, &c->sites, &c->sites.site[i]))
        return NULL;
    c->sites.nsites = ++c->n;
    return &c->of[i];
}

static bool read_event(reading *r, const sx_node *event, const bool *in)
{
    place *of = place_of(r, event->site);
    if (!of)
        return true;
    bool first = true;
    for (size_t k = 0; k <= r->k; k++)
        first = first && !of->who[k];
    of->several = of->several || (!first && of->op != event->op);
    of->op = event->op;
    bool **who = &of->who[r->k];
    if (!*who && !(*who = SX_NEW_ARRAY(r->arena, bool, (size_t)r->trace->p)))
        return false;
    for (int64_t rank = 0; rank < r->trace->p; rank++)
        (*who)[rank] = (*who)[rank] || in[rank];
    return true;
}

/* Who takes part of those within, in room for this depth; NULL when out of memory. */
static const bool *members(reading *r, const sx_domain *domain, size_t depth)
{
    const bool *within = r->in[depth - 1];
    bool *in = r->in[depth];
    const size_t p = (size_t)r->trace->p;
    if (!in && !(in = r->in[depth] = SX_ROOM_ARRAY(r->arena, bool, p)))
        return NULL;
    if (domain->kind == SX_DOMAIN_ALL)
        return memcpy(in, within, p * sizeof *in);
    memset(in, 0, p * sizeof *in);
    sx_ranklist_expand(&domain->ranks, r->rank);
    for (sx_rank i = 0; i < domain->ranks.count; i++)
        in[r->rank[i]] = within[r->rank[i]];
    return in;
}

static bool read_block(reading *r, const sx_block *block, size_t depth)
{
    bool fine = true;
    for (size_t i = 0; i < block->n && fine; i++) {
        const sx_node *node = block->node[i];
        if (node->ranks.kind != SX_DOMAIN_ALL && node->ranks.kind != SX_DOMAIN_RANKS)
            continue;
        const bool *in = members(r, &node->ranks, depth);
        fine = in && (node->kind == SX_NODE_LOOP ? read_block(r, &node->body, depth + 1)
                                                 : read_event(r, node, in));
    }
    return fine;
}

/* A formula trace, which has no number of ranks and is no input, has none that are known. */
static bool read_trace(sx_arena *arena, sx_copies *copies, const sx_trace *trace,
                       size_t k)
{
    if (trace->p <= 0)
        return true;
    reading r = { .arena = arena,
                  .copies = copies,
                  .trace = trace,
                  .k = k,
                  .rank = SX_ROOM_ARRAY(arena, sx_rank, (size_t)trace->p) };
    r.in[0] = SX_ROOM_ARRAY(arena, bool, (size_t)trace->p);
    if (!r.in[0] || !r.rank)
        return false;
    memset(r.in[0], 1, (size_t)trace->p);
    return read_block(&r, &trace->program, 1);
}

/* ---- which may be copies ---- */

/* Has some rank calls at both, in any trace? */
static bool meet(const sx_trace *trace, size_t n, const place *a, const place *b)
{
    for (size_t k = 0; k < n; k++)
        for (int64_t r = 0; a->who[k] && b->who[k] && r < trace[k].p; r++)
            if (a->who[k][r] && b->who[k][r])
                return true;
    return false;
}

static bool may_be_one(const sx_copies *c, const sx_trace *trace, size_t n, size_t i,
                       size_t k)
{
    const sx_site *x = &c->sites.site[i], *y = &c->sites.site[k];
    const place *a = &c->of[i], *b = &c->of[k];
    bool may = a->op == b->op && !a->several && !b->several && x->n == y->n;
    for (uint32_t f = 0; f < x->n && may; f++)
        may = x->frame[f].module == y->frame[f].module;
    return may && !meet(trace, n, a, b);
}

/* Leaves those that may be copies of another one. */
static bool keep_pairs(sx_arena *arena, sx_copies *c, const sx_trace *trace, size_t n)
{
    bool *paired = SX_NEW_ARRAY(arena, bool, c->n);
    size_t kept = 0;
    for (size_t i = 0; paired && i < c->n; i++)
        for (size_t k = 0; k < i; k++)
            if (!(paired[i] && paired[k]) && may_be_one(c, trace, n, i, k))
                paired[i] = paired[k] = true;
    for (size_t i = 0; paired && i < c->n; i++)
        if (paired[i]) {
            c->of[kept] = c->of[i];
            c->sites.site[kept++] = c->sites.site[i];
        }
    c->sites.nsites = c->n = kept;
    return paired;
}

sx_status sx_copies_find(sx_arena *arena, const sx_trace *trace, size_t n,
                         sx_copies **ret_copies, sx_trace *ret_sites, sx_error *err)
{
    sx_copies *c = SX_NEW(arena, sx_copies);
    bool fine = c != NULL;
    if (fine) {
        c->sites =
            (sx_trace) { .nmodules = trace[0].nmodules, .module = trace[0].module };
        c->sites.site = SX_NEW_ARRAY(arena, sx_site, SX_COPIES_SITES);
        c->of = SX_NEW_ARRAY(arena, place, SX_COPIES_SITES);
        fine = c->sites.site && c->of;
    }
    for (size_t i = 0; fine && i < SX_COPIES_SITES; i++)
        fine = (c->of[i].who = SX_NEW_ARRAY(arena, bool *, n)) != NULL;
    for (size_t k = 0; fine && k < n; k++)
        fine = read_trace(arena, c, &trace[k], k);
    if (!fine || !keep_pairs(arena, c, trace, n))
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_copies = c;
    *ret_sites = c->sites;
    return SX_OK;
}

/* ---- which are ---- */

/* Those at one place of the source, from the first of them on; of their ranks none has calls at two. */
static size_t group_of(const sx_copies *c, const sx_trace *trace, size_t n,
                       const uint64_t *where, size_t first, size_t *ret_member)
{
    size_t members = 0;
    for (size_t i = first; i < c->n; i++) {
        if (where[i] != where[first] || c->of[i].op != c->of[first].op)
            continue;
        for (size_t k = 0; k < members; k++)
            if (meet(trace, n, &c->of[i], &c->of[ret_member[k]]))
                return 0;
        ret_member[members++] = i;
    }
    return members;
}

/* Gives call sites of the trace that are members the frames of the first of them. False where there are none, or when out of memory. */
static bool take_first(sx_arena *arena, const sx_copies *c, sx_trace *trace,
                       const size_t *member, size_t members)
{
    bool any = false;
    for (uint32_t s = 0; s < trace->nsites; s++)
        for (size_t i = 1; i < members; i++)
            if (sx_site_same(trace, s, &c->sites, (uint32_t)member[i])) {
                any = take_frames(arena, &c->sites, &c->sites.site[member[0]], trace,
                                  &trace->site[s]) ||
                      any;
                break;
            }
    return any;
}

/* ---- call sites that are the same now ---- */

static sx_status renumber_times(sx_arena *arena, sx_node *event, const uint32_t *to,
                                sx_error *err)
{
    bool same = false;
    for (uint32_t i = 0; i < event->ntimes; i++) {
        sx_times *t = &event->times[i];
        if (t->after != SX_AFTER_ANY)
            t->after = to[t->after];
        same = same || sx_times_find(event->times, i, t);
    }
    sx_times *pooled = NULL;
    uint32_t n = 0;
    sx_status st =
        same ? sx_times_pool(arena, event->times, event->ntimes, &pooled, &n, err)
             : SX_OK;
    if (same && !st) {
        event->times = pooled;
        event->ntimes = n;
    }
    return st;
}

static sx_status renumber(sx_arena *arena, const sx_block *block, const uint32_t *to,
                          sx_error *err)
{
    sx_status st = SX_OK;
    for (size_t i = 0; i < block->n && !st; i++) {
        sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP) {
            st = renumber(arena, &node->body, to, err);
            continue;
        }
        node->site = to[node->site];
        st = renumber_times(arena, node, to, err);
    }
    return st;
}

static sx_status unite_same(sx_arena *arena, sx_trace *trace, sx_error *err)
{
    uint32_t *to = SX_NEW_ARRAY(arena, uint32_t, trace->nsites);
    if (!to)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (uint32_t s = 0; s < trace->nsites; s++)
        while (to[s] < s &&
               (trace->site[s].n == 0 || !sx_site_same(trace, to[s], trace, s)))
            to[s]++;
    return renumber(arena, &trace->program, to, err);
}

sx_status sx_copies_unite(sx_arena *arena, sx_trace *trace, size_t n,
                          const sx_copies *copies, const uint64_t *where, sx_error *err)
{
    size_t *member = SX_NEW_ARRAY(arena, size_t, copies->n);
    bool *changed = SX_NEW_ARRAY(arena, bool, n);
    sx_status st = member && changed ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < copies->n && !st; i++) {
        if (!where[i])
            continue;
        const size_t members = group_of(copies, trace, n, where, i, member);
        for (size_t k = 0; k < n && members > 1; k++)
            changed[k] =
                take_first(arena, copies, &trace[k], member, members) || changed[k];
    }
    for (size_t k = 0; k < n && !st; k++)
        if (changed[k])
            st = unite_same(arena, &trace[k], err);
    return st;
}
