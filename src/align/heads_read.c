#include "align/heads_read.h"

#include "align/elastic.h"

/* ---- what stands side by side ---- */

static bool same_shape(const sx_node *a, const sx_node *b)
{
    if (a->op != b->op || a->site != b->site || a->nparams != b->nparams)
        return false;
    for (uint32_t p = 0; p < a->nparams; p++)
        if (a->param[p].id != b->param[p].id ||
            a->param[p].value.relative != b->param[p].value.relative)
            return false;
    return true;
}

static bool same_call(const sx_node *a, const sx_node *b)
{
    return sx_elastic_is_plain(a) && sx_elastic_is_plain(b) && same_shape(a, b) &&
           sx_elastic_number(a, SX_PARAM_TAG) == sx_elastic_number(b, SX_PARAM_TAG);
}

/* What a loop ends with: its calls, or those of a loop at its end. */
static const sx_block *end_of(const sx_node *loop)
{
    const sx_node *last = loop->body.n > 0 ? loop->body.node[loop->body.n - 1] : NULL;
    return last && last->kind == SX_NODE_LOOP ? &last->body : &loop->body;
}

/* How many calls at their ends both loops have in common. */
static size_t common_end(const sx_node *one, const sx_node *other)
{
    const sx_block *a = end_of(one), *b = end_of(other);
    size_t n = 0;
    while (n < a->n && n < b->n &&
           same_call(a->node[a->n - 1 - n], b->node[b->n - 1 - n]))
        n++;
    return n;
}

/* What ranks may do at the head of some trips only: others do not wait for it but as messages say. */
static bool may_be_left_out(const sx_node *node)
{
    const sx_op_class class = sx_op_class_of(node->op);
    return sx_elastic_is_plain(node) &&
           (class == SX_OP_SEND || class == SX_OP_RECV || class == SX_OP_COMPLETION);
}

/* A call that may be left out, or a loop of nothing else. */
static bool may_be_at_heads(const sx_node *node)
{
    bool may = node->kind == SX_NODE_LOOP || may_be_left_out(node);
    for (size_t i = 0; may && i < node->body.n; i++)
        may = may_be_at_heads(node->body.node[i]);
    return may;
}

/* What not everybody does before the first loop with common calls. */
static size_t find_before(const sx_block *block, size_t from)
{
    enum { FAR = 64 };
    size_t at = from;
    while (at > 0 && from - at < FAR &&
           block->node[at - 1]->ranks.kind != SX_DOMAIN_ALL &&
           may_be_at_heads(block->node[at - 1]))
        at--;
    return at;
}

bool sx_heads_find(sx_heads *s, const sx_block *block, size_t at)
{
    enum { FAR = 64 };
    const sx_node *first = block->node[at];
    const sx_block *end = end_of(first);
    s->before = find_before(block, at);
    s->from = s->to = at;
    s->ncommon = end->n;
    for (size_t i = at + 1; i < block->n && i < at + FAR; i++) {
        const sx_node *node = block->node[i];
        const size_t common = node->kind == SX_NODE_LOOP ? common_end(first, node) : 0;
        if (common == 0 && !may_be_at_heads(node))
            break;
        if (common == 0)
            continue;
        s->ncommon = common < s->ncommon ? common : s->ncommon;
        s->to = i + 1;
    }
    s->common = (const sx_node *const *)&end->node[end->n - s->ncommon];
    return s->to > s->from;
}

/* ---- nodes ---- */

/* Which of the common calls, as the first of those that are the same. */
static size_t common_of(const sx_heads *s, const sx_node *node)
{
    size_t i = 0;
    while (i < s->ncommon && !same_call(s->common[i], node))
        i++;
    return i;
}

static bool add_call(sx_heads *s, sx_heads_item *of)
{
    bool fine = sx_elastic_is_plain(of->node);
    of->common = fine ? common_of(s, of->node) : 0;
    for (uint32_t p = 0; fine && p < of->node->nparams; p++) {
        of->value[p] =
            sx_runs_sequences(s->scratch, s->runs, &of->node->param[p].value, of->in);
        fine = of->value[p];
    }
    return fine;
}

