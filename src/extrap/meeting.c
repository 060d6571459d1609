#include "extrap/meeting.h"

#include "base/checked.h"

#include <stdlib.h>
#include <string.h>

/* ---- ends ---- */

typedef struct listing {
    sx_arena *arena;
    const sx_trace *formula;
    sx_message_end *end; /* NULL: only counted */
    size_t n;
    bool failed;
} listing;

/* The value of a parameter of an end: its law; NULL where there is none. */
static const sx_expr *law_of(const sx_node *node, sx_param_id id)
{
    const sx_param *param = sx_node_param(node, id);
    return param && !param->value.relative ? param->value.expr : NULL;
}

static void add_end(listing *l, sx_message_end end)
{
    const sx_expr *comm = law_of(end.node, SX_PARAM_COMM);
    end.param = sx_node_message(end.node, !end.sends);
    if (!comm || comm->op != SX_EXPR_INT || comm->value < 0 || comm->value == 1 ||
        (uint64_t)comm->value >= l->formula->ncomms ||
        !law_of(end.node, end.param.peer) || !law_of(end.node, end.param.tag) ||
        !law_of(end.node, end.param.count) || !law_of(end.node, end.param.type))
        return;
    end.comm = (uint32_t)comm->value;
    if (l->end)
        l->end[l->n] = end;
    l->n++;
}

static void add_event(listing *l, sx_message_end end)
{
    switch (sx_op_class_of(end.node->op)) {
    case SX_OP_SENDRECV:
        add_end(l, end);
        end.sends = true;
        add_end(l, end);
        break;
    case SX_OP_SEND:
        end.sends = true;
        add_end(l, end);
        break;
    case SX_OP_RECV:
        if (end.node->op == SX_OP_Recv || end.node->op == SX_OP_Irecv ||
            end.node->op == SX_OP_Recv_init)
            add_end(l, end);
        break;
    default:
        break;
    }
}

static void add_block(listing *l, const sx_block *block, const sx_node *const *around,
                      uint32_t depth)
{
    for (size_t i = 0; i < block->n && !l->failed; i++) {
        sx_node *node = block->node[i];
        if (node->kind != SX_NODE_LOOP) {
            add_event(
                l, (sx_message_end) { .node = node, .depth = depth, .around = around });
            continue;
        }
        const sx_node **inner = SX_NEW_ARRAY(l->arena, const sx_node *, depth + 1);
        if ((l->failed = !inner))
            return;
        if (depth)
            memcpy(inner, around, depth * sizeof *inner);
        inner[depth] = node;
        add_block(l, &node->body, inner, depth + 1);
    }
}

sx_status sx_message_ends(sx_arena *arena, const sx_trace *formula,
                          sx_message_end **ret_end, size_t *ret_n, sx_error *err)
{
    listing l = { .arena = arena, .formula = formula };
    add_block(&l, &formula->program, NULL, 0);
    if (!l.failed)
        l.end = SX_NEW_ARRAY(arena, sx_message_end, l.n);
    if (l.failed || !l.end)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_n = l.n;
    l.n = 0;
    add_block(&l, &formula->program, NULL, 0);
    *ret_end = l.end;
    return l.failed ? sx_fail(err, SX_NOMEM, "out of memory") : SX_OK;
}

/* ---- scales ---- */

/* The place of a rank, made where it is not there yet; NULL: out of memory, or laws without a value. */
static sx_place_of *place_of(sx_meeting_scale *scale, sx_rank rank)
{
    for (size_t i = 0; i < scale->n; i++)
        if (scale->rank[i] == rank)
            return scale->place[i];
    if (scale->n == scale->capacity) {
        const size_t capacity = scale->capacity ? 2 * scale->capacity : 2 * SX_PLACES;
        sx_place_of **place = realloc(scale->place, capacity * sizeof(sx_place_of *));
        scale->place = place ? place : scale->place;
        sx_rank *ranks = place ? realloc(scale->rank, capacity * sizeof *ranks) : NULL;
        scale->rank = ranks ? ranks : scale->rank;
        if (!ranks)
            return NULL;
        scale->capacity = capacity;
    }
    sx_place_of *place = sx_place_create(&scale->bound);
    if (!place || sx_place_move(place, rank, NULL)) {
        sx_place_destroy(place);
        return NULL;
    }
    scale->rank[scale->n] = rank;
    scale->place[scale->n++] = place;
    return place;
}

