#include "record/flow.h"

#include "record/surprise.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_NEXT = 24, /* symbols behind one */
    MOST_SYMBOLS = 1024, /* in a block: they are gone through recursively */
    MOST_LEVELS = 32
};

/* Symbols in a row; of a word, by its place among the words of a block. */
typedef struct stretch {
    uint32_t begin, end, word;
} stretch;

typedef struct flow {
    sx_arena *arena;
    uint64_t *weight; /* not NULL: nothing is made, but weighed */
    const uint32_t *symbol;
    sx_flow_cut cut;
    uint32_t *
        place; /* by symbol: its place in the block that was looked at last, or a count */
    uint8_t *ends; /* by symbol: whether a stretch begins or ends with it */
} flow;

/* A symbol of a block: a node of the graph. */
typedef struct vertex {
    uint32_t symbol, nnext, next[MOST_NEXT];
    uint32_t order, low; /* of Tarjan's search; 0: not found yet */
    uint32_t part; /* + 1, of those found last in the program; 0: none yet */
} vertex;

/* What lies on circles together, or one symbol. */
typedef struct part {
    bool loop;
    uint32_t symbol;
    uint32_t n, first; /* its stretches */
} part;

/* Words are gone through alike: what they have comes in the order of the parts, once or not at all. */
typedef struct block {
    flow *f;
    const stretch *word;
    uint32_t nwords, nvertices, nparts;
    vertex *vertex;
    uint32_t *open, nopen, found; /* of Tarjan's search */
    part *part;
    stretch *stretch;
} block;

static bool find_vertex(block *b, uint32_t symbol, uint32_t *capacity, uint32_t *ret_at)
{
    uint32_t at = b->f->place[symbol];
    if (at < b->nvertices && b->vertex[at].symbol == symbol) {
        *ret_at = at;
        return true;
    }
    if (b->nvertices == *capacity) {
        uint32_t more = *capacity ? 2 * *capacity : 16;
        vertex *all =
            more <= MOST_SYMBOLS ? realloc(b->vertex, more * sizeof *all) : NULL;
        if (!all)
            return false;
        b->vertex = all;
        *capacity = more;
    }
    at = b->f->place[symbol] = b->nvertices++;
    b->vertex[at] = (vertex) { .symbol = symbol };
    *ret_at = at;
    return true;
}

static bool follow(vertex *v, uint32_t next)
{
    uint32_t i = 0;
    while (i < v->nnext && v->next[i] != next)
        i++;
    if (i == MOST_NEXT)
        return false;
    v->next[i] = next;
    v->nnext += i == v->nnext;
    return true;
}

static bool make_graph(block *b)
{
    uint32_t capacity = 0;
    for (uint32_t w = 0; w < b->nwords; w++) {
        uint32_t last = 0, at;
        for (uint32_t i = b->word[w].begin; i < b->word[w].end; i++, last = at)
            if (!find_vertex(b, b->f->symbol[i], &capacity, &at) ||
                (i > b->word[w].begin && !follow(&b->vertex[last], at)))
                return false;
    }
    return true;
}

/* Tarjan's search for what lies on circles together. The part that is found first comes last in the program. */
static void search(block *b, uint32_t at)
{
    vertex *v = &b->vertex[at];
    v->order = v->low = ++b->found;
    b->open[b->nopen++] = at;
    for (uint32_t i = v->nnext; i-- > 0;) {
        vertex *next = &b->vertex[v->next[i]];
        if (!next->order)
            search(b, v->next[i]);
        if (!next->part && next->low < v->low)
            v->low = next->low;
    }
    if (v->low < v->order)
        return;
    part *p = &b->part[b->nparts++];
    *p = (part) { .symbol = v->symbol, .loop = b->open[b->nopen - 1] != at };
    for (uint32_t i = 0; i < v->nnext; i++)
        p->loop = p->loop || v->next[i] == at;
    do
        b->vertex[b->open[--b->nopen]].part = b->nparts;
    while (b->open[b->nopen] != at);
}

static bool find_parts(block *b)
{
    b->open = malloc(b->nvertices * sizeof *b->open);
    b->part = malloc(b->nvertices * sizeof *b->part);
    if (!b->open || !b->part)
        return false;
    for (uint32_t at = b->nvertices; at-- > 0;)
        if (!b->vertex[at].order)
            search(b, at);
    for (uint32_t i = 0; 2 * i + 1 < b->nparts; i++) {
        part first = b->part[i];
        b->part[i] = b->part[b->nparts - 1 - i];
        b->part[b->nparts - 1 - i] = first;
    }
    return true;
}

static uint32_t part_at(const block *b, uint32_t i)
{
    return b->nparts - b->vertex[b->f->place[b->f->symbol[i]]].part;
}

