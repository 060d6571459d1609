#include "align/stretch.h"

#include "align/elastic.h"

/* The same call; by tag where one call site exchanges in several directions. */
static bool same_call(const sx_stretch *s, const sx_node *a, const sx_node *b)
{
    if (a->op != b->op || a->site != b->site || a->nparams != b->nparams)
        return false;
    for (uint32_t p = 0; p < a->nparams; p++)
        if (a->param[p].id != b->param[p].id ||
            a->param[p].value.relative != b->param[p].value.relative ||
            sx_elastic_elements(a, p) != sx_elastic_elements(b, p))
            return false;
    return !s->by_tag ||
           sx_elastic_number(a, SX_PARAM_TAG) == sx_elastic_number(b, SX_PARAM_TAG);
}

/* The parameter that says how long the list of the p-th is; the number of them where none does. */
static uint32_t length_of(const sx_node *node, uint32_t p)
{
    const sx_param_id length =
        sx_param_list_length_in(node->param[p].id, sx_node_present(node));
    uint32_t q = 0;
    while (q < node->nparams && node->param[q].id != length)
        q++;
    return q;
}

size_t sx_stretch_elements(const sx_stretch *s, const sx_stretch_item *item, uint32_t p,
                           int64_t rank)
{
    const size_t n = sx_elastic_elements(item->node, p);
    const uint32_t q = n > 0 ? item->node->nparams : length_of(item->node, p);
    if (n > 0 || !s->with_lists || q == item->node->nparams || !item->value[q][rank])
        return n;
    const int64_t length = sx_seq_at(item->value[q][rank], 0);
    return sx_seq_is_constant(item->value[q][rank]) && length > 0 &&
                   length <= SX_STRETCH_ELEMENTS
               ? (size_t)length
               : 0;
}

/* Only calls whose parameters are values, or lists of one length, or of one for each rank. */
static bool is_plain(const sx_stretch *s, const sx_node *node)
{
    if (node->nmultisets)
        return false;
    for (uint32_t p = 0; p < node->nparams; p++)
        if ((sx_elastic_elements(node, p) == 0 &&
             (!s->with_lists || length_of(node, p) == node->nparams)) ||
            node->param[p].value.kind == SX_VALUE_EXPR ||
            node->param[p].value.kind == SX_VALUE_DRAWN)
            return false;
    return true;
}

/* The number of a call, new if there is none like it; SX_STRETCH_CALLS when there are too many. */
static size_t call_of(sx_stretch *s, const sx_node *node)
{
    size_t k = 0;
    while (k < s->ncalls && !same_call(s, s->like[k], node))
        k++;
    if (k == s->ncalls && k < SX_STRETCH_CALLS)
        s->like[s->ncalls++] = node;
    return k;
}

/* Is every entry of one trip or none, some of none? Then it says what is in a trip of another loop. */
static bool is_optional(const sx_stretch *s, const sx_seq *const *trips, const bool *in)
{
    bool none = false;
    for (int64_t r = 0; r < s->runs->total; r++) {
        sx_seq_cursor cursor = { 0 };
        if (!in[r] || !trips[r])
            continue;
        if (!sx_runs_spend(s->runs, trips[r]->length))
            return false;
        for (uint64_t k = 0; k < trips[r]->length; k++) {
            int64_t here = sx_seq_at_cursor(trips[r], &cursor, k);
            if (here > 1)
                return false;
            none = none || here == 0;
        }
    }
    return none;
}

/* Adds a node with all below it; false when it has something that is not plain, or there is too much. */
static bool add_item(sx_stretch *s, const sx_node *node, const bool *within)
{
    size_t at = s->nitems;
    if (at == SX_STRETCH_ITEMS)
        return false;
    sx_stretch_item *of = &s->item[s->nitems++];
    *of = (sx_stretch_item) { .node = node };
    of->in = sx_runs_members(s->scratch, s->runs, &node->ranks, within);
    if (!of->in)
        return false;
    if (node->kind == SX_NODE_EVENT) {
        of->call = is_plain(s, node) ? call_of(s, node) : SX_STRETCH_CALLS;
        of->end = s->nitems;
        return of->call < SX_STRETCH_CALLS;
    }
    of->trips = node->trips.kind == SX_VALUE_EXPR
                    ? NULL
                    : sx_runs_sequences(s->scratch, s->runs, &node->trips, of->in);
    of->optional = of->trips && is_optional(s, of->trips, of->in);
    of->innermost = of->trips && !of->optional;
    for (size_t i = 0; of->trips && i < node->body.n; i++) {
        of->innermost = of->innermost && node->body.node[i]->kind == SX_NODE_EVENT;
        if (!add_item(s, node->body.node[i], of->in))
            return false;
    }
    of->end = s->nitems;
    return of->trips;
}

