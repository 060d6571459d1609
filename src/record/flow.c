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

/* Where a loop is cut into trips. */
typedef enum cut {
    BETWEEN, /* after what it ends with, before what it begins with */
    BEFORE, /* before what it begins with most often */
    AFTER, /* after what it ends with most often */
    CUTS
} cut;

typedef struct flow {
    const sx_flow_input *in;
    sx_arena *arena;
    uint64_t *weight; /* not NULL: nothing is made, but weighed .. */
    uint64_t most; /* .. until it is more than this */
    uint64_t tries; /* that are left */
    uint32_t *
        place; /* by symbol: its place in the block that was looked at last, or a count */
    uint8_t *ends; /* by symbol: whether a stretch begins or ends with it */
    uint32_t *counter; /* by loop around and entry */
    uint32_t *at; /* scratch */
} flow;

/* Where a block is. */
typedef struct position {
    uint32_t level, loops; /* around; the latter without those of one trip or none */
} position;

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
            if (!find_vertex(b, b->f->in->symbol[i], &capacity, &at) ||
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
    return b->nparts - b->vertex[b->f->place[b->f->in->symbol[i]]].part;
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
    return f->in->symbol[which == BEGINS ? s->begin : s->end - 1];
}

/* Marks what begins, or ends, the stretches of a part; all, or what does so most often. How many symbols do. */
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

static bool is_cut(const flow *f, uint32_t i, cut way)
{
    bool ends = f->ends[f->in->symbol[i - 1]] & ENDS;
    bool begins = f->ends[f->in->symbol[i]] & BEGINS;
    return way == BETWEEN ? ends && begins : way == BEFORE ? begins : ends;
}

/* A loop in trips, which are words of its body; how many each word has. */
typedef struct trips {
    stretch *of;
    uint32_t n;
    int64_t *in_word;
    uint32_t nwords;
    bool one_begin, one_end; /* of its stretches */
} trips;

static uint32_t count_symbols(const stretch *of, uint32_t n)
{
    uint32_t symbols = 0;
    for (uint32_t i = 0; i < n; i++)
        symbols += of[i].end - of[i].begin;
    return symbols;
}

static void cut_trips(flow *f, const stretch *of, uint32_t n, cut way, trips *to)
{
    to->one_begin = mark_ends(f, of, n, BEGINS, way == BETWEEN) == 1;
    to->one_end = mark_ends(f, of, n, ENDS, way == BETWEEN) == 1;
    memset(to->in_word, 0, to->nwords * sizeof *to->in_word);
    to->n = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t first = to->n, from = of[i].begin;
        for (uint32_t at = from + 1; at <= of[i].end; at++) {
            if (at < of[i].end && !is_cut(f, at, way))
                continue;
            to->of[to->n++] = (stretch) { from, at, 0 };
            from = at;
        }
        to->in_word[of[i].word] = to->n - first;
    }
    clear_ends(f, of, n);
}

/* ---- the program ---- */

static bool make_block(flow *f, const stretch *word, uint32_t nwords, position where,
                       sx_block *ret_block);

static sx_line_counters counters_of(const flow *f, position where)
{
    sx_line_counters counters = { .n = where.loops < SX_LINE_COUNTERS
                                           ? where.loops
                                           : SX_LINE_COUNTERS };
    for (uint32_t i = 0; i < counters.n; i++)
        counters.counter[i] = f->counter + (size_t)i * f->in->n;
    return counters;
}

/* Of the loop around a body. */
static void count_trips(const flow *f, const trips *t, position body)
{
    if (body.loops > SX_LINE_COUNTERS)
        return;
    uint32_t *counter = f->counter + (size_t)(body.loops - 1) * f->in->n, at = 0;
    for (uint32_t w = 0; w < t->nwords; w++)
        for (uint32_t k = 0; k < t->in_word[w]; k++, at++)
            for (uint32_t i = t->of[at].begin; i < t->of[at].end; i++)
                counter[i] = k;
}

