#include "extrap/rejoin.h"

#include "extrap/elastic.h"

#include <string.h>

enum {
    PARTS = 64, /* sibling loops */
    CALLS = 64, /* in the body of the joint loop */
    LONGEST = 1 << 13, /* trips of it */
    WORK = 1 << 23 /* values of all ranks */
};

/* One call in the body of the joint loop: its node in each of the parts; NULL where that has none. */
typedef struct call {
    const sx_node *like;
    const sx_node *node[PARTS];
    const bool *in[PARTS];
    const sx_seq **value[PARTS][SX_PARAMS]; /* by parameter, then rank */
} call;

typedef struct joint {
    sx_arena *arena, *scratch;
    sx_runs *runs;
    const sx_node *outer; /* the loop around nothing but the parts; NULL: none */
    const sx_seq **outer_trips;
    const bool *within;
    size_t nparts, ncalls;
    const sx_node *part[PARTS];
    const bool *in[PARTS];
    const sx_seq **trips[PARTS];
    call *call; /* CALLS */
    /* By rank. */
    int64_t *total; /* trips */
    struct made {
        const sx_seq **present; /* 1 in the trips that have the call */
        const sx_seq **value[SX_PARAMS];
        bool *ever;
        bool sometimes; /* some rank has it in some of its trips only */
    } made[CALLS];
} joint;

/* ---- do the loops belong together? ---- */

/* The value of a parameter that is one number for everybody; SX_NULL else. */
static int64_t fixed(const sx_node *node, sx_param_id id)
{
    const sx_param *param = sx_node_param(node, id);
    bool one = param && param->value.kind == SX_VALUE_PIECES &&
               param->value.npieces == 1 && !param->value.relative &&
               sx_seq_is_constant(param->value.piece[0].seq);
    return one ? sx_seq_at(param->value.piece[0].seq, 0) : SX_NULL;
}

/* The same call: also of the same tag, where one call site exchanges in several directions. */
static bool same_call(const sx_node *a, const sx_node *b)
{
    if (a->kind != SX_NODE_EVENT || b->kind != SX_NODE_EVENT || a->op != b->op ||
        a->site != b->site || a->nparams != b->nparams)
        return false;
    for (uint32_t p = 0; p < a->nparams; p++)
        if (a->param[p].id != b->param[p].id ||
            a->param[p].value.relative != b->param[p].value.relative)
            return false;
    return fixed(a, SX_PARAM_TAG) == fixed(b, SX_PARAM_TAG);
}

/* Only calls whose parameters are plain values. */
static bool is_plain(const sx_node *loop)
{
    for (size_t i = 0; i < loop->body.n; i++) {
        const sx_node *node = loop->body.node[i];
        if (node->kind != SX_NODE_EVENT || node->nmultisets)
            return false;
        const uint64_t present = sx_node_present(node);
        for (uint32_t p = 0; p < node->nparams; p++)
            if (sx_param_list_length_in(node->param[p].id, present) != SX_PARAM_NONE ||
                node->param[p].value.kind == SX_VALUE_EXPR)
                return false;
    }
    return loop->body.n > 0;
}

/* Puts the calls of a part among those there are, in both orders; false when they contradict. */
static bool add_calls(joint *j, size_t part)
{
    const sx_block *body = &j->part[part]->body;
    size_t at = 0;
    for (size_t i = 0; i < body->n; i++) {
        size_t k = 0;
        while (k < j->ncalls && !same_call(j->call[k].like, body->node[i]))
            k++;
        if (k < at || j->ncalls == CALLS)
            return false;
        if (k == j->ncalls) {
            memmove(&j->call[at + 1], &j->call[at], (k - at) * sizeof *j->call);
            j->call[at] = (call) { .like = body->node[i] };
            j->ncalls++;
            k = at;
        }
        j->call[k].node[part] = body->node[i];
        at = k + 1;
    }
    return true;
}

/* Does some call of the loop belong to one that is there? */
static bool shares_a_call(const joint *j, const sx_node *loop)
{
    for (size_t i = 0; i < loop->body.n; i++)
        for (size_t k = 0; k < j->ncalls; k++)
            if (same_call(j->call[k].like, loop->body.node[i]))
                return true;
    return false;
}

/* The longest body says the order of calls best. */
static bool order_calls(joint *j)
{
    size_t longest = 0;
    for (size_t p = 1; p < j->nparts; p++)
        longest = j->part[p]->body.n > j->part[longest]->body.n ? p : longest;
    j->ncalls = 0;
    bool fits = add_calls(j, longest);
    for (size_t p = 0; fits && p < j->nparts; p++)
        fits = p == longest || (shares_a_call(j, j->part[p]) && add_calls(j, p));
    return fits;
}

