#include "align/columns_calls.h"

#include "align/elastic.h"
#include "base/checked.h"

enum { NESTED = 3, LONGEST = 1 << 12, MOST_EXECUTIONS = 64, EVENTS = 256 };

/* ---- calls ---- */

bool sx_calls_create(sx_arena *arena, sx_arena *values, const sx_runs *runs,
                     const bool *within, sx_calls *ret_calls)
{
    const size_t ranks = (size_t)runs->total;
    *ret_calls = (sx_calls) { .arena = arena,
                              .values = values,
                              .runs = runs,
                              .within = within,
                              .n = SX_NEW_ARRAY(arena, uint32_t, ranks),
                              .call = SX_NEW_ARRAY(arena, sx_call *, ranks) };
    bool fine = ret_calls->n && ret_calls->call;
    for (size_t rank = 0; rank < ranks && fine; rank++) {
        ret_calls->call[rank] =
            within[rank] ? SX_ROOM_ARRAY(arena, sx_call, SX_CALLS_OF_RANK) : NULL;
        fine = ret_calls->call[rank] || !within[rank];
    }
    return fine;
}

bool sx_calls_is_plain(const sx_node *event)
{
    bool plain = event->nmultisets == 0;
    for (uint32_t p = 0; p < event->nparams && plain; p++) {
        const sx_param *param = &event->param[p];
        const sx_param_id length =
            sx_param_list_length_in(param->id, sx_node_present(event));
        plain = param->value.kind == SX_VALUE_PIECES &&
                (length == SX_PARAM_NONE || length == SX_PARAM_NREQS);
    }
    return plain;
}

static bool same_params(const sx_node *a, const sx_node *b)
{
    bool same = a->nparams == b->nparams;
    for (uint32_t p = 0; same && p < a->nparams; p++)
        same = a->param[p].id == b->param[p].id &&
               a->param[p].value.relative == b->param[p].value.relative;
    return same;
}

/* The number of its operation and call site; SX_CALL_SITES where there are too many, or the others have other parameters. */
static uint32_t site_of(sx_calls *c, const sx_node *event)
{
    uint32_t k = 0;
    while (k < c->nsites &&
           (c->site[k]->op != event->op || c->site[k]->site != event->site))
        k++;
    if (k < c->nsites && !same_params(c->site[k], event))
        return SX_CALL_SITES;
    if (k == c->nsites && k < SX_CALL_SITES)
        c->site[c->nsites++] = event;
    return k;
}

sx_call *sx_calls_add(sx_calls *c, int64_t rank, const sx_node *event)
{
    const uint32_t site = site_of(c, event);
    if (site == SX_CALL_SITES || c->n[rank] == SX_CALLS_OF_RANK)
        return NULL;
    sx_call *call = &c->call[rank][c->n[rank]++];
    *call = (sx_call) { .event = event,
                        .site = site,
                        .value = SX_NEW_ARRAY(c->arena, const sx_seq *, event->nparams) };
    return call->value ? call : NULL;
}

/* ---- what it says ---- */

/* The one number that a parameter is; false where there is none, or it changes. */
static bool number_of(const sx_call *call, sx_param_id id, int64_t *ret_value,
                      bool *ret_relative)
{
    for (uint32_t p = 0; p < call->event->nparams; p++) {
        const sx_seq *seq = call->value[p];
        if (call->event->param[p].id != id)
            continue;
        *ret_value = seq ? sx_seq_at(seq, 0) : SX_NULL;
        *ret_relative = call->event->param[p].value.relative;
        return seq && sx_seq_is_constant(seq);
    }
    return false;
}

