/* Loops whose trips differ in which events they have: a branch, an optional call, a first trip with more
 * in it. No two such trips need be equal, so repetition does not show them. When the stack has grown by
 * GROWN nodes that did not fold, its newest are cut into trips before every occurrence of the node that is
 * there most often, and the trips are laid over each other: what not all have becomes an inner loop of one
 * trip, or of none. That is done only where it saves much; further trips then fold by themselves, since
 * inner loops may be passed over (compress_trip.c). Out of memory, nodes are lost, and recording is over. */
#include "record/compress_node.h"

#include <stdlib.h>
#include <string.h>

enum {
    GROWN = 128,
    WINDOW = 256, /* nodes that are looked at */
    MOST_BODY = 48,
    LEAST_TRIPS = 4,
    SAVED = 3, /* the body has at most a third of the nodes that go into it .. */
    DENSE = 4, /* .. and a trip on average a fourth of the body */
    BEFORE_HEAD = 8,
    MOST_PATIENCE = 8
};

/* A node of the body in the making. */
typedef struct spot {
    uint32_t key;
    bool wrapped; /* in a loop of its own: some trip has it not, or more than once */
    uint32_t trips; /* that have it */
    node *like; /* one of them */
    node *old; /* the one of the old loop, or NULL */
} spot;

typedef struct gather {
    sx_compress *compress;
    node *node[WINDOW]; /* oldest first */
    uint32_t n;
    node *old; /* a loop at node[0] that goes on, or NULL */
    uint32_t start[WINDOW]; /* of each trip; the last is not over yet */
    uint32_t ntrips; /* that are over */
    uint8_t where[WINDOW]; /* the spot of each node */
    spot spot[MOST_BODY];
    uint32_t nspots;
} gather;

/* Equal for a node and for a loop around nothing else. */
static uint32_t key_of(const node *x)
{
    return is_loop(x) && x->n == 1 ? x->body[0]->structure : x->structure;
}

static bool is_wrapped(const node *x)
{
    return x->structure != key_of(x);
}

static uint32_t count_key(const gather *g, uint32_t key)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->n; i++)
        count += key_of(g->node[i]) == key;
    return count;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* The node that most trips may begin with: the first of those that are there most often. */
static uint32_t find_head(const gather *g)
{
    uint32_t key[WINDOW], most = 0, run = 0;
    for (uint32_t i = 0; i < g->n; i++)
        key[i] = key_of(g->node[i]);
    qsort(key, g->n, sizeof *key, by_number);
    for (uint32_t i = 0; i < g->n; i++) {
        run = i > 0 && key[i] == key[i - 1] ? run + 1 : 1;
        most = run > most ? run : most;
    }
    for (uint32_t i = 0; i < g->n; i++)
        if (count_key(g, key_of(g->node[i])) == most)
            return key_of(g->node[i]);
    return 0;
}

/* Keeps what is from the first trip on, or from a loop of such trips just before. */
static void cut_front(gather *g, uint32_t head)
{
    uint32_t first = 0;
    while (first < g->n && key_of(g->node[first]) != head)
        first++;
    for (uint32_t back = 1; back <= BEFORE_HEAD && back <= first; back++) {
        node *x = g->node[first - back];
        if (!is_loop(x) || x->n > MOST_BODY || x->trips.length || x->open < 1 ||
            key_of(x->body[0]) != head)
            continue;
        g->old = x;
        first -= back;
        break;
    }
    g->n -= first;
    memmove(g->node, g->node + first, g->n * sizeof(node *));
}

static void cut_trips(gather *g, uint32_t head)
{
    uint32_t n = 0;
    bool open = false; /* the trip that is being cut has its head */
    if (g->old)
        g->start[n++] = 1;
    for (uint32_t i = g->old ? 1 : 0; i < g->n; i++) {
        if (key_of(g->node[i]) != head)
            continue;
        if (open || n == 0)
            g->start[n++] = i;
        open = true;
    }
    g->ntrips = n ? n - 1 : 0;
}

static bool insert_spot(gather *g, uint32_t at, const spot *s)
{
    if (g->nspots == MOST_BODY)
        return false;
    memmove(g->spot + at + 1, g->spot + at, (g->nspots - at) * sizeof *s);
    g->spot[at] = *s;
    g->nspots++;
    for (uint32_t i = 0; i < g->n; i++)
        g->where[i] = (uint8_t)(g->where[i] + (g->where[i] >= at));
    return true;
}

/* Finds a spot for each node of a trip, in order. */
static bool lay_trip(gather *g, uint32_t from, uint32_t end)
{
    uint32_t next = 0;
    for (uint32_t i = from; i < end; i++) {
        uint32_t at = next, key = key_of(g->node[i]);
        while (at < g->nspots && g->spot[at].key != key)
            at++;
        if (at == g->nspots) {
            spot s = { .key = key, .like = g->node[i] };
            at = next;
            if (!insert_spot(g, at, &s))
                return false;
        }
        g->spot[at].trips++;
        g->spot[at].wrapped = g->spot[at].wrapped || is_wrapped(g->node[i]);
        g->where[i] = (uint8_t)at;
        next = at + 1;
    }
    return true;
}