/* Cuts the words into stretches of their parts, in the order of the words. */
static bool find_stretches(block *b)
{
    uint32_t total = 0;
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (uint32_t w = 0; w < b->nwords; w++) {
            uint32_t end = b->word[w].end;
            for (uint32_t i = b->word[w].begin, from = i; i < end; from = i) {
                part *p = &b->part[part_at(b, i)];
                while (i < end && &b->part[part_at(b, i)] == p)
                    i++;
                if (pass)
                    b->stretch[p->first + p->n] = (stretch) { from, i, w };
                p->n++;
            }
        }
        for (uint32_t p = 0; !pass && p < b->nparts; p++) {
            b->part[p].first = total;
            total += b->part[p].n;
            b->part[p].n = 0;
        }
        if (!pass && !(b->stretch = malloc(total * sizeof *b->stretch)))
            return false;
    }
    return true;
}

/* ---- trips ---- */

enum { BEGINS = 1, ENDS = 2 };

static uint32_t end_of(const flow *f, const stretch *s, uint8_t which)
{
    return f->symbol[which == BEGINS ? s->begin : s->end - 1];
}

/* Marks what begins, or ends, the stretches of a part; all, or what does so most often. How many that are. */
static uint32_t mark_ends(flow *f, const stretch *of, uint32_t n, uint8_t which, bool all)
{
    uint32_t most = 0, marked = 0, symbol = end_of(f, of, which);
    for (uint32_t i = 0; i < n; i++)
        f->place[end_of(f, &of[i], which)] = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t this = end_of(f, &of[i], which), count = ++f->place[this];
        symbol = count > most ? this : symbol;
        most = count > most ? count : most;
        marked += count == 1;
        if (all)
            f->ends[this] |= which;
    }
    f->ends[symbol] |= which;
    return marked;
}

static void clear_ends(flow *f, const stretch *of, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        f->ends[end_of(f, &of[i], BEGINS)] = f->ends[end_of(f, &of[i], ENDS)] = 0;
}

static bool is_cut(const flow *f, uint32_t i, sx_flow_cut cut)
{
    bool ends = f->ends[f->symbol[i - 1]] & ENDS;
    bool begins = f->ends[f->symbol[i]] & BEGINS;
    return cut == SX_FLOW_BETWEEN  ? ends && begins
           : cut == SX_FLOW_BEFORE ? begins
                                   : ends;
}

/* Cuts stretches into trips, which are words of the body, and counts them by word. Where that cuts nothing, as it may
 * between ends and beginnings, another way does. */
static stretch *cut_trips(flow *f, const stretch *of, uint32_t n, sx_flow_cut cut,
                          int64_t *trips, uint32_t *ret_n)
{
    uint32_t total = 0, symbols = 0;
    bool begins = mark_ends(f, of, n, BEGINS, cut == SX_FLOW_BETWEEN) == 1;
    bool ends = mark_ends(f, of, n, ENDS, cut == SX_FLOW_BETWEEN) == 1;
    if (cut == SX_FLOW_BETWEEN && (begins || ends))
        cut = begins ? SX_FLOW_BEFORE : SX_FLOW_AFTER;
    for (uint32_t i = 0; i < n; i++)
        symbols += of[i].end - of[i].begin;
    stretch *trip = malloc(symbols * sizeof *trip);
    for (uint32_t i = 0; trip && i < n; i++) {
        uint32_t first = total, from = of[i].begin;
        for (uint32_t at = from + 1; at <= of[i].end; at++) {
            if (at < of[i].end && !is_cut(f, at, cut))
                continue;
            trip[total++] = (stretch) { from, at, 0 };
            from = at;
        }
        trips[of[i].word] = total - first;
    }
    clear_ends(f, of, n);
    *ret_n = total;
    if (!trip || total > n || cut != SX_FLOW_BETWEEN)
        return trip;
    free(trip);
    return cut_trips(f, of, n, SX_FLOW_BEFORE, trips, ret_n);
}

/* ---- the program ---- */

static bool make_block(flow *f, const stretch *word, uint32_t nwords, uint32_t level,
                       sx_block *ret_block);

static bool add_event(const flow *f, uint32_t symbol, sx_block *to)
{
    if (f->weight) {
        *f->weight += SX_FLOW_EVENT;
        return true;
    }
    sx_node *node = to->node[to->n++] = SX_NEW(f->arena, sx_node);
    if (node)
        *node = (sx_node) { .kind = SX_NODE_EVENT, .site = symbol };
    return node;
}