/* Sibling loops from node `from` on that may be one; how many. */
static size_t siblings(joint *j, const sx_block *block, size_t from)
{
    j->nparts = 0;
    for (size_t i = from; i < block->n && j->nparts < PARTS; i++) {
        const sx_node *node = block->node[i];
        if (node->kind != SX_NODE_LOOP || !is_plain(node))
            break;
        j->part[j->nparts++] = node;
        if (j->nparts > 1 && !order_calls(j)) {
            j->nparts--;
            break;
        }
    }
    return j->nparts > 1 && order_calls(j) ? j->nparts : 0;
}

/* ---- what every rank does ---- */

static bool gather(joint *j)
{
    for (size_t p = 0; p < j->nparts; p++) {
        j->in[p] = sx_runs_members(j->scratch, j->runs, &j->part[p]->ranks, j->within);
        j->trips[p] = j->in[p] ? sx_runs_sequences(j->scratch, j->runs,
                                                   &j->part[p]->trips, j->in[p])
                               : NULL;
        if (!j->trips[p])
            return false;
        for (size_t c = 0; c < j->ncalls; c++) {
            call *of = &j->call[c];
            const sx_node *node = of->node[p];
            if (!node)
                continue;
            of->in[p] = sx_runs_members(j->scratch, j->runs, &node->ranks, j->in[p]);
            for (uint32_t k = 0; of->in[p] && k < node->nparams; k++)
                if (!(of->value[p][k] = sx_runs_sequences(
                          j->scratch, j->runs, &node->param[k].value, of->in[p])))
                    return false;
            if (!of->in[p])
                return false;
        }
    }
    return true;
}

/* Where a trip of the joint loop begins. */
typedef enum boundary {
    AT_TRIPS, /* with every trip of every part */
    AT_RETURNS, /* where the calls come back to an earlier one, or the same */
    BOUNDARIES
} boundary;

/* What one rank does in one entry of the joint loop, trip by trip. */
typedef struct unrolled {
    int64_t trips;
    size_t next; /* the first call that may follow in the same trip */
    uint64_t entries[PARTS], executions[PARTS][CALLS];
    int64_t n[CALLS]; /* executions of each call, over all parts */
    int64_t *present[CALLS]; /* LONGEST */
    int64_t *value[CALLS][SX_PARAMS];
} unrolled;

/* False when there are too many. */
static bool begin_trip(const joint *j, unrolled *u)
{
    if (u->trips == LONGEST)
        return false;
    for (size_t c = 0; c < j->ncalls; c++)
        u->present[c][u->trips] = 0;
    u->trips++;
    u->next = 0;
    return true;
}

static bool unroll_trip(const joint *j, int64_t rank, size_t part, boundary at,
                        unrolled *u)
{
    if (at == AT_TRIPS && !begin_trip(j, u))
        return false;
    for (size_t c = 0; c < j->ncalls; c++) {
        const call *of = &j->call[c];
        if (!of->node[part] || !of->in[part][rank])
            continue;
        if ((u->trips == 0 || c < u->next) && !begin_trip(j, u))
            return false;
        uint64_t k = u->executions[part][c]++;
        for (uint32_t p = 0; p < of->like->nparams; p++)
            u->value[c][p][u->n[c]] = sx_seq_at(of->value[part][p][rank], k);
        u->n[c]++;
        u->present[c][u->trips - 1] = 1;
        u->next = c + 1;
    }
    return true;
}

/* Do the sequences come back with every entry of the joint loop? */
static bool comes_back(const joint *j, int64_t rank, const unrolled *u)
{
    for (size_t p = 0; p < j->nparts; p++) {
        if (!j->in[p][rank])
            continue;
        if (u->entries[p] % j->trips[p][rank]->length != 0)
            return false;
        for (size_t c = 0; c < j->ncalls; c++)
            for (uint32_t k = 0; k < j->call[c].like->nparams; k++) {
                const sx_seq **seq = j->call[c].value[p][k];
                if (u->executions[p][c] && u->executions[p][c] % seq[rank]->length != 0)
                    return false;
            }
    }
    return true;
}

static bool unroll(const joint *j, int64_t rank, boundary at, unrolled *u)
{
    int64_t outer = 1;
    if (j->outer) {
        const sx_seq *trips = j->outer_trips[rank];
        if (!trips || !sx_seq_is_constant(trips))
            return false;
        outer = sx_seq_at(trips, 0);
    }
    memset(u->entries, 0, sizeof u->entries);
    memset(u->executions, 0, sizeof u->executions);
    memset(u->n, 0, sizeof u->n);
    u->trips = 0;
    for (int64_t o = 0; o < outer; o++)
        for (size_t p = 0; p < j->nparts; p++) {
            if (!j->in[p][rank])
                continue;
            int64_t trips = sx_seq_at(j->trips[p][rank], u->entries[p]++);
            for (int64_t t = 0; t < trips; t++)
                if (!unroll_trip(j, rank, p, at, u))
                    return false;
        }
    return u->trips > 0 && comes_back(j, rank, u);
}

