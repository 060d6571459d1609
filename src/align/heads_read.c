#include "align/heads_read.h"

#include "align/elastic.h"

#include <string.h>

/* ---- what stands side by side ---- */

static bool same_call(const sx_node *a, const sx_node *b)
{
    if (!sx_elastic_is_plain(a) || !sx_elastic_is_plain(b) || a->op != b->op ||
        a->site != b->site || a->nparams != b->nparams)
        return false;
    for (uint32_t p = 0; p < a->nparams; p++)
        if (a->param[p].id != b->param[p].id ||
            a->param[p].value.relative != b->param[p].value.relative)
            return false;
    return sx_elastic_number(a, SX_PARAM_TAG) == sx_elastic_number(b, SX_PARAM_TAG);
}

static bool same_group(const sx_heads_group *a, const sx_heads_group *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++)
        same = same_call(a->call[i].node, b->call[i].node);
    return same;
}

static bool same_ranks(const sx_heads *s, const bool *a, const bool *b)
{
    return memcmp(a, b, (size_t)s->runs->total * sizeof *a) == 0;
}

/* The loop at the end of another; NULL where that ends with a call. */
static const sx_node *inner_of(const sx_node *loop)
{
    const sx_node *last = loop->body.n > 0 ? loop->body.node[loop->body.n - 1] : NULL;
    return last && last->kind == SX_NODE_LOOP ? last : NULL;
}

/* What a loop ends with. */
static const sx_block *end_of(const sx_node *loop)
{
    const sx_node *inner = inner_of(loop);
    return inner ? &inner->body : &loop->body;
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

/* Nodes from `from` on, the first and the last of which are loops, and all loops among them have a common end. False where there is but one. */
static bool find_loops(sx_heads *s, const sx_block *block, size_t from)
{
    const sx_node *first = block->node[from];
    s->from = s->to = from;
    s->ncommon = end_of(first)->n;
    for (size_t i = from + 1; i < block->n && i < from + SX_HEADS_PARTS; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_EVENT)
            continue;
        const size_t common = common_end(first, node);
        if (common == 0)
            break;
        s->ncommon = common < s->ncommon ? common : s->ncommon;
        s->to = i + 1;
    }
    return s->to > s->from;
}

/* ---- parts ---- */

/* False where values do not come back with each entry, in which a rank makes the call `times`, or once where that is NULL. */
static bool read_call(const sx_heads *s, const sx_node *node, const bool *in,
                      const int64_t *times, sx_heads_call *ret)
{
    *ret = (sx_heads_call) { .node = node };
    if (!sx_elastic_is_plain(node))
        return false;
    for (uint32_t p = 0; p < node->nparams; p++) {
        ret->value[p] = sx_runs_sequences(s->scratch, s->runs, &node->param[p].value, in);
        if (!ret->value[p])
            return false;
        for (int64_t r = 0; r < s->runs->total; r++) {
            const uint64_t n = times ? (uint64_t)times[r] : 1;
            const sx_seq *seq = ret->value[p][r];
            if (in[r] && n > 0 && (!seq || n % seq->length != 0))
                return false;
        }
    }
    return true;
}

/* What ranks may do at the head of some trips only: others do not wait for it but as messages say. */
static bool may_be_left_out(const sx_node *node)
{
    const sx_op_class class = sx_op_class_of(node->op);
    return class == SX_OP_SEND || class == SX_OP_RECV || class == SX_OP_COMPLETION;
}

/* The calls of `n` nodes, those of the same ranks together. False when there are too many, or others. */
static bool add_groups(sx_heads *s, sx_node *const *node, size_t n, const bool *within,
                       const int64_t *times)
{
    sx_heads_call *read = SX_NEW_ARRAY(s->scratch, sx_heads_call, n + 1);
    for (size_t i = 0; i < n; i++) {
        const bool *in = sx_runs_members(s->scratch, s->runs, &node[i]->ranks, within);
        sx_heads_group *last = i > 0 ? &s->group[s->ngroups - 1] : NULL;
        if (!read || !in || !may_be_left_out(node[i]) ||
            !read_call(s, node[i], in, times, &read[i]))
            return false;
        if (last && same_ranks(s, last->in, in)) {
            last->n++;
            continue;
        }
        if (s->ngroups == SX_HEADS_GROUPS)
            return false;
        s->group[s->ngroups++] = (sx_heads_group) { .n = 1, .call = &read[i], .in = in };
    }
    return read;
}

/* Trips by rank of those who are in. */
static int64_t *read_trips(const sx_heads *s, const sx_node *loop, const bool *in)
{
    const sx_seq **seq = sx_runs_sequences(s->scratch, s->runs, &loop->trips, in);
    int64_t *trips = SX_NEW_ARRAY(s->scratch, int64_t, (size_t)s->runs->total);
    for (int64_t r = 0; seq && trips && r < s->runs->total; r++) {
        if (!in[r])
            continue;
        if (!seq[r] || !sx_seq_is_constant(seq[r]))
            return NULL;
        trips[r] = sx_seq_at(seq[r], 0);
        if (trips[r] < 0 || trips[r] > SX_HEADS_TRIPS)
            return NULL;
    }
    return seq ? trips : NULL;
}

