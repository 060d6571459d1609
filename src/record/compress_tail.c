/* Inner loops that first made one trip. A loop whose first trips go once through an inner loop at their end looks as
 * if it had none there: `loop i { a; loop i { b } }` begins as a b a b b, of which a b is twice. So when the
 * end of the body of a loop comes once more right behind it, it was an inner loop of one trip. Only while the loop is
 * young: later, calls that look like its last ones are rather others. */
#include "record/compress_node.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_TAIL = 6, /* nodes */
    MOST_TRIPS = 4
};

/* Is it young, and does its body end with the newest n nodes? */
static bool ends_with_tail(const sx_compress *compress, const node *loop, uint32_t n)
{
    node *const *tail = compress->stack + compress->n - n;
    if (loop->n <= n || loop->open > MOST_TRIPS || loop->open < 1 || loop->trips.length ||
        !loop->body)
        return false;
    for (uint32_t i = n; i-- > 0;)
        if (inside(compress, loop, loop->n - n + i) != tail[i]->structure)
            return false;
    return true;
}

/* The newest nodes that are the end of the loop just before them, or 0. */
static uint32_t find_tail(const sx_compress *compress)
{
    uint32_t top = compress->n - 1, most = top < MOST_TAIL ? top : MOST_TAIL;
    for (uint32_t n = 1; n <= most; n++) {
        const node *loop = compress->stack[top - n];
        if (is_loop(loop) && ends_with_tail(compress, loop, n))
            return n;
    }
    return 0;
}

/* A loop of what the last n nodes of the body had in every trip, and of the newest n nodes. */
static node *loop_of_tail(sx_compress *compress, node *loop, uint32_t n)
{
    node **tail = loop->body + loop->n - n;
    node *inner = sx_compress_new_loop(compress, tail, n);
    if (!inner)
        return NULL;
    inner->open = -1;
    bool done = sx_compress_enter_loop(inner, 1, (uint64_t)loop->open);
    inner->open = 2;
    for (uint32_t i = 0; done && i < n; i++)
        done =
            sx_compress_absorb(compress, tail[i], compress->stack[compress->n - n + i]);
    for (uint32_t i = 0; i < n; i++)
        sx_compress_release(compress, compress->stack[--compress->n]);
    sx_fold_pop(&compress->fold, n);
    loop->n -= n - 1;
    loop->body[loop->n - 1] = inner;
    return done ? inner : NULL;
}

/* Puts the newest loop, of another body now, in its place. */
static bool renew(sx_compress *compress)
{
    node *old = compress->stack[--compress->n];
    sx_fold_pop(&compress->fold, 1);
    node *loop = sx_compress_new_loop(compress, old->body, old->n);
    if (loop) {
        loop->open = old->open;
        free(old->body);
        old->body = NULL;
    }
    sx_compress_release(compress, old);
    return loop && sx_known_add(compress, loop) &&
           sx_compress_push(compress, loop, sx_compress_after(compress, loop));
}

bool sx_compress_loop_tail(sx_compress *compress, bool *ret_folded)
{
    bool may = !compress->waits && !compress->progress[compress->n - 1].alive;
    uint32_t n = may ? find_tail(compress) : 0;
    *ret_folded = n > 0;
    if (!n)
        return true;
    node *loop = compress->stack[compress->n - n - 1];
    sx_known_forget(&compress->bodies, loop);
    node *inner = loop_of_tail(compress, loop, n);
    compress->grown = NULL;
    compress->predict->nstarts = 0;
    return inner && sx_known_add(compress, inner) && renew(compress);
}
