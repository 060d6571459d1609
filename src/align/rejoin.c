#include "align/rejoin.h"

#include "align/call_order.h"
#include "align/elastic.h"

#include <string.h>

enum {
    ITEMS = 256, /* nodes that are joined */
    CALLS = 64, /* in the body of the joint loop */
    LONGEST = 1 << 13, /* trips of it */
    WORK = 1 << 23 /* values of all ranks */
};

/* A node of those to be joined, in textual order; what is below it comes before item `end`. */
typedef struct item {
    const sx_node *node;
    const bool *in;
    size_t end;
    const sx_seq **trips; /* of a loop, by rank */
    bool innermost; /* a loop of nothing but calls, more than one trip or none */
    size_t call; /* of an event */
    const sx_seq **value[SX_PARAMS]; /* by parameter, then rank */
} item;

/* Where a trip of the joint loop begins: where the calls come back to an earlier one, or the same; and perhaps with every
 * trip of a loop of nothing but calls. */
typedef enum boundary { AT_TRIPS, AT_RETURNS, BOUNDARIES } boundary;

/* Which calls come first in a trip: those that do in the text, or in the longest of the loops of nothing but calls, or so that there
 * are as few trips as can be. */
typedef enum ordering { BY_TEXT, BY_LONGEST, BY_FEWEST, ORDERINGS } ordering;

/* What one rank does in one entry of the joint loop, trip by trip. */
typedef struct unrolled {
    boundary at;
    int64_t rank, trips;
    size_t next; /* the first call that may follow in the same trip */
    bool too_long;
    uint64_t entries[ITEMS]; /* of loops; executions of events */
    int64_t n[CALLS]; /* executions of each call, over all its nodes */
    int64_t *present[CALLS]; /* LONGEST */
    int64_t *value[CALLS][SX_PARAMS];
} unrolled;

typedef struct joint {
    sx_arena *arena, *scratch;
    sx_runs *runs;
    const bool *within;
    size_t nitems, ncalls;
    bool by_tag; /* calls of other tags are other calls */
    item *item; /* ITEMS */
    const sx_node *like[CALLS]; /* of each call, one node */
    size_t place[CALLS]; /* of each call in a trip */
    int64_t *total; /* trips by rank */
    struct made {
        const sx_seq **present; /* by rank: 1 in the trips that have the call */
        const sx_seq **value[SX_PARAMS];
        bool *ever;
        bool sometimes; /* some rank has it in some of its trips only */
    } made[CALLS];
    unrolled *unrolled;
} joint;

/* ---- which nodes belong together? ---- */

/* The same call; by tag where one call site exchanges in several directions. */
static bool same_call(const joint *j, const sx_node *a, const sx_node *b)
{
    if (a->op != b->op || a->site != b->site || a->nparams != b->nparams)
        return false;
    for (uint32_t p = 0; p < a->nparams; p++)
        if (a->param[p].id != b->param[p].id ||
            a->param[p].value.relative != b->param[p].value.relative ||
            sx_elastic_elements(a, p) != sx_elastic_elements(b, p))
            return false;
    return !j->by_tag ||
           sx_elastic_number(a, SX_PARAM_TAG) == sx_elastic_number(b, SX_PARAM_TAG);
}

/* Only calls whose parameters are values, or lists of one length. */
static bool is_plain(const sx_node *node)
{
    if (node->nmultisets)
        return false;
    for (uint32_t p = 0; p < node->nparams; p++)
        if (sx_elastic_elements(node, p) == 0 ||
            node->param[p].value.kind == SX_VALUE_EXPR ||
            node->param[p].value.kind == SX_VALUE_DRAWN)
            return false;
    return true;
}

/* The number of a call, new if there is none like it; CALLS when there are too many. */
static size_t call_of(joint *j, const sx_node *node)
{
    size_t k = 0;
    while (k < j->ncalls && !same_call(j, j->like[k], node))
        k++;
    if (k == j->ncalls && k < CALLS)
        j->like[j->ncalls++] = node;
    return k;
}

/* Is every entry of one trip or none, some of none? Then it says what is in a trip of another loop. */
static bool is_optional(const joint *j, const sx_seq *const *trips, const bool *in)
{
    bool none = false;
    for (int64_t r = 0; r < j->runs->total; r++)
        for (uint64_t k = 0; in[r] && trips[r] && k < trips[r]->length; k++) {
            if (sx_seq_at(trips[r], k) > 1)
                return false;
            none = none || sx_seq_at(trips[r], k) == 0;
        }
    return none;
}