static bool add_event(block *b, const part *p, position where, sx_block *to)
{
    flow *f = b->f;
    const sx_flow_values *values = &f->in->values;
    if (f->weight && values->weigh) {
        sx_line_counters counters = counters_of(f, where);
        for (uint32_t i = 0; i < p->n; i++)
            f->at[i] = b->stretch[p->first + i].begin;
        *f->weight += values->weigh(values->context, p->symbol, f->at, p->n, &counters);
    }
    if (f->weight)
        return true;
    sx_node *node = to->node[to->n++] = SX_NEW(f->arena, sx_node);
    if (node)
        *node = (sx_node) { .kind = SX_NODE_EVENT, .site = p->symbol };
    return node;
}

/* How irregular it is how often words go through a loop. */
static uint64_t weigh_trips(const block *b, const int64_t *n, position where)
{
    uint64_t surprises = sx_surprise_count(n, b->nwords);
    if (surprises <= 1)
        return surprises;
    sx_line_counters counters = counters_of(b->f, where);
    uint32_t terms;
    for (uint32_t w = 0; w < b->nwords; w++)
        b->f->at[w] = b->word[w].begin;
    bool line = sx_line_fits(&counters, b->f->at, n, b->nwords, &terms);
    return line && terms < surprises ? terms : surprises;
}

static bool add_loop(const block *b, const int64_t *n, position where, sx_block body,
                     sx_block *to)
{
    const flow *f = b->f;
    if (f->weight) {
        *f->weight += SX_FLOW_LOOP + weigh_trips(b, n, where);
        return true;
    }
    sx_node *node = to->node[to->n++] = SX_NEW(f->arena, sx_node);
    sx_piece *piece = SX_NEW(f->arena, sx_piece);
    const sx_seq *seq = sx_seq_from_values(f->arena, n, b->nwords, true);
    if (!node || !piece || !seq)
        return false;
    *piece = (sx_piece) { .all = true, .seq = seq };
    *node = (sx_node) { .kind = SX_NODE_LOOP, .body = body };
    node->ranks.kind = SX_DOMAIN_ALL;
    node->trips = (sx_value) { .kind = SX_VALUE_PIECES, .npieces = 1, .piece = piece };
    return true;
}

/* A loop with the trips of the stretches of this part. */
static bool add_cut(block *b, const part *p, cut way, trips *t, position where,
                    sx_block *to)
{
    position inside = { where.level + 1, where.loops + 1 };
    sx_block body = { 0 };
    cut_trips(b->f, b->stretch + p->first, p->n, way, t);
    count_trips(b->f, t, inside);
    return make_block(b->f, t->of, t->n, inside, &body) &&
           add_loop(b, t->in_word, where, body, to);
}

/* UINT64_MAX for more than `most`. */
static uint64_t weigh_cut(block *b, const part *p, cut way, trips *t, position where,
                          uint64_t most)
{
    flow *f = b->f;
    uint64_t *outer = f->weight, outer_most = f->most, weight = 0;
    f->weight = &weight;
    f->most = most;
    bool fits = add_cut(b, p, way, t, where, NULL);
    f->weight = outer;
    f->most = outer_most;
    return fits && weight <= most ? weight : UINT64_MAX;
}

/* The ways that cut something, and differ, first what looks well. What is cut between is cut before a single beginning, too: if
 * that is as many they are the same. */
static uint32_t find_cuts(block *b, const part *p, trips *t, cut *ret_cut)
{
    uint32_t n = 0, between = 0;
    for (cut way = BETWEEN; way < CUTS; way++) {
        cut_trips(b->f, b->stretch + p->first, p->n, way, t);
        between = way == BETWEEN ? t->n : between;
        bool one = way == BEFORE ? t->one_begin : way == AFTER && t->one_end;
        if (t->n == p->n || (way != BETWEEN && one && t->n == between))
            continue;
        bool better = n && one && ret_cut[0] == BETWEEN;
        ret_cut[n] = better ? BETWEEN : way;
        ret_cut[0] = better ? way : ret_cut[0];
        n++;
    }
    return n;
}

