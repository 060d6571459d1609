#include "align/rejoin.h"

#include "align/call_order.h"
#include "align/each_stretch.h"
#include "align/elastic.h"

#include <string.h>

enum {
    ITEMS = SX_STRETCH_ITEMS,
    CALLS = SX_STRETCH_CALLS, /* in the body of the joint loop */
    LONGEST = 1 << 13, /* trips of it */
    WORK = 1 << 23 /* values of all ranks */
};

/* Where a trip of the joint loop begins: where the calls come back to an earlier one, or the same; and perhaps with every
 * trip of a loop of nothing but calls. */
typedef enum boundary { AT_RETURNS, AT_TRIPS, BOUNDARIES } boundary;

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
    sx_seq_cursor cursor[ITEMS]; /* in the trips of loops */
    int64_t n[CALLS]; /* executions of each call, over all its nodes */
    int64_t *present[CALLS]; /* LONGEST */
    int64_t *value[CALLS][SX_PARAMS];
} unrolled;

typedef struct joint {
    sx_stretch of;
    size_t place[CALLS]; /* of each call in a trip */
    int64_t *total; /* trips by rank */
    sx_stretch_made made[CALLS];
    unrolled *unrolled;
} joint;

/* What follows what as a rank makes its calls: `last` is the one before. */
typedef struct following {
    int64_t rank;
    size_t last; /* CALLS: none */
    uint64_t made, entries[ITEMS], after[CALLS * CALLS];
    sx_seq_cursor cursor[ITEMS]; /* in trips */
} following;

static void follow_items(const joint *j, size_t from, size_t end, following *f)
{
    for (size_t i = from; i < end && f->made < LONGEST; i = j->of.item[i].end) {
        const sx_stretch_item *of = &j->of.item[i];
        if (!of->in[f->rank])
            continue;
        if (!of->trips) {
            f->made++;
            if (f->last < CALLS)
                f->after[f->last * j->of.ncalls + of->call]++;
            f->last = of->call;
            continue;
        }
        int64_t trips =
            sx_seq_at_cursor(of->trips[f->rank], &f->cursor[i], f->entries[i]);
        f->entries[i]++;
        for (int64_t t = 0;
             t < trips && f->made < LONGEST && sx_runs_spend(j->of.runs, of->end - i);
             t++)
            follow_items(j, i + 1, of->end, f);
    }
}

/* False when there are too many calls, or memory is out. */
static bool order_by_fewest(joint *j)
{
    following *f = SX_NEW(j->of.scratch, following);
    for (int64_t r = 0; f && r < j->of.runs->total; r++) {
        if (!j->of.within[r])
            continue;
        memset(f->entries, 0, sizeof f->entries);
        memset(f->cursor, 0, sizeof f->cursor);
        f->rank = r;
        f->made = 0;
        f->last = CALLS;
        follow_items(j, 0, j->of.nitems, f);
    }
    return f && sx_call_order(j->of.ncalls, f->after, j->place);
}

/* False where there is no such order. */
static bool order_calls(joint *j, ordering by)
{
    size_t longest = 0, n = 0;
    if (by == BY_FEWEST)
        return order_by_fewest(j);
    for (size_t c = 0; c < j->of.ncalls; c++)
        j->place[c] = CALLS;
    for (size_t i = 1; i < j->of.nitems; i++)
        if (j->of.item[i].innermost &&
            (!j->of.item[longest].innermost ||
             j->of.item[i].node->body.n > j->of.item[longest].node->body.n))
            longest = i;
    for (size_t i = longest + 1; by == BY_LONGEST && i < j->of.item[longest].end; i++)
        if (j->place[j->of.item[i].call] == CALLS)
            j->place[j->of.item[i].call] = n++;
    for (size_t c = 0; c < j->of.ncalls; c++)
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
    for (size_t c = 0; c < j->of.ncalls; c++)
        u->present[c][u->trips] = 0;
    u->trips++;
    u->next = 0;
}

