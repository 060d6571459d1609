#include "align/partners.h"

#include "align/each_stretch.h"
#include "align/elastic.h"
#include "align/in_trips.h"
#include "base/checked.h"

enum { WORK = 1 << 23, DISTANCES = 64 };

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

/* Which of `n` distances it is, a new one if need be; DISTANCES where there are too many. */
static size_t number_of(int64_t *distance, size_t *n, int64_t own)
{
    size_t k = 0;
    while (k < *n && distance[k] != own)
        k++;
    if (k == *n && k < DISTANCES)
        distance[(*n)++] = own;
    return k;
}

/* May all of these be put in one order? after[a]: a bit for each that comes after a. */
static bool have_order(const uint64_t *after, size_t n)
{
    uint64_t left = n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX;
    for (bool more = true; more && left;) {
        more = false;
        for (size_t a = 0; a < n; a++)
            if (left >> a & 1 && !(after[a] & left)) {
                left &= ~(UINT64_C(1) << a);
                more = true;
            }
    }
    return left == 0;
}

/* Has each rank its partners at other distances, in an order that all keep? Then these are neighbours, of which some ranks have fewer, and the distance tells
 * which it is. */
static bool distances_tell(const pairing *pr, uint32_t run)
{
    const sx_runs *runs = pr->of.runs;
    int64_t distance[DISTANCES];
    uint64_t after[DISTANCES] = { 0 };
    size_t n = 0;
    for (int64_t r = runs->offset[run]; r < runs->offset[run] + runs->p[run]; r++) {
        const exchanges *e = &pr->by_rank[r];
        uint64_t before = 0;
        for (size_t k = 0; k < e->n; k++) {
            const size_t own = number_of(distance, &n, e->partner[k] - r);
            if (own == DISTANCES || before >> own & 1)
                return false;
            for (size_t a = 0; a < DISTANCES; a++)
                after[a] |= before >> a & 1 ? UINT64_C(1) << own : 0;
            before |= UINT64_C(1) << own;
        }
    }
    return have_order(after, n);
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
    bool told = true;
    for (uint32_t run = 0; run < runs->n && told; run++)
        told = distances_tell(pr, run);
    for (uint32_t run = 0; run < runs->n; run++)
        if (told || !find_trips(pr, run))
            return false;
    return order_calls(pr, before);
}

/* ---- the loop ---- */

/* That of the exchange that it is a part of. */
static int64_t trip_of(const void *context, const sx_stage_stream *s, int64_t i)
{
    const pairing *pr = context;
    const exchanges *e = &pr->by_rank[s->rank];
    size_t from = 0, end = e->n;
    while (end - from > 1) {
        const size_t middle = from + (end - from) / 2;
        if (e->calls[middle] <= i)
            from = middle;
        else
            end = middle;
    }
    return e->trip[from];
}

static sx_status build(const pairing *pr, sx_node **ret_loop)
{
    size_t order[SX_STRETCH_CALLS];
    for (size_t c = 0; c < pr->of.ncalls; c++)
        order[pr->place[c]] = c;
    const sx_in_trips how = { &pr->of, pr->stream, pr->trips, order, trip_of, pr };
    return sx_in_trips_loop(&how, ret_loop);
}

/* ---- the tree ---- */

static sx_status pair_from(void *context, const sx_block *block, size_t from,
                           sx_node **ret_loop, size_t *ret_n)
{
    pairing *pr = context;
    sx_stretch *of = &pr->of;
    bool differs;
    sx_status st = sx_stretch_open(of, block, from, ret_n, &differs);
    if (st || !differs)
        return st;
    pr->by_rank = SX_NEW_ARRAY(of->scratch, exchanges, (size_t)of->runs->total);
    pr->trips = SX_NEW_ARRAY(of->scratch, int64_t, (size_t)of->runs->total);
    pr->stream = sx_stage_stream_create(of);
    if (!pr->by_rank || !pr->trips || !pr->stream)
        return SX_NOMEM;
    return pair_up(pr) ? build(pr, ret_loop) : SX_OK;
}

sx_status sx_runs_partners(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    pairing *pr = SX_NEW(arena, pairing);
    if (!pr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    pr->of = (sx_stretch) { .arena = arena, .runs = runs, .with_others = true };
    return sx_runs_each_stretch(
        &(sx_stretch_pass) { .stretch = &pr->of, .find = pair_from, .context = pr }, err);
}