/* Adds a node with all below it; false when it has something that is not plain, or there is too much. */
static bool add_item(joint *j, const sx_node *node, const bool *within)
{
    size_t at = j->nitems;
    if (at == ITEMS)
        return false;
    item *of = &j->item[j->nitems++];
    *of = (item) { .node = node };
    of->in = sx_runs_members(j->scratch, j->runs, &node->ranks, within);
    if (!of->in)
        return false;
    if (node->kind == SX_NODE_EVENT) {
        of->call = is_plain(node) ? call_of(j, node) : CALLS;
        of->end = j->nitems;
        return of->call < CALLS;
    }
    of->trips = node->trips.kind == SX_VALUE_EXPR
                    ? NULL
                    : sx_runs_sequences(j->scratch, j->runs, &node->trips, of->in);
    of->innermost = of->trips && !is_optional(j, of->trips, of->in);
    for (size_t i = 0; of->trips && i < node->body.n; i++) {
        of->innermost = of->innermost && node->body.node[i]->kind == SX_NODE_EVENT;
        if (!add_item(j, node->body.node[i], of->in))
            return false;
    }
    of->end = j->nitems;
    return of->trips;
}

/* Does some call below the node belong to those that are there? */
static bool shares_a_call(const joint *j, const sx_node *node)
{
    if (node->kind == SX_NODE_EVENT) {
        for (size_t k = 0; k < j->ncalls; k++)
            if (same_call(j, j->like[k], node))
                return true;
        return false;
    }
    for (size_t i = 0; i < node->body.n; i++)
        if (shares_a_call(j, node->body.node[i]))
            return true;
    return false;
}

/* Gathers nodes from `from` on as long as they share calls with those before; how many. */
static size_t gather(joint *j, const sx_block *block, size_t from)
{
    j->nitems = j->ncalls = 0;
    size_t n = 0;
    for (size_t i = from; i < block->n; i++, n++) {
        size_t items = j->nitems, calls = j->ncalls;
        if ((n > 0 && !shares_a_call(j, block->node[i])) ||
            !add_item(j, block->node[i], j->within)) {
            j->nitems = items;
            j->ncalls = calls;
            break;
        }
    }
    return n;
}

/* Do ranks of one run make different numbers of trips in some loop? */
static bool trips_differ(const joint *j)
{
    for (size_t i = 0; i < j->nitems; i++) {
        const item *of = &j->item[i];
        for (int64_t r = 1; of->trips && r < j->runs->total; r++) {
            bool same_run = j->runs->run_of[r] == j->runs->run_of[r - 1];
            if (same_run && of->in[r] && of->in[r - 1] && of->trips[r] &&
                of->trips[r - 1] && !sx_seq_equal(of->trips[r], of->trips[r - 1]))
                return true;
        }
    }
    return false;
}

static bool has_values(joint *j)
{
    for (size_t i = 0; i < j->nitems; i++) {
        item *of = &j->item[i];
        for (uint32_t p = 0; !of->trips && p < of->node->nparams; p++)
            if (!(of->value[p] = sx_runs_sequences(j->scratch, j->runs,
                                                   &of->node->param[p].value, of->in)))
                return false;
    }
    return true;
}

/* What follows what as a rank makes its calls: `last` is the one before. */
typedef struct following {
    int64_t rank;
    size_t last; /* CALLS: none */
    uint64_t made, entries[ITEMS], after[CALLS * CALLS];
} following;

static void follow_items(const joint *j, size_t from, size_t end, following *f)
{
    for (size_t i = from; i < end && f->made < LONGEST; i = j->item[i].end) {
        const item *of = &j->item[i];
        if (!of->in[f->rank])
            continue;
        if (!of->trips) {
            f->made++;
            if (f->last < CALLS)
                f->after[f->last * j->ncalls + of->call]++;
            f->last = of->call;
            continue;
        }
        int64_t trips = sx_seq_at(of->trips[f->rank], f->entries[i]++);
        for (int64_t t = 0; t < trips && f->made < LONGEST; t++)
            follow_items(j, i + 1, of->end, f);
    }
}

/* False when there are too many calls, or memory is out. */
static bool order_by_fewest(joint *j)
{
    following *f = SX_NEW(j->scratch, following);
    for (int64_t r = 0; f && r < j->runs->total; r++) {
        if (!j->within[r])
            continue;
        memset(f->entries, 0, sizeof f->entries);
        f->rank = r;
        f->made = 0;
        f->last = CALLS;
        follow_items(j, 0, j->nitems, f);
    }
    return f && sx_call_order(j->ncalls, f->after, j->place);
}

