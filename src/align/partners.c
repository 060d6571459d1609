#include "align/partners.h"

#include "align/elastic.h"
#include "align/stage_plan.h"
#include "base/checked.h"

#include <string.h>

enum { WORK = 1 << 23 };

/* What one rank does with its partners, one after another. */
typedef struct exchanges {
    size_t n, met; /* how many have a trip so far */
    int64_t *partner; /* rank of all runs */
    int64_t *calls; /* made before the exchange; n + 1 of them */
    int64_t *trip;
} exchanges;

typedef struct pairing {
    sx_stretch of;
    sx_stage_stream *stream;
    exchanges *by_rank;
    int64_t *trips; /* by rank, of its run */
    size_t place[SX_STRETCH_CALLS]; /* of each call in a trip */
    sx_stretch_made made[SX_STRETCH_CALLS];
} pairing;

/* ---- exchanges ---- */

/* The rank that a parameter of the stream's i-th call names, of all runs; -1 where it names none. */
static int64_t named(const pairing *pr, int64_t i, sx_param_id id)
{
    const sx_stage_stream *s = pr->stream;
    const sx_node *like = pr->of.like[s->call[i]];
    uint32_t p = 0;
    while (p < like->nparams && like->param[p].id != id)
        p++;
    if (p == like->nparams || sx_elastic_elements(like, p) != 1)
        return -1;
    const sx_runs *runs = pr->of.runs;
    const uint32_t run = runs->run_of[s->rank];
    int64_t value = s->value[s->call[i]][p][s->index[i]];
    if (sx_is_special(value))
        return -1;
    if (like->param[p].value.relative)
        value = sx_floor_mod(s->rank - runs->offset[run] + value, runs->p[run]);
    return value < 0 || value >= runs->p[run] ? -1 : runs->offset[run] + value;
}

/* Do the stretch's calls send or receive in the world, with a partner? */
static bool are_messages(const sx_stretch *of)
{
    for (size_t c = 0; c < of->ncalls; c++) {
        const int64_t comm = sx_elastic_number(of->like[c], SX_PARAM_COMM);
        if (!sx_node_param(of->like[c], SX_PARAM_PEER) || sx_is_special(comm) ||
            !sx_runs_is_world(of->runs, (uint32_t)comm))
            return false;
    }
    return true;
}

/* An exchange ends where the partner changes, or a call comes again. Each goes both ways: in one call, or in two and more. */
static bool find_exchanges(pairing *pr, exchanges *e)
{
    const sx_stage_stream *s = pr->stream;
    sx_arena *scratch = pr->of.scratch;
    uint64_t made = 0;
    int64_t calls = 0;
    *e = (exchanges) { .partner = SX_NEW_ARRAY(scratch, int64_t, (size_t)s->n),
                       .calls = SX_NEW_ARRAY(scratch, int64_t, (size_t)s->n + 1),
                       .trip = SX_NEW_ARRAY(scratch, int64_t, (size_t)s->n) };
    if (!e->partner || !e->calls || !e->trip)
        return false;
    for (int64_t i = 0; i < s->n; i++) {
        const int64_t partner = named(pr, i, SX_PARAM_PEER);
        const sx_node *like = pr->of.like[s->call[i]];
        const bool both = sx_node_param(like, SX_PARAM_SOURCE) != NULL;
        if (partner < 0 || partner == s->rank ||
            (both && named(pr, i, SX_PARAM_SOURCE) != partner))
            return false;
        if (e->n == 0 || e->partner[e->n - 1] != partner || made >> s->call[i] & 1) {
            if (e->n > 0 && calls < 2)
                return false;
            e->partner[e->n] = partner;
            e->calls[e->n++] = i;
            made = 0;
            calls = 0;
        }
        made |= UINT64_C(1) << s->call[i];
        calls += both ? 2 : 1;
    }
    e->calls[e->n] = s->n;
    return e->n == 0 || calls >= 2;
}

/* ---- trips ---- */

/* The rank's next exchange, if that is its partner's next one, too, is in the first trip that both have left. */
static bool meet_next(pairing *pr, int64_t rank)
{
    exchanges *e = &pr->by_rank[rank];
    if (e->met == e->n)
        return false;
    exchanges *other = &pr->by_rank[e->partner[e->met]];
    if (other->met == other->n || other->partner[other->met] != rank)
        return false;
    const int64_t own = e->met ? e->trip[e->met - 1] + 1 : 0,
                  others = other->met ? other->trip[other->met - 1] + 1 : 0;
    e->trip[e->met++] = other->trip[other->met++] = own > others ? own : others;
    return true;
}