sx_status sx_meeting_scale_open(const sx_trace *bound, sx_meeting_scale *ret_scale,
                                sx_error *err)
{
    enum { RECEIVERS = 24 };
    *ret_scale = (sx_meeting_scale) { .bound = *bound };
    const size_t all = sx_places_count(&ret_scale->bound),
                 n = all < RECEIVERS ? all : RECEIVERS;
    for (size_t i = 0; i < n; i++) {
        const sx_rank rank = sx_places_rank(&ret_scale->bound, i * all / n);
        sx_place_of *place = place_of(ret_scale, rank);
        if (!place && !ret_scale->capacity)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (!place)
            break;
        ret_scale->receivers.rank[i] = rank;
        ret_scale->receivers.place[i] = place;
        ret_scale->receivers.n++;
    }
    return SX_OK;
}

void sx_meeting_scale_close(sx_meeting_scale *scale)
{
    for (size_t i = 0; i < scale->n; i++)
        sx_place_destroy(scale->place[i]);
    free(scale->place);
    free(scale->rank);
}

/* ---- at a place ---- */

/* An end at a place, in some trip of its loops. */
typedef struct spot {
    const sx_trace *trace;
    const sx_place_of *place;
    const sx_message_end *end;
    const int64_t *counter;
} spot;

static bool says(const spot *at, const sx_expr *law, int64_t *ret_value)
{
    sx_expr_env env = sx_place_env(at->place, at->end->comm, at->counter, at->end->depth);
    return sx_expr_eval(law, &env, ret_value, NULL) == SX_OK;
}

static bool says_of(const spot *at, sx_param_id id, int64_t *ret_value)
{
    return says(at, law_of(at->end->node, id), ret_value);
}

/* Is the call made there? */
static bool is_made(const spot *at)
{
    const sx_message_end *end = at->end;
    bool in = true;
    for (uint32_t d = 0; d < end->depth && in; d++) {
        const sx_value *law = &end->around[d]->trips;
        sx_expr_env env = sx_place_env(at->place, 0, at->counter, d);
        int64_t trips;
        in = !sx_place_in(at->place, &end->around[d]->ranks, &in, NULL) && in &&
             law->expr && !sx_expr_eval(law->expr, &env, &trips, NULL) &&
             at->counter[d] < trips;
    }
    return in && !sx_place_in(at->place, &end->node->ranks, &in, NULL) && in;
}

/* Is it that rank of its communicator, which has all ranks? */
static bool is_rank(const spot *at, sx_rank rank)
{
    int64_t size, own;
    sx_place_comm(at->place, at->end->comm, &size, &own);
    return size == at->trace->p && own == rank;
}

static bool type_bytes(const spot *at, int64_t *ret_bytes)
{
    int64_t type;
    if (!says_of(at, at->end->param.type, &type) || type < 0 ||
        (uint64_t)type >= at->trace->ntypes)
        return false;
    *ret_bytes = at->trace->type[type].size;
    return true;
}

bool sx_meeting_bytes(const sx_message_end *end, const sx_meeting_side *side,
                      const sx_expr *law, int64_t *ret_bytes)
{
    const spot at = { NULL, side->place, end, side->counter };
    return says(&at, law, ret_bytes) &&
           !sx_mul_overflows(*ret_bytes, side->type_bytes, ret_bytes);
}

/* ---- meetings ---- */

static bool same_tag(const spot *a, const spot *b)
{
    int64_t x, y;
    return says_of(a, a->end->param.tag, &x) && says_of(b, b->end->param.tag, &y) &&
           (x == y || x == SX_ANY);
}

/* May they meet: a send and a receive in the same loops, or one of them or each in a loop of its own in there? */
static bool may_meet(const sx_message_end *a, const sx_message_end *b)
{
    uint32_t same = 0;
    while (same < a->depth && same < b->depth && a->around[same] == b->around[same])
        same++;
    return a->sends != b->sends && a->comm == b->comm && a->depth <= same + 1 &&
           b->depth <= same + 1;
}

