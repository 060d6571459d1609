#include "align/late.h"

#include "align/each_loop.h"
#include "align/elastic.h"
#include "align/ends.h"

enum { TRIPS = 64, MESSAGES = 1 << 20 };

typedef struct reading {
    sx_loop_trips loop; /* .own: its trips */
    size_t n, room;
    sx_end *end; /* .order: the trip, from the first one of its rank */
} reading;

/* ---- messages ---- */

static const sx_seq **values(const reading *w, const sx_node *call, sx_param_id id,
                             const bool *in)
{
    const sx_param *param = sx_node_param(call, id);
    return param && param->value.kind != SX_VALUE_EXPR &&
                   param->value.kind != SX_VALUE_DRAWN
               ? sx_runs_sequences(w->loop.scratch, w->loop.runs, &param->value, in)
               : NULL;
}

static bool add(reading *w, const sx_end *e)
{
    if (w->n == w->room) {
        const size_t room = w->room ? 2 * w->room : 1024;
        sx_end *grown =
            room <= MESSAGES ? SX_NEW_ARRAY(w->loop.scratch, sx_end, room) : NULL;
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
    const sx_end_answer answer =
        sx_end_read(w->loop.runs, call, r, v[0], v[1], v[2], &end);
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
    for (int64_t r = 0; r < w->loop.runs->total; r++) {
        if (!in[r])
            continue;
        const sx_seq *own[] = { of[0][r], of[1][r], of[2][r] };
        const int64_t trips = w->loop.own[r], all = start[r][trips];
        if (!own[0] || !own[1] || !own[2] ||
            !sx_runs_spend(w->loop.runs, (uint64_t)all + 1))
            return false;
        for (int64_t t = 0; t < trips; t++)
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
        const bool *in =
            sx_runs_members(w->loop.scratch, w->loop.runs, &node->ranks, within);
        if (node->kind == SX_NODE_EVENT) {
            fine = in && read_call(w, node, in, start);
            continue;
        }
        int64_t **inside = in ? sx_loop_starts_inside(&w->loop, node, in, start) : NULL;
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
        fine = other && w->loop.own[end->rank] - end->order ==
                            w->loop.own[other->rank] - other->order;
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
    return sx_seq_from_values(w->loop.arena, trip, (uint64_t)most, true);
}

static sx_status make_late(const reading *w, sx_node *loop, const bool *in)
{
    const sx_runs *runs = w->loop.runs;
    const size_t ranks = (size_t)runs->total;
    int64_t *all = SX_NEW_ARRAY(w->loop.scratch, int64_t, ranks), most[SX_RUNS] = { 0 };
    const sx_seq **own = SX_NEW_ARRAY(w->loop.scratch, const sx_seq *, ranks);
    for (size_t r = 0; r < ranks; r++)
        if (in[r] && w->loop.own[r] > most[runs->run_of[r]])
            most[runs->run_of[r]] = w->loop.own[r];
    for (size_t r = 0; all && own && r < ranks; r++) {
        all[r] = most[runs->run_of[r]];
        if (in[r] && !(own[r] = joins(w, all[r], w->loop.own[r])))
            return SX_NOMEM;
    }
    const sx_seq **trips =
        all && own ? sx_elastic_constants(w->loop.arena, runs, in, all) : NULL;
    return trips ? sx_elastic_nest(w->loop.arena, runs, in, trips, own, loop) : SX_NOMEM;
}

static sx_status visit(void *context, sx_node *loop, const bool *in)
{
    reading *w = context;
    int64_t common;
    sx_arena_clear(w->loop.scratch);
    w->n = w->room = 0;
    w->loop.own =
        sx_elastic_own_trips(w->loop.scratch, w->loop.runs, loop, in, TRIPS, &common);
    int64_t **start = w->loop.own ? sx_loop_starts(&w->loop, in) : NULL;
    return start && read_block(w, &loop->body, in, start) && meet_late(w)
               ? make_late(w, loop, in)
               : SX_OK;
}

sx_status sx_runs_late(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    reading w = { .loop = { .arena = arena, .runs = runs } };
    return sx_runs_each_loop_trips(&w.loop, visit, &w, err);
}
