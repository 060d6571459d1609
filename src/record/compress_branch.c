/* Loops whose trips differ in which events they have: a branch, an optional call, a first trip with more
 * in it. No two such trips need be equal, so repetition does not show them. When the stack has grown by
 * GROWN nodes that did not fold, its newest are cut into trips before every occurrence of the node that is
 * there most often, and the trips are laid over each other: what not all have becomes an inner loop of one
 * trip, or of none. Loops that chance made are taken apart before. That is done only where it saves much;
 * further trips then fold by themselves, since inner loops may be passed over (compress_trip.c). Out of memory,
 * nodes are lost, and recording is over. */
#include "base/checked.h"
#include "record/compress_node.h"

#include <stdlib.h>
#include <string.h>

enum {
    GROWN = 96,
    WINDOW = 512, /* nodes that are looked at */
    MOST_BODY = 48,
    LEAST_TRIPS = 4,
    SAVED = 3, /* the body has at most a third of the nodes that go into it .. */
    DENSE = 8, /* .. and a trip on average an eighth of the body */
    BEFORE_HEAD = 8,
    MOST_PATIENCE = 8,
    CHANCE = 64 /* nodes and executions */
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
    uint32_t taken; /* so many nodes of the stack */
    node *node
        [WINDOW]; /* oldest first; of loops that are taken apart the nodes of the body, by trips */
    uint32_t key[WINDOW]; /* of each, see kind_of */
    bool inside[WINDOW]; /* of a loop taken apart */
    bool begins[WINDOW]; /* is, or is the first of, a node of the stack */
    uint32_t n;
    node *old; /* a loop at node[0] that goes on, or NULL */
    uint32_t start[WINDOW]; /* of each trip; the last is not over yet */
    uint32_t ntrips; /* that are over */
    uint32_t next[WINDOW]; /* of each trip the first node that is not built yet */
    uint8_t where[WINDOW]; /* the spot of each node */
    spot spot[MOST_BODY];
    uint32_t nspots;
} gather;

/* Equal for a node and for a loop around nothing else. */
static uint32_t kind_of(const sx_compress *compress, const node *x)
{
    return is_loop(x) && x->n == 1 ? inside(compress, x, 0) : x->structure;
}

static bool is_wrapped(const node *x)
{
    return is_loop(x) && x->n == 1;
}

/* Did chance make it? Small, entered once, of events alone, the head among them. */
static bool comes_apart(const node *x, uint32_t head)
{
    bool found = false;
    if (!sx_compress_comes_apart(x))
        return false;
    for (uint32_t i = 0; i < x->n; i++)
        found = found || x->body[i]->structure == head;
    return found;
}

/* The node that most trips may begin with: the first of those that are there most often, on the stack or
 * right inside a loop. */
static uint32_t find_head(const sx_compress *compress, node *const *x, uint32_t n)
{
    enum { SLOTS = 4 * WINDOW };
    uint32_t kind[2 * WINDOW], slot[2 * WINDOW], count[SLOTS] = { 0 }, of[SLOTS],
                                                 nkinds = 0;
    for (uint32_t i = 0; i < n; i++) {
        bool small =
            is_loop(x[i]) && x[i]->n > 1 && nkinds + x[i]->n + n - i < 2 * WINDOW;
        for (uint32_t b = 0; small && b < x[i]->n; b++)
            kind[nkinds++] = inside(compress, x[i], b);
        if (!small)
            kind[nkinds++] = kind_of(compress, x[i]);
    }
    for (uint32_t i = 0; i < nkinds; i++) {
        uint32_t at = (uint32_t)(sx_hash_mix(kind[i]) % SLOTS);
        while (count[at] && of[at] != kind[i])
            at = (at + 1) % SLOTS;
        of[at] = kind[i];
        count[at]++;
        slot[i] = at;
    }
    uint32_t first = 0;
    for (uint32_t i = 1; i < nkinds; i++)
        first = count[slot[i]] > count[slot[first]] ? i : first;
    return nkinds ? kind[first] : 0;
}