static bool add_circles(block *b, const part *p, trips *t, position where, sx_block *to)
{
    flow *f = b->f;
    cut way[CUTS];
    uint32_t n = find_cuts(b, p, t, way), best = 0;
    uint64_t tries = n * (uint64_t)count_symbols(b->stretch + p->first, p->n);
    uint64_t most = f->weight ? f->most - *f->weight : UINT64_MAX, least = UINT64_MAX;
    if (n == 1 || f->tries < tries)
        return n && add_cut(b, p, way[0], t, where, to);
    f->tries -= tries;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t weight = weigh_cut(b, p, way[i], t, where, least < most ? least : most);
        best = weight < least ? i : best;
        least = weight < least ? weight : least;
    }
    if (least == UINT64_MAX)
        return false;
    if (!f->weight)
        return add_cut(b, p, way[best], t, where, to);
    *f->weight += least;
    return true;
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

static bool add_optional(block *b, uint32_t first, uint32_t n, trips *t, position where,
                         sx_block *to)
{
    const part *p = &b->part[first], *last = p + n - 1;
    position inside = { where.level + 1, where.loops };
    sx_block body = { 0 };
    memset(t->in_word, 0, t->nwords * sizeof *t->in_word);
    for (uint32_t i = 0; i < p->n; i++) {
        const stretch *from = &b->stretch[p->first + i];
        t->of[i] = (stretch) { from->begin, b->stretch[last->first + i].end, 0 };
        t->in_word[from->word] = 1;
    }
    return make_block(b->f, t->of, p->n, inside, &body) &&
           add_loop(b, t->in_word, where, body, to);
}

static bool add_part(block *b, uint32_t first, uint32_t *ret_n, position where,
                     sx_block *to)
{
    const part *p = &b->part[first];
    bool optional = p->n < b->nwords;
    uint32_t n = *ret_n = optional ? count_alike(b, first) : 1;
    trips t = { .nwords = b->nwords };
    if (!optional && !p->loop)
        return add_event(b, p, where, to);
    t.of = malloc(count_symbols(b->stretch + p->first, p->n) * sizeof *t.of);
    t.in_word = malloc(b->nwords * sizeof *t.in_word);
    bool done = t.of && t.in_word;
    if (done && optional && (n > 1 || !p->loop))
        done = add_optional(b, first, n, &t, where, to);
    else
        done = done && add_circles(b, p, &t, where, to);
    free(t.of);
    free(t.in_word);
    return done;
}

/* Words whose vertices, edges or number are more than those of a trip of the loop around become ever fewer, so that this
 * ends. */
static bool make_block(flow *f, const stretch *word, uint32_t nwords, position where,
                       sx_block *ret_block)
{
    block b = { .f = f, .word = word, .nwords = nwords };
    bool done = where.level < MOST_LEVELS && make_graph(&b) && find_parts(&b) &&
                find_stretches(&b);
    if (done && !f->weight)
        done = (ret_block->node = SX_NEW_ARRAY(f->arena, sx_node *, b.nparts));
    for (uint32_t i = 0, n; done && i < b.nparts; i += n)
        done = add_part(&b, i, &n, where, ret_block) &&
               (!f->weight || *f->weight <= f->most);
    free(b.vertex);
    free(b.open);
    free(b.part);
    free(b.stretch);
    return done;
}

static bool run(flow *f, sx_block *ret_program)
{
    size_t n = f->in->n;
    stretch all = { 0, f->in->n, 0 };
    f->tries = f->in->tries;
    f->place = calloc(f->in->nsymbols, sizeof *f->place);
    f->ends = calloc(f->in->nsymbols, sizeof *f->ends);
    f->counter = malloc(SX_LINE_COUNTERS * n * sizeof *f->counter);
    f->at = malloc(n * sizeof *f->at);
    bool done = f->place && f->ends && f->counter && f->at &&
                make_block(f, &all, 1, (position) { 0 }, ret_program);
    free(f->place);
    free(f->ends);
    free(f->counter);
    free(f->at);
    return done;
}

bool sx_flow_program(sx_arena *arena, const sx_flow_input *input, sx_block *ret_program)
{
    flow f = { .in = input, .arena = arena };
    *ret_program = (sx_block) { 0 };
    return run(&f, ret_program);
}

bool sx_flow_weigh(sx_flow_input *input, uint64_t most, uint64_t *ret_weight)
{
    sx_block none = { 0 };
    flow f = { .in = input, .weight = ret_weight, .most = most };
    *ret_weight = 0;
    bool done = run(&f, &none);
    input->tries = f.tries;
    return done;
}
