#include "align/regroup.h"

#include "align/each_loop.h"
#include "align/elastic.h"

enum { TRIPS = 1 << 10, LONGEST = 1 << 14 };

/* For how many of the trips of an entry the value is what it was at first; all of them where it stays. */
static int64_t first_group(const sx_seq *seq, int64_t trips)
{
    int64_t n = 1;
    while (n < trips && sx_seq_at(seq, (uint64_t)n) == sx_seq_at(seq, 0))
        n++;
    return n;
}

/* Is it the same for `each` trips, and then another one, in every entry? */
static bool is_in_groups(const sx_seq *seq, int64_t trips, int64_t each)
{
    sx_seq_cursor cursor = { 0 };
    int64_t last = 0;
    const uint64_t n = seq->length > (uint64_t)trips ? seq->length : (uint64_t)trips;
    bool fine = seq->length <= LONGEST;
    for (uint64_t i = 0; fine && i < n; i++) {
        const int64_t trip = (int64_t)(i % (uint64_t)trips),
                      here = sx_seq_at_cursor(seq, &cursor, i);
        fine = trip == 0 || (here == last) == (trip % each != 0);
        last = here;
    }
    return fine;
}

/* So many trips for which a parameter is the same each time, a divisor of `all`, on all ranks who make the call; 0: there are none, or one. */
static int64_t groups_of(const sx_loop_trips *w, const sx_value *value, const bool *in,
                         int64_t all)
{
    const sx_seq **seq = value->kind == SX_VALUE_EXPR || value->kind == SX_VALUE_DRAWN
                             ? NULL
                             : sx_runs_sequences(w->scratch, w->runs, value, in);
    int64_t each = 0;
    for (int64_t r = 0; seq && r < w->runs->total; r++) {
        if (!in[r] || !seq[r])
            continue;
        const int64_t own = first_group(seq[r], w->own[r]);
        each = own < w->own[r] && each == 0 ? own : each;
    }
    if (each < 2 || all % each != 0)
        return 0;
    for (int64_t r = 0; r < w->runs->total; r++)
        if (in[r] && (!seq[r] || !sx_runs_spend(w->runs, seq[r]->length) ||
                      !is_in_groups(seq[r], w->own[r], each)))
            return 0;
    return each;
}

/* The same of a call, by a parameter other than whom it is with: as many trips with one rank each time are fields. */
static int64_t groups_of_call(const sx_loop_trips *w, const sx_node *call, const bool *in,
                              int64_t all)
{
    int64_t each = 0;
    if (groups_of(w, &sx_node_param(call, SX_PARAM_PEER)->value, in, all))
        return 0;
    for (uint32_t p = 0; !each && p < call->nparams; p++)
        if (sx_elastic_elements(call, p) == 1)
            each = groups_of(w, &call->param[p].value, in, all);
    return each;
}

/* Of all calls at the top of the loop that have messages, one number; 0 where they have none. */
static int64_t groups_in(const sx_loop_trips *w, const sx_node *loop, const bool *in,
                         int64_t all)
{
    int64_t each = 0;
    for (size_t i = 0; i < loop->body.n; i++) {
        const sx_node *node = loop->body.node[i];
        if (node->kind != SX_NODE_EVENT || !sx_node_param(node, SX_PARAM_PEER))
            continue;
        const bool *own = sx_runs_members(w->scratch, w->runs, &node->ranks, in);
        const int64_t here = own ? groups_of_call(w, node, own, all) : 0;
        if (here == 0 || (each && each != here))
            return 0;
        each = here;
    }
    return each;
}

static sx_status visit(void *context, sx_node *loop, const bool *in)
{
    sx_loop_trips *w = context;
    int64_t all = 0;
    sx_arena_clear(w->scratch);
    w->own = sx_elastic_own_trips(w->scratch, w->runs, loop, in, TRIPS, &all);
    const int64_t each = w->own && all > 1 ? groups_in(w, loop, in, all) : 0;
    const size_t ranks = (size_t)w->runs->total;
    int64_t *outer = SX_NEW_ARRAY(w->scratch, int64_t, ranks),
            *inner = SX_NEW_ARRAY(w->scratch, int64_t, ranks);
    if (!outer || !inner)
        return SX_NOMEM;
    if (each == 0)
        return SX_OK;
    for (size_t r = 0; r < ranks; r++) {
        outer[r] = w->own[r] / each;
        inner[r] = each;
    }
    return sx_elastic_nest_numbers(w->arena, w->runs, in, outer, inner, loop);
}

sx_status sx_runs_regroup(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    sx_loop_trips of = { .arena = arena, .runs = runs };
    return sx_runs_each_loop_trips(&of, visit, &of, err);
}