static void unroll_call(const joint *j, size_t i, unrolled *u)
{
    const sx_stretch_item *of = &j->of.item[i];
    const size_t c = of->call;
    if (u->trips == 0 || j->place[c] < u->next)
        begin_trip(j, u);
    if (u->too_long)
        return;
    const uint64_t k = u->entries[i]++;
    for (uint32_t p = 0; p < of->node->nparams; p++) {
        if (!of->value[p][u->rank]) { /* nothing says what it makes it with */
            u->too_long = true;
            return;
        }
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
    for (size_t i = from; i < end && !u->too_long; i = j->of.item[i].end) {
        const sx_stretch_item *of = &j->of.item[i];
        if (!of->in[u->rank])
            continue;
        if (!of->trips) {
            unroll_call(j, i, u);
            continue;
        }
        int64_t trips =
            sx_seq_at_cursor(of->trips[u->rank], &u->cursor[i], u->entries[i]);
        u->entries[i]++;
        u->too_long = u->too_long || trips > LONGEST;
        for (int64_t t = 0; t < trips && !u->too_long; t++) {
            u->too_long = !sx_runs_spend(j->of.runs, of->end - i);
            if (of->innermost && u->at == AT_TRIPS)
                begin_trip(j, u);
            unroll_items(j, i + 1, of->end, u);
        }
    }
}

/* Do the sequences come back with every entry of the joint loop? */
static bool comes_back(const joint *j, const unrolled *u)
{
    for (size_t i = 0; i < j->of.nitems; i++) {
        const sx_stretch_item *of = &j->of.item[i];
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
    memset(u->cursor, 0, sizeof u->cursor);
    memset(u->n, 0, sizeof u->n);
    u->at = at;
    u->rank = rank;
    u->trips = 0;
    u->next = 0;
    u->too_long = false;
    unroll_items(j, 0, j->of.nitems, u);
    return !u->too_long && u->trips > 0 && comes_back(j, u);
}

/* Keeps what a rank does; false when out of memory. */
static bool keep(joint *j)
{
    const unrolled *u = j->unrolled;
    j->total[u->rank] = u->trips;
    for (size_t c = 0; c < j->of.ncalls; c++) {
        sx_stretch_made *made = &j->made[c];
        if (!sx_stretch_keep(&j->of, c, u->rank, u->value[c], NULL, (uint64_t)u->n[c],
                             made))
            return false;
        made->sometimes = made->sometimes || (u->n[c] && u->n[c] < u->trips);
        if (u->n[c] == 0)
            continue;
        made->present[u->rank] =
            sx_seq_from_values(j->of.arena, u->present[c], (uint64_t)u->trips, true);
        if (!made->present[u->rank])
            return false;
    }
    return true;
}

static bool reserve(joint *j)
{
    const size_t ranks = (size_t)j->of.runs->total;
    unrolled *u = j->unrolled = SX_NEW(j->of.scratch, unrolled);
    bool fine = u && (j->total = SX_NEW_ARRAY(j->of.scratch, int64_t, ranks)) != NULL;
    for (size_t c = 0; fine && c < j->of.ncalls; c++) {
        u->present[c] = SX_NEW_ARRAY(j->of.scratch, int64_t, LONGEST);
        fine = u->present[c] && sx_stretch_made_create(&j->of, c, &j->made[c]);
        for (uint32_t p = 0; fine && p < j->of.like[c]->nparams; p++) {
            u->value[c][p] = SX_NEW_ARRAY(
                j->of.scratch, int64_t, LONGEST * sx_elastic_elements(j->of.like[c], p));
            fine = u->value[c][p] != NULL;
        }
    }
    return fine;
}

/* A trip in which the rank makes no call, behind all others. */
static void add_idle_trip(const joint *j, unrolled *u)
{
    for (size_t c = 0; c < j->of.ncalls; c++)
        u->present[c][u->trips] = 0;
    u->trips++;
}

/* Which calls are made in the last trip, and which by those who make none there. */
typedef struct last_trip {
    bool made[CALLS], by_idle[CALLS];
} last_trip;

static void note_last_trip(const joint *j, bool idle, last_trip *last)
{
    const unrolled *u = j->unrolled;
    for (size_t c = 0; c < j->of.ncalls; c++) {
        last->made[c] = last->made[c] || u->present[c][u->trips - 1];
        last->by_idle[c] = last->by_idle[c] || (idle && u->n[c]);
    }
}

/* Keeps what the ranks of a run do in `trips` trips each, with whichever boundaries give so many. Who makes one trip less is idle in the
 * last: where that is over before the calls that it makes, as for ranks that have a partner in every other phase alone. */
static bool keep_run(joint *j, uint32_t run, int64_t trips)
{
    const int64_t first = j->of.runs->offset[run], end = first + j->of.runs->p[run];
    last_trip last = { 0 };
    for (int64_t r = first; r < end; r++) {
        if (!j->of.within[r])
            continue;
        bool fits = false, idle = false;
        for (int at = 0; at < BOUNDARIES && !fits; at++)
            fits = unroll(j, r, (boundary)at) && j->unrolled->trips == trips;
        for (int at = 0; at < BOUNDARIES && !fits; at++)
            idle = fits = unroll(j, r, (boundary)at) && j->unrolled->trips + 1 == trips;
        if (idle)
            add_idle_trip(j, j->unrolled);
        if (!fits || !keep(j))
            return false;
        note_last_trip(j, idle, &last);
    }
    for (size_t c = 0; c < j->of.ncalls; c++)
        if (last.made[c] && last.by_idle[c])
            return false;
    return true;
}

/* As many trips for all ranks of each run: as its first has by one of the boundaries. */
static bool trips_agree(joint *j)
{
    int64_t work = 0;
    if (!reserve(j))
        return false;
    for (uint32_t run = 0; run < j->of.runs->n; run++) {
        int64_t first = j->of.runs->offset[run], end = first + j->of.runs->p[run],
                trips = 0;
        bool kept = false;
        while (first < end && !j->of.within[first])
            first++;
        for (int at = 0; first < end && at < BOUNDARIES && !kept; at++) {
            if (!unroll(j, first, (boundary)at) || j->unrolled->trips == trips)
                continue;
            trips = j->unrolled->trips;
            work += trips * (end - first) * (int64_t)j->of.ncalls;
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

static sx_status make_loop(const joint *j, sx_node **ret_loop)
{
    const bool *in = j->of.within;
    sx_status st = sx_stretch_loop(&j->of, j->total, in, in, j->of.ncalls, ret_loop);
    for (size_t c = 0; !st && c < j->of.ncalls; c++)
        st = sx_stretch_call(&j->of, c, &j->made[c], in,
                             &(*ret_loop)->body.node[j->place[c]]);
    return st;
}

/* ---- the tree ---- */

/* Joins the nodes from `from` on, where that can be; *ret_loop is what stands for *ret_n of them, or NULL. What a branch makes in one
 * trip stands between loops of what its other side makes in those before and after: it belongs to them where that alone joins. */
static sx_status join_from(void *context, const sx_block *block, size_t from,
                           sx_node **ret_loop, size_t *ret_n)
{
    joint *j = context;
    size_t plain = 0;
    for (int how = 0; how < 4; how++) {
        bool differs;
        j->of.by_tag = how & 1;
        j->of.bridged = how >> 1;
        sx_status st = sx_stretch_open(&j->of, block, from, ret_n, &differs);
        if (st || (j->of.bridged && *ret_n == plain))
            return st;
        plain = j->of.bridged ? plain : *ret_n;
        for (int by = 0; differs && by < ORDERINGS; by++)
            if (order_calls(j, (ordering)by) && trips_agree(j))
                return make_loop(j, ret_loop);
    }
    return SX_OK;
}

/* Inner blocks first: what can be joined inside of a loop leaves that as it is. */
sx_status sx_runs_rejoin(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    joint *j = SX_NEW(arena, joint);
    if (!j)
        return sx_fail(err, SX_NOMEM, "out of memory");
    j->of = (sx_stretch) { .arena = arena, .runs = runs };
    return sx_runs_each_stretch(
        &(sx_stretch_pass) {
            .stretch = &j->of, .find = join_from, .context = j, .inner_first = true },
        err);
}
