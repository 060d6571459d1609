#include "trace/merge_parts.h"

#include "base/checked.h"

#include <stdlib.h>

/* What counts: matched events first; then that stretches which go into a loop have little in them that
 * the loop has not; then few of them. */
enum { MATCH = 1 << 20, STRANGER = MATCH / 4, ENTER = 1 };

/* Larger tables are worked on in windows of so many spots on each side. */
enum { WINDOW = 2048 };

/* Scores of pairs of loops, by their numbers. */
typedef struct pair_score {
    uint64_t key; /* 0: free */
    int64_t score;
} pair_score;

struct sx_align {
    sx_arena *arena; /* items and steps */
    uint32_t nloops[2];
    pair_score *pair;
    size_t npairs, size;
};

sx_align *sx_align_create(void)
{
    sx_align *align = calloc(1, sizeof *align);
    if (align && (align->arena = sx_arena_create()))
        return align;
    free(align);
    return NULL;
}

void sx_align_destroy(sx_align *align)
{
    if (!align)
        return;
    sx_arena_destroy(align->arena);
    free(align->pair);
    free(align);
}

/* Parameters belong to the key: an event either has one for all its ranks or for none. */
static void prepare_event(sx_item *item)
{
    const sx_node *node = item->node;
    item->key = sx_hash_add(sx_hash_add(1, node->op), node->site);
    for (uint32_t i = 0; i < node->nparams; i++)
        item->key = sx_hash_add(item->key, node->param[i].id);
    item->mask = UINT64_C(1) << (item->key >> 58);
    item->events = 1;
}

static bool prepare(sx_align *align, int side, const sx_block *block, sx_item **ret_item)
{
    sx_item *items = SX_NEW_ARRAY(align->arena, sx_item, block->n);
    if (!items)
        return false;
    for (size_t i = 0; i < block->n; i++) {
        sx_item *item = &items[i];
        item->node = block->node[i];
        if (item->node->kind == SX_NODE_EVENT) {
            prepare_event(item);
            continue;
        }
        item->loop = align->nloops[side]++;
        item->n = item->node->body.n;
        if (!prepare(align, side, &item->node->body, &item->body))
            return false;
        item->key = sx_hash_add(2, item->n);
        for (size_t k = 0; k < item->n; k++) {
            item->key = sx_hash_add(item->key, item->body[k].key);
            item->mask |= item->body[k].mask;
            item->events += item->body[k].events;
        }
    }
    *ret_item = items;
    return true;
}

sx_status sx_align_prepare(sx_align *align, int side, const sx_block *block,
                           sx_item **ret_item, sx_error *err)
{
    if (!prepare(align, side, block, ret_item))
        return sx_fail(err, SX_NOMEM, "out of memory");
    return SX_OK;
}

/* The same tree of operations, sites and parameters. Keys decide quickly, and only against. */
static bool same_structure(const sx_item *a, const sx_item *b)
{
    const sx_node *x = a->node, *y = b->node;
    if (a->key != b->key || x->kind != y->kind)
        return false;
    if (x->kind == SX_NODE_EVENT) {
        bool same = x->op == y->op && x->site == y->site && x->nparams == y->nparams;
        for (uint32_t i = 0; same && i < x->nparams; i++)
            same = x->param[i].id == y->param[i].id;
        return same;
    }
    for (size_t i = 0; i < a->n && a->n == b->n; i++)
        if (!same_structure(&a->body[i], &b->body[i]))
            return false;
    return a->n == b->n;
}

/* A side of the table: the nodes of a block in line, and after each loop that the other side may
 * enter, the line of its body. From a spot one goes to `next`, past its node, or to `enter`, into it.
 * All ways lead to greater numbers. */
typedef struct spot {
    const sx_item *item; /* NULL at the end of a line */
    uint32_t next, enter; /* enter 0: not possible */
    bool inside; /* a loop that the other side entered */
} spot;

typedef struct line {
    spot *spot;
    uint32_t n;
} line;

static size_t count_spots(const sx_item *item, size_t n, uint64_t other)
{
    size_t spots = n + 1;
    for (size_t i = 0; i < n; i++)
        if (item[i].node->kind == SX_NODE_LOOP && (item[i].mask & other))
            spots += count_spots(item[i].body, item[i].n, other);
    return spots;
}