/* How often the common calls are made in a trip of the loop. */
static int64_t times_in(const sx_heads_part *p, int64_t r, int64_t trip)
{
    return p->inner ? sx_seq_at(p->inner[r], (uint64_t)trip) : 1;
}

/* How often the common calls are made in all, by a loop at the end or without. False where trips of that do not come back with each entry. */
static bool count_common(const sx_heads *s, sx_heads_part *p, const sx_node *inner)
{
    const bool *in =
        inner ? sx_runs_members(s->scratch, s->runs, &inner->ranks, p->in) : p->in;
    p->inner =
        inner ? sx_runs_sequences(s->scratch, s->runs, &inner->trips, p->in) : NULL;
    p->all = SX_NEW_ARRAY(s->scratch, int64_t, (size_t)s->runs->total);
    if (!p->all || !in || !same_ranks(s, in, p->in) || (inner && !p->inner))
        return false;
    for (int64_t r = 0; r < s->runs->total; r++) {
        const uint64_t trips = (uint64_t)p->trips[r];
        if (!p->in[r] || trips == 0)
            continue;
        if (inner && (!p->inner[r] || trips % p->inner[r]->length != 0))
            return false;
        for (int64_t t = 0; t < p->trips[r]; t++) {
            const int64_t times = times_in(p, r, t);
            if (times < 0 || times > SX_HEADS_TRIPS)
                return false;
            p->all[r] += times;
        }
    }
    return true;
}

/* The calls that all make at the end of a trip. */
static bool read_common(const sx_heads *s, sx_heads_part *p, const sx_block *end)
{
    p->common = SX_NEW_ARRAY(s->scratch, sx_heads_call, s->ncommon);
    bool fine = p->common;
    for (size_t i = 0; fine && i < s->ncommon; i++) {
        const sx_node *node = end->node[end->n - s->ncommon + i];
        const bool *in = sx_runs_members(s->scratch, s->runs, &node->ranks, p->in);
        fine = in && same_ranks(s, in, p->in) &&
               read_call(s, node, in, p->all, &p->common[i]);
    }
    return fine;
}

static bool add_loop(sx_heads *s, const sx_node *loop)
{
    const sx_node *inner = inner_of(loop);
    sx_heads_part *p = &s->part[s->nparts++];
    *p = (sx_heads_part) { .loop = loop, .first = s->ngroups };
    p->in = sx_runs_members(s->scratch, s->runs, &loop->ranks, s->within);
    p->trips = p->in ? read_trips(s, loop, p->in) : NULL;
    if (!p->trips || (inner && inner->body.n != s->ncommon) ||
        !count_common(s, p, inner) || !read_common(s, p, end_of(loop)))
        return false;
    const size_t heads = loop->body.n - (inner ? 1 : s->ncommon);
    const bool fine = add_groups(s, loop->body.node, heads, p->in, p->trips);
    p->n = s->ngroups - p->first;
    return fine;
}

/* Each group of these nodes is a part. */
static bool add_calls(sx_heads *s, sx_node *const *node, size_t n)
{
    const size_t first = s->ngroups;
    if (!add_groups(s, node, n, s->within, NULL))
        return false;
    for (size_t g = first; g < s->ngroups; g++) {
        if (s->nparts == SX_HEADS_PARTS)
            return false;
        s->part[s->nparts++] =
            (sx_heads_part) { .first = g, .n = 1, .in = s->group[g].in };
    }
    return true;
}

/* Calls before the first loop that not everybody makes. */
static size_t find_before(const sx_heads *s, const sx_block *block)
{
    enum { FAR = 64 };
    size_t at = s->from;
    while (at > 0 && s->from - at < FAR && sx_elastic_is_plain(block->node[at - 1]) &&
           may_be_left_out(block->node[at - 1]) &&
           block->node[at - 1]->ranks.kind != SX_DOMAIN_ALL)
        at--;
    return at;
}

/* The last ones before the first loop that are all different: those further away stay where they are. */
static void keep_different(sx_heads *s)
{
    size_t first = s->ngroups;
    for (bool fine = true; fine && first > 0; first -= fine)
        for (size_t g = first; fine && g < s->ngroups; g++)
            fine = !same_group(&s->group[first - 1], &s->group[g]);
    for (size_t g = 0; g < first; g++)
        s->before += s->group[g].n;
    s->ngroups -= first;
    s->nparts = 0;
    memmove(s->group, s->group + first, s->ngroups * sizeof *s->group);
    for (size_t g = 0; g < s->ngroups; g++)
        s->part[s->nparts++] =
            (sx_heads_part) { .first = g, .n = 1, .in = s->group[g].in };
}