/* How far away the other end is, among the ranks of the world: where that is half of all around, up or down to it. */
static int32_t distance_of(const sx_calls *c, int64_t rank, const sx_call *call,
                           sx_param_id id)
{
    const int64_t size = c->runs->p[c->runs->run_of[rank]],
                  own = rank - c->runs->offset[c->runs->run_of[rank]];
    int64_t value, comm;
    bool relative, other;
    if (!sx_node_param(call->event, id))
        return SX_CALL_ALONE;
    if (!number_of(call, id, &value, &relative) ||
        !number_of(call, SX_PARAM_COMM, &comm, &other) || comm < 0 ||
        (size_t)comm >= c->runs->merged.ncomms ||
        !sx_runs_is_world(c->runs, (uint32_t)comm))
        return SX_CALL_CHANGES;
    if (value == SX_NULL)
        return SX_CALL_NOBODY;
    if (value < -size || value > size)
        return SX_CALL_CHANGES;
    value -= relative ? 0 : own;
    if (2 * value == size || 2 * value == -size)
        value = own + size / 2 < size ? size / 2 : -(size / 2);
    return (int32_t)value;
}

/* Of a call that both sends and receives: where it sends to, or else the other way from where it receives. */
static int32_t direction_of(const sx_calls *c, int64_t rank, const sx_call *call)
{
    const int32_t to = distance_of(c, rank, call, SX_PARAM_PEER),
                  from = distance_of(c, rank, call, SX_PARAM_SOURCE);
    return to != SX_CALL_NOBODY || from <= SX_CALL_CHANGES ? to : -from;
}

void sx_calls_describe(const sx_calls *c, int64_t rank, sx_call *call)
{
    static const sx_param_id besides[] = { SX_PARAM_COMM, SX_PARAM_TAG, SX_PARAM_COUNT,
                                           SX_PARAM_TYPE };
    int64_t value;
    bool relative;
    call->peer = direction_of(c, rank, call);
    call->alike = 1;
    for (size_t i = 0; i < sizeof besides / sizeof *besides; i++)
        if (number_of(call, besides[i], &value, &relative))
            call->alike = sx_hash_add(call->alike, (uint64_t)value);
    call->nreqs = number_of(call, SX_PARAM_NREQS, &value, &relative) && value > 0 &&
                          value <= LONGEST
                      ? (uint32_t)value
                      : sx_node_param(call->event, SX_PARAM_REQS) != NULL;
}

/* ---- short loops ---- */

/* Trips by rank when every entry makes as many, at most SX_CALL_TRIPS; else NULL. */
static const sx_seq **short_trips(sx_arena *arena, const sx_runs *runs,
                                  const sx_node *loop, const bool *in)
{
    const sx_seq **trips = loop->trips.kind == SX_VALUE_EXPR
                               ? NULL
                               : sx_runs_sequences(arena, runs, &loop->trips, in);
    for (int64_t r = 0; trips && r < runs->total; r++)
        if (in[r] && (!trips[r] || !sx_seq_is_constant(trips[r]) ||
                      sx_seq_at(trips[r], 0) > SX_CALL_TRIPS))
            return NULL;
    return trips;
}

static bool may_have(sx_arena *arena, const sx_runs *runs, const sx_node *node,
                     const bool *within, int depth)
{
    if (node->kind == SX_NODE_EVENT)
        return sx_calls_is_plain(node);
    const bool *in = sx_runs_members(arena, runs, &node->ranks, within);
    bool may = depth < NESTED && in && short_trips(arena, runs, node, in);
    for (size_t i = 0; i < node->body.n && may; i++)
        may = may_have(arena, runs, node->body.node[i], in, depth + 1);
    return may;
}

bool sx_calls_may_have(sx_arena *arena, const sx_runs *runs, const sx_node *node,
                       const bool *within)
{
    return may_have(arena, runs, node, within, 0);
}

/* Where in the short loops around its call a rank is: execution `trip` of `trips` for one of the stretch. */
typedef struct place {
    const uint32_t *trip, *trips; /* by rank */
} place;

typedef struct reading {
    sx_calls *c;
    struct {
        const sx_node *event;
        const sx_seq **const *value;
    } loaded[EVENTS];
    size_t nloaded;
} reading;

