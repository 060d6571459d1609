#include "align/callers.h"

#include "align/each_stretch.h"
#include "align/elastic.h"
#include "align/in_trips.h"

#include <string.h>

enum { WORK = 1 << 23, SHORTER = 8, NOWHERE = SX_STRETCH_CALLS };

typedef struct calling {
    sx_stretch of;
    sx_stage_stream *stream;
    int64_t calls[SX_RUNS]; /* of each rank, by run */
    size_t length, place[SX_STRETCH_CALLS]; /* calls in a trip; where each of them is */
    int64_t *trips; /* by rank, of its run */
} calling;

/* ---- trips ---- */

/* May ranks call one where others call the other? */
static bool are_alike(const sx_node *a, const sx_node *b)
{
    return a->op == b->op &&
           sx_elastic_number(a, SX_PARAM_COMM) == sx_elastic_number(b, SX_PARAM_COMM);
}

/* How many calls ranks make; false where some make none, or others of their run more. */
static bool count_calls(calling *g)
{
    const sx_runs *runs = g->of.runs;
    int64_t work = 0;
    memset(g->calls, 0, sizeof g->calls);
    for (int64_t r = 0; r < runs->total; r++) {
        int64_t *calls = &g->calls[runs->run_of[r]];
        if (!g->of.within[r])
            continue;
        if (!sx_stage_stream_read(&g->of, r, 1, g->stream) || g->stream->n == 0 ||
            (work += g->stream->n) > WORK || (*calls > 0 && *calls != g->stream->n))
            return false;
        *calls = g->stream->n;
    }
    return true;
}

/* Has each call of the rank its place in trips of that length, where all are alike? */
static bool keeps_places(calling *g, const sx_node *at[SX_STRETCH_CALLS])
{
    const sx_stage_stream *s = g->stream;
    for (int64_t i = 0; i < s->n; i++) {
        const size_t place = (size_t)i % g->length, c = s->call[i];
        if (g->place[c] == NOWHERE)
            g->place[c] = place;
        if (!at[place])
            at[place] = g->of.like[c];
        if (g->place[c] != place || !are_alike(at[place], g->of.like[c]))
            return false;
    }
    return true;
}

static bool has_length(calling *g, size_t length)
{
    const sx_runs *runs = g->of.runs;
    const sx_node *at[SX_STRETCH_CALLS] = { 0 };
    g->length = length;
    for (uint32_t run = 0; run < runs->n; run++)
        if (g->calls[run] % (int64_t)length)
            return false;
    for (size_t c = 0; c < g->of.ncalls; c++)
        g->place[c] = NOWHERE;
    for (int64_t r = 0; r < runs->total; r++)
        if (g->of.within[r] &&
            (!sx_stage_stream_read(&g->of, r, 1, g->stream) || !keeps_places(g, at)))
            return false;
    return true;
}

/* The longest trips in which some place has calls of several sites, of which some run makes more than one. */
static bool find_trips(calling *g)
{
    const sx_runs *runs = g->of.runs;
    int64_t most = 0;
    size_t length = g->of.ncalls;
    if (!count_calls(g))
        return false;
    while (--length > 0 && !has_length(g, length)) {
    }
    for (int64_t r = 0; length > 0 && r < runs->total; r++) {
        g->trips[r] = g->calls[runs->run_of[r]] / (int64_t)length;
        most = g->trips[r] > most ? g->trips[r] : most;
    }
    return most > 1;
}

/* ---- the loop ---- */

static int64_t trip_of(const void *context, const sx_stage_stream *s, int64_t i)
{
    const calling *g = context;
    (void)s;
    return i / (int64_t)g->length;
}

static sx_status build(const calling *g, sx_node **ret_loop)
{
    size_t order[SX_STRETCH_CALLS], n = 0;
    for (size_t place = 0; place < g->length; place++)
        for (size_t c = 0; c < g->of.ncalls; c++)
            if (g->place[c] == place)
                order[n++] = c;
    const sx_in_trips how = { &g->of, g->stream, g->trips, order, trip_of, g };
    return sx_in_trips_loop(&how, ret_loop);
}

/* ---- the tree ---- */

/* The stretch from there on, or all of it but the last few nodes, which may belong to what follows. */
static sx_status call_from(void *context, const sx_block *block, size_t from,
                           sx_node **ret_loop, size_t *ret_n)
{
    calling *g = context;
    sx_stretch *of = &g->of;
    sx_block some = *block;
    for (size_t tries = 0; tries < SHORTER && some.n > from + 1; tries++) {
        bool differs;
        sx_status st = sx_stretch_open(of, &some, from, ret_n, &differs);
        if (st || !differs || of->ncalls < 2)
            return st;
        g->trips = SX_NEW_ARRAY(of->scratch, int64_t, (size_t)of->runs->total);
        g->stream = sx_stage_stream_create(of);
        if (!g->trips || !g->stream)
            return SX_NOMEM;
        if (find_trips(g))
            return build(g, ret_loop);
        some.n = from + *ret_n - 1;
    }
    return SX_OK;
}

sx_status sx_runs_callers(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    calling *g = SX_NEW(arena, calling);
    if (!g)
        return sx_fail(err, SX_NOMEM, "out of memory");
    g->of = (sx_stretch) { .arena = arena, .runs = runs, .of_collectives = true };
    return sx_runs_each_stretch(
        &(sx_stretch_pass) { .stretch = &g->of, .find = call_from, .context = g }, err);
}
