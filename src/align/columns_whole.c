/* What ranks do in a stretch of loops of any trips, from the first call to the last. Calls that come back again and again, as often on all ranks of a run, are
 * those of an iteration. */
#include "align/columns_calls.h"

#include "base/checked.h"

enum { NODES = 256, MOST_CALLS = 1 << 15, WORK = 1 << 23 };

/* A node of the stretch, in textual order; what is below it comes before item `end`. */
typedef struct item {
    const sx_node *node;
    const bool *in;
    size_t end;
    const sx_seq **trips; /* of a loop, by rank */
    const sx_seq **value[SX_PARAMS]; /* of an event, by parameter, then rank */
    /* Of the rank at hand: entries, or executions, so far, and the requests that these had. */
    uint64_t done, requests;
} item;

/* An execution of an event by the rank at hand. */
typedef struct execution {
    uint32_t item, nreqs;
    uint64_t number, first_request;
} execution;

typedef struct whole {
    sx_calls *c;
    size_t nitems;
    item *item; /* NODES */
    size_t n;
    execution *execution; /* MOST_CALLS */
    uint32_t *behind; /* of each execution: how long what is before it and its like is */
    uint64_t work;
} whole;

/* ---- nodes ---- */

static bool add_node(whole *w, const sx_node *node, const bool *within)
{
    const sx_calls *c = w->c;
    if (w->nitems == NODES)
        return false;
    item *of = &w->item[w->nitems++];
    of->node = node;
    of->in = sx_runs_members(c->arena, c->runs, &node->ranks, within);
    if (!of->in)
        return false;
    if (node->kind == SX_NODE_EVENT) {
        bool fine = sx_calls_is_plain(node);
        for (uint32_t p = 0; p < node->nparams && fine; p++) {
            of->value[p] =
                sx_runs_sequences(c->arena, c->runs, &node->param[p].value, of->in);
            fine = of->value[p];
        }
        of->end = w->nitems;
        return fine;
    }
    of->trips = node->trips.kind == SX_VALUE_EXPR
                    ? NULL
                    : sx_runs_sequences(c->arena, c->runs, &node->trips, of->in);
    bool fine = of->trips;
    for (size_t i = 0; i < node->body.n && fine; i++)
        fine = add_node(w, node->body.node[i], of->in);
    of->end = w->nitems;
    return fine;
}

/* ---- what a rank does ---- */

/* How many requests an event names the next time. */
static bool next_requests(const item *of, int64_t rank, uint32_t *ret_n)
{
    *ret_n = 1;
    for (uint32_t p = 0; p < of->node->nparams; p++) {
        if (of->node->param[p].id != SX_PARAM_NREQS)
            continue;
        const int64_t n =
            of->value[p][rank] ? sx_seq_at(of->value[p][rank], of->done) : (int64_t)-1;
        *ret_n = (uint32_t)n;
        return n >= 0 && n <= MOST_CALLS;
    }
    return true;
}

static bool run(whole *w, int64_t rank, size_t from, size_t end)
{
    bool fine = true;
    for (size_t i = from; i < end && fine; i = w->item[i].end) {
        item *of = &w->item[i];
        if (!of->in[rank])
            continue;
        if (of->node->kind == SX_NODE_EVENT) {
            execution *e = &w->execution[w->n];
            fine = w->n < MOST_CALLS && next_requests(of, rank, &e->nreqs);
            if (!fine)
                return false;
            e->item = (uint32_t)i;
            e->number = of->done++;
            e->first_request = of->requests;
            of->requests += e->nreqs;
            w->n++;
            continue;
        }
        const int64_t trips =
            of->trips[rank] ? sx_seq_at(of->trips[rank], of->done++) : (int64_t)-1;
        fine = trips >= 0 && trips <= MOST_CALLS;
        for (int64_t k = 0; k < trips && fine; k++)
            fine = ++w->work <= WORK && run(w, rank, i + 1, of->end);
    }
    return fine;
}

static bool run_rank(whole *w, int64_t rank)
{
    w->n = 0;
    for (size_t i = 0; i < w->nitems; i++)
        w->item[i].done = w->item[i].requests = 0;
    return run(w, rank, 0, w->nitems) && (w->work += w->n) <= WORK &&
           sx_runs_spend(w->c->runs, w->n);
}