/* Does some call below the node belong to those that are there? */
static bool shares_a_call(const sx_stretch *s, const sx_node *node)
{
    if (node->kind == SX_NODE_EVENT) {
        for (size_t k = 0; k < s->ncalls; k++)
            if (same_call(s, s->like[k], node))
                return true;
        return false;
    }
    for (size_t i = 0; i < node->body.n; i++)
        if (shares_a_call(s, node->body.node[i]))
            return true;
    return false;
}

/* A call that everybody makes once, before more of those that are there? */
static bool is_bridge(const sx_stretch *s, const sx_block *block, size_t i)
{
    const sx_node *node = block->node[i];
    if (!s->bridged || node->kind != SX_NODE_EVENT || i + 1 == block->n ||
        !shares_a_call(s, block->node[i + 1]))
        return false;
    const bool *in = sx_runs_members(s->scratch, s->runs, &node->ranks, s->within);
    bool all = in;
    for (int64_t r = 0; all && r < s->runs->total; r++)
        all = in[r] == s->within[r];
    return all;
}

/* Is there a call further on, no further than a stretch may reach, that belongs to those that are there? */
static bool is_between(const sx_stretch *s, const sx_block *block, size_t i)
{
    bool more = false;
    for (size_t k = i + 1;
         s->with_between && k < block->n && k - i < SX_STRETCH_ITEMS && !more; k++)
        more = sx_runs_spend(s->runs, s->ncalls) && shares_a_call(s, block->node[k]);
    return more;
}

/* Ranks none of which takes part in what comes before? */
static bool is_of_others(const sx_stretch *s, const sx_node *node)
{
    const bool *in = s->with_others
                         ? sx_runs_members(s->scratch, s->runs, &node->ranks, s->within)
                         : NULL;
    bool others = in;
    for (size_t i = 0; others && i < s->nitems; i = s->item[i].end)
        for (int64_t r = 0; others && r < s->runs->total; r++)
            others = !in[r] || !s->item[i].in[r];
    return others;
}

/* Nothing but collective calls? */
static bool is_collective(const sx_node *node)
{
    bool is = node->kind == SX_NODE_LOOP || sx_op_class_of(node->op) == SX_OP_COLLECTIVE;
    for (size_t i = 0; is && i < node->body.n; i++)
        is = is_collective(node->body.node[i]);
    return is;
}

/* Does the node belong to the stretch, which it comes right behind, or begins? */
static bool belongs(const sx_stretch *s, const sx_block *block, size_t i)
{
    if (s->of_collectives)
        return is_collective(block->node[i]);
    return s->nitems == 0 || shares_a_call(s, block->node[i]) || is_bridge(s, block, i) ||
           is_between(s, block, i) || is_of_others(s, block->node[i]);
}

size_t sx_stretch_gather(sx_stretch *s, const sx_block *block, size_t from)
{
    s->nitems = s->ncalls = 0;
    size_t n = 0;
    for (size_t i = from; i < block->n; i++, n++) {
        size_t items = s->nitems, calls = s->ncalls;
        if (!belongs(s, block, i) || !add_item(s, block->node[i], s->within)) {
            s->nitems = items;
            s->ncalls = calls;
            break;
        }
    }
    return n;
}

bool sx_stretch_item_differs(const sx_stretch *s, size_t item)
{
    const sx_stretch_item *of = &s->item[item];
    return of->trips && sx_elastic_differ(s->runs, of->trips, of->in);
}

bool sx_stretch_trips_differ(const sx_stretch *s)
{
    const bool alone = s->nitems > 0 && s->item[0].end == s->nitems;
    for (size_t i = 0; i < s->nitems; i++)
        if (!(alone && s->item[i].optional) && sx_stretch_item_differs(s, i))
            return true;
    return false;
}

