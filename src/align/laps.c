#include "align/laps.h"

#include "align/each_loop.h"
#include "align/elastic.h"
#include "base/checked.h"

enum { LONGEST = SX_LOOP_TRIPS, VALUES = 64 };

/* A parameter of a call in the loop. */
typedef struct value {
    bool is_end; /* of a message */
    size_t n; /* elements in each trip */
    const sx_seq **seq; /* by rank; NULL where the rank does not make the call */
} value;

typedef struct laps {
    sx_arena *arena, *scratch;
    sx_runs *runs;
    const bool *in;
    const int64_t *trips; /* by rank */
    size_t nvalues;
    value value[VALUES];
} laps;

/* ---- reading ---- */

/* False where it does not come back with every entry of the loop. */
static bool comes_back(const laps *l, const value *v)
{
    for (int64_t r = 0; r < l->runs->total; r++)
        if (v->seq[r] && (uint64_t)l->trips[r] * v->n % v->seq[r]->length)
            return false;
    return true;
}

static bool read_call(laps *l, const sx_node *call)
{
    const bool *in = sx_runs_members(l->scratch, l->runs, &call->ranks, l->in);
    for (uint32_t p = 0; in && p < call->nparams; p++) {
        const sx_param_id id = call->param[p].id;
        value *v = &l->value[l->nvalues];
        if (l->nvalues == VALUES || call->param[p].value.kind == SX_VALUE_EXPR)
            return false;
        *v = (value) { .is_end = id == SX_PARAM_PEER || id == SX_PARAM_SOURCE,
                       .n = sx_elastic_elements(call, p),
                       .seq = sx_runs_sequences(l->scratch, l->runs,
                                                &call->param[p].value, in) };
        if (v->n == 0 || !v->seq || !comes_back(l, v))
            return false;
        l->nvalues++;
    }
    return in;
}

static bool read_calls(laps *l, const sx_node *loop)
{
    bool fine = true;
    l->nvalues = 0;
    for (size_t i = 0; i < loop->body.n && fine; i++)
        fine = loop->body.node[i]->kind == SX_NODE_EVENT &&
               !loop->body.node[i]->nmultisets && read_call(l, loop->body.node[i]);
    return fine;
}

/* ---- splitting ---- */

/* How a rank's values go with inner loops of so many trips. */
typedef struct going {
    bool returns, stays;
} going;

static going goes(const laps *l, const value *v, int64_t rank, int64_t inner)
{
    const int64_t n = (int64_t)v->n, trips = l->trips[rank];
    const int64_t lap = inner * n;
    going g = { true, true };
    if (sx_seq_is_constant(v->seq[rank]))
        return g;
    for (int64_t k = 0; k < trips * n && (g.returns || g.stays); k++) {
        const int64_t here = sx_seq_at(v->seq[rank], (uint64_t)k);
        g.returns = g.returns &&
                    (k < lap || sx_seq_at(v->seq[rank], (uint64_t)(k - lap)) == here);
        g.stays = g.stays &&
                  (k % lap < n || sx_seq_at(v->seq[rank], (uint64_t)(k - n)) == here);
    }
    return g;
}

/* Trips of the inner loop: `by` of them, or `by` laps. */
static int64_t inner_of(const laps *l, int64_t rank, int64_t by, bool are_laps)
{
    return are_laps ? l->trips[rank] / by : by;
}

/* Do end points come back with each lap, or stay in each inner loop, and change somewhere, and all others do either? */
static bool splits(const laps *l, int64_t by, bool are_laps)
{
    bool changes = false;
    for (size_t i = 0; i < l->nvalues; i++)
        for (int64_t r = 0; r < l->runs->total; r++) {
            const value *v = &l->value[i];
            if (!v->seq[r])
                continue;
            const int64_t inner = inner_of(l, r, by, are_laps);
            if (!sx_runs_spend(l->runs, (uint64_t)l->trips[r]))
                return false;
            const going g = goes(l, v, r, inner);
            if (v->is_end ? !(are_laps ? g.returns : g.stays) : !g.returns && !g.stays)
                return false;
            changes = changes || (v->is_end && !(are_laps ? g.stays : g.returns));
        }
    return changes;
}

static sx_status split(const laps *l, sx_node *loop, int64_t by, bool are_laps)
{
    const size_t ranks = (size_t)l->runs->total;
    int64_t *outer = SX_NEW_ARRAY(l->scratch, int64_t, ranks),
            *inner = SX_NEW_ARRAY(l->scratch, int64_t, ranks);
    if (!outer || !inner)
        return SX_NOMEM;
    for (int64_t r = 0; r < l->runs->total; r++) {
        inner[r] = l->in[r] ? inner_of(l, r, by, are_laps) : 0;
        outer[r] = l->in[r] ? l->trips[r] / inner[r] : 0;
    }
    return sx_elastic_nest_numbers(l->arena, l->runs, l->in, outer, inner, loop);
}

static sx_status lap_loop(void *context, sx_node *loop, const bool *in)
{
    laps *l = context;
    int64_t common;
    sx_arena_clear(l->scratch);
    l->in = in;
    l->trips = sx_elastic_own_trips(l->scratch, l->runs, loop, in, LONGEST, &common);
    if (!l->trips || common < 2 || !read_calls(l, loop))
        return SX_OK;
    for (int are_laps = 1; are_laps >= 0; are_laps--)
        for (int64_t by = common; by > 1; by--)
            if (common % by == 0 && splits(l, by, are_laps))
                return split(l, loop, by, are_laps);
    return SX_OK;
}

sx_status sx_runs_laps(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    laps l = { .arena = arena, .scratch = sx_arena_create(), .runs = runs };
    sx_status st = l.scratch ? sx_runs_each_loop(arena, runs, lap_loop, &l, err)
                             : sx_fail(err, SX_NOMEM, "out of memory");
    if (l.scratch)
        sx_arena_destroy(l.scratch);
    return st;
}