/* False where there is no such order. */
static bool order_calls(joint *j, ordering by)
{
    size_t longest = 0, n = 0;
    if (by == BY_FEWEST)
        return order_by_fewest(j);
    for (size_t c = 0; c < j->ncalls; c++)
        j->place[c] = CALLS;
    for (size_t i = 1; i < j->nitems; i++)
        if (j->item[i].innermost &&
            (!j->item[longest].innermost ||
             j->item[i].node->body.n > j->item[longest].node->body.n))
            longest = i;
    for (size_t i = longest + 1; by == BY_LONGEST && i < j->item[longest].end; i++)
        if (j->place[j->item[i].call] == CALLS)
            j->place[j->item[i].call] = n++;
    for (size_t c = 0; c < j->ncalls; c++)
        if (j->place[c] == CALLS)
            j->place[c] = n++;
    return true;
}

/* ---- what every rank does ---- */

static void begin_trip(const joint *j, unrolled *u)
{
    u->too_long = u->too_long || u->trips == LONGEST;
    if (u->too_long)
        return;
    for (size_t c = 0; c < j->ncalls; c++)
        u->present[c][u->trips] = 0;
    u->trips++;
    u->next = 0;
}

static void unroll_call(const joint *j, size_t i, unrolled *u)
{
    const item *of = &j->item[i];
    const size_t c = of->call;
    if (u->trips == 0 || j->place[c] < u->next)
        begin_trip(j, u);
    if (u->too_long)
        return;
    const uint64_t k = u->entries[i]++;
    for (uint32_t p = 0; p < of->node->nparams; p++) {
        const size_t n = sx_elastic_elements(of->node, p);
        sx_seq_expand(of->value[p][u->rank], k * n, n,
                      &u->value[c][p][(size_t)u->n[c] * n]);
    }
    u->n[c]++;
    u->present[c][u->trips - 1] = 1;
    u->next = j->place[c] + 1;
}

static void unroll_items(const joint *j, size_t from, size_t end, unrolled *u)
{
    for (size_t i = from; i < end && !u->too_long; i = j->item[i].end) {
        const item *of = &j->item[i];
        if (!of->in[u->rank])
            continue;
        if (!of->trips) {
            unroll_call(j, i, u);
            continue;
        }
        int64_t trips = sx_seq_at(of->trips[u->rank], u->entries[i]++);
        u->too_long = u->too_long || trips > LONGEST;
        for (int64_t t = 0; t < trips && !u->too_long; t++) {
            if (of->innermost && u->at == AT_TRIPS)
                begin_trip(j, u);
            unroll_items(j, i + 1, of->end, u);
        }
    }
}

/* Do the sequences come back with every entry of the joint loop? */
static bool comes_back(const joint *j, const unrolled *u)
{
    for (size_t i = 0; i < j->nitems; i++) {
        const item *of = &j->item[i];
        if (u->entries[i] == 0)
            continue;
        if (of->trips && u->entries[i] % of->trips[u->rank]->length != 0)
            return false;
        for (uint32_t p = 0; !of->trips && p < of->node->nparams; p++)
            if (u->entries[i] * sx_elastic_elements(of->node, p) %
                    of->value[p][u->rank]->length !=
                0)
                return false;
    }
    return true;
}

static bool unroll(joint *j, int64_t rank, boundary at)
{
    unrolled *u = j->unrolled;
    memset(u->entries, 0, sizeof u->entries);
    memset(u->n, 0, sizeof u->n);
    u->at = at;
    u->rank = rank;
    u->trips = 0;
    u->next = 0;
    u->too_long = false;
    unroll_items(j, 0, j->nitems, u);
    return !u->too_long && u->trips > 0 && comes_back(j, u);
}

/* Keeps what a rank does; false when out of memory. */
static bool keep(joint *j)
{
    const unrolled *u = j->unrolled;
    j->total[u->rank] = u->trips;
    for (size_t c = 0; c < j->ncalls; c++) {
        struct made *made = &j->made[c];
        made->ever[u->rank] = u->n[c] > 0;
        made->sometimes = made->sometimes || (u->n[c] && u->n[c] < u->trips);
        if (u->n[c] == 0)
            continue;
        made->present[u->rank] =
            sx_seq_from_values(j->arena, u->present[c], (uint64_t)u->trips, true);
        if (!made->present[u->rank])
            return false;
        for (uint32_t p = 0; p < j->like[c]->nparams; p++) {
            made->value[p][u->rank] = sx_seq_from_values(
                j->arena, u->value[c][p],
                (uint64_t)u->n[c] * sx_elastic_elements(j->like[c], p), true);
            if (!made->value[p][u->rank])
                return false;
        }
    }
    return true;
}