static void drop_front(gather *g, uint32_t n)
{
    g->n -= n;
    memmove(g->node, g->node + n, g->n * sizeof g->node[0]);
    memmove(g->key, g->key + n, g->n * sizeof g->key[0]);
    memmove(g->inside, g->inside + n, g->n * sizeof g->inside[0]);
    memmove(g->begins, g->begins + n, g->n * sizeof g->begins[0]);
}

/* Fills the window from the top of the stack. What is behind the newest head belongs to a trip that is
 * not over, and stays as it is. */
static void fill_window(gather *g, uint32_t head)
{
    const sx_compress *compress = g->compress;
    uint32_t at = WINDOW;
    bool over = false;
    while (g->taken < compress->n && g->taken < WINDOW) {
        node *x = compress->stack[compress->n - g->taken - 1];
        bool apart = over && comes_apart(x, head);
        over = over || kind_of(compress, x) == head;
        uint32_t n = apart ? (uint32_t)x->open * x->n : 1;
        if (n > at)
            break;
        at -= n;
        for (uint32_t i = 0; i < n; i++) {
            g->node[at + i] = apart ? x->body[i % x->n] : x;
            g->key[at + i] = kind_of(compress, g->node[at + i]);
            g->inside[at + i] = apart;
            g->begins[at + i] = i == 0;
        }
        g->taken++;
    }
    g->n = WINDOW;
    drop_front(g, at);
}

/* Keeps what is from the first trip on, or from a loop of such trips just before. */
static void cut_front(gather *g, uint32_t head)
{
    uint32_t first = 0;
    while (first < g->n && !(g->key[first] == head && g->begins[first]))
        first++;
    for (uint32_t back = 1; back <= BEFORE_HEAD && back <= first; back++) {
        node *x = g->node[first - back];
        if (g->inside[first - back])
            break;
        if (!is_loop(x) || x->n > MOST_BODY || x->trips.length || x->open < 1 ||
            kind_of(g->compress, x->body[0]) != head)
            continue;
        g->old = x;
        first -= back;
        break;
    }
    for (uint32_t i = 0; i < first; i++)
        g->taken -= g->begins[i];
    drop_front(g, first);
}

static void cut_trips(gather *g, uint32_t head)
{
    uint32_t n = 0;
    bool open = false; /* the trip that is being cut has its head */
    if (g->old)
        g->start[n++] = 1;
    for (uint32_t i = g->old ? 1 : 0; i < g->n; i++) {
        if (g->key[i] != head)
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
        uint32_t at = next, key = kind_of(g->compress, g->node[i]);
        while (at < g->nspots && g->spot[at].key != key)
            at++;
        if (at == g->nspots) {
            spot s = { .key = key, .like = g->node[i] };
            at = next;
            if (!insert_spot(g, at, &s))
                return false;
        }
        g->spot[at].trips++;
        if (!g->spot[at].like)
            g->spot[at].like = g->node[i];
        g->spot[at].wrapped = g->spot[at].wrapped || is_wrapped(g->node[i]);
        g->where[i] = (uint8_t)at;
        next = at + 1;
    }
    return true;
}

/* Which keys come before which: `before` has a bit for each. A pair that comes both ways makes a circle. */
typedef struct order {
    uint32_t n, key[MOST_BODY];
    uint64_t before[MOST_BODY];
} order;

static bool note_order(order *o, uint32_t key, uint64_t *seen)
{
    uint32_t i = 0;
    while (i < o->n && o->key[i] != key)
        i++;
    if (i == MOST_BODY)
        return false;
    if (i == o->n) {
        o->key[i] = key;
        o->before[i] = 0;
        o->n++;
    }
    o->before[i] |= *seen & ~(UINT64_C(1) << i);
    *seen |= UINT64_C(1) << i;
    return true;
}