static bool lay_all(gather *g)
{
    for (uint32_t i = 0; g->old && i < g->old->n; i++) {
        node *x = g->old->body[i];
        g->spot[g->nspots++] = (spot) { key_of(x), is_wrapped(x), 0, x, x };
    }
    for (uint32_t t = 0; t < g->ntrips; t++)
        if (!lay_trip(g, g->start[t], g->start[t + 1]))
            return false;
    for (uint32_t i = 0; i < g->nspots; i++) {
        spot *s = &g->spot[i];
        bool optional = s->trips < g->ntrips || (g->old && !s->old);
        s->wrapped = s->wrapped || (optional && !is_loop(s->like));
    }
    return true;
}

static bool is_worth_it(const gather *g)
{
    uint32_t taken = g->start[g->ntrips] - g->start[0];
    uint32_t added = g->nspots - (g->old ? g->old->n : 0);
    return g->ntrips >= (g->old ? 1 : LEAST_TRIPS) && taken >= SAVED * added &&
           taken * DENSE >= g->ntrips * g->nspots;
}

/* A loop around x alone, which was entered `times` times for `trips` trips each. */
static node *wrap(sx_compress *compress, node *x, int64_t times, int64_t trips)
{
    node *loop = x ? sx_compress_new_loop(compress, &x, 1) : NULL;
    if (!loop)
        return NULL;
    loop->open = -1;
    for (int64_t i = 0; i < times; i++)
        if (!sx_compress_enter_loop(loop, trips))
            return NULL;
    return loop;
}

/* What an optional node is where it was not executed, in `times` trips. */
static node *absent(sx_compress *compress, const spot *s, int64_t times)
{
    node *shape = sx_compress_shape(compress, s->like);
    if (!shape || (s->wrapped && !is_wrapped(s->like)))
        return wrap(compress, shape, times, 0);
    for (int64_t i = 0; i < times; i++)
        if (!sx_compress_enter_loop(shape, 0))
            return NULL;
    return shape;
}

/* The executions of one spot in all trips as one node. */
static node *build_spot(const gather *g, uint32_t at)
{
    sx_compress *compress = g->compress;
    const spot *s = &g->spot[at];
    int64_t before = g->old ? g->old->open : 0;
    node *all = s->old;
    if (g->old && !all)
        all = absent(compress, s, before);
    else if (all && s->wrapped && !is_wrapped(all))
        all = wrap(compress, all, before, 1);
    if (g->old && !all)
        return NULL;
    for (uint32_t t = 0; t < g->ntrips; t++) {
        node *x = NULL;
        for (uint32_t i = g->start[t]; i < g->start[t + 1] && !x; i++)
            x = g->where[i] == at ? g->node[i] : NULL;
        if (x && s->wrapped && !is_wrapped(x) && !(x = wrap(compress, x, 1, 1)))
            return NULL;
        if (!all && !(all = x ? x : absent(compress, s, 1)))
            return NULL;
        else if (all == x || (t == 0 && !x && !g->old))
            continue;
        if (x ? !sx_compress_absorb(compress, all, x) : !sx_compress_enter_loop(all, 0))
            return NULL;
        if (x)
            sx_compress_release(compress, x);
    }
    return all;
}

/* Takes the window off the stack, and puts the loop on it, and the trip that is not over. */
static bool rebuild(gather *g)
{
    sx_compress *compress = g->compress;
    node *body[MOST_BODY];
    compress->n -= g->n;
    sx_fold_pop(&compress->fold, g->n);
    compress->grown = NULL;
    for (uint32_t s = 0; s < g->nspots; s++)
        if (!(body[s] = build_spot(g, s)))
            return false;
    node *loop = sx_compress_new_loop(compress, body, g->nspots);
    if (!loop)
        return false;
    loop->open = g->ntrips + (g->old ? g->old->open : 0);
    if (g->old) {
        g->old->n = 0;
        sx_compress_release(compress, g->old);
    }
    bool done = sx_compress_push(compress, loop, sx_compress_after(compress, loop)) &&
                sx_compress_fold(compress);
    for (uint32_t i = g->start[g->ntrips]; done && i < g->n; i++) {
        node *x = g->node[i];
        done = !is_loop(x)
                   ? sx_compress_place(compress, x)
                   : sx_compress_push(compress, x, sx_compress_after(compress, x)) &&
                         sx_compress_fold(compress);
    }
    return done;
}

/* False when out of memory. */
static bool try_to_gather(sx_compress *compress, bool *ret_gathered)
{
    gather g = { .compress = compress };
    g.n = compress->n < WINDOW ? compress->n : WINDOW;
    memcpy(g.node, compress->stack + compress->n - g.n, g.n * sizeof(node *));
    uint32_t head = find_head(&g);
    cut_front(&g, head);
    cut_trips(&g, head);
    *ret_gathered = g.ntrips > 0 && lay_all(&g) && is_worth_it(&g);
    bool done = !*ret_gathered || rebuild(&g);
    if (*ret_gathered)
        compress->grown = NULL; /* there may be a part of a trip behind it */
    return done;
}

bool sx_compress_gather(sx_compress *compress)
{
    bool gathered;
    if (compress->n < compress->looked)
        compress->looked = compress->n;
    if (compress->n - compress->looked < (uint32_t)GROWN << compress->patience)
        return true;
    if (!try_to_gather(compress, &gathered))
        return false;
    compress->looked = compress->n;
    if (gathered)
        compress->patience = 0;
    else if (compress->patience < MOST_PATIENCE)
        compress->patience++;
    return true;
}