static bool reserve(joint *j)
{
    const size_t ranks = (size_t)j->runs->total;
    unrolled *u = j->unrolled = SX_NEW(j->scratch, unrolled);
    bool fine = u && (j->total = SX_NEW_ARRAY(j->scratch, int64_t, ranks)) != NULL;
    for (size_t c = 0; fine && c < j->ncalls; c++) {
        struct made *made = &j->made[c];
        *made =
            (struct made) { .present = SX_NEW_ARRAY(j->scratch, const sx_seq *, ranks),
                            .ever = SX_NEW_ARRAY(j->scratch, bool, ranks) };
        u->present[c] = SX_NEW_ARRAY(j->scratch, int64_t, LONGEST);
        fine = made->present && made->ever && u->present[c];
        for (uint32_t p = 0; fine && p < j->like[c]->nparams; p++) {
            made->value[p] = SX_NEW_ARRAY(j->scratch, const sx_seq *, ranks);
            u->value[c][p] = SX_NEW_ARRAY(j->scratch, int64_t,
                                          LONGEST * sx_elastic_elements(j->like[c], p));
            fine = made->value[p] && u->value[c][p];
        }
    }
    return fine;
}

/* Keeps what the ranks of a run do in `trips` trips each, with whichever boundaries give so many. */
static bool keep_run(joint *j, uint32_t run, int64_t trips)
{
    const int64_t first = j->runs->offset[run], end = first + j->runs->p[run];
    for (int64_t r = first; r < end; r++) {
        if (!j->within[r])
            continue;
        bool fits = false;
        for (int at = 0; at < BOUNDARIES && !fits; at++)
            fits = unroll(j, r, (boundary)at) && j->unrolled->trips == trips;
        if (!fits || !keep(j))
            return false;
    }
    return true;
}

/* As many trips for all ranks of each run: as its first has by one of the boundaries. */
static bool trips_agree(joint *j)
{
    int64_t work = 0;
    if (!reserve(j))
        return false;
    for (uint32_t run = 0; run < j->runs->n; run++) {
        int64_t first = j->runs->offset[run], end = first + j->runs->p[run], trips = 0;
        bool kept = false;
        while (first < end && !j->within[first])
            first++;
        for (int at = 0; first < end && at < BOUNDARIES && !kept; at++) {
            if (!unroll(j, first, (boundary)at) || j->unrolled->trips == trips)
                continue;
            trips = j->unrolled->trips;
            work += trips * (end - first) * (int64_t)j->ncalls;
            if (work > WORK)
                return false;
            kept = keep_run(j, run, trips);
        }
        if (first < end && !kept)
            return false;
    }
    return true;
}

/* ---- the joint loop ---- */

static sx_status join_times(const joint *j, size_t c, sx_node *to)
{
    uint32_t n = 0;
    for (size_t i = 0; i < j->nitems; i++)
        n += j->item[i].trips || j->item[i].call != c ? 0 : j->item[i].node->ntimes;
    to->times = SX_NEW_ARRAY(j->arena, sx_times, n);
    to->ntimes = 0;
    for (size_t i = 0; to->times && i < j->nitems; i++) {
        const item *of = &j->item[i];
        for (uint32_t k = 0; !of->trips && of->call == c && k < of->node->ntimes; k++)
            to->times[to->ntimes++] = of->node->times[k];
    }
    return to->times ? SX_OK : SX_NOMEM;
}

