/* Trips of a loop that differ in how often they enter its inner loops. A body in which a call is made
 * two times and more has an inner loop; a later trip that makes it once, or not at all, would look
 * different. So while the tail follows the body of a loop just below it, a single execution of what
 * the body has in an inner loop is put on the stack as that loop with one trip, and an inner loop that
 * is passed over as that loop with none. Folding then sees the structure it knows. */
#include "record/compress_node.h"

#include <stdlib.h>
#include <string.h>

/* An inner loop of more nodes is not put in with no trips, so that an event costs no more. */
enum { SKIPPED_NODES = 64, SKIPPED_LOOPS = 16 };

static const node *loop_of(const sx_compress *compress, progress at)
{
    return sx_compress_open_loop(compress->stack[at.position], at.level);
}

/* Is x, a structure, `next`, or what it begins with, at any level? */
static bool begins(const sx_compress *compress, uint32_t next, uint32_t x)
{
    while (next != x && next & 1)
        next = *(const uint32_t *)sx_intern_bytes(&compress->loops_of.item[next >> 1]);
    return next == x;
}

/* Does x fit after `at`? *ret_at is then with x. */
static bool fits(const sx_compress *compress, progress at, uint32_t x, progress *ret_at)
{
    if (!at.alive)
        return false;
    const node *loop = loop_of(compress, at);
    if (at.done >= loop->n)
        return false;
    const node *next = loop->body[at.done];
    if (at.inner) {
        if (inside(compress, next, at.inner) != x)
            return false;
        at.inner++;
    } else if (next->structure == x) {
        at.done++;
    } else if (is_loop(next) && inside(compress, next, 0) == x) {
        at.inner = 1;
    } else {
        return false;
    }
    *ret_at = at;
    return true;
}

/* Is x what comes when the inner loop after `at`, and perhaps some behind it, has no trip? Where these
 * end the body, x is what begins the next trip. */
static bool passes_over(const sx_compress *compress, progress at, uint32_t x)
{
    if (!at.alive || at.inner)
        return false;
    const node *loop = loop_of(compress, at);
    for (uint32_t i = at.done; i < loop->n && i < at.done + SKIPPED_LOOPS; i++) {
        const node *next = loop->body[i + 1 < loop->n ? i + 1 : 0];
        if (!is_loop(loop->body[i]) || loop->body[i]->weight > SKIPPED_NODES ||
            begins(compress, loop->body[i]->structure, x))
            return false;
        if (loop->n > 1 && begins(compress, next->structure, x))
            return true;
    }
    return false;
}

node *sx_compress_shape(sx_compress *compress, const node *x)
{
    node *shape = is_loop(x) ? sx_compress_loop_node(compress)
                             : sx_compress_event_node(compress, x->n);
    if (!shape)
        return NULL;
    memset(shape, 0, sizeof *shape);
    shape->structure = x->structure;
    shape->n = x->n;
    if (is_loop(x)) {
        shape->hash = x->hash;
        shape->weight = x->weight;
        shape->open = -1;
    }
    return shape;
}

/* Pushes the inner loop that is next as one that was entered and left at once. */
static bool push_empty(sx_compress *compress, progress at)
{
    node *empty = sx_compress_shape(compress, loop_of(compress, at)->body[at.done]);
    if (!empty)
        return false;
    empty->open = 0;
    at.done++;
    if (!sx_compress_push(compress, empty, at)) {
        free(empty);
        return false;
    }
    return sx_compress_fold(compress);
}

/* The newest nodes are the whole body of the inner loop that is next: they become it, with one trip. */
static bool wrap(sx_compress *compress, progress at)
{
    const node *inner = loop_of(compress, at)->body[at.done];
    uint32_t n = inner->n;
    node *loop = sx_compress_loop_node(compress), **body = malloc(n * sizeof(node *));
    if (!loop || !body) {
        free(loop);
        free(body);
        return false;
    }
    memset(loop, 0, sizeof *loop);
    loop->structure = inner->structure;
    loop->n = n;
    loop->hash = inner->hash;
    loop->weight = inner->weight;
    loop->open = 1;
    loop->body = body;
    memcpy(body, compress->stack + compress->n - n, n * sizeof *body);
    compress->n -= n;
    sx_fold_pop(&compress->fold, n);
    at.done++;
    at.inner = 0;
    if (sx_compress_push(compress, loop, at))
        return true;
    compress->n += n; /* so that they are freed with the others */
    free(body);
    free(loop);
    return false;
}

