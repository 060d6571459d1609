#include "align/moved.h"

#include <stdlib.h>
#include <string.h>

typedef struct token {
    enum { CALL, OPEN, CLOSE } kind;
    const sx_node *node; /* NULL at a loop's end */
} token;

typedef struct pair {
    uint32_t own, other; /* call sites */
    size_t met, place; /* how many calls of both met, and where the first did */
} pair;

typedef struct finder {
    const sx_trace *first, *trace;
    token *a, *b;
    size_t na, nb;
    uint8_t *
        step; /* by place in a, then in b: the last step of the best alignment up to there */
    pair *pair;
    size_t npairs;
} finder;

enum { SKIP_A, SKIP_B, MEET };

static bool has_frame(const sx_trace *a, uint32_t i, const sx_trace *b,
                      const sx_frame *frame)
{
    bool found = false;
    for (uint32_t f = 0; f < a->site[i].n && !found; f++)
        found =
            a->site[i].frame[f].offset == frame->offset &&
            strcmp(a->module[a->site[i].frame[f].module], b->module[frame->module]) == 0;
    return found;
}

/* The same call, by the same callers, where these call themselves more often or in another order: each scale has its own depth of recursion. */
static bool recurses_alike(const sx_trace *a, uint32_t i, const sx_trace *b, uint32_t k)
{
    const sx_site *x = &a->site[i], *y = &b->site[k];
    bool alike = x->n && y->n && x->frame[0].offset == y->frame[0].offset;
    for (uint32_t f = 0; f < x->n && alike; f++)
        alike = has_frame(b, k, a, &x->frame[f]);
    for (uint32_t f = 0; f < y->n && alike; f++)
        alike = has_frame(a, i, b, &y->frame[f]);
    return alike;
}

bool sx_moved_is_same_build(const sx_trace *a, const sx_trace *b)
{
    size_t common = 0, known_a = 0, known_b = 0;
    for (uint32_t i = 0; i < a->nsites; i++)
        known_a += a->site[i].n > 0;
    for (uint32_t k = 0; k < b->nsites; k++) {
        bool found = false;
        for (uint32_t i = 0; b->site[k].n && !found && i < a->nsites; i++)
            found = recurses_alike(a, i, b, k);
        common += found;
        known_b += b->site[k].n > 0;
    }
    return 2 * common >= (known_a < known_b ? known_a : known_b);
}

static size_t count_tokens(const sx_block *block)
{
    size_t n = 0;
    for (size_t i = 0; i < block->n; i++)
        n += block->node[i]->kind == SX_NODE_LOOP
                 ? 2 + count_tokens(&block->node[i]->body)
                 : 1;
    return n;
}

static token *list_tokens(const sx_block *block, token *to)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        bool loop = node->kind == SX_NODE_LOOP;
        *to++ = (token) { loop ? OPEN : CALL, node };
        if (loop) {
            to = list_tokens(&node->body, to);
            *to++ = (token) { CLOSE, NULL };
        }
    }
    return to;
}

/* How well two places go together; 0: they do not. */
static int32_t worth(const finder *f, const token *a, const token *b)
{
    if (a->kind != b->kind)
        return 0;
    if (a->kind != CALL)
        return 1;
    if (a->node->op != b->node->op)
        return 0;
    return 4 + 2 * (sx_node_present(a->node) == sx_node_present(b->node)) +
           sx_site_same(f->first, a->node->site, f->trace, b->node->site);
}

/* The best alignment up to each pair of places. */
static bool align(finder *f, sx_arena *arena)
{
    size_t width = f->nb + 1;
    int32_t *above = SX_NEW_ARRAY(arena, int32_t, width),
            *row = SX_NEW_ARRAY(arena, int32_t, width);
    f->step = SX_NEW_ARRAY(arena, uint8_t, (f->na + 1) * width);
    if (!above || !row || !f->step)
        return false;
    for (size_t i = 1; i <= f->na; i++) {
        row[0] = 0;
        for (size_t k = 1; k <= f->nb; k++) {
            int32_t w = worth(f, &f->a[i - 1], &f->b[k - 1]);
            int32_t meet = w > 0 ? above[k - 1] + w : -1;
            bool down = above[k] >= row[k - 1];
            row[k] = down ? above[k] : row[k - 1];
            f->step[i * width + k] = down ? SKIP_A : SKIP_B;
            if (meet >= row[k]) {
                row[k] = meet;
                f->step[i * width + k] = MEET;
            }
        }
        int32_t *swap = above;
        above = row;
        row = swap;
    }
    return true;
}

static void meet(finder *f, uint32_t own, uint32_t other, size_t place)
{
    size_t i = 0;
    while (i < f->npairs && (f->pair[i].own != own || f->pair[i].other != other))
        i++;
    if (i == f->npairs)
        f->pair[f->npairs++] = (pair) { .own = own, .other = other };
    f->pair[i].met++;
    f->pair[i].place = place; /* places are seen from the last to the first */
}

