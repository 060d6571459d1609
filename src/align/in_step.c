#include "align/in_step.h"

#include "align/each_loop.h"
#include "align/elastic.h"
#include "base/checked.h"

typedef struct stepping {
    sx_arena *arena;
    sx_runs *runs;
} stepping;

/* The only inner loop, which all who are in make; NULL where there is none. */
static sx_node *inner_of(const stepping *s, const sx_node *loop, const bool *in)
{
    sx_node *inner = NULL;
    for (size_t i = 0; i < loop->body.n; i++) {
        sx_node *node = loop->body.node[i];
        if (node->kind != SX_NODE_LOOP)
            continue;
        const bool *own = sx_runs_members(s->arena, s->runs, &node->ranks, in);
        bool all = own && !inner;
        for (int64_t r = 0; r < s->runs->total && all; r++)
            all = own[r] == in[r];
        if (!all)
            return NULL;
        inner = node;
    }
    return inner;
}

/* Who makes other calls in the loop than those of the inner one. NULL when out of memory. */
static bool *who_does_more(const stepping *s, const sx_node *loop, const sx_node *inner,
                           const bool *in)
{
    bool *more = SX_NEW_ARRAY(s->arena, bool, (size_t)s->runs->total);
    for (size_t i = 0; more && i < loop->body.n; i++) {
        const bool *own =
            loop->body.node[i] == inner
                ? NULL
                : sx_runs_members(s->arena, s->runs, &loop->body.node[i]->ranks, in);
        if (!own && loop->body.node[i] != inner)
            return NULL;
        for (int64_t r = 0; own && r < s->runs->total; r++)
            more[r] = more[r] || own[r];
    }
    return more;
}

/* The trips of those who do more, by run; 0 where nobody does. False where they differ. */
static bool trips_of_run(const sx_runs *runs, const bool *more, const int64_t *trips,
                         int64_t ret[SX_RUNS])
{
    for (size_t run = 0; run < runs->n; run++)
        ret[run] = 0;
    for (int64_t r = 0; r < runs->total; r++) {
        int64_t *to = &ret[runs->run_of[r]];
        if (!more[r])
            continue;
        if (*to != 0 && *to != trips[r])
            return false;
        *to = trips[r];
    }
    return true;
}

/* Sets the trips of those who do no more; *ret_any: some were others. False where they are not as many in all. */
static bool bring_in_step(const sx_runs *runs, const bool *in, const bool *more,
                          int64_t *outer, int64_t *inner, bool *ret_any)
{
    int64_t of_outer[SX_RUNS], of_inner[SX_RUNS];
    if (!trips_of_run(runs, more, outer, of_outer) ||
        !trips_of_run(runs, more, inner, of_inner))
        return false;
    for (int64_t r = 0; r < runs->total; r++) {
        const int64_t out = of_outer[runs->run_of[r]], within = of_inner[runs->run_of[r]];
        int64_t own, all;
        if (!in[r] || more[r] || out == 0)
            continue;
        if (sx_mul_overflows(outer[r], inner[r], &own) ||
            sx_mul_overflows(out, within, &all) || own != all)
            return false;
        *ret_any = *ret_any || outer[r] != out;
        outer[r] = out;
        inner[r] = within;
    }
    return true;
}

static sx_status set_trips(const stepping *s, sx_node *loop, const bool *in,
                           const int64_t *trips)
{
    const sx_seq **seq = sx_elastic_constants(s->arena, s->runs, in, trips);
    return seq ? sx_elastic_value(s->arena, s->runs, in, seq, false, &loop->trips)
               : SX_NOMEM;
}

static sx_status step_loop(void *context, sx_node *loop, const bool *in)
{
    const stepping *s = context;
    sx_node *inner = loop->body.n > 1 ? inner_of(s, loop, in) : NULL;
    if (!inner)
        return SX_OK;
    const size_t ranks = (size_t)s->runs->total;
    const bool *more = who_does_more(s, loop, inner, in);
    int64_t *outer = SX_NEW_ARRAY(s->arena, int64_t, ranks),
            *within = SX_NEW_ARRAY(s->arena, int64_t, ranks);
    bool any = false;
    if (!more || !outer || !within)
        return SX_NOMEM;
    if (!sx_elastic_trips(s->arena, s->runs, loop, in, outer) ||
        !sx_elastic_trips(s->arena, s->runs, inner, in, within) ||
        !bring_in_step(s->runs, in, more, outer, within, &any) || !any)
        return SX_OK;
    sx_status st = set_trips(s, loop, in, outer);
    return st ? st : set_trips(s, inner, in, within);
}

sx_status sx_runs_in_step(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    stepping s = { arena, runs };
    return sx_runs_each_loop(arena, runs, step_loop, &s, err);
}
