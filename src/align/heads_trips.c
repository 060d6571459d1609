#include "align/heads_trips.h"

#include "base/checked.h"

enum { KINDS = 512 };

/* Messages with one tag over one distance, of one run, and the trip that they are in where that is known. */
typedef struct kind {
    uint32_t run;
    int64_t tag, distance, trip; /* SX_NULL: in several */
} kind;

typedef struct finding {
    sx_heads *of;
    size_t n;
    kind kind[KINDS];
} finding;

/* ---- messages ---- */

/* Ranks of the run. */
typedef struct message {
    uint32_t run;
    int64_t tag, from, to;
} message;

static int64_t value_of(const sx_heads_call *c, sx_param_id id, int64_t r, int64_t index)
{
    for (uint32_t p = 0; p < c->node->nparams; p++)
        if (c->node->param[p].id == id)
            return sx_seq_at(c->value[p][r], (uint64_t)index);
    return SX_NULL;
}

/* Not with nobody. */
static bool is_message(const sx_heads_call *c, int64_t r, int64_t index)
{
    const sx_op_class class = sx_op_class_of(c->node->op);
    return (class == SX_OP_SEND || class == SX_OP_RECV) &&
           value_of(c, SX_PARAM_PEER, r, index) != SX_NULL;
}

/* False where it is none between two ranks that are known, in the world. */
static bool read_message(const sx_heads *s, const sx_heads_call *c, int64_t r,
                         int64_t index, message *ret)
{
    const uint32_t run = s->runs->run_of[r];
    const int64_t own = r - s->runs->offset[run], p = s->runs->p[run];
    const int64_t comm = value_of(c, SX_PARAM_COMM, r, index),
                  tag = value_of(c, SX_PARAM_TAG, r, index);
    int64_t other = value_of(c, SX_PARAM_PEER, r, index);
    if (sx_is_special(other) || sx_is_special(tag) || sx_is_special(comm) ||
        !sx_runs_is_world(s->runs, (uint32_t)comm))
        return false;
    if (sx_node_param(c->node, SX_PARAM_PEER)->value.relative)
        other = sx_floor_mod(own + other, p);
    const bool sent = sx_op_class_of(c->node->op) == SX_OP_SEND;
    *ret = (message) {
        .run = run, .tag = tag, .from = sent ? own : other, .to = sent ? other : own
    };
    return true;
}

/* Messages like this one; NULL: none so far. */
static kind *find_kind(finding *f, const message *m)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->kind[i].run == m->run && f->kind[i].tag == m->tag &&
            f->kind[i].distance == m->to - m->from)
            return &f->kind[i];
    return NULL;
}

/* Notes that messages like those of the execution are in its trip. False where there are too many kinds, or what is not known. */
static bool note(finding *f, int64_t r, const sx_heads_made *made)
{
    message m;
    for (size_t i = 0; i < made->of->n; i++) {
        const sx_heads_call *c = &made->of->call[i];
        if (!is_message(c, r, made->index))
            continue;
        if (!read_message(f->of, c, r, made->index, &m) ||
            !sx_runs_spend(f->of->runs, f->n + 1))
            return false;
        kind *like = find_kind(f, &m);
        if (like && like->trip != made->trip)
            like->trip = SX_NULL;
        if (!like && f->n == KINDS)
            return false;
        if (!like)
            f->kind[f->n++] = (kind) {
                .run = m.run, .tag = m.tag, .distance = m.to - m.from, .trip = made->trip
            };
    }
    return true;
}

/* The trip of others who send or receive such messages; `otherwise` where that is not known. */
static int64_t trip_of_others(finding *f, int64_t r, const sx_heads_made *made,
                              int64_t otherwise)
{
    int64_t trip = SX_NULL;
    message m;
    for (size_t i = 0; i < made->of->n; i++) {
        const sx_heads_call *c = &made->of->call[i];
        const kind *like =
            is_message(c, r, made->index) && read_message(f->of, c, r, made->index, &m)
                ? find_kind(f, &m)
                : NULL;
        if (!like || like->trip == SX_NULL)
            continue;
        if (trip != SX_NULL && trip != like->trip)
            return otherwise;
        trip = like->trip;
    }
    return trip == SX_NULL ? otherwise : trip;
}

/* ---- trips ---- */

/* The common calls end trips, of which the last is that of all; what is before the first of them stays open where that is not the first of all. False where something is
 * behind the last. */