/* `other` are the events of the other side. */
static void lay(line *l, const sx_item *item, size_t n, uint64_t other, bool inside)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t here = l->n++;
        l->spot[here] = (spot) { &item[i], 0, 0, inside };
        if (item[i].node->kind == SX_NODE_LOOP && (item[i].mask & other)) {
            l->spot[here].enter = l->n;
            lay(l, item[i].body, item[i].n, other, true);
        }
        l->spot[here].next = l->n;
    }
    uint32_t end = l->n++;
    l->spot[end] = (spot) { NULL, l->n, 0, inside };
}

/* best[u * b.n + v] is the best score of what follows the spots u of a and v of b. */
typedef struct table {
    sx_align *align;
    line a, b;
    int64_t *best;
    bool failed; /* out of memory */
} table;

static bool score_blocks(sx_align *align, const sx_item *a, size_t na, const sx_item *b,
                         size_t nb, int64_t *ret_score);

static pair_score *find_pair(sx_align *align, uint64_t key)
{
    size_t i = sx_hash_mix(key) & (align->size - 1);
    while (align->pair[i].key && align->pair[i].key != key)
        i = (i + 1) & (align->size - 1);
    return &align->pair[i];
}

static bool grow_pairs(sx_align *align)
{
    if (align->npairs < align->size / 2)
        return true;
    pair_score *old = align->pair;
    size_t size = align->size;
    pair_score *bigger = calloc(size ? 2 * size : 64, sizeof *bigger);
    if (!bigger)
        return false;
    align->pair = bigger;
    align->size = size ? 2 * size : 64;
    for (size_t i = 0; i < size; i++)
        if (old[i].key)
            *find_pair(align, old[i].key) = old[i];
    free(old);
    return true;
}

static bool score_loops(sx_align *align, const sx_item *a, const sx_item *b,
                        int64_t *ret_score)
{
    uint64_t key = ((uint64_t)a->loop << 32 | b->loop) + 1;
    pair_score *known = align->size ? find_pair(align, key) : NULL;
    if (known && known->key) {
        *ret_score = known->score;
        return true;
    }
    if (!score_blocks(align, a->body, a->n, b->body, b->n, ret_score) ||
        !grow_pairs(align))
        return false;
    *find_pair(align, key) = (pair_score) { key, *ret_score };
    align->npairs++;
    return true;
}

/* What it is worth to take the two nodes together; 0 when that cannot be. */
static int64_t match(table *t, const sx_item *a, const sx_item *b)
{
    int64_t score = 0;
    if (a->node->kind != b->node->kind || !(a->mask & b->mask))
        return 0;
    if (same_structure(a, b))
        return (int64_t)a->events * MATCH;
    if (a->node->kind == SX_NODE_EVENT)
        return 0;
    if (!score_loops(t->align, a, b, &score))
        t->failed = true;
    return score;
}

static int64_t best_at(const table *t, uint32_t u, uint32_t v)
{
    return t->best[(size_t)u * t->b.n + v];
}

static void offer(int64_t score, sx_step_kind kind, int64_t *best, sx_step_kind *ret_kind)
{
    if (score > *best) {
        *best = score;
        *ret_kind = kind;
    }
}

/* The best score from (u, v) and the first step towards it. Of equal ones the earlier in this order, so
 * that the nodes which go together are the leftmost. */
static int64_t best_step(table *t, uint32_t u, uint32_t v, sx_step_kind *ret_kind)
{
    const spot *a = &t->a.spot[u], *b = &t->b.spot[v];
    int64_t best = INT64_MIN;
    if (a->item && b->item) {
        int64_t score = match(t, a->item, b->item);
        if (score > 0)
            offer(score + best_at(t, a->next, b->next), SX_STEP_BOTH, &best, ret_kind);
    }
    if (a->enter && !b->inside)
        offer(best_at(t, a->enter, v) - ENTER, SX_STEP_ENTER_A, &best, ret_kind);
    if (b->enter && !a->inside)
        offer(best_at(t, u, b->enter) - ENTER, SX_STEP_ENTER_B, &best, ret_kind);
    if (a->inside && !a->item)
        offer(best_at(t, a->next, v), SX_STEP_LEAVE, &best, ret_kind);
    if (b->inside && !b->item)
        offer(best_at(t, u, b->next), SX_STEP_LEAVE, &best, ret_kind);
    if (a->item)
        offer(best_at(t, a->next, v) - (b->inside ? STRANGER : 0), SX_STEP_A, &best,
              ret_kind);
    if (b->item)
        offer(best_at(t, u, b->next) - (a->inside ? STRANGER : 0), SX_STEP_B, &best,
              ret_kind);
    return best == INT64_MIN ? 0 : best;
}