static bool add_node(sx_heads *s, const sx_node *node, const bool *within, size_t place)
{
    if (s->nitems == SX_HEADS_ITEMS)
        return false;
    sx_heads_item *of = &s->item[s->nitems++];
    *of = (sx_heads_item) { .node = node, .place = place };
    of->in = sx_runs_members(s->scratch, s->runs, &node->ranks, within);
    bool fine = of->in;
    if (fine && node->kind == SX_NODE_EVENT)
        fine = add_call(s, of);
    else if (fine)
        fine = node->trips.kind != SX_VALUE_EXPR &&
               (of->trips = sx_runs_sequences(s->scratch, s->runs, &node->trips, of->in));
    for (size_t i = 0; fine && i < node->body.n; i++)
        fine = add_node(s, node->body.node[i], of->in, place);
    of->end = s->nitems;
    return fine;
}

/* ---- what a rank does ---- */

enum { CALLS = 1 << 12 }; /* of a rank */

typedef struct listing {
    size_t n;
    sx_heads_call call[CALLS];
} listing;

/* Adds what rank r executes of the items. False where it is too much. */
static bool list_items(sx_heads *s, int64_t r, size_t from, size_t end, listing *l)
{
    bool fine = true;
    for (size_t i = from; fine && i < end; i = s->item[i].end) {
        sx_heads_item *of = &s->item[i];
        if (!of->in[r])
            continue;
        const uint64_t index = of->done++;
        const bool is_loop = of->node->kind == SX_NODE_LOOP;
        if (!is_loop && l->n < CALLS)
            l->call[l->n] = (sx_heads_call) { (uint32_t)i, index };
        if (!is_loop && ++l->n > CALLS)
            return false;
        fine = !is_loop || of->trips[r];
        const int64_t trips = is_loop && fine ? sx_seq_at(of->trips[r], index) : 0;
        fine = fine && trips <= SX_HEADS_TRIPS;
        for (int64_t t = 0; fine && t < trips; t++)
            fine = list_items(s, r, i + 1, of->end, l);
    }
    return fine;
}

/* Do values and trips come back with every entry? */
static bool come_back(const sx_heads *s, int64_t r)
{
    bool fine = true;
    for (size_t i = 0; fine && i < s->nitems; i++) {
        const sx_heads_item *of = &s->item[i];
        if (of->done > 0 && of->trips)
            fine = of->done % of->trips[r]->length == 0;
        for (uint32_t p = 0; fine && of->done > 0 && !of->trips && p < of->node->nparams;
             p++)
            fine = of->value[p][r] && of->done % of->value[p][r]->length == 0;
    }
    return fine;
}

/* ---- heads and common calls ---- */

static bool is_common(const sx_heads *s, const listing *l, size_t at)
{
    bool is = l->n - at >= s->ncommon;
    for (size_t i = 0; is && i < s->ncommon; i++)
        is = s->item[l->call[at + i].item].common == common_of(s, s->common[i]);
    return is;
}

static bool same_kind(const sx_heads *s, const sx_heads_kind *a, const sx_heads_kind *b)
{
    return a->tag == b->tag && a->behind == b->behind &&
           same_shape(s->item[a->item].node, s->item[b->item].node);
}

/* The kind of a call behind another one, new if there is none like it; SX_HEADS_COMMON where there are too many, or it may not be left out. */
static uint32_t kind_of(sx_heads *s, int64_t r, const sx_heads_call *call,
                        uint32_t behind)
{
    const sx_node *node = s->item[call->item].node;
    const bool completes = sx_op_class_of(node->op) == SX_OP_COMPLETION;
    sx_heads_kind kind = { .item = call->item, .tag = SX_NULL };
    kind.behind = completes ? behind : SX_HEADS_COMMON;
    for (uint32_t p = 0; p < node->nparams; p++)
        if (node->param[p].id == SX_PARAM_TAG)
            kind.tag = sx_seq_at(s->item[call->item].value[p][r], call->index);
    uint32_t k = 0;
    while (k < s->nkinds && !same_kind(s, &s->kind[k], &kind))
        k++;
    if (k < s->nkinds)
        s->kind[k].item = call->item < s->kind[k].item ? call->item : s->kind[k].item;
    else if (k < SX_HEADS_KINDS && may_be_left_out(node))
        s->kind[s->nkinds++] = kind;
    else
        k = SX_HEADS_COMMON;
    return k;
}