/* Keeps what a rank does; false when out of memory. */
static bool keep(joint *j, int64_t rank, const unrolled *u)
{
    j->total[rank] = u->trips;
    for (size_t c = 0; c < j->ncalls; c++) {
        struct made *made = &j->made[c];
        made->ever[rank] = u->n[c] > 0;
        made->sometimes = made->sometimes || (u->n[c] && u->n[c] < u->trips);
        if (u->n[c] == 0)
            continue;
        made->present[rank] =
            sx_seq_from_values(j->arena, u->present[c], (uint64_t)u->trips, true);
        if (!made->present[rank])
            return false;
        for (uint32_t p = 0; p < j->call[c].like->nparams; p++) {
            made->value[p][rank] =
                sx_seq_from_values(j->arena, u->value[c][p], (uint64_t)u->n[c], true);
            if (!made->value[p][rank])
                return false;
        }
    }
    return true;
}

static bool reserve(joint *j, unrolled *u)
{
    const size_t ranks = (size_t)j->runs->total;
    bool fine = (j->total = SX_NEW_ARRAY(j->scratch, int64_t, ranks)) != NULL;
    for (size_t c = 0; fine && c < j->ncalls; c++) {
        struct made *made = &j->made[c];
        *made =
            (struct made) { .present = SX_NEW_ARRAY(j->scratch, const sx_seq *, ranks),
                            .ever = SX_NEW_ARRAY(j->scratch, bool, ranks) };
        u->present[c] = SX_NEW_ARRAY(j->scratch, int64_t, LONGEST);
        fine = made->present && made->ever && u->present[c];
        for (uint32_t p = 0; fine && p < j->call[c].like->nparams; p++) {
            made->value[p] = SX_NEW_ARRAY(j->scratch, const sx_seq *, ranks);
            u->value[c][p] = SX_NEW_ARRAY(j->scratch, int64_t, LONGEST);
            fine = made->value[p] && u->value[c][p];
        }
    }
    return fine;
}

/* Keeps what the ranks of a run do in `trips` trips each, with whichever boundaries give so many. */
static bool keep_run(joint *j, uint32_t run, int64_t trips, unrolled *u)
{
    const int64_t first = j->runs->offset[run], end = first + j->runs->p[run];
    for (int64_t r = first; r < end; r++) {
        if (!j->within[r])
            continue;
        bool fits = false;
        for (int at = 0; at < BOUNDARIES && !fits; at++)
            fits = unroll(j, r, (boundary)at, u) && u->trips == trips;
        if (!fits || !keep(j, r, u))
            return false;
    }
    return true;
}

/* As many trips for all ranks of a run: as the first has by one of the boundaries. */
static bool trips_agree(joint *j)
{
    unrolled *u = SX_NEW(j->scratch, unrolled);
    int64_t work = 0;
    if (!u || !reserve(j, u))
        return false;
    for (uint32_t run = 0; run < j->runs->n; run++) {
        int64_t first = j->runs->offset[run], end = first + j->runs->p[run], trips = 0;
        bool kept = false;
        while (first < end && !j->within[first])
            first++;
        for (int at = 0; first < end && at < BOUNDARIES && !kept; at++) {
            if (!unroll(j, first, (boundary)at, u) || u->trips == trips)
                continue;
            trips = u->trips;
            work += trips * (end - first) * (int64_t)j->ncalls;
            if (work > WORK)
                return false;
            kept = keep_run(j, run, trips, u);
        }
        if (first < end && !kept)
            return false;
    }
    return true;
}

/* ---- the joint loop ---- */

static sx_status join_times(const joint *j, const call *of, sx_node *to)
{
    uint32_t n = 0;
    for (size_t p = 0; p < j->nparts; p++)
        n += of->node[p] ? of->node[p]->ntimes : 0;
    to->times = SX_NEW_ARRAY(j->arena, sx_times, n);
    to->ntimes = 0;
    for (size_t p = 0; to->times && p < j->nparts; p++)
        for (uint32_t i = 0; of->node[p] && i < of->node[p]->ntimes; i++)
            to->times[to->ntimes++] = of->node[p]->times[i];
    return to->times ? SX_OK : SX_NOMEM;
}