static bool add_loop(const flow *f, const int64_t *trips, uint32_t n, sx_block body,
                     sx_block *to)
{
    if (f->weight) {
        *f->weight += SX_FLOW_LOOP + sx_surprise_count(trips, n);
        return true;
    }
    sx_node *node = to->node[to->n++] = SX_NEW(f->arena, sx_node);
    sx_piece *piece = SX_NEW(f->arena, sx_piece);
    const sx_seq *seq = sx_seq_from_values(f->arena, trips, n, true);
    if (!node || !piece || !seq)
        return false;
    *piece = (sx_piece) { .all = true, .seq = seq };
    *node = (sx_node) { .kind = SX_NODE_LOOP, .body = body };
    node->ranks.kind = SX_DOMAIN_ALL;
    node->trips = (sx_value) { .kind = SX_VALUE_PIECES, .npieces = 1, .piece = piece };
    return true;
}

/* A loop with the trips of the stretches of this part. */
static bool add_circles(block *b, const part *p, int64_t *trips, uint32_t level,
                        sx_block *to)
{
    sx_block body = { 0 };
    uint32_t n;
    stretch *trip = cut_trips(b->f, b->stretch + p->first, p->n, b->f->cut, trips, &n);
    bool done = trip && make_block(b->f, trip, n, level + 1, &body) &&
                add_loop(b->f, trips, b->nwords, body, to);
    free(trip);
    return done;
}

/* Parts that the same words have, and not all of them, are in one loop of one trip or none. */
static uint32_t count_alike(const block *b, uint32_t first)
{
    const part *p = &b->part[first];
    uint32_t n = 1;
    while (first + n < b->nparts && p[n].n == p->n) {
        for (uint32_t i = 0; i < p->n; i++)
            if (b->stretch[p->first + i].word != b->stretch[p[n].first + i].word)
                return n;
        n++;
    }
    return n;
}

static bool add_optional(block *b, uint32_t first, uint32_t n, int64_t *trips,
                         uint32_t level, sx_block *to)
{
    const part *p = &b->part[first], *last = p + n - 1;
    sx_block body = { 0 };
    stretch *trip = malloc(p->n * sizeof *trip);
    for (uint32_t i = 0; trip && i < p->n; i++) {
        const stretch *from = &b->stretch[p->first + i];
        trip[i] = (stretch) { from->begin, b->stretch[last->first + i].end, 0 };
        trips[from->word] = 1;
    }
    bool done = trip && make_block(b->f, trip, p->n, level + 1, &body) &&
                add_loop(b->f, trips, b->nwords, body, to);
    free(trip);
    return done;
}

static bool add_parts(block *b, uint32_t level, sx_block *to)
{
    int64_t *trips = calloc(b->nwords, sizeof *trips);
    bool done = trips;
    for (uint32_t i = 0, n; done && i < b->nparts; i += n) {
        const part *p = &b->part[i];
        bool optional = p->n < b->nwords;
        n = optional ? count_alike(b, i) : 1;
        memset(trips, 0, b->nwords * sizeof *trips);
        if (optional && (n > 1 || !p->loop))
            done = add_optional(b, i, n, trips, level, to);
        else if (p->loop)
            done = add_circles(b, p, trips, level, to);
        else
            done = add_event(b->f, p->symbol, to);
    }
    free(trips);
    return done;
}

/* Words whose vertices, edges or number are more than those of a trip of the loop around become ever fewer, so that this
 * ends. */
static bool make_block(flow *f, const stretch *word, uint32_t nwords, uint32_t level,
                       sx_block *ret_block)
{
    block b = { .f = f, .word = word, .nwords = nwords };
    bool done =
        level < MOST_LEVELS && make_graph(&b) && find_parts(&b) && find_stretches(&b);
    if (done && !f->weight)
        done = (ret_block->node = SX_NEW_ARRAY(f->arena, sx_node *, b.nparts));
    done = done && add_parts(&b, level, ret_block);
    free(b.vertex);
    free(b.open);
    free(b.part);
    free(b.stretch);
    return done;
}

static bool run(flow *f, uint32_t n, uint32_t nsymbols, sx_block *ret_program)
{
    stretch all = { 0, n, 0 };
    f->place = calloc(nsymbols, sizeof *f->place);
    f->ends = calloc(nsymbols, sizeof *f->ends);
    bool done = f->place && f->ends && make_block(f, &all, 1, 0, ret_program);
    free(f->place);
    free(f->ends);
    return done;
}

bool sx_flow_program(sx_arena *arena, const uint32_t *symbol, uint32_t n,
                     uint32_t nsymbols, sx_flow_cut cut, sx_block *ret_program)
{
    flow f = { .arena = arena, .symbol = symbol, .cut = cut };
    *ret_program = (sx_block) { 0 };
    return run(&f, n, nsymbols, ret_program);
}

bool sx_flow_weigh(const uint32_t *symbol, uint32_t n, uint32_t nsymbols, sx_flow_cut cut,
                   uint64_t *ret_weight)
{
    sx_block none = { 0 };
    flow f = { .symbol = symbol, .cut = cut, .weight = ret_weight };
    *ret_weight = 0;
    return run(&f, n, nsymbols, &none);
}