static bool same_call(const whole *w, size_t a, size_t b)
{
    const sx_node *x = w->item[w->execution[a].item].node,
                  *y = w->item[w->execution[b].item].node;
    return x->op == y->op && x->site == y->site;
}

/* As how many times the same calls, one time after the other, all executions are, at most: by the longest beginning that is an end, too (Knuth, Morris and
 * Pratt). */
static int64_t times_of(whole *w)
{
    if (w->n == 0)
        return 0;
    w->behind[0] = 0;
    for (size_t i = 1, k = 0; i < w->n; i++) {
        while (k > 0 && !same_call(w, i, k))
            k = w->behind[k - 1];
        k += same_call(w, i, k);
        w->behind[i] = (uint32_t)k;
    }
    const size_t period = w->n - w->behind[w->n - 1];
    return w->n % period ? 1 : (int64_t)(w->n / period);
}

/* ---- calls of an iteration ---- */

/* The values of a parameter in executions first, first + by, ..; false where lists change in length, or when out of memory. */
static bool take_value(const whole *w, int64_t rank, uint32_t p, size_t first, size_t by,
                       sx_call *call)
{
    const execution *e = &w->execution[first];
    const bool list = call->event->param[p].id == SX_PARAM_REQS ||
                      call->event->param[p].id == SX_PARAM_FROM;
    const size_t elements = list ? e->nreqs : 1, times = w->n / by;
    int64_t *value = SX_ROOM_ARRAY(w->c->arena, int64_t, elements * times);
    if (!value)
        return false;
    for (size_t t = 0; t < times; t++) {
        const execution *own = &w->execution[first + t * by];
        const sx_seq *seq = w->item[own->item].value[p][rank];
        if ((list && own->nreqs != elements) || (elements > 0 && !seq))
            return false;
        for (size_t k = 0; k < elements; k++)
            value[t * elements + k] =
                sx_seq_at(seq, list ? own->first_request + k : own->number);
    }
    if (elements > 0)
        call->value[p] = sx_seq_from_values(w->c->values, value, elements * times, true);
    return elements == 0 || call->value[p];
}

static bool take_calls(whole *w, int64_t rank, int64_t times)
{
    sx_calls *c = w->c;
    const size_t by = times ? w->n / (size_t)times : 0;
    bool fine = true;
    for (size_t i = 0; i < by && fine; i++) {
        sx_call *call = sx_calls_add(c, rank, w->item[w->execution[i].item].node);
        fine = call;
        for (uint32_t p = 0; fine && p < call->event->nparams; p++)
            fine = take_value(w, rank, p, i, by, call);
        if (fine)
            sx_calls_describe(c, rank, call);
    }
    return fine;
}

/* How often the ranks of each run do all of it; false where there are too many calls. */
static bool count_times(whole *w)
{
    const sx_runs *runs = w->c->runs;
    for (size_t k = 0; k < runs->n; k++) {
        int64_t times = 0;
        for (int64_t r = runs->offset[k]; r < runs->offset[k] + runs->p[k]; r++) {
            if (!w->c->within[r])
                continue;
            if (!run_rank(w, r))
                return false;
            times = sx_gcd(times, times_of(w));
        }
        for (int64_t r = runs->offset[k]; r < runs->offset[k] + runs->p[k]; r++)
            w->c->times[r] = times;
    }
    return true;
}

bool sx_calls_read_whole(sx_calls *c, const sx_block *block, size_t from, size_t end)
{
    whole w = { .c = c,
                .item = SX_NEW_ARRAY(c->arena, item, NODES),
                .execution = SX_ROOM_ARRAY(c->arena, execution, MOST_CALLS + 1),
                .behind = SX_ROOM_ARRAY(c->arena, uint32_t, MOST_CALLS + 1) };
    c->times = SX_NEW_ARRAY(c->arena, int64_t, (size_t)c->runs->total);
    bool fine = w.item && w.execution && w.behind && c->times;
    for (size_t i = from; i < end && fine; i++)
        fine = add_node(&w, block->node[i], c->within);
    fine = fine && count_times(&w);
    for (int64_t r = 0; r < c->runs->total && fine; r++)
        if (c->within[r])
            fine = run_rank(&w, r) && take_calls(&w, r, c->times[r]);
    return fine;
}