/* The call, in a loop of one trip or none where some rank has it in some of its trips only. */
static sx_status make_call(const joint *j, size_t c, sx_node **ret_node)
{
    const call *of = &j->call[c];
    const struct made *made = &j->made[c];
    sx_node *event = SX_NEW(j->arena, sx_node), *loop = NULL;
    sx_param *param = SX_NEW_ARRAY(j->arena, sx_param, of->like->nparams);
    if (!event || !param)
        return SX_NOMEM;
    *event = *of->like;
    event->param = param;
    sx_status st = join_times(j, of, event);
    for (uint32_t p = 0; !st && p < event->nparams; p++) {
        param[p].id = of->like->param[p].id;
        st = sx_elastic_value(j->arena, j->runs, made->ever, made->value[p],
                              of->like->param[p].value.relative, &param[p].value);
    }
    sx_node *top = event;
    if (!st && made->sometimes) {
        top = loop = SX_NEW(j->arena, sx_node);
        sx_node **body = SX_NEW_ARRAY(j->arena, sx_node *, 1);
        if (!loop || !body)
            return SX_NOMEM;
        body[0] = event;
        event->ranks = (sx_domain) { .kind = SX_DOMAIN_ALL };
        *loop = (sx_node) { .kind = SX_NODE_LOOP, .body = { 1, body } };
        st = sx_elastic_value(j->arena, j->runs, made->ever, made->present, false,
                              &loop->trips);
    }
    if (!st)
        st = sx_elastic_domain(j->arena, j->runs, made->ever, j->within, &top->ranks);
    *ret_node = top;
    return st;
}

static sx_status make_loop(const joint *j, sx_node *to)
{
    sx_node **body = SX_NEW_ARRAY(j->arena, sx_node *, j->ncalls);
    const sx_seq **trips =
        SX_NEW_ARRAY(j->scratch, const sx_seq *, (size_t)j->runs->total);
    if (!body || !trips)
        return SX_NOMEM;
    for (int64_t r = 0; r < j->runs->total; r++)
        if (j->within[r] && !(trips[r] = sx_seq_constant(j->arena, j->total[r])))
            return SX_NOMEM;
    sx_status st = SX_OK;
    for (size_t c = 0; !st && c < j->ncalls; c++)
        st = make_call(j, c, &body[c]);
    to->body = (sx_block) { j->ncalls, body };
    return st ? st
              : sx_elastic_value(j->arena, j->runs, j->within, trips, false, &to->trips);
}

/* Joins the siblings from node `from` on, with the loop around if there is nothing else in it; *ret_joined is what
 * stands for them. */
static sx_status join_from(joint *j, const sx_block *block, size_t from, sx_node *outer,
                           sx_node **ret_joined)
{
    *ret_joined = NULL;
    sx_arena_clear(j->scratch);
    j->call = SX_NEW_ARRAY(j->scratch, call, CALLS);
    if (!j->call)
        return SX_NOMEM;
    size_t n = siblings(j, block, from);
    if (n == 0)
        return SX_OK;
    bool whole = outer && from == 0 && n == block->n;
    j->outer = whole ? outer : NULL;
    if (whole && !(j->outer_trips =
                       sx_runs_sequences(j->scratch, j->runs, &outer->trips, j->within)))
        return SX_NOMEM;
    if (!gather(j) || !trips_agree(j))
        return SX_OK;
    sx_node *loop = whole ? outer : SX_NEW(j->arena, sx_node);
    if (!loop)
        return SX_NOMEM;
    if (!whole)
        *loop = (sx_node) { .kind = SX_NODE_LOOP };
    *ret_joined = loop;
    return make_loop(j, loop);
}

/* `outer` is the loop whose body the block is; NULL for the program. */
static sx_status rejoin_block(joint *j, sx_block *block, sx_node *outer,
                              const bool *within)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < block->n; i++) {
        sx_node *node = block->node[i], *joined;
        if (node->kind != SX_NODE_LOOP)
            continue;
        const bool *in = sx_runs_members(j->arena, j->runs, &node->ranks, within);
        if (!in)
            return SX_NOMEM;
        st = rejoin_block(j, &node->body, node, in);
        j->within = within;
        if (!st && i > 0 && block->node[i - 1]->kind == SX_NODE_LOOP)
            continue; /* looked at with its elder siblings */
        if (!st)
            st = join_from(j, block, i, outer, &joined);
        if (st || !joined || joined == outer)
            return st;
        block->node[i] = joined;
        memmove(&block->node[i + 1], &block->node[i + j->nparts],
                (block->n - i - j->nparts) * sizeof(sx_node *));
        block->n -= j->nparts - 1;
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
    sx_status st =
        j->scratch ? rejoin_block(j, &runs->merged.program, NULL, all) : SX_NOMEM;
    sx_arena_destroy(j->scratch);
    if (st)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_trace_number(&runs->merged);
    return SX_OK;
}