static void finish_table(table *t)
{
    free(t->a.spot);
    free(t->b.spot);
    free(t->best);
}

/* Both sides inside at once is never reached: only one follows the other's loop. */
static bool fill_table(table *t, const sx_item *a, size_t na, const sx_item *b, size_t nb,
                       uint64_t mask_a, uint64_t mask_b)
{
    t->a.spot = calloc(count_spots(a, na, mask_b), sizeof *t->a.spot);
    t->b.spot = calloc(count_spots(b, nb, mask_a), sizeof *t->b.spot);
    if (!t->a.spot || !t->b.spot)
        return false;
    lay(&t->a, a, na, mask_b, false);
    lay(&t->b, b, nb, mask_a, false);
    t->best = calloc((size_t)t->a.n * t->b.n, sizeof *t->best);
    if (!t->best)
        return false;
    for (uint32_t u = t->a.n; u-- > 0;)
        for (uint32_t v = t->b.n; v-- > 0;) {
            sx_step_kind kind;
            if (!t->a.spot[u].inside || !t->b.spot[v].inside)
                t->best[(size_t)u * t->b.n + v] = best_step(t, u, v, &kind);
        }
    return !t->failed;
}

/* Steps found so far; NULL .step and no growth where only the score is asked for. */
typedef struct path {
    bool wanted, failed;
    sx_step *step;
    size_t n, capacity;
} path;

static void add_step(path *p, sx_step_kind kind, const sx_item *a, const sx_item *b)
{
    if (!p->wanted || p->failed)
        return;
    if (p->n == p->capacity) {
        size_t capacity = p->capacity ? 2 * p->capacity : 64;
        sx_step *bigger = realloc(p->step, capacity * sizeof *bigger);
        if (!bigger) {
            p->failed = true;
            return;
        }
        p->step = bigger;
        p->capacity = capacity;
    }
    p->step[p->n++] = (sx_step) { kind, a, b };
}

/* Takes the first step from (*u, *v). */
static void follow_step(table *t, uint32_t *u, uint32_t *v, path *p)
{
    sx_step_kind kind = SX_STEP_BOTH;
    best_step(t, *u, *v, &kind);
    const spot *a = &t->a.spot[*u], *b = &t->b.spot[*v];
    bool leaves_a = kind == SX_STEP_LEAVE && a->inside;
    bool leaves_b = kind == SX_STEP_LEAVE && !a->inside;
    add_step(p, kind, a->item, b->item);
    if (kind == SX_STEP_BOTH || kind == SX_STEP_A || leaves_a)
        *u = a->next;
    if (kind == SX_STEP_BOTH || kind == SX_STEP_B || leaves_b)
        *v = b->next;
    if (kind == SX_STEP_ENTER_A)
        *u = a->enter;
    if (kind == SX_STEP_ENTER_B)
        *v = b->enter;
}

/* Follows the best way from the beginning until one side is at its end, or, with `half`, has less than
 * half left. How many nodes of each were taken comes back. */
static void follow(table *t, bool half, size_t *ret_a, size_t *ret_b, path *p)
{
    uint32_t u = 0, v = 0;
    uint32_t end_u = t->a.n - 1, end_v = t->b.n - 1;
    *ret_a = *ret_b = 0;
    while (u != end_u || v != end_v) {
        const spot *a = &t->a.spot[u], *b = &t->b.spot[v];
        bool outside = !a->inside && !b->inside;
        if (half && outside && (u > end_u / 2 || v > end_v / 2))
            break;
        uint32_t old_u = u, old_v = v;
        follow_step(t, &u, &v, p);
        *ret_a += u != old_u && !t->a.spot[u].inside;
        *ret_b += v != old_v && !t->b.spot[v].inside;
    }
    p->failed = p->failed || t->failed;
}