/* False when some wait for each other, or each rank rests now and then. */
static bool find_trips(pairing *pr, uint32_t run)
{
    const sx_runs *runs = pr->of.runs;
    const int64_t first = runs->offset[run], end = first + runs->p[run];
    int64_t trips = 0;
    size_t most = 0;
    for (bool more = true; more;) {
        more = false;
        for (int64_t r = first; r < end; r++)
            while (meet_next(pr, r))
                more = true;
        if (!sx_runs_spend(runs, (uint64_t)runs->p[run]))
            return false;
    }
    for (int64_t r = first; r < end; r++) {
        const exchanges *e = &pr->by_rank[r];
        if (e->met < e->n)
            return false;
        if (e->n > 0 && e->trip[e->n - 1] >= trips)
            trips = e->trip[e->n - 1] + 1;
        most = e->n > most ? e->n : most;
    }
    for (int64_t r = first; r < end; r++)
        pr->trips[r] = trips;
    return trips == (int64_t)most;
}

/* An order of the calls that all exchanges keep. */
static bool order_calls(pairing *pr, const uint64_t *before)
{
    uint64_t left = pr->of.ncalls < 64 ? (UINT64_C(1) << pr->of.ncalls) - 1 : UINT64_MAX;
    for (size_t at = 0; at < pr->of.ncalls; at++) {
        size_t c = 0;
        while (c < pr->of.ncalls && (!(left >> c & 1) || (before[c] & left)))
            c++;
        if (c == pr->of.ncalls)
            return false;
        pr->place[c] = at;
        left &= ~(UINT64_C(1) << c);
    }
    return true;
}

static void note_order(const pairing *pr, const exchanges *e, uint64_t *before)
{
    for (size_t k = 0; k < e->n; k++) {
        uint64_t made = 0;
        for (int64_t i = e->calls[k]; i < e->calls[k + 1]; i++) {
            before[pr->stream->call[i]] |= made;
            made |= UINT64_C(1) << pr->stream->call[i];
        }
    }
}

static bool pair_up(pairing *pr)
{
    const sx_runs *runs = pr->of.runs;
    uint64_t before[SX_STRETCH_CALLS] = { 0 };
    int64_t work = 0;
    if (!are_messages(&pr->of))
        return false;
    for (int64_t r = 0; r < runs->total; r++) {
        if (!pr->of.within[r])
            continue;
        if (!sx_stage_stream_read(&pr->of, r, 1, pr->stream) ||
            (work += pr->stream->n) > WORK || !find_exchanges(pr, &pr->by_rank[r]))
            return false;
        note_order(pr, &pr->by_rank[r], before);
    }
    for (uint32_t run = 0; run < runs->n; run++)
        if (!find_trips(pr, run))
            return false;
    return order_calls(pr, before);
}

/* ---- the loop ---- */

/* In which trips the rank makes call c, and its values. False when out of memory. */
static bool keep_call(pairing *pr, size_t c)
{
    const sx_stage_stream *s = pr->stream;
    const exchanges *e = &pr->by_rank[s->rank];
    const int64_t trips = pr->trips[s->rank];
    sx_stretch_made *made = &pr->made[c];
    int64_t *present = SX_NEW_ARRAY(pr->of.scratch, int64_t, (size_t)trips);
    made->ever[s->rank] = s->made[c] > 0;
    made->sometimes = made->sometimes || (s->made[c] > 0 && s->made[c] < trips);
    if (!present || s->made[c] == 0)
        return present;
    for (size_t k = 0; k < e->n; k++)
        for (int64_t i = e->calls[k]; i < e->calls[k + 1]; i++)
            if (s->call[i] == c)
                present[e->trip[k]] = 1;
    made->present[s->rank] =
        sx_seq_from_values(pr->of.arena, present, (uint64_t)trips, true);
    for (uint32_t p = 0; p < pr->of.like[c]->nparams; p++) {
        const size_t n = sx_elastic_elements(pr->of.like[c], p);
        made->value[p][s->rank] = sx_seq_from_values(pr->of.arena, s->value[c][p],
                                                     (uint64_t)s->made[c] * n, true);
        if (!made->value[p][s->rank])
            return false;
    }
    return made->present[s->rank];
}