bool sx_compress_settle(sx_compress *compress)
{
    progress at = compress->progress[compress->n - 1];
    if (!at.alive || !at.inner || at.inner < loop_of(compress, at)->body[at.done]->n)
        return true;
    return wrap(compress, at);
}

/* Where the tail may be: in a trip of a loop that is the newest node itself, or ends it; or where the
 * newest node was. Innermost first. False when there is no more. */
static bool next_place(const sx_compress *compress, uint32_t *which, progress *ret_at)
{
    uint32_t top = compress->n - 1, levels = 0;
    const node *x = compress->stack[top];
    for (x = is_loop(x) ? x : NULL; x && x->body; x = last_loop(x))
        levels++;
    if (*which > levels)
        return false;
    uint32_t level = levels - *which;
    *ret_at =
        level ? (progress) { true, top, level - 1, 0, 0, 0 } : compress->progress[top];
    ++*which;
    return true;
}

/* Where x fits, if *ret_after is alive; else *ret_over is where it passes over an inner loop, if alive. */
static void find_place(const sx_compress *compress, uint32_t x, progress *ret_after,
                       progress *ret_over)
{
    progress at = { 0 };
    uint32_t which = 0;
    *ret_after = *ret_over = (progress) { 0 };
    while (compress->n && next_place(compress, &which, &at)) {
        if (fits(compress, at, x, ret_after))
            return;
        if (!ret_over->alive && passes_over(compress, at, x))
            *ret_over = at;
    }
}

progress sx_compress_after(const sx_compress *compress, const node *x)
{
    progress after, over;
    find_place(compress, x->structure, &after, &over);
    return after;
}

bool sx_compress_close(sx_compress *compress, uint32_t structure)
{
    progress after, over;
    while (compress->waits) {
        find_place(compress, structure, &after, &over);
        if (after.alive || over.alive)
            return true;
        if (!sx_compress_end(compress))
            return false;
    }
    return true;
}

bool sx_compress_put(sx_compress *compress, node *x)
{
    return sx_compress_close(compress, x->structure) &&
           sx_compress_push(compress, x, sx_compress_after(compress, x)) &&
           sx_compress_fold(compress);
}

/* Was it put in by push_empty? */
static bool is_passed_over(const node *x)
{
    return is_loop(x) && !x->body && x->open == 0 && !x->trips.length;
}

/* The tail turns out not to be one more trip of a loop: takes away the inner loops that it was thought to pass
 * over. O(nodes of it), each of which is pushed again at most once. */
static bool take_back(sx_compress *compress)
{
    node *again[SKIPPED_NODES];
    uint32_t top = compress->n, n = 0;
    uint32_t first = compress->progress[top - 1].position + 1;
    while (first < top && !is_passed_over(compress->stack[first]))
        first++;
    if (first == top || top - first > SKIPPED_NODES)
        return true;
    compress->n = first;
    compress->waits = false;
    sx_fold_pop(&compress->fold, top - first);
    for (uint32_t i = first; i < top; i++) {
        node *x = compress->stack[i];
        if (is_passed_over(x))
            sx_compress_release(compress, x);
        else
            again[n++] = x;
    }
    for (uint32_t i = 0; i < n; i++)
        if (!sx_compress_put(compress, again[i]))
            return false;
    return true;
}

bool sx_compress_place(sx_compress *compress, node *event)
{
    progress after, over;
    if (compress->waits && !sx_compress_close(compress, event->structure)) {
        free(event);
        return false;
    }
    find_place(compress, event->structure, &after, &over);
    if (!after.alive && !over.alive && compress->n &&
        compress->progress[compress->n - 1].alive) {
        if (!take_back(compress)) {
            free(event);
            return false;
        }
        find_place(compress, event->structure, &after, &over);
    }
    for (int i = 0; i < SKIPPED_LOOPS && !after.alive && over.alive; i++) {
        if (!push_empty(compress, over)) {
            free(event);
            return false;
        }
        find_place(compress, event->structure, &after, &over);
    }
    if (!sx_compress_push(compress, event, after)) {
        free(event);
        return false;
    }
    return sx_compress_fold(compress);
}