static bool note_all(const gather *g, order *o)
{
    uint64_t seen = 0;
    for (uint32_t i = 0; g->old && i < g->old->n; i++)
        if (!note_order(o, kind_of(g->compress, g->old->body[i]), &seen))
            return false;
    for (uint32_t t = 0; t < g->ntrips; t++) {
        seen = 0;
        for (uint32_t i = g->start[t]; i < g->start[t + 1]; i++)
            if (!note_order(o, g->key[i], &seen))
                return false;
    }
    return true;
}

/* A spot for each key, after those that come before it; in circles the first seen comes first. */
static bool make_spots(gather *g)
{
    order o = { 0 };
    uint64_t placed = 0;
    if (!note_all(g, &o))
        return false;
    while (g->nspots < o.n) {
        uint32_t next = o.n;
        for (uint32_t i = o.n; i-- > 0;)
            if (!(placed >> i & 1) && !(o.before[i] & ~placed))
                next = i;
        for (uint32_t i = 0; next == o.n; i++)
            next = placed >> i & 1 ? o.n : i;
        placed |= UINT64_C(1) << next;
        g->spot[g->nspots++] = (spot) { .key = o.key[next] };
    }
    return true;
}

/* The nodes of the old loop go into spots as those of a trip do. */
static bool lay_old(gather *g)
{
    uint32_t next = 0;
    for (uint32_t i = 0; g->old && i < g->old->n; i++) {
        node *x = g->old->body[i];
        uint32_t at = next;
        while (at < g->nspots && g->spot[at].key != kind_of(g->compress, x))
            at++;
        if (at == g->nspots &&
            !insert_spot(g, at = next, &(spot) { .key = kind_of(g->compress, x) }))
            return false;
        g->spot[at].wrapped = is_wrapped(x);
        g->spot[at].like = g->spot[at].old = x;
        next = at + 1;
    }
    return true;
}

/* In a circle every trip may have found another spot behind it. */
static void drop_unused(gather *g)
{
    for (uint32_t at = g->nspots; at-- > 0;) {
        if (g->spot[at].like)
            continue;
        g->nspots--;
        memmove(g->spot + at, g->spot + at + 1, (g->nspots - at) * sizeof(spot));
        for (uint32_t i = 0; i < g->n; i++)
            g->where[i] = (uint8_t)(g->where[i] - (g->where[i] > at));
    }
}

