#include "align/callers.h"

#include "align/each_stretch.h"
#include "align/elastic.h"
#include "align/stage_plan.h"

#include <string.h>

enum { WORK = 1 << 23, SHORTER = 8, NOWHERE = SX_STRETCH_CALLS };

typedef struct calling {
    sx_stretch of;
    sx_stage_stream *stream;
    int64_t calls[SX_RUNS]; /* of each rank, by run */
    size_t length, place[SX_STRETCH_CALLS]; /* calls in a trip; where each of them is */
    int64_t *trips; /* by rank, of its run */
    sx_stretch_made made[SX_STRETCH_CALLS];
} calling;

/* ---- trips ---- */

static bool are_collectives(const sx_stretch *of)
{
    for (size_t c = 0; c < of->ncalls; c++)
        if (sx_op_class_of(of->like[c]->op) != SX_OP_COLLECTIVE)
            return false;
    return true;
}

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
    if (!are_collectives(&g->of) || !count_calls(g))
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

/* In which trips the rank makes call c, and its values. False when out of memory. */
static bool keep_call(calling *g, size_t c)
{
    const sx_stage_stream *s = g->stream;
    const int64_t trips = g->trips[s->rank];
    sx_stretch_made *made = &g->made[c];
    int64_t *present = SX_NEW_ARRAY(g->of.scratch, int64_t, (size_t)trips);
    made->sometimes = made->sometimes || (s->made[c] > 0 && s->made[c] < trips);
    if (!present || s->made[c] == 0)
        return present;
    for (int64_t i = 0; i < s->n; i++)
        if (s->call[i] == c)
            present[i / (int64_t)g->length] = 1;
    made->present[s->rank] =
        sx_seq_from_values(g->of.arena, present, (uint64_t)trips, true);
    return made->present[s->rank] &&
           sx_stretch_keep(&g->of, c, s->rank, s->value[c], (uint64_t)s->made[c], made);
}

static bool keep_all(calling *g)
{
    for (size_t c = 0; c < g->of.ncalls; c++)
        if (!sx_stretch_made_create(&g->of, c, &g->made[c]))
            return false;
    for (int64_t r = 0; r < g->of.runs->total; r++) {
        if (!g->of.within[r])
            continue;
        if (!sx_stage_stream_read(&g->of, r, 1, g->stream))
            return false;
        for (size_t c = 0; c < g->of.ncalls; c++)
            if (!keep_call(g, c))
                return false;
    }
    return true;
}

static sx_status build(calling *g, sx_node **ret_loop)
{
    const bool *in = g->of.within;
    size_t n = 0;
    sx_status st = keep_all(g) ? SX_OK : SX_NOMEM;
    if (!st)
        st = sx_stretch_loop(&g->of, g->trips, in, in, g->of.ncalls, ret_loop);
    for (size_t place = 0; !st && place < g->length; place++)
        for (size_t c = 0; !st && c < g->of.ncalls; c++)
            if (g->place[c] == place)
                st = sx_stretch_call(&g->of, c, &g->made[c], in,
                                     &(*ret_loop)->body.node[n++]);
    return st;
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