/* By parameter, then rank; each event is read once. NULL when out of memory. */
static const sx_seq **const *values_of(reading *r, const sx_node *event, const bool *in)
{
    sx_calls *c = r->c;
    for (size_t i = 0; i < r->nloaded; i++)
        if (r->loaded[i].event == event)
            return r->loaded[i].value;
    const sx_seq ***value = SX_NEW_ARRAY(c->arena, const sx_seq **, event->nparams + 1);
    for (uint32_t p = 0; value && p < event->nparams; p++)
        if (!(value[p] =
                  sx_runs_sequences(c->arena, c->runs, &event->param[p].value, in)))
            return NULL;
    if (value && r->nloaded < EVENTS) {
        r->loaded[r->nloaded].event = event;
        r->loaded[r->nloaded++].value = value;
    }
    return value;
}

/* How many elements a parameter has in one trip of the call, by the sequence of lengths (NULL: it is no list); false where that changes from execution to
 * execution. */
static bool elements_in(sx_arena *arena, const sx_seq *lengths, uint32_t trip,
                        uint32_t trips, uint64_t *ret_n)
{
    *ret_n = 1;
    if (!lengths)
        return true;
    const sx_seq *own = sx_elastic_every(arena, lengths, trip, trips);
    const int64_t n = own && sx_seq_is_constant(own) ? sx_seq_at(own, 0) : (int64_t)-1;
    *ret_n = (uint64_t)n;
    return n >= 0 && n <= LONGEST;
}

/* Of blocks of `all` values those `n` from `first` on. */
static const sx_seq *part_of(const sx_calls *c, const sx_seq *seq, uint64_t all,
                             uint64_t first, uint64_t n)
{
    const uint64_t length = seq->length * n;
    int64_t *from = length <= LONGEST && seq->length <= LONGEST
                        ? SX_NEW_ARRAY(c->arena, int64_t, seq->length)
                        : NULL;
    int64_t *value = from ? SX_NEW_ARRAY(c->arena, int64_t, length) : NULL;
    if (!value)
        return NULL;
    sx_seq_expand(seq, 0, seq->length, from);
    for (uint64_t k = 0; k < length; k++)
        value[k] = from[(k / n * all + first + k % n) % seq->length];
    return sx_seq_from_values(c->values, value, length, true);
}

/* The sequence of lengths of the p-th parameter, if that is a list. */
static const sx_seq *lengths_of(const sx_node *event, const sx_seq **const *value,
                                size_t rank, uint32_t p)
{
    const sx_param_id id =
        sx_param_list_length_in(event->param[p].id, sx_node_present(event));
    for (uint32_t k = 0; id != SX_PARAM_NONE && k < event->nparams; k++)
        if (event->param[k].id == id)
            return value[k][rank];
    return NULL;
}

static bool take_value(const sx_calls *c, const sx_seq **const *value, place at,
                       size_t rank, uint32_t p, sx_call *call)
{
    const sx_seq *lengths = lengths_of(call->event, value, rank, p);
    uint64_t all = 0, first = 0, n = 0;
    for (uint32_t trip = 0; trip < at.trips[rank]; trip++) {
        uint64_t here;
        if (!elements_in(c->arena, lengths, trip, at.trips[rank], &here))
            return false;
        first += trip < at.trip[rank] ? here : 0;
        n = trip == at.trip[rank] ? here : n;
        all += here;
    }
    if (n > 0 && value[p][rank])
        call->value[p] = part_of(c, value[p][rank], all, first, n);
    return n == 0 || call->value[p];
}

static bool read_event(reading *r, const sx_node *event, const bool *in, place at)
{
    sx_calls *c = r->c;
    const bool *own = sx_runs_members(c->arena, c->runs, &event->ranks, in);
    const sx_seq **const *value = own ? values_of(r, event, own) : NULL;
    bool fine = value;
    for (int64_t rank = 0; rank < c->runs->total && fine; rank++) {
        if (!own[rank])
            continue;
        sx_call *call = sx_calls_add(c, rank, event);
        fine = call;
        for (uint32_t p = 0; p < event->nparams && fine; p++)
            fine = take_value(c, value, at, (size_t)rank, p, call);
        if (fine)
            sx_calls_describe(c, rank, call);
    }
    return fine && sx_runs_spend(c->runs, (uint64_t)c->runs->total);
}