static bool count_trips(finding *f, int64_t r)
{
    const sx_heads *s = f->of;
    const int64_t all = s->trips[s->runs->run_of[r]], own = sx_heads_trips_of(s, r);
    int64_t trip = all - own;
    bool open = own < all;
    bool fine = own > 0 || s->nmade[r] == 0;
    for (int64_t i = 0; fine && i < s->nmade[r]; i++) {
        sx_heads_made *m = &s->made[r][i];
        open = open && m->of;
        m->trip = open ? SX_NULL : trip;
        if (m->of && !open)
            fine = trip < all && note(f, r, m);
        trip += !m->of;
    }
    return fine;
}

/* What is open is in the trip of others, in order. */
static bool settle_trips(finding *f, int64_t r)
{
    const sx_heads *s = f->of;
    const int64_t first = s->trips[s->runs->run_of[r]] - sx_heads_trips_of(s, r);
    int64_t trip = 0;
    for (int64_t i = 0; i < s->nmade[r] && s->made[r][i].trip == SX_NULL; i++) {
        const int64_t own = trip_of_others(f, r, &s->made[r][i], trip);
        if (own < trip || own > first)
            return false;
        s->made[r][i].trip = trip = own;
    }
    return true;
}

/* Does each trip have each column once at most, in their order? */
static bool in_order(const sx_heads *s, int64_t r)
{
    int64_t trip = -1;
    size_t next = 0;
    for (int64_t i = 0; i < s->nmade[r]; i++) {
        const sx_heads_made *m = &s->made[r][i];
        const size_t column = sx_heads_column(s, m);
        next = m->trip == trip ? next : 0;
        if (column < next)
            return false;
        trip = m->trip;
        next = column + 1;
    }
    return true;
}

/* The first column that some rank has in another trip than the first, or that stands behind the first loop. */
static size_t first_column(const sx_heads *s)
{
    size_t first = s->nbefore;
    for (int64_t r = 0; r < s->runs->total; r++)
        for (int64_t i = 0; i < s->nmade[r]; i++) {
            const size_t column = sx_heads_column(s, &s->made[r][i]);
            if (s->made[r][i].trip > 0 && column < first)
                first = column;
        }
    return first;
}

/* ---- do they meet? ---- */

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static uint64_t hash(const message *m)
{
    return mix((uint64_t)m->to + mix((uint64_t)m->from + mix((uint64_t)m->tag)));
}

/* Adds what is sent, and takes away what is received, in each trip, from this column on. */
static bool add_messages(const sx_heads *s, int64_t r, size_t first, uint64_t *left)
{
    message m;
    for (int64_t i = 0; i < s->nmade[r]; i++) {
        const sx_heads_made *made = &s->made[r][i];
        const size_t n = made->of ? made->of->n : s->ncommon;
        for (size_t k = 0; k < n && sx_heads_column(s, made) >= first; k++) {
            const sx_heads_call *c = sx_heads_call_of(made, k);
            if (!is_message(c, r, made->index))
                continue;
            if (!read_message(s, c, r, made->index, &m))
                return false;
            const bool sent = sx_op_class_of(c->node->op) == SX_OP_SEND;
            left[m.run * SX_HEADS_TRIPS + (size_t)made->trip] +=
                sent ? hash(&m) : 0 - hash(&m);
        }
    }
    return true;
}

/* In each trip is received what is sent in it? */
static bool meets(const sx_heads *s, size_t first)
{
    uint64_t *left = SX_NEW_ARRAY(s->scratch, uint64_t, s->runs->n * SX_HEADS_TRIPS);
    bool fine = left;
    for (int64_t r = 0; fine && r < s->runs->total; r++)
        fine = add_messages(s, r, first, left);
    for (size_t i = 0; fine && i < s->runs->n * SX_HEADS_TRIPS; i++)
        fine = left[i] == 0;
    return fine;
}

bool sx_heads_find_trips(sx_heads *s, size_t *ret_first)
{
    finding *f = SX_NEW(s->scratch, finding);
    bool fine = f;
    if (fine)
        f->of = s;
    for (int64_t r = 0; fine && r < s->runs->total; r++)
        fine = count_trips(f, r);
    for (int64_t r = 0; fine && r < s->runs->total; r++)
        fine = settle_trips(f, r) && in_order(s, r);
    if (!fine)
        return false;
    *ret_first = first_column(s);
    return meets(s, *ret_first);
}