static bool keep_all(pairing *pr)
{
    const size_t ranks = (size_t)pr->of.runs->total;
    for (size_t c = 0; c < pr->of.ncalls; c++)
        if (!sx_stretch_made_create(&pr->of, c, &pr->made[c]))
            return false;
    for (size_t r = 0; r < ranks; r++) {
        if (!pr->of.within[r])
            continue;
        if (!sx_stage_stream_read(&pr->of, (int64_t)r, 1, pr->stream))
            return false;
        for (size_t c = 0; c < pr->of.ncalls; c++)
            if (!keep_call(pr, c))
                return false;
    }
    return true;
}

static sx_status build(pairing *pr, sx_node **ret_loop)
{
    const sx_runs *runs = pr->of.runs;
    sx_node *loop = SX_NEW(pr->of.arena, sx_node);
    sx_node **body = SX_NEW_ARRAY(pr->of.arena, sx_node *, pr->of.ncalls);
    const sx_seq **trips =
        SX_NEW_ARRAY(pr->of.scratch, const sx_seq *, (size_t)runs->total);
    if (!loop || !body || !trips || !keep_all(pr))
        return SX_NOMEM;
    for (int64_t r = 0; r < runs->total; r++)
        if (pr->of.within[r] && !(trips[r] = sx_seq_constant(pr->of.arena, pr->trips[r])))
            return SX_NOMEM;
    sx_status st = SX_OK;
    for (size_t c = 0; !st && c < pr->of.ncalls; c++)
        st =
            sx_stretch_call(&pr->of, c, &pr->made[c], pr->of.within, &body[pr->place[c]]);
    *loop = (sx_node) { .kind = SX_NODE_LOOP, .body = { pr->of.ncalls, body } };
    *ret_loop = loop;
    return st ? st
              : sx_elastic_value(pr->of.arena, runs, pr->of.within, trips, false,
                                 &loop->trips);
}

/* ---- the tree ---- */

static sx_status pair_from(pairing *pr, const sx_block *block, size_t from,
                           sx_node **ret_loop, size_t *ret_n)
{
    sx_stretch *of = &pr->of;
    *ret_loop = NULL;
    sx_arena_clear(of->scratch);
    of->item = SX_NEW_ARRAY(of->scratch, sx_stretch_item, SX_STRETCH_ITEMS);
    pr->by_rank = SX_NEW_ARRAY(of->scratch, exchanges, (size_t)of->runs->total);
    pr->trips = SX_NEW_ARRAY(of->scratch, int64_t, (size_t)of->runs->total);
    if (!of->item || !pr->by_rank || !pr->trips)
        return SX_NOMEM;
    *ret_n = sx_stretch_gather(of, block, from);
    if (*ret_n == 0 || !sx_stretch_trips_differ(of) || !sx_stretch_load(of))
        return SX_OK;
    pr->stream = sx_stage_stream_create(of);
    if (!pr->stream)
        return SX_NOMEM;
    return pair_up(pr) ? build(pr, ret_loop) : SX_OK;
}

static sx_status pair_block(pairing *pr, sx_block *block, const bool *within)
{
    sx_status st = SX_OK;
    for (size_t i = 0; !st && i < block->n; i++) {
        sx_node *node = block->node[i], *paired;
        size_t n;
        pr->of.within = within;
        st = pair_from(pr, block, i, &paired, &n);
        if (!st && paired) {
            block->node[i] = paired;
            memmove(&block->node[i + 1], &block->node[i + n],
                    (block->n - i - n) * sizeof(sx_node *));
            block->n -= n - 1;
        } else if (!st && node->kind == SX_NODE_LOOP) {
            const bool *in =
                sx_runs_members(pr->of.arena, pr->of.runs, &node->ranks, within);
            st = in ? pair_block(pr, &node->body, in) : SX_NOMEM;
        }
    }
    return st;
}

sx_status sx_runs_partners(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    const sx_domain everybody = { .kind = SX_DOMAIN_ALL };
    const bool *all = sx_runs_members(arena, runs, &everybody, NULL);
    pairing *pr = SX_NEW(arena, pairing);
    if (!all || !pr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    pr->of = (sx_stretch) {
        .arena = arena, .scratch = sx_arena_create(), .runs = runs, .with_others = true
    };
    sx_status st = pr->of.scratch ? pair_block(pr, &runs->merged.program, all) : SX_NOMEM;
    sx_arena_destroy(pr->of.scratch);
    if (st)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_trace_number(&runs->merged);
    return SX_OK;
}