bool sx_stretch_load(sx_stretch *s)
{
    for (size_t i = 0; i < s->nitems; i++) {
        sx_stretch_item *of = &s->item[i];
        for (uint32_t p = 0; !of->trips && p < of->node->nparams; p++)
            if (!(of->value[p] = sx_runs_sequences(s->scratch, s->runs,
                                                   &of->node->param[p].value, of->in)))
                return false;
    }
    return true;
}

/* ---- a call of all its nodes ---- */

bool sx_stretch_made_create(const sx_stretch *s, size_t c, sx_stretch_made *ret_made)
{
    const size_t ranks = (size_t)s->runs->total;
    sx_stretch_made made = { .present = SX_NEW_ARRAY(s->scratch, const sx_seq *, ranks),
                             .ever = SX_NEW_ARRAY(s->scratch, bool, ranks) };
    bool fine = made.present && made.ever;
    for (uint32_t p = 0; fine && p < s->like[c]->nparams; p++)
        fine = (made.value[p] = SX_NEW_ARRAY(s->scratch, const sx_seq *, ranks)) != NULL;
    *ret_made = made;
    return fine;
}

bool sx_stretch_keep(const sx_stretch *s, size_t c, int64_t rank,
                     int64_t *const value[SX_PARAMS], const size_t *elements, uint64_t n,
                     sx_stretch_made *made)
{
    made->ever[rank] = n > 0;
    for (uint32_t p = 0; n > 0 && p < s->like[c]->nparams; p++) {
        const size_t each = elements ? elements[p] : sx_elastic_elements(s->like[c], p);
        made->value[p][rank] = sx_seq_from_values(s->arena, value[p], n * each, true);
        if (!made->value[p][rank])
            return false;
    }
    return true;
}

sx_status sx_stretch_loop(const sx_stretch *s, const int64_t *total, const bool *in,
                          const bool *within, size_t n, sx_node **ret_loop)
{
    const size_t ranks = (size_t)s->runs->total;
    const sx_seq **trips = SX_NEW_ARRAY(s->scratch, const sx_seq *, ranks);
    if (!trips)
        return SX_NOMEM;
    for (size_t r = 0; r < ranks; r++)
        if (in[r] && !(trips[r] = sx_seq_constant(s->arena, total[r])))
            return SX_NOMEM;
    return sx_elastic_loop(s->arena, s->runs, in, within, trips, NULL, n, ret_loop);
}

static sx_status join_times(const sx_stretch *s, size_t c, sx_node *to)
{
    uint32_t n = 0;
    for (size_t i = 0; i < s->nitems; i++)
        n += s->item[i].trips || s->item[i].call != c ? 0 : s->item[i].node->ntimes;
    to->times = SX_NEW_ARRAY(s->arena, sx_times, n);
    to->ntimes = 0;
    for (size_t i = 0; to->times && i < s->nitems; i++) {
        const sx_stretch_item *of = &s->item[i];
        for (uint32_t k = 0; !of->trips && of->call == c && k < of->node->ntimes; k++)
            to->times[to->ntimes++] = of->node->times[k];
    }
    return to->times ? SX_OK : SX_NOMEM;
}

sx_status sx_stretch_call(const sx_stretch *s, size_t c, const sx_stretch_made *made,
                          const bool *within, sx_node **ret_node)
{
    sx_node *event = SX_NEW(s->arena, sx_node), *top = event;
    sx_param *param = SX_NEW_ARRAY(s->arena, sx_param, s->like[c]->nparams);
    if (!event || !param)
        return SX_NOMEM;
    *event = *s->like[c];
    event->param = param;
    sx_status st = join_times(s, c, event);
    for (uint32_t p = 0; !st && p < event->nparams; p++) {
        param[p].id = s->like[c]->param[p].id;
        st = sx_elastic_value(s->arena, s->runs, made->ever, made->value[p],
                              s->like[c]->param[p].value.relative, &param[p].value);
    }
    if (!st && made->sometimes) {
        event->ranks = (sx_domain) { .kind = SX_DOMAIN_ALL };
        st = sx_elastic_loop(s->arena, s->runs, made->ever, within, made->present, &event,
                             1, &top);
    } else if (!st) {
        st = sx_elastic_domain(s->arena, s->runs, made->ever, within, &event->ranks);
    }
    *ret_node = top;
    return st;
}