/* The counters of `to` in a trip of its innermost loop, -1: the same as of the other; all others are the same. False where there is
 * no such trip. */
static bool count_of(const spot *from, const sx_message_end *to, int64_t trip,
                     int64_t *ret_counter)
{
    if (trip >= 0 ? to->depth == 0 : to->depth > from->end->depth)
        return false;
    for (uint32_t d = 0; d < to->depth; d++)
        ret_counter[d] = trip >= 0 && d + 1 == to->depth ? trip : from->counter[d];
    return true;
}

/* Trips of its innermost loop in which a send is looked for: the same, then the first ones. */
enum { TRIPS = 16 };

/* The send that the receive takes, at `place`; false where none is found. */
static bool find_send(const spot *from, sx_rank rank, const sx_place_of *place,
                      const sx_message_end *end, size_t n, uint64_t *looks,
                      int64_t *counter, size_t *ret_end)
{
    for (int64_t trip = -1; trip < TRIPS; trip++)
        for (size_t k = 0; k<n && * looks> 0; k++, --*looks) {
            const spot to = { from->trace, place, &end[k], counter };
            int64_t back;
            if (!may_meet(from->end, to.end) || !count_of(from, to.end, trip, counter) ||
                !is_made(&to) || !says_of(&to, to.end->param.peer, &back) ||
                back != rank || !same_tag(from, &to))
                continue;
            *ret_end = k;
            return true;
        }
    return false;
}

static const sx_place_of *sender_of(sx_meeting_scale *scale, const spot *receive,
                                    sx_rank rank)
{
    int64_t peer;
    bool some = is_rank(receive, rank) && is_made(receive) &&
                says_of(receive, receive->end->param.peer, &peer) && peer >= 0 &&
                peer < scale->bound.p;
    return some ? place_of(scale, peer) : NULL;
}

/* What number i of the receivers takes in these trips; false where that is nothing, or nobody sends it. */
static bool meet(sx_arena *arena, sx_meeting_scale *scale, const sx_message_end *end,
                 size_t n, size_t receive, size_t i, const int64_t *counter,
                 uint64_t *looks, sx_meeting *ret)
{
    const sx_rank rank = scale->receivers.rank[i];
    const spot to = { &scale->bound, scale->receivers.place[i], &end[receive], counter };
    const sx_place_of *place = sender_of(scale, &to, rank);
    int64_t other[SX_MAX_DEPTH];
    *ret = (sx_meeting) { .side = { { .end = receive, .place = to.place },
                                    { .place = place } } };
    if (!place || !find_send(&to, rank, place, end, n, looks, other, &ret->side[1].end))
        return false;
    const spot from = { &scale->bound, place, &end[ret->side[1].end], other };
    if (!type_bytes(&to, &ret->side[0].type_bytes) ||
        !type_bytes(&from, &ret->side[1].type_bytes))
        return false;
    ret->side[0].counter = sx_arena_copy(arena, counter, to.end->depth, sizeof *counter);
    ret->side[1].counter = sx_arena_copy(arena, other, from.end->depth, sizeof *other);
    return true;
}

sx_status sx_meetings_find(sx_arena *arena, sx_meeting_scale *scale,
                           const sx_message_end *end, size_t n, size_t receive,
                           size_t room, uint64_t *looks, sx_meeting *ret_meeting,
                           size_t *ret_n, sx_error *err)
{
    const sx_message_end *of = &end[receive];
    const unsigned turns = of->depth ? SX_PLACES_TURNS : 1;
    *ret_n = 0;
    for (unsigned turn = 0; turn < turns; turn++)
        for (size_t i = 0; i < scale->receivers.n && *ret_n<room && * looks> 0; i++) {
            int64_t counter[SX_MAX_DEPTH];
            sx_meeting *meeting = &ret_meeting[*ret_n];
            sx_places_counters(&scale->receivers, i, of->around, of->depth, turn,
                               counter);
            if (!meet(arena, scale, end, n, receive, i, counter, looks, meeting))
                continue;
            if (!meeting->side[0].counter || !meeting->side[1].counter)
                return sx_fail(err, SX_NOMEM, "out of memory");
            (*ret_n)++;
        }
    return SX_OK;
}