/* What the rank makes; false when it is too much, or memory is out. */
static bool read_made(sx_heads *s, int64_t r, const listing *l)
{
    sx_heads_rank *rank = &s->rank[r];
    rank->made = SX_NEW_ARRAY(s->scratch, sx_heads_made, l->n + 1);
    rank->call = sx_arena_copy(s->scratch, l->call, l->n, sizeof *l->call);
    if (!rank->made || !rank->call || !sx_runs_spend(s->runs, l->n + 1))
        return false;
    uint32_t behind = SX_HEADS_COMMON;
    for (size_t at = 0; at < l->n;) {
        const bool common = is_common(s, l, at);
        const uint32_t kind =
            common ? SX_HEADS_COMMON : kind_of(s, r, &rank->call[at], behind);
        if (!common && kind == SX_HEADS_COMMON)
            return false;
        rank->made[rank->n++] = (sx_heads_made) { .at = at, .kind = kind };
        rank->trips += common;
        at += common ? s->ncommon : 1;
        behind = kind;
    }
    return rank->trips <= SX_HEADS_TRIPS;
}

static bool list_all(sx_heads *s)
{
    listing *l = SX_NEW(s->scratch, listing);
    s->rank = SX_NEW_ARRAY(s->scratch, sx_heads_rank, (size_t)s->runs->total);
    bool fine = l && s->rank;
    for (size_t run = 0; run < SX_RUNS; run++)
        s->trips[run] = 0;
    for (int64_t r = 0; fine && r < s->runs->total; r++) {
        int64_t *most = &s->trips[s->runs->run_of[r]];
        if (!s->within[r])
            continue;
        for (size_t i = 0; i < s->nitems; i++)
            s->item[i].done = 0;
        l->n = 0;
        fine = list_items(s, r, 0, s->nitems, l) && come_back(s, r) && read_made(s, r, l);
        *most = s->rank[r].trips > *most ? s->rank[r].trips : *most;
    }
    return fine;
}

/* How often rank r makes the common calls below a node of the block. */
static size_t common_at(const sx_heads *s, int64_t r, size_t place)
{
    const sx_heads_rank *rank = &s->rank[r];
    size_t n = 0;
    for (size_t i = 0; i < rank->n; i++)
        n += rank->made[i].kind == SX_HEADS_COMMON &&
             s->item[rank->call[rank->made[i].at].item].place == place;
    return n;
}

/* Do ranks of one run make the common calls differently often in one of the loops? */
static bool differs(const sx_heads *s)
{
    const sx_runs *runs = s->runs;
    for (size_t place = s->from; place < s->to; place++) {
        int64_t last = -1;
        for (int64_t r = 0; r < runs->total; r++) {
            if (r > 0 && runs->run_of[r] != runs->run_of[r - 1])
                last = -1;
            if (s->rank[r].n == 0)
                continue;
            const int64_t own = (int64_t)common_at(s, r, place);
            if (last >= 0 && own != last)
                return true;
            last = own;
        }
    }
    return false;
}

bool sx_heads_read(sx_heads *s, const sx_block *block, size_t before)
{
    s->before = before;
    s->nitems = s->nkinds = 0;
    for (size_t i = before; i < s->to; i++)
        if (!add_node(s, block->node[i], s->within, i))
            return false;
    return list_all(s) && differs(s);
}

const sx_node *sx_heads_node(const sx_heads *s, int64_t r, size_t i)
{
    return s->item[s->rank[r].call[i].item].node;
}

int64_t sx_heads_value(const sx_heads *s, int64_t r, size_t i, sx_param_id id)
{
    const sx_heads_call *call = &s->rank[r].call[i];
    const sx_heads_item *of = &s->item[call->item];
    for (uint32_t p = 0; p < of->node->nparams; p++)
        if (of->node->param[p].id == id)
            return sx_seq_at(of->value[p][r], call->index);
    return SX_NULL;
}