static void collect(finder *f)
{
    size_t i = f->na, k = f->nb;
    while (i > 0 && k > 0) {
        uint8_t step = f->step[i * (f->nb + 1) + k];
        if (step == MEET && f->a[i - 1].kind == CALL)
            meet(f, f->b[k - 1].node->site, f->a[i - 1].node->site, k);
        i -= step != SKIP_B;
        k -= step != SKIP_A;
    }
}

static int by_meetings(const void *a, const void *b)
{
    const pair *x = a, *y = b;
    if (x->met != y->met)
        return x->met > y->met ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* other_of[call site of the trace]: the one in the first, or UINT32_MAX. */
static size_t choose(finder *f, uint32_t *other_of, bool *taken)
{
    size_t found = 0;
    memset(other_of, 0xff, f->trace->nsites * sizeof *other_of);
    qsort(f->pair, f->npairs, sizeof *f->pair, by_meetings);
    for (size_t i = 0; i < f->npairs; i++) {
        const pair *p = &f->pair[i];
        if (other_of[p->own] != UINT32_MAX || taken[p->other])
            continue;
        other_of[p->own] = p->other;
        taken[p->other] = true;
        found++;
    }
    return found;
}

/* The modules of the first trace and, where a call site was not found, those of the own one under another name. */
static sx_status rewrite(sx_arena *arena, const sx_trace *first, const uint32_t *other_of,
                         size_t found, sx_trace *trace)
{
    size_t n = first->nmodules + (found < trace->nsites ? trace->nmodules : 0);
    const char **module = SX_NEW_ARRAY(arena, const char *, n);
    sx_site *site = SX_NEW_ARRAY(arena, sx_site, trace->nsites);
    if (!module || !site)
        return SX_NOMEM;
    for (size_t m = 0; m < n; m++) {
        module[m] = m < first->nmodules
                        ? first->module[m]
                        : sx_arena_printf(arena, "%s (another build)",
                                          trace->module[m - first->nmodules]);
        if (!module[m])
            return SX_NOMEM;
    }
    for (size_t i = 0; i < trace->nsites; i++) {
        if (other_of[i] != UINT32_MAX) {
            site[i] = first->site[other_of[i]];
            continue;
        }
        sx_frame *frame = SX_NEW_ARRAY(arena, sx_frame, trace->site[i].n);
        if (!frame)
            return SX_NOMEM;
        for (uint32_t k = 0; k < trace->site[i].n; k++) {
            frame[k] = trace->site[i].frame[k];
            frame[k].module += (uint32_t)first->nmodules;
        }
        site[i] = (sx_site) { trace->site[i].n, frame };
    }
    trace->module = module;
    trace->nmodules = n;
    trace->site = site;
    return SX_OK;
}

static sx_status find(sx_arena *scratch, finder *f, uint32_t **ret_other,
                      size_t *ret_found)
{
    f->a = SX_NEW_ARRAY(scratch, token, f->na);
    f->b = SX_NEW_ARRAY(scratch, token, f->nb);
    f->pair = SX_NEW_ARRAY(scratch, pair, f->na < f->nb ? f->na : f->nb);
    bool *taken = SX_NEW_ARRAY(scratch, bool, f->first->nsites);
    *ret_other = SX_NEW_ARRAY(scratch, uint32_t, f->trace->nsites);
    if (!f->a || !f->b || !f->pair || !taken || !*ret_other)
        return SX_NOMEM;
    list_tokens(&f->first->program, f->a);
    list_tokens(&f->trace->program, f->b);
    if (!align(f, scratch))
        return SX_NOMEM;
    collect(f);
    *ret_found = choose(f, *ret_other, taken);
    return SX_OK;
}

sx_status sx_moved_find(sx_arena *arena, const sx_trace *first, sx_trace *trace,
                        size_t *ret_moved, sx_error *err)
{
    finder f = { .first = first, .trace = trace };
    f.na = count_tokens(&first->program);
    f.nb = count_tokens(&trace->program);
    *ret_moved = 0;
    if (!sx_trace_same_program(first, trace) || sx_moved_is_same_build(first, trace) ||
        f.na + 1 > SX_MOVED_LIMIT / (f.nb + 1))
        return SX_OK;
    sx_arena *scratch = sx_arena_create();
    uint32_t *other_of;
    size_t found = 0;
    size_t fewer = first->nsites < trace->nsites ? first->nsites : trace->nsites;
    sx_status st = scratch ? find(scratch, &f, &other_of, &found) : SX_NOMEM;
    if (!st && found > 0 && 4 * found >= 3 * fewer)
        st = rewrite(arena, first, other_of, found, trace);
    else
        found = 0;
    sx_arena_destroy(scratch);
    if (st)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_moved = found;
    return SX_OK;
}