/* The call, in a loop of one trip or none where some rank has it in some of its trips only. */
static sx_status make_call(const joint *j, size_t c, sx_node **ret_node)
{
    const struct made *made = &j->made[c];
    sx_node *event = SX_NEW(j->arena, sx_node), *top = event;
    sx_param *param = SX_NEW_ARRAY(j->arena, sx_param, j->like[c]->nparams);
    if (!event || !param)
        return SX_NOMEM;
    *event = *j->like[c];
    event->param = param;
    sx_status st = join_times(j, c, event);
    for (uint32_t p = 0; !st && p < event->nparams; p++) {
        param[p].id = j->like[c]->param[p].id;
        st = sx_elastic_value(j->arena, j->runs, made->ever, made->value[p],
                              j->like[c]->param[p].value.relative, &param[p].value);
    }
    if (!st && made->sometimes) {
        top = SX_NEW(j->arena, sx_node);
        sx_node **body = SX_NEW_ARRAY(j->arena, sx_node *, 1);
        if (!top || !body)
            return SX_NOMEM;
        body[0] = event;
        event->ranks = (sx_domain) { .kind = SX_DOMAIN_ALL };
        *top = (sx_node) { .kind = SX_NODE_LOOP, .body = { 1, body } };
        st = sx_elastic_value(j->arena, j->runs, made->ever, made->present, false,
                              &top->trips);
    }
    if (!st)
        st = sx_elastic_domain(j->arena, j->runs, made->ever, j->within, &top->ranks);
    *ret_node = top;
    return st;
}

static sx_status make_loop(const joint *j, sx_node **ret_loop)
{
    sx_node *loop = SX_NEW(j->arena, sx_node);
    sx_node **body = SX_NEW_ARRAY(j->arena, sx_node *, j->ncalls);
    const sx_seq **trips =
        SX_NEW_ARRAY(j->scratch, const sx_seq *, (size_t)j->runs->total);
    if (!loop || !body || !trips)
        return SX_NOMEM;
    for (int64_t r = 0; r < j->runs->total; r++)
        if (j->within[r] && !(trips[r] = sx_seq_constant(j->arena, j->total[r])))
            return SX_NOMEM;
    sx_status st = SX_OK;
    for (size_t c = 0; !st && c < j->ncalls; c++)
        st = make_call(j, c, &body[j->place[c]]);
    *loop = (sx_node) { .kind = SX_NODE_LOOP, .body = { j->ncalls, body } };
    *ret_loop = loop;
    return st ? st
              : sx_elastic_value(j->arena, j->runs, j->within, trips, false,
                                 &loop->trips);
}

/* ---- the tree ---- */

/* Joins the nodes from `from` on, where that can be; *ret_loop is what stands for *ret_n of them, or NULL. */
static sx_status join_from(joint *j, const sx_block *block, size_t from,
                           sx_node **ret_loop, size_t *ret_n)
{
    *ret_loop = NULL;
    for (int by_tag = 0; by_tag < 2; by_tag++) {
        sx_arena_clear(j->scratch);
        j->by_tag = by_tag;
        j->item = SX_NEW_ARRAY(j->scratch, item, ITEMS);
        if (!j->item)
            return SX_NOMEM;
        *ret_n = gather(j, block, from);
        if (*ret_n == 0 || !trips_differ(j) || !has_values(j))
            return SX_OK;
        for (int by = 0; by < ORDERINGS; by++) {
            if (order_calls(j, (ordering)by) && trips_agree(j))
                return make_loop(j, ret_loop);
        }
    }
    return SX_OK;
}

/* Inner blocks first: what can be joined inside of a loop leaves that as it is. */
static sx_status rejoin_block(joint *j, sx_block *block, const bool *within)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < block->n; i++) {
        sx_node *node = block->node[i];
        if (node->kind != SX_NODE_LOOP)
            continue;
        const bool *in = sx_runs_members(j->arena, j->runs, &node->ranks, within);
        st = in ? rejoin_block(j, &node->body, in) : SX_NOMEM;
    }
    j->within = within;
    for (size_t i = 0; !st && i < block->n; i++) {
        sx_node *joined;
        size_t n;
        st = join_from(j, block, i, &joined, &n);
        if (st || !joined)
            continue;
        block->node[i] = joined;
        memmove(&block->node[i + 1], &block->node[i + n],
                (block->n - i - n) * sizeof(sx_node *));
        block->n -= n - 1;
    }
    return st;
}

sx_status sx_runs_rejoin(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    const sx_domain everybody = { .kind = SX_DOMAIN_ALL };
    joint *j = SX_NEW(arena, joint);
    const bool *all = sx_runs_members(arena, runs, &everybody, NULL);
    if (!j || !all)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *j = (joint) { .arena = arena, .scratch = sx_arena_create(), .runs = runs };
    sx_status st = j->scratch ? rejoin_block(j, &runs->merged.program, all) : SX_NOMEM;
    sx_arena_destroy(j->scratch);
    if (st)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_trace_number(&runs->merged);
    return SX_OK;
}
