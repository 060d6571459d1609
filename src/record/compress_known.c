/* Bodies that repeated not long ago. Where one of them comes once, outside of a loop that is known to have it
 * once, it is put on the stack as its loop with one trip: trips of the loop around then look the same
 * however often they enter it. When a body is new, the newest nodes, which came before anybody knew it, go
 * through the compressor again; small loops in which it is but a part are taken apart for that. What always
 * has one trip is no loop in the end (sx_trace_canonical). */
#include "record/compress_node.h"

#include <stdlib.h>
#include <string.h>

enum {
    TRIED = 4, /* bodies with the same last node */
    RECENT = 512, /* events */
    MOST_KNOWN = 1 << 16,
    LOOKED = 256, /* nodes that may go through again .. */
    MOST_EVENTS = 1024, /* .. with so many events in them, .. */
    EVENTS_EACH = 16, /* .. one in so many of all events, .. */
    CREDIT = 4096 /* .. saved up to so many */
};

static bool make_room(void *array, uint32_t *capacity, uint32_t n, size_t size)
{
    void *old, *new;
    uint32_t more = *capacity ? *capacity : 64;
    if (n < *capacity)
        return true;
    while (more <= n)
        more *= 2;
    memcpy(&old, array, sizeof old);
    new = realloc(old, more * size);
    if (!new)
        return false;
    memset((char *)new + *capacity *size, 0, (more - *capacity) * size);
    memcpy(array, &new, sizeof new);
    *capacity = more;
    return true;
}

static bool is_old(const known_bodies *k, const known_body *body)
{
    return k->now - body->seen > RECENT;
}

bool sx_known_add(sx_compress *compress, const node *loop)
{
    known_bodies *k = &compress->bodies;
    uint32_t name = loop->structure >> 1, last = inside(compress, loop, loop->n - 1);
    if (name >= MOST_KNOWN || last >= MOST_KNOWN)
        return true;
    if (!make_room(&k->body, &k->nbodies, name, sizeof *k->body) ||
        !make_room(&k->ending, &k->nendings, last, sizeof *k->ending))
        return false;
    known_body *body = &k->body[name];
    if (!body->n || is_old(k, body))
        k->fresh = loop->structure;
    if (!body->n) {
        *body = (known_body) { loop->n, loop->weight, k->ending[last], 0, loop->hash };
        k->ending[last] = name + 1;
    }
    body->seen = k->now;
    return true;
}

void sx_known_repeated(known_bodies *k, const node *loop, uint64_t now)
{
    uint32_t name = loop->structure >> 1;
    if (name < k->nbodies)
        k->body[name].seen = now;
}

void sx_known_forget(known_bodies *k, const node *loop)
{
    uint32_t name = loop->structure >> 1;
    if (name < k->nbodies)
        k->body[name].seen = k->now - RECENT - 1;
}

bool sx_known_is_recent(const known_bodies *k, uint32_t name)
{
    return k->body[name].n && !is_old(k, &k->body[name]);
}

void sx_known_keep(known_bodies *k, const uint64_t *kept)
{
    for (uint32_t last = 0; last < k->nendings; last++) {
        uint32_t *next = &k->ending[last];
        while (*next) {
            uint32_t name = *next - 1;
            known_body *body = &k->body[name];
            if (kept[name / 64] >> name % 64 & 1) {
                next = &body->next;
                continue;
            }
            *next = body->next;
            *body = (known_body) { 0 };
        }
    }
}

void sx_known_finish(known_bodies *k)
{
    free(k->body);
    free(k->ending);
}

/* Are these nodes the body of that name? */
static bool is_body(const sx_compress *compress, uint32_t name, node *const *x)
{
    const uint32_t *key = sx_intern_bytes(&compress->loops_of.item[name]);
    for (uint32_t i = 0; i < compress->bodies.body[name].n; i++)
        if (x[i]->structure != key[i])
            return false;
    return true;
}

/* The newest nodes become a loop of one trip. */
static bool wrap(sx_compress *compress, uint32_t name)
{
    const known_body *body = &compress->bodies.body[name];
    uint32_t n = body->n;
    node *loop = sx_compress_loop_node(compress), **copy = malloc(n * sizeof(node *));
    if (!loop || !copy) {
        free(loop);
        free(copy);
        return false;
    }
    memset(loop, 0, sizeof *loop);
    loop->structure = 2 * name + 1;
    loop->n = n;
    loop->hash = body->hash;
    loop->weight = body->weight;
    loop->open = 1;
    loop->body = copy;
    memcpy(copy, compress->stack + compress->n - n, n * sizeof *copy);
    compress->n -= n;
    sx_fold_pop(&compress->fold, n);
    if (sx_compress_push(compress, loop, sx_compress_after(compress, loop)))
        return true;
    compress->n += n; /* so that they are freed with the others */
    free(copy);
    free(loop);
    return false;
}