static bool lay_all(gather *g)
{
    if (!make_spots(g) || !lay_old(g))
        return false;
    for (uint32_t t = 0; t < g->ntrips; t++)
        if (!lay_trip(g, g->start[t], g->start[t + 1]))
            return false;
    drop_unused(g);
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

static bool same_trip(const gather *g, uint32_t a, uint32_t b)
{
    uint32_t n = g->start[a + 1] - g->start[a];
    return g->start[b + 1] - g->start[b] == n &&
           memcmp(g->key + g->start[a], g->key + g->start[b], n * sizeof g->key[0]) == 0;
}

/* Do the trips come back in the same order, as far as they go? Then several of them are one trip of a loop in the making,
 * which folds by itself once they all came back. */
static bool comes_back(const gather *g)
{
    bool same = false;
    for (uint32_t lag = 2; !same && lag < g->ntrips; lag++) {
        same = true;
        for (uint32_t t = lag; same && t < g->ntrips; t++)
            same = same_trip(g, t, t - lag);
    }
    return same;
}

/* A loop around x alone, which was entered `times` times for `trips` trips each. */
static node *wrap(sx_compress *compress, node *x, uint64_t times, int64_t trips)
{
    node *loop = x ? sx_compress_new_loop(compress, &x, 1) : NULL;
    if (!loop)
        return NULL;
    loop->open = -1;
    return sx_compress_enter_loop(loop, trips, times) ? loop : NULL;
}

/* What an optional node is where it was not executed, in `times` trips. */
static node *absent(sx_compress *compress, const spot *s, uint64_t times)
{
    node *shape = sx_compress_shape(compress, s->like);
    if (!shape || (s->wrapped && !is_wrapped(s->like)))
        return wrap(compress, shape, times, 0);
    return sx_compress_enter_loop(shape, 0, times) ? shape : NULL;
}

/* Entries of a loop with as many trips each, before they are put into it. */
typedef struct entries {
    node *loop;
    int64_t trips;
    uint64_t times;
} entries;

static bool flush(entries *to)
{
    uint64_t times = to->times;
    to->times = 0;
    return sx_compress_enter_loop(to->loop, to->trips, times);
}

static bool enter(entries *to, int64_t trips)
{
    if (to->times && to->trips != trips && !flush(to))
        return false;
    to->trips = trips;
    to->times++;
    return true;
}

/* x is what all trips of a loop around it alone had so far, and one more has. */
static bool put_inside(sx_compress *compress, node *loop, node *x)
{
    if (!loop->body) {
        loop->body = malloc(sizeof *loop->body);
        if (loop->body)
            loop->body[0] = x;
        return loop->body;
    }
    bool done = sx_compress_absorb(compress, loop->body[0], x);
    sx_compress_release(compress, x);
    return done;
}

/* Puts what a trip has of a spot, or NULL, behind what the trips before had. */
static bool add_trip(sx_compress *compress, const spot *s, entries *to, node *x)
{
    if (!x)
        return enter(to, 0);
    if (s->wrapped && !is_wrapped(x))
        return enter(to, 1) && put_inside(compress, to->loop, x);
    bool done = flush(to) && sx_compress_absorb(compress, to->loop, x);
    sx_compress_release(compress, x);
    return done;
}

/* The executions of one spot in all trips as one node. The spots before were built before. */
static node *build_spot(gather *g, uint32_t at)
{
    sx_compress *compress = g->compress;
    const spot *s = &g->spot[at];
    uint64_t before = g->old ? (uint64_t)g->old->open : 0;
    node *all = s->old;
    if (!all)
        all = absent(compress, s, before);
    else if (s->wrapped && !is_wrapped(all))
        all = wrap(compress, all, before, 1);
    entries to = { .loop = all };
    for (uint32_t t = 0; all && t < g->ntrips; t++) {
        uint32_t i = g->next[t];
        bool has = i < g->start[t + 1] && g->where[i] == at;
        g->next[t] += has;
        if (!add_trip(compress, s, &to, has ? g->node[i] : NULL))
            return NULL;
    }
    return all && flush(&to) ? all : NULL;
}

/* The nodes are still where they were on the stack, just above its top. */
static bool take_all_apart(gather *g)
{
    node *const *stack = g->compress->stack + g->compress->n;
    uint32_t at = 0;
    for (uint32_t k = 0; k < g->taken; k++) {
        uint32_t n = g->inside[at] ? (uint32_t)stack[k]->open * stack[k]->n : 1;
        if (g->inside[at] && !sx_compress_take_apart(g->compress, stack[k], g->node + at))
            return false;
        at += n;
    }
    for (uint32_t i = g->start[g->ntrips]; i-- > g->start[0];)
        if (!g->spot[g->where[i]].old)
            g->spot[g->where[i]].like = g->node[i];
    return true;
}

/* Takes the newest n nodes off the stack. */
static void take_off(sx_compress *compress, uint32_t n, node **ret_node)
{
    compress->n -= n;
    memcpy(ret_node, compress->stack + compress->n, n * sizeof(node *));
    sx_fold_pop(&compress->fold, n);
}

static bool put_back(sx_compress *compress, node *x)
{
    if (!is_loop(x))
        return sx_compress_place(compress, x);
    return sx_compress_put(compress, x);
}

/* Takes the window off the stack, and puts the loop on it, and the trip that is not over. */
static bool rebuild(gather *g)
{
    sx_compress *compress = g->compress;
    node *body[MOST_BODY];
    compress->n -= g->taken;
    sx_fold_pop(&compress->fold, g->taken);
    if (!take_all_apart(g))
        return false;
    compress->grown = NULL;
    memcpy(g->next, g->start, g->ntrips * sizeof g->next[0]);
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
    for (uint32_t i = g->start[g->ntrips]; done && i < g->n; i++)
        done = put_back(compress, g->node[i]);
    return done;
}

static bool has_inside(const node *x, uint32_t head)
{
    bool found = x->structure == head;
    for (uint32_t i = 0; is_loop(x) && x->body && !found && i < x->n; i++)
        found = has_inside(x->body[i], head);
    return found;
}

/* Did chance make it, of nodes among which are loops? With more of them irregular nests keep ten times as many nodes. */
static bool is_chance_nest(const node *x, uint32_t head)
{
    return x->weight <= CHANCE && x->open * x->n <= CHANCE && has_inside(x, head) &&
           !sx_compress_comes_apart(x) && sx_compress_executions(x) <= CHANCE;
}

/* Puts a node on the stack; of a loop that was entered once what is in it, if that was one trip, or if the head is
 * in an inner loop (events alone are a matter of fill_window). */
static bool put_flat(sx_compress *compress, node *x, uint32_t head)
{
    node *part[SX_UNROLLED];
    if (is_loop(x) && !x->trips.length && x->open == 0) {
        sx_compress_release(compress, x);
        return true;
    }
    bool once = is_loop(x) && !x->trips.length && x->open >= 1 && x->n <= SX_UNROLLED;
    if (!once || (x->open > 1 && !is_chance_nest(x, head)))
        return sx_compress_push(compress, x, (progress) { 0 });
    uint32_t n = (uint32_t)x->open * x->n;
    bool done = true;
    if (x->open == 1) {
        memcpy(part, x->body, n * sizeof part[0]);
        free(x->body);
        x->body = NULL;
        sx_compress_release(compress, x);
    } else {
        done = sx_compress_take_apart(compress, x, part);
    }
    for (uint32_t i = 0; done && i < n; i++)
        done = put_flat(compress, part[i], head);
    return done;
}

/* What repeated elsewhere stands on the stack as loops of one trip (compress_known.c), from which chance makes
 * loops of loops: takes these away. */
static bool flatten(sx_compress *compress, uint32_t head)
{
    node *window[WINDOW];
    uint32_t n = compress->n < WINDOW ? compress->n : WINDOW;
    bool done = true;
    take_off(compress, n, window);
    for (uint32_t i = 0; done && i < n; i++)
        done = put_flat(compress, window[i], head);
    return done;
}

/* Folds what was not gathered as it was before. */
static bool fold_again(sx_compress *compress, uint32_t n)
{
    node *window[4 * WINDOW];
    bool done = true;
    n = n < 4 * WINDOW ? n : 4 * WINDOW;
    take_off(compress, n, window);
    for (uint32_t i = 0; done && i < n; i++)
        done = put_back(compress, window[i]);
    return done;
}

/* False when out of memory. */
static bool try_to_gather(sx_compress *compress, bool *ret_gathered)
{
    gather g = { .compress = compress };
    uint32_t n = compress->n < WINDOW ? compress->n : WINDOW;
    uint32_t head = find_head(compress, compress->stack + compress->n - n, n);
    uint32_t below = compress->n - n;
    compress->waits = false;
    if (!flatten(compress, head))
        return false;
    fill_window(&g, head);
    cut_front(&g, head);
    cut_trips(&g, head);
    *ret_gathered =
        g.ntrips > 0 && lay_all(&g) && is_worth_it(&g) && (g.old || !comes_back(&g));
    compress->grown = NULL; /* there may be a part of a trip behind it */
    return *ret_gathered ? rebuild(&g) : fold_again(compress, compress->n - below);
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
