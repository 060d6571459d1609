#include "align/regroup.h"

#include "align/each_loop.h"
#include "align/elastic.h"
#include "base/checked.h"

enum { TRIPS = 1 << 10, LONGEST = 1 << 14 };

typedef struct reading {
    sx_arena *arena, *scratch; /* of nodes; of one loop */
    sx_runs *runs;
    int64_t *trips; /* by rank */
} reading;

/* The largest number that divides the trips of all who are in, which are as many at each entry; 0 where ranks of a run do not differ in them. */
static int64_t read_trips(reading *w, const sx_node *loop, const bool *in)
{
    const sx_seq **seq = loop->trips.kind == SX_VALUE_EXPR
                             ? NULL
                             : sx_runs_sequences(w->scratch, w->runs, &loop->trips, in);
    int64_t all = 0;
    w->trips = SX_NEW_ARRAY(w->scratch, int64_t, (size_t)w->runs->total);
    for (int64_t r = 0; r < w->runs->total; r++) {
        if (!in[r])
            continue;
        if (!seq || !w->trips || !seq[r] || !sx_seq_is_constant(seq[r]))
            return 0;
        w->trips[r] = sx_seq_at(seq[r], 0);
        if (w->trips[r] < 1 || w->trips[r] > TRIPS)
            return 0;
        all = sx_gcd(all, w->trips[r]);
    }
    return sx_elastic_differ(w->runs, seq, in) ? all : 0;
}

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
static int64_t groups_of(const reading *w, const sx_value *value, const bool *in,
                         int64_t all)
{
    const sx_seq **seq = value->kind == SX_VALUE_EXPR || value->kind == SX_VALUE_DRAWN
                             ? NULL
                             : sx_runs_sequences(w->scratch, w->runs, value, in);
    int64_t each = 0;
    for (int64_t r = 0; seq && r < w->runs->total; r++) {
        if (!in[r] || !seq[r])
            continue;
        const int64_t own = first_group(seq[r], w->trips[r]);
        each = own < w->trips[r] && each == 0 ? own : each;
    }
    if (each < 2 || all % each != 0)
        return 0;
    for (int64_t r = 0; r < w->runs->total; r++)
        if (in[r] && (!seq[r] || !sx_runs_spend(w->runs, seq[r]->length) ||
                      !is_in_groups(seq[r], w->trips[r], each)))
            return 0;
    return each;
}

/* The same of a call, by a parameter other than whom it is with: as many trips with one rank each time are fields. */
static int64_t groups_of_call(const reading *w, const sx_node *call, const bool *in,
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
static int64_t groups_in(const reading *w, const sx_node *loop, const bool *in,
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
    reading *w = context;
    sx_arena_clear(w->scratch);
    const int64_t all = read_trips(w, loop, in),
                  each = all > 1 ? groups_in(w, loop, in, all) : 0;
    const size_t ranks = (size_t)w->runs->total;
    const sx_seq **outer = SX_NEW_ARRAY(w->scratch, const sx_seq *, ranks),
                 **inner = SX_NEW_ARRAY(w->scratch, const sx_seq *, ranks);
    sx_node **body = SX_NEW_ARRAY(w->arena, sx_node *, 1);
    if (!outer || !inner || !body)
        return SX_NOMEM;
    if (each == 0)
        return SX_OK;
    for (size_t r = 0; r < ranks; r++) {
        if (!in[r])
            continue;
        outer[r] = sx_seq_constant(w->arena, w->trips[r] / each);
        inner[r] = sx_seq_constant(w->arena, each);
        if (!outer[r] || !inner[r])
            return SX_NOMEM;
    }
    sx_status st = sx_elastic_loop(w->arena, w->runs, in, in, inner, loop->body.node,
                                   loop->body.n, &body[0]);
    loop->body = (sx_block) { 1, body };
    return st ? st : sx_elastic_value(w->arena, w->runs, in, outer, false, &loop->trips);
}

sx_status sx_runs_regroup(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    reading w = { .arena = arena, .scratch = sx_arena_create(), .runs = runs };
    sx_status st = w.scratch ? sx_runs_each_loop(arena, runs, visit, &w, err)
                             : sx_fail(err, SX_NOMEM, "out of memory");
    sx_arena_destroy(w.scratch);
    return st;
}