/* How many of the nodes make up a window. */
static size_t window_of(const sx_item *item, size_t n, uint64_t other)
{
    size_t spots = 0, taken = 0;
    while (taken < n) {
        spots += count_spots(item + taken, 1, other);
        if (spots > WINDOW && taken > 0)
            break;
        taken++;
    }
    return taken;
}

static uint64_t mask_of(const sx_item *item, size_t n)
{
    uint64_t mask = 0;
    for (size_t i = 0; i < n; i++)
        mask |= item[i].mask;
    return mask;
}

/* One window from the front of both; adds the score of what it took. */
static bool align_window(sx_align *align, const sx_item *a, size_t na, const sx_item *b,
                         size_t nb, size_t *ret_a, size_t *ret_b, int64_t *score, path *p)
{
    uint64_t mask_a = mask_of(a, na), mask_b = mask_of(b, nb);
    size_t wa = window_of(a, na, mask_b), wb = window_of(b, nb, mask_a);
    table t = { .align = align };
    if (count_spots(a, wa, mask_b) > 2 * WINDOW ||
        count_spots(b, wb, mask_a) > 2 * WINDOW)
        mask_a = mask_b = 0;
    bool fits = fill_table(&t, a, wa, b, wb, mask_a, mask_b);
    if (fits) {
        path own = { .wanted = false };
        follow(&t, wa < na || wb < nb, ret_a, ret_b, p->wanted ? p : &own);
        *score += best_at(&t, 0, 0);
        fits = !p->failed;
    }
    finish_table(&t);
    return fits;
}

static bool align_middle(sx_align *align, const sx_item *a, size_t na, const sx_item *b,
                         size_t nb, int64_t *score, path *p)
{
    while (na > 0 && nb > 0) {
        size_t taken_a, taken_b;
        if (!align_window(align, a, na, b, nb, &taken_a, &taken_b, score, p))
            return false;
        a += taken_a;
        na -= taken_a;
        b += taken_b;
        nb -= taken_b;
    }
    for (size_t i = 0; i < na; i++)
        add_step(p, SX_STEP_A, &a[i], NULL);
    for (size_t j = 0; j < nb; j++)
        add_step(p, SX_STEP_B, NULL, &b[j]);
    return true;
}

/* What is the same at both ends goes together: no other alignment matches more events. */
static bool align_blocks(sx_align *align, const sx_item *a, size_t na, const sx_item *b,
                         size_t nb, int64_t *ret_score, path *p)
{
    int64_t score = 0;
    size_t head = 0, tail = 0;
    for (; head < na && head < nb && same_structure(&a[head], &b[head]); head++) {
        add_step(p, SX_STEP_BOTH, &a[head], &b[head]);
        score += (int64_t)a[head].events * MATCH;
    }
    while (head + tail < na && head + tail < nb &&
           same_structure(&a[na - tail - 1], &b[nb - tail - 1]))
        score += (int64_t)a[na - ++tail].events * MATCH;
    if (!align_middle(align, a + head, na - head - tail, b + head, nb - head - tail,
                      &score, p))
        return false;
    for (size_t i = tail; i > 0; i--)
        add_step(p, SX_STEP_BOTH, &a[na - i], &b[nb - i]);
    *ret_score = score;
    return !p->failed;
}

static bool score_blocks(sx_align *align, const sx_item *a, size_t na, const sx_item *b,
                         size_t nb, int64_t *ret_score)
{
    path none = { .wanted = false };
    return align_blocks(align, a, na, b, nb, ret_score, &none);
}

sx_status sx_align_blocks(sx_align *align, const sx_item *a, size_t na, const sx_item *b,
                          size_t nb, const sx_step **ret_step, size_t *ret_n,
                          sx_error *err)
{
    path p = { .wanted = true };
    int64_t score;
    sx_step *step = NULL;
    if (align_blocks(align, a, na, b, nb, &score, &p))
        step = sx_arena_copy(align->arena, p.step, p.n, sizeof *step);
    free(p.step);
    if (!step)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_step = step;
    *ret_n = p.n;
    return SX_OK;
}