bool sx_known_wrap(sx_compress *compress, bool *ret_wrapped)
{
    const known_bodies *k = &compress->bodies;
    uint32_t last = compress->stack[compress->n - 1]->structure;
    *ret_wrapped = false;
    if (last >= k->nendings || compress->progress[compress->n - 1].alive)
        return true;
    uint32_t next = k->ending[last];
    for (int tried = 0; next && tried < TRIED; tried++) {
        const known_body *body = &k->body[next - 1];
        if (body->n <= compress->n && !is_old(k, body) &&
            sx_fold_tail(&compress->fold, body->n) == body->hash &&
            is_body(compress, next - 1, compress->stack + compress->n - body->n)) {
            *ret_wrapped = true;
            return wrap(compress, next - 1);
        }
        next = body->next;
    }
    return true;
}

/* A small loop, entered once, that has the last node of the body of that name in its own. */
static bool hides_body(const sx_compress *compress, uint32_t name, const node *x)
{
    const uint32_t *key = sx_intern_bytes(&compress->loops_of.item[name]);
    if (!is_loop(x) || x->structure >> 1 == name || x->trips.length || x->open < 1 ||
        x->weight > SX_UNROLLED || x->open * x->n > SX_UNROLLED)
        return false;
    for (uint32_t i = 0; i < x->n; i++)
        if (x->body[i]->structure == key[compress->bodies.body[name].n - 1])
            return true;
    return false;
}

/* Events that may go through again. */
static uint64_t credit(known_bodies *k)
{
    uint64_t saved = CREDIT + k->now / EVENTS_EACH;
    if (saved - k->spent > CREDIT)
        k->spent = saved - CREDIT;
    return saved - k->spent;
}

/* The oldest node on the stack from which on to go through again: where the body is, or hides. The
 * stack's size if there is none. */
static uint32_t look_back(sx_compress *compress, uint32_t name, uint64_t *ret_events)
{
    uint64_t most = credit(&compress->bodies);
    uint32_t from = compress->n, top = compress->n - 1, nodes = 1;
    uint32_t n = compress->bodies.body[name].n;
    uint64_t events = 0;
    for (uint32_t i = top; i-- > 0;) {
        const node *x = compress->stack[i];
        bool hides = hides_body(compress, name, x);
        nodes += hides ? (uint32_t)x->open * x->n : 1;
        events += hides ? sx_compress_executions(x) : 1;
        if (nodes > LOOKED || events > MOST_EVENTS || events > most)
            break;
        if (hides || (i + n <= top && is_body(compress, name, compress->stack + i))) {
            from = i;
            *ret_events = events;
        }
    }
    return from;
}

/* More trips of the loop that the stack ends in. */
static bool join(const sx_compress *compress, node *loop, node *more)
{
    for (uint32_t i = 0; i < loop->n; i++)
        if (!sx_compress_absorb(compress, loop->body[i], more->body[i]))
            return false;
    loop->open += more->open;
    return true;
}

/* The innermost loop of the structure of x at the end of the newest node, when x is one entry into it. */
static node *open_loop(const sx_compress *compress, const node *x)
{
    node *found = NULL;
    if (!compress->n || !x->body || x->trips.length || x->open < 1)
        return NULL;
    node *last = compress->stack[compress->n - 1];
    for (last = is_loop(last) ? last : NULL; last && last->body; last = last_loop(last))
        if (last->structure == x->structure && last->open > 0)
            found = last;
    return found;
}

static bool add_again(sx_compress *compress, node *x)
{
    if (!is_loop(x))
        return sx_compress_place(compress, x);
    if (!sx_compress_close(compress, x->structure))
        return false;
    node *loop = open_loop(compress, x);
    if (loop) {
        bool done = join(compress, loop, x);
        sx_compress_release(compress, x);
        return done;
    }
    return sx_compress_push(compress, x, sx_compress_after(compress, x)) &&
           sx_compress_fold(compress);
}

static bool go_through_again(sx_compress *compress, uint32_t name, uint32_t from)
{
    node *again[LOOKED + 1];
    uint32_t n = 0, top = compress->n;
    bool done = true;
    sx_fold_pop(&compress->fold, top - from);
    compress->n = from;
    compress->waits = false;
    for (uint32_t i = from; done && i < top; i++) {
        node *x = compress->stack[i];
        bool hides = i + 1 < top && hides_body(compress, name, x);
        uint32_t parts = hides ? (uint32_t)x->open * x->n : 1;
        again[n] = x;
        if (hides)
            done = sx_compress_take_apart(compress, x, again + n);
        n += parts;
    }
    for (uint32_t i = 0; done && i < n; i++)
        done = add_again(compress, again[i]);
    return done;
}

bool sx_known_look_back(sx_compress *compress)
{
    known_bodies *k = &compress->bodies;
    uint32_t structure = compress->stack[compress->n - 1]->structure;
    uint64_t events = 0;
    bool fresh = k->fresh == structure && !k->again;
    k->fresh = 0;
    uint32_t from = fresh ? look_back(compress, structure >> 1, &events) : compress->n;
    if (from == compress->n)
        return true;
    k->spent += events;
    k->again = true;
    bool done = go_through_again(compress, structure >> 1, from);
    k->again = false;
    compress->grown = NULL;
    compress->predict->nstarts = 0;
    return done;
}