/* Equal groups are one column. */
static void find_columns(sx_heads *s)
{
    s->ncolumns = 0;
    for (size_t g = 0; g < s->ngroups; g++) {
        size_t c = 0;
        while (c < s->ncolumns && !same_group(s->column[c], &s->group[g]))
            c++;
        if (c == s->ncolumns)
            s->column[s->ncolumns++] = &s->group[g];
        s->group[g].column = c;
    }
}

static bool read_parts(sx_heads *s, const sx_block *block)
{
    s->before = find_before(s, block);
    s->nparts = s->ngroups = 0;
    if (!add_calls(s, &block->node[s->before], s->from - s->before))
        return false;
    keep_different(s);
    s->nbefore = s->ngroups;
    for (size_t i = s->from, n; i < s->to; i += n) {
        for (n = 0; i + n < s->to && block->node[i + n]->kind == SX_NODE_EVENT;)
            n++;
        const bool fine = n > 0
                              ? add_calls(s, &block->node[i], n)
                              : s->nparts < SX_HEADS_PARTS && add_loop(s, block->node[i]);
        n = n > 0 ? n : 1;
        if (!fine)
            return false;
    }
    find_columns(s);
    return true;
}

/* ---- what each rank does ---- */

/* The executions of a rank in their order; false when out of memory. */
static bool list_made(sx_heads *s, int64_t r)
{
    size_t most = 0;
    int64_t all = 0, n = 0;
    for (size_t k = 0; k < s->nparts; k++) {
        const sx_heads_part *p = &s->part[k];
        if (!p->in[r])
            continue;
        all += p->loop ? p->all[r] : 0;
        if (all > SX_HEADS_TRIPS)
            return false;
        most += p->loop ? (size_t)p->trips[r] * p->n + (size_t)p->all[r] : p->n;
    }
    sx_heads_made *list = sx_runs_spend(s->runs, most + 1)
                              ? SX_NEW_ARRAY(s->scratch, sx_heads_made, most + 1)
                              : NULL;
    for (size_t k = 0; list && k < s->nparts; k++) {
        const sx_heads_part *p = &s->part[k];
        const int64_t trips = !p->in[r] ? 0 : p->loop ? p->trips[r] : 1;
        int64_t common = 0;
        for (int64_t t = 0; t < trips; t++) {
            for (size_t g = p->first; g < p->first + p->n; g++)
                if (s->group[g].in[r])
                    list[n++] =
                        (sx_heads_made) { .of = &s->group[g], .in = p, .index = t };
            for (int64_t end = common + (p->loop ? times_in(p, r, t) : 0); common < end;
                 common++)
                list[n++] = (sx_heads_made) { .in = p, .index = common };
        }
    }
    s->made[r] = list;
    s->nmade[r] = n;
    return list;
}

int64_t sx_heads_trips_of(const sx_heads *s, int64_t r)
{
    int64_t n = 0;
    for (int64_t i = 0; i < s->nmade[r]; i++)
        n += !s->made[r][i].of;
    return n;
}

static bool list_all(sx_heads *s)
{
    s->made = SX_NEW_ARRAY(s->scratch, sx_heads_made *, (size_t)s->runs->total);
    s->nmade = SX_NEW_ARRAY(s->scratch, int64_t, (size_t)s->runs->total);
    if (!s->made || !s->nmade)
        return false;
    memset(s->trips, 0, sizeof s->trips);
    for (int64_t r = 0; r < s->runs->total; r++) {
        int64_t *most = &s->trips[s->runs->run_of[r]];
        if (!s->within[r])
            continue;
        if (!list_made(s, r))
            return false;
        const int64_t own = sx_heads_trips_of(s, r);
        *most = own > *most ? own : *most;
    }
    return true;
}

/* Do ranks of one run make the common calls differently often in one of the loops? */
static bool differs(const sx_heads *s)
{
    for (size_t k = 0; k < s->nparts; k++) {
        const sx_heads_part *p = &s->part[k];
        int64_t last = -1;
        for (int64_t r = 0; p->loop && r < s->runs->total; r++) {
            if (r > 0 && s->runs->run_of[r] != s->runs->run_of[r - 1])
                last = -1;
            if (!s->within[r] || s->nmade[r] == 0)
                continue;
            const int64_t own = p->in[r] ? p->all[r] : 0;
            if (last >= 0 && own != last)
                return true;
            last = own;
        }
    }
    return false;
}

bool sx_heads_read(sx_heads *s, const sx_block *block, size_t at)
{
    return find_loops(s, block, at) && read_parts(s, block) && list_all(s) && differs(s);
}

const sx_heads_call *sx_heads_call_of(const sx_heads_made *made, size_t i)
{
    return made->of ? &made->of->call[i] : &made->in->common[i];
}

size_t sx_heads_column(const sx_heads *s, const sx_heads_made *made)
{
    return made->of ? made->of->column : s->ncolumns;
}