static bool read_node(reading *r, const sx_node *node, const bool *in, place at);

/* One trip of the loop, for those who make it. */
static bool read_trip(reading *r, const sx_node *loop, const bool *in,
                      const sx_seq *const *of, uint32_t k, place at)
{
    sx_calls *c = r->c;
    const size_t ranks = (size_t)c->runs->total;
    bool *some = SX_NEW_ARRAY(c->arena, bool, ranks), any = false, fine = true;
    uint32_t *trip = SX_NEW_ARRAY(c->arena, uint32_t, ranks);
    uint32_t *trips = SX_NEW_ARRAY(c->arena, uint32_t, ranks);
    if (!some || !trip || !trips)
        return false;
    for (size_t rank = 0; rank < ranks && fine; rank++) {
        const uint32_t n = in[rank] ? (uint32_t)sx_seq_at(of[rank], 0) : 0;
        some[rank] = k < n;
        any = any || some[rank];
        trip[rank] = at.trip[rank] * n + k;
        trips[rank] = at.trips[rank] * n;
        fine = trips[rank] <= MOST_EXECUTIONS;
    }
    for (size_t i = 0; i < loop->body.n && any && fine; i++)
        fine = read_node(r, loop->body.node[i], some, (place) { trip, trips });
    return fine;
}

static bool read_node(reading *r, const sx_node *node, const bool *in, place at)
{
    if (node->kind == SX_NODE_EVENT)
        return read_event(r, node, in, at);
    const bool *own = sx_runs_members(r->c->arena, r->c->runs, &node->ranks, in);
    const sx_seq **of = own ? short_trips(r->c->arena, r->c->runs, node, own) : NULL;
    bool fine = of;
    for (uint32_t k = 0; k < SX_CALL_TRIPS && fine; k++)
        fine = read_trip(r, node, own, of, k, at);
    return fine;
}

bool sx_calls_read(sx_calls *c, const sx_block *block, size_t from, size_t end)
{
    const size_t ranks = (size_t)c->runs->total;
    uint32_t *none = SX_NEW_ARRAY(c->arena, uint32_t, ranks);
    uint32_t *once = SX_NEW_ARRAY(c->arena, uint32_t, ranks);
    reading r = { .c = c };
    bool fine = none && once;
    for (size_t rank = 0; rank < ranks && fine; rank++)
        once[rank] = 1;
    for (size_t i = from; i < end && fine; i++)
        fine = read_node(&r, block->node[i], c->within, (place) { none, once });
    return fine;
}

/* ---- requests ---- */

bool sx_call_posts(sx_op op)
{
    return (sx_op_name(op)[0] == 'I' && op != SX_OP_Init && op != SX_OP_Init_thread &&
            op != SX_OP_Iprobe && op != SX_OP_Improbe) ||
           op == SX_OP_Comm_idup;
}

/* The call before `at` that made the request which so many were made after; `at` where it was made before the stretch. */
static size_t posted_by(const sx_calls *c, int64_t rank, size_t at, int64_t since)
{
    for (size_t i = at; i-- > 0;)
        if (sx_call_posts(c->call[rank][i].event->op) && since-- == 0)
            return i;
    return at;
}

size_t sx_calls_completed(const sx_calls *c, int64_t rank, size_t at, size_t *ret_call)
{
    const sx_call *call = &c->call[rank][at];
    size_t n = 0;
    for (uint32_t p = 0; p < call->event->nparams; p++) {
        const sx_seq *seq = call->value[p];
        if (call->event->param[p].id != SX_PARAM_REQS || !seq)
            continue;
        for (uint64_t e = 0; e < call->nreqs && n < SX_CALLS_OF_RANK; e++) {
            const int64_t since = sx_seq_at(seq, e);
            const size_t by =
                since >= 0 && !sx_is_special(since) ? posted_by(c, rank, at, since) : at;
            if (by < at)
                ret_call[n++] = by;
        }
    }
    return n;
}
