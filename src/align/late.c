#include "align/late.h"

#include "align/each_loop.h"
#include "align/elastic.h"
#include "align/ends.h"

enum { TRIPS = 64, MESSAGES = 1 << 20 };

typedef struct reading {
    sx_arena *arena, *scratch; /* of nodes; of one loop */
    sx_runs *runs;
    int64_t *trips; /* by rank */
    size_t n, room;
    sx_end *end; /* .order: the trip, from the first one of its rank */
} reading;

/* ---- what is read ---- */

/* Trips by rank, of those who are in, as many at each entry. False where ranks of a run do not differ in them. */
static bool read_trips(reading *w, const sx_node *loop, const bool *in)
{
    const sx_seq **seq = loop->trips.kind == SX_VALUE_EXPR
                             ? NULL
                             : sx_runs_sequences(w->scratch, w->runs, &loop->trips, in);
    w->trips = SX_NEW_ARRAY(w->scratch, int64_t, (size_t)w->runs->total);
    for (int64_t r = 0; r < w->runs->total; r++) {
        if (!in[r])
            continue;
        if (!seq || !w->trips || !seq[r] || !sx_seq_is_constant(seq[r]))
            return false;
        w->trips[r] = sx_seq_at(seq[r], 0);
        if (w->trips[r] < 1 || w->trips[r] > TRIPS)
            return false;
    }
    return sx_elastic_differ(w->runs, seq, in);
}

/* By rank, the first execution in each of its trips, and the number of all, of what stands in the loop itself. NULL when out of memory. */
static int64_t **starts(const reading *w, const bool *in)
{
    int64_t **start = SX_NEW_ARRAY(w->scratch, int64_t *, (size_t)w->runs->total);
    for (int64_t r = 0; start && r < w->runs->total; r++) {
        if (!in[r])
            continue;
        start[r] = SX_NEW_ARRAY(w->scratch, int64_t, (size_t)w->trips[r] + 1);
        for (int64_t t = 0; start[r] && t <= w->trips[r]; t++)
            start[r][t] = t;
        if (!start[r])
            return NULL;
    }
    return start;
}

/* The same in an inner loop. NULL where that is not known, or too much. */
static int64_t **starts_inside(const reading *w, const sx_node *inner, const bool *in,
                               int64_t *const *start)
{
    const sx_seq **seq = inner->trips.kind == SX_VALUE_EXPR
                             ? NULL
                             : sx_runs_sequences(w->scratch, w->runs, &inner->trips, in);
    int64_t **inside = seq ? starts(w, in) : NULL;
    for (int64_t r = 0; inside && r < w->runs->total; r++) {
        int64_t sum = 0;
        if (!in[r])
            continue;
        if (!seq[r])
            return NULL;
        for (int64_t t = 0; t < w->trips[r]; t++) {
            inside[r][t] = sum;
            for (int64_t k = start[r][t]; k < start[r][t + 1] && sum <= MESSAGES; k++)
                sum += sx_seq_at(seq[r], (uint64_t)k);
        }
        inside[r][w->trips[r]] = sum;
        if (sum > MESSAGES || !sx_runs_spend(w->runs, (uint64_t)sum + 1))
            return NULL;
    }
    return inside;
}

/* ---- messages ---- */

static const sx_seq **values(const reading *w, const sx_node *call, sx_param_id id,
                             const bool *in)
{
    const sx_param *param = sx_node_param(call, id);
    return param && param->value.kind != SX_VALUE_EXPR &&
                   param->value.kind != SX_VALUE_DRAWN
               ? sx_runs_sequences(w->scratch, w->runs, &param->value, in)
               : NULL;
}

static bool add(reading *w, const sx_end *e)
{
    if (w->n == w->room) {
        const size_t room = w->room ? 2 * w->room : 1024;
        sx_end *grown = room <= MESSAGES ? SX_NEW_ARRAY(w->scratch, sx_end, room) : NULL;
        if (!grown)
            return false;
        for (size_t i = 0; i < w->n; i++)
            grown[i] = w->end[i];
        w->end = grown;
        w->room = room;
    }
    w->end[w->n++] = *e;
    return true;
}

/* The k-th execution of rank r, with values of these; nothing where it is of no message. False where it is not known whose. */
static bool add_end(reading *w, const sx_node *call, int64_t r, const sx_seq *const of[3],
                    int64_t trip, int64_t k)
{
    sx_end end;
    int64_t v[3];
    for (int i = 0; i < 3; i++)
        v[i] = sx_seq_at(of[i], (uint64_t)k);
    const sx_end_answer answer = sx_end_read(w->runs, call, r, v[0], v[1], v[2], &end);
    end.order = trip;
    return answer == SX_END_NONE || (answer == SX_END_ONE && add(w, &end));
}

static bool read_call(reading *w, const sx_node *call, const bool *in,
                      int64_t *const *start)
{
    const sx_seq **of[] = { values(w, call, SX_PARAM_PEER, in),
                            values(w, call, SX_PARAM_TAG, in),
                            values(w, call, SX_PARAM_COMM, in) };
    if (sx_op_class_of(call->op) == SX_OP_COMPLETION)
        return true;
    if (!sx_end_is_of(call->op) || !of[0] || !of[1] || !of[2])
        return false;
    for (int64_t r = 0; r < w->runs->total; r++) {
        if (!in[r])
            continue;
        const sx_seq *own[] = { of[0][r], of[1][r], of[2][r] };
        const int64_t all = start[r][w->trips[r]];
        if (!own[0] || !own[1] || !own[2] || !sx_runs_spend(w->runs, (uint64_t)all + 1))
            return false;
        for (int64_t t = 0; t < w->trips[r]; t++)
            for (int64_t k = start[r][t]; k < start[r][t + 1]; k++)
                if (!add_end(w, call, r, own, t, k))
                    return false;
    }
    return true;
}

static bool read_block(reading *w, const sx_block *block, const bool *within,
                       int64_t *const *start)
{
    bool fine = true;
    for (size_t i = 0; fine && i < block->n; i++) {
        const sx_node *node = block->node[i];
        const bool *in = sx_runs_members(w->scratch, w->runs, &node->ranks, within);
        if (node->kind == SX_NODE_EVENT) {
            fine = in && read_call(w, node, in, start);
            continue;
        }
        int64_t **inside = in ? starts_inside(w, node, in, start) : NULL;
        fine = inside && read_block(w, &node->body, in, inside);
    }
    return fine;
}

/* ---- do they say it? ---- */

/* Is each received in the trip, from the last, in which it is sent, and some in another one from the first? */
static bool meet_late(reading *w)
{
    bool late = false, fine = true;
    sx_ends_pair(w->end, w->n);
    for (size_t i = 0; fine && i < w->n; i++) {
        const sx_end *end = &w->end[i], *other = end->other;
        fine = other &&
               w->trips[end->rank] - end->order == w->trips[other->rank] - other->order;
        late = late || (fine && end->order != other->order);
    }
    return fine && late;
}

/* ---- the loop ---- */

/* By rank of those who are in, none for the first trips and one for its own. NULL when out of memory. */
static const sx_seq *joins(const reading *w, int64_t most, int64_t own)
{
    int64_t trip[TRIPS];
    for (int64_t t = 0; t < most; t++)
        trip[t] = t >= most - own;
    return sx_seq_from_values(w->arena, trip, (uint64_t)most, true);
}

static sx_status make_late(const reading *w, sx_node *loop, const bool *in)
{
    const size_t ranks = (size_t)w->runs->total;
    const sx_seq **all = SX_NEW_ARRAY(w->scratch, const sx_seq *, ranks),
                 **own = SX_NEW_ARRAY(w->scratch, const sx_seq *, ranks);
    int64_t most[SX_RUNS] = { 0 };
    for (size_t r = 0; r < ranks; r++)
        if (in[r] && w->trips[r] > most[w->runs->run_of[r]])
            most[w->runs->run_of[r]] = w->trips[r];
    for (size_t r = 0; all && own && r < ranks; r++) {
        if (!in[r])
            continue;
        all[r] = sx_seq_constant(w->arena, most[w->runs->run_of[r]]);
        own[r] = joins(w, most[w->runs->run_of[r]], w->trips[r]);
        if (!all[r] || !own[r])
            return SX_NOMEM;
    }
    sx_node **body = SX_NEW_ARRAY(w->arena, sx_node *, 1);
    if (!all || !own || !body)
        return SX_NOMEM;
    sx_status st = sx_elastic_loop(w->arena, w->runs, in, in, own, loop->body.node,
                                   loop->body.n, &body[0]);
    loop->body = (sx_block) { 1, body };
    return st ? st : sx_elastic_value(w->arena, w->runs, in, all, false, &loop->trips);
}

static sx_status visit(void *context, sx_node *loop, const bool *in)
{
    reading *w = context;
    sx_arena_clear(w->scratch);
    w->n = w->room = 0;
    int64_t **start = read_trips(w, loop, in) ? starts(w, in) : NULL;
    return start && read_block(w, &loop->body, in, start) && meet_late(w)
               ? make_late(w, loop, in)
               : SX_OK;
}

sx_status sx_runs_late(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    reading w = { .arena = arena, .scratch = sx_arena_create(), .runs = runs };
    sx_status st = w.scratch ? sx_runs_each_loop(arena, runs, visit, &w, err)
                             : sx_fail(err, SX_NOMEM, "out of memory");
    sx_arena_destroy(w.scratch);
    return st;
}
