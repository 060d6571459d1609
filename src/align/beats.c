#include "align/beats.h"

#include "align/call_parts.h"
#include "align/each_stretch.h"
#include "align/elastic.h"
#include "align/stage_plan.h"

#include <string.h>

enum { GROUPS = 8, CALLS = SX_STRETCH_CALLS, WORK = 1 << 23 };

/* Calls one of which each rank makes in each trip: collective ones of one operation on one communicator; or two others, of which
 * the second is made as often on end as there are ranks of its communicator, or others than the own, or once. */
typedef enum on_end { ONCE, FOR_OTHERS, FOR_ALL, ON_END } on_end;

typedef struct group {
    uint64_t calls; /* a bit each */
    size_t heavy; /* the second of two; CALLS: none */
    on_end on_end;
    sx_op op;
    int64_t comm, trips[SX_RUNS]; /* of each rank, by run; 0: nobody gets there */
} group;

/* What stands together in a trip: one call, or all that come back after each other, which are an inner loop. */
typedef struct part {
    uint64_t calls;
    bool loops;
    size_t ncalls, call[CALLS]; /* in their order */
    uint64_t behind[CALLS]; /* in a trip of the inner loop */
    /* By rank: who makes some of it; how often in each trip of the outer loop, or in each that has it at all (`times`). */
    bool *any;
    const sx_seq **present, **times;
    bool sometimes,
        again; /* not always once; several times, as often in each trip that has it */
} part;

typedef struct beats {
    sx_stretch *of;
    sx_stage_stream *stream;
    int64_t *trip; /* of each call of the stream */
    int64_t *count; /* by rank, then call: how often in the stretch */
    bool *active; /* who makes some call */
    const group *group;
    bool begins; /* the beat is the first call of a trip; else the last */
    size_t nparts;
    part part[CALLS];
    sx_stretch_made made[CALLS];
} beats;

/* ---- what may be a beat ---- */

/* The communicator of all nodes of the call; SX_NULL where there are several. */
static int64_t comm_of(const sx_stretch *of, size_t call)
{
    const int64_t comm = sx_elastic_number(of->like[call], SX_PARAM_COMM);
    bool same = sx_op_class_of(of->like[call]->op) == SX_OP_COLLECTIVE;
    for (size_t i = 0; i < of->nitems && same; i++)
        same = of->item[i].trips || of->item[i].call != call ||
               sx_elastic_number(of->item[i].node, SX_PARAM_COMM) == comm;
    return same ? comm : SX_NULL;
}

static size_t list_groups(const sx_stretch *of, group *ret_group)
{
    size_t n = 0;
    for (size_t c = 0; c < of->ncalls; c++) {
        const int64_t comm = comm_of(of, c);
        const sx_op op = of->like[c]->op;
        size_t k = 0;
        while (k < n && (ret_group[k].op != op || ret_group[k].comm != comm))
            k++;
        if (sx_is_special(comm) || k == GROUPS)
            continue;
        if (k == n)
            ret_group[n++] = (group) { .op = op, .comm = comm, .heavy = CALLS };
        ret_group[k].calls |= UINT64_C(1) << c;
    }
    return n;
}

/* How often every rank makes each call. False when the stretch cannot be read. */
static bool count_calls(beats *b)
{
    const sx_stretch *of = b->of;
    int64_t work = 0;
    for (int64_t r = 0; r < of->runs->total; r++) {
        if (!of->within[r])
            continue;
        if (!sx_stage_stream_read(of, r, 1, b->stream) || (work += b->stream->n) > WORK)
            return false;
        b->active[r] = b->stream->n > 0;
        for (size_t c = 0; c < of->ncalls; c++)
            b->count[(size_t)r * CALLS + c] = b->stream->made[c];
    }
    return true;
}

/* How many of the group's heavy calls on end are one; 0 where its communicator is not known. */
static int64_t weight_of(const beats *b, const group *g, int64_t rank)
{
    if (g->heavy == CALLS || g->on_end == ONCE)
        return 1;
    const int64_t comm = sx_elastic_number(b->of->like[g->heavy], SX_PARAM_COMM);
    const int64_t size = sx_is_special(comm) ? 0 : b->of->runs->comm_size[comm][rank];
    return size - (g->on_end == FOR_OTHERS);
}

/* Do all ranks of each run that call anything make calls of the group in as many trips, in some run in more than one? */
static bool is_beat(const beats *b, group *g)
{
    const sx_runs *runs = b->of->runs;
    bool often = false;
    memset(g->trips, 0, sizeof g->trips);
    for (int64_t r = 0; r < runs->total; r++) {
        int64_t *trips = &g->trips[runs->run_of[r]], own = 0;
        if (!b->active[r])
            continue;
        for (size_t c = 0; c < b->of->ncalls; c++) {
            const int64_t n = b->count[(size_t)r * CALLS + c],
                          weight = c == g->heavy ? weight_of(b, g, r) : 1;
            if (!(g->calls >> c & 1) || n == 0)
                continue;
            if (weight <= 0 || n % weight != 0)
                return false;
            own += n / weight;
        }
        if (own == 0 || (*trips > 0 && *trips != own))
            return false;
        *trips = own;
        often = often || own > 1;
    }
    return often;
}

static size_t choose_collectives(const beats *b, group *g, size_t n)
{
    size_t left = 0;
    for (size_t k = 0; k < n; k++)
        if (is_beat(b, &g[k]))
            g[left++] = g[k];
    return left;
}

/* Do ranks of some run make the call in other numbers? */
static bool differs(const beats *b, size_t call)
{
    const sx_runs *runs = b->of->runs;
    int64_t first[SX_RUNS];
    bool any[SX_RUNS] = { false };
    for (int64_t r = 0; r < runs->total; r++) {
        const uint32_t run = runs->run_of[r];
        const int64_t own = b->count[(size_t)r * CALLS + call];
        if (!b->active[r])
            continue;
        if (any[run] && own != first[run])
            return true;
        any[run] = true;
        first[run] = own;
    }
    return false;
}

/* May a rank make the one call, or several of the heavy one on end, in each trip? Each has the other's turns; or sends to all what
 * they receive. */
static bool may_alternate(const beats *b, size_t heavy, size_t other, on_end often)
{
    const sx_op_class of = sx_op_class_of(b->of->like[heavy]->op),
                      with = sx_op_class_of(b->of->like[other]->op);
    if (often != ONCE)
        return of == SX_OP_SEND && with == SX_OP_RECV;
    const bool fit = of == SX_OP_SEND || of == SX_OP_RECV || of == SX_OP_SENDRECV ||
                     of == SX_OP_COMPLETION;
    return fit && with != SX_OP_COLLECTIVE && heavy < other && differs(b, other);
}

static size_t choose_pairs(const beats *b, group *ret_group)
{
    const sx_stretch *of = b->of;
    size_t n = 0;
    for (size_t heavy = 0; heavy < of->ncalls; heavy++)
        for (size_t other = 0; other < of->ncalls; other++)
            for (int often = 0; often < ON_END && n < GROUPS; often++) {
                group *g = &ret_group[n];
                *g = (group) { .calls = UINT64_C(1) << heavy | UINT64_C(1) << other,
                               .heavy = heavy,
                               .on_end = (on_end)often };
                n += may_alternate(b, heavy, other, (on_end)often) && is_beat(b, g);
            }
    return n;
}

/* ---- trips ---- */

static int64_t trips_of(const beats *b, int64_t rank)
{
    return b->group->trips[b->of->runs->run_of[rank]];
}

/* Reads what the rank does, and in which trip each call is; false where one is in none. */
static bool read_rank(beats *b, int64_t rank)
{
    sx_stage_stream *s = b->stream;
    int64_t so_far = 0;
    const int64_t weight = weight_of(b, b->group, rank), at = b->begins ? 0 : weight - 1;
    if (!sx_stage_stream_read(b->of, rank, 1, s))
        return false;
    for (int64_t i = 0; i < s->n; i++) {
        const bool is = (b->group->calls >> s->call[i] & 1) &&
                        (s->call[i] != b->group->heavy || s->index[i] % weight == at);
        b->trip[i] = b->begins ? so_far + is - 1 : so_far;
        so_far += is;
        if (b->trip[i] < 0 || b->trip[i] >= trips_of(b, rank))
            return false;
    }
    return true;
}

/* Behind the last call of the trip that call i is in. */
static int64_t end_of_trip(const beats *b, int64_t i)
{
    int64_t end = i;
    while (end < b->stream->n && b->trip[end] == b->trip[i])
        end++;
    return end;
}

/* Which calls come behind each in a trip of the rank. */
static void order_rank(const beats *b, uint64_t *behind)
{
    const sx_stage_stream *s = b->stream;
    uint64_t here = 0;
    for (int64_t i = 0; i < s->n; i++) {
        here = i > 0 && b->trip[i] == b->trip[i - 1] ? here : 0;
        for (size_t a = 0; a < b->of->ncalls; a++)
            if (here >> a & 1)
                behind[a] |= UINT64_C(1) << s->call[i];
        here |= UINT64_C(1) << s->call[i];
    }
}

/* ---- parts ---- */

/* How often a rank makes a round of the part's calls between `from` and `end`, which are one trip; 0: it makes none; -1 where that is no loop. */
static int64_t rounds_in_trip(const beats *b, part *p, int64_t from, int64_t end)
{
    const sx_stage_stream *s = b->stream;
    size_t call[CALLS], n = 0, at = 0;
    int64_t rounds = 0;
    uint64_t here = 0;
    for (int64_t i = from; i < end; i++) {
        const size_t c = s->call[i];
        if (!(p->calls >> c & 1))
            continue;
        if (rounds == 0 && here >> c & 1)
            rounds = 1;
        if (rounds == 0) {
            call[n++] = c;
            here |= UINT64_C(1) << c;
            continue;
        }
        if (call[at] != c)
            return -1;
        at = at + 1 == n ? 0 : at + 1;
        rounds += at == 0;
    }
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++)
            p->behind[call[i]] |= UINT64_C(1) << call[k];
    return at != 0 ? -1 : n > 0 && rounds == 0 ? 1 : rounds;
}

/* How often the rank makes the part in each trip; NULL where that is no loop, or when out of memory. */
static int64_t *count_part(const beats *b, part *p)
{
    const sx_stage_stream *s = b->stream;
    int64_t *count = SX_NEW_ARRAY(b->of->scratch, int64_t, (size_t)trips_of(b, s->rank));
    for (int64_t i = 0; count && i < s->n; i = end_of_trip(b, i)) {
        const int64_t n = rounds_in_trip(b, p, i, end_of_trip(b, i));
        if (n < 0 || (n > 1 && !p->loops))
            return NULL;
        count[b->trip[i]] = n;
    }
    return count;
}

/* Where it is as often in each trip that has it, that is kept apart from whether a trip has it. */
static bool keep_part(beats *b, part *p)
{
    const int64_t rank = b->stream->rank, trips = trips_of(b, rank);
    int64_t *count = count_part(b, p), most = 0;
    bool alike = true;
    if (!count)
        return false;
    for (int64_t k = 0; k < trips; k++)
        most = count[k] > most ? count[k] : most;
    if (most == 0)
        return true;
    for (int64_t k = 0; k < trips; k++)
        alike = alike && (count[k] == 0 || count[k] == most);
    for (int64_t k = 0; k < trips; k++) {
        count[k] = alike && count[k] > 0 ? 1 : count[k];
        p->sometimes = p->sometimes || count[k] != 1;
    }
    p->any[rank] = true;
    p->times[rank] = sx_seq_constant(b->of->arena, alike ? most : 1);
    p->again = p->again || (alike && most > 1);
    p->present[rank] = sx_seq_from_values(b->of->arena, count, (uint64_t)trips, true);
    return p->present[rank] && p->times[rank];
}

static bool reserve_parts(beats *b)
{
    const size_t ranks = (size_t)b->of->runs->total;
    bool fine = true;
    for (size_t k = 0; k < b->nparts && fine; k++) {
        part *p = &b->part[k];
        p->any = SX_NEW_ARRAY(b->of->scratch, bool, ranks);
        p->present = SX_NEW_ARRAY(b->of->scratch, const sx_seq *, ranks);
        p->times = SX_NEW_ARRAY(b->of->scratch, const sx_seq *, ranks);
        fine = p->any && p->present && p->times;
    }
    return fine;
}

/* The parts of a trip in the order that all ranks keep. False where there is none, or a part is no loop. */
static bool find_parts(beats *b)
{
    const sx_stretch *of = b->of;
    uint64_t behind[CALLS] = { 0 };
    sx_call_part parts[CALLS];
    for (int64_t r = 0; r < of->runs->total; r++) {
        if (of->within[r] && !read_rank(b, r))
            return false;
        if (of->within[r])
            order_rank(b, behind);
    }
    b->nparts = sx_call_parts(of->ncalls, behind, parts);
    for (size_t k = 0; k < b->nparts; k++)
        b->part[k] = (part) { .calls = parts[k].calls, .loops = parts[k].loops };
    bool fine = reserve_parts(b);
    for (int64_t r = 0; r < of->runs->total && fine; r++) {
        fine = !of->within[r] || read_rank(b, r);
        for (size_t k = 0; k < b->nparts && fine && of->within[r]; k++)
            fine = keep_part(b, &b->part[k]);
    }
    for (size_t k = 0; k < b->nparts && fine; k++) {
        part *p = &b->part[k];
        for (uint64_t left = p->calls; left; left &= left - 1)
            p->ncalls++;
        fine = sx_call_parts_order(of->ncalls, p->behind, p->calls, false, p->call);
    }
    return fine;
}

/* Calls, and loops that ranks of a run make different numbers of trips in: more than there would be? What is there in some trips of a
 * loop is in shape. */
static bool is_simpler(const sx_stretch *of)
{
    size_t n = 0;
    for (size_t i = 0; i < of->nitems; i++)
        n += !of->item[i].trips ||
             (!of->item[i].optional && sx_stretch_item_differs(of, i));
    return of->ncalls < n;
}

/* ---- nodes ---- */

/* The part's calls, in a loop where some rank makes them again, and in another, of one trip or none, where some trips do not have them. *n nodes. */
static sx_status make_part(const beats *b, const part *p, sx_node **node, size_t *n)
{
    const sx_runs *runs = b->of->runs;
    sx_arena *arena = b->of->arena;
    const bool *outer = b->active, *inner = p->sometimes ? p->any : outer;
    const bool *within = p->again ? p->any : inner;
    sx_status st = SX_OK;
    *n = p->ncalls;
    for (size_t i = 0; !st && i < p->ncalls; i++)
        st = sx_stretch_call(b->of, p->call[i], &b->made[p->call[i]], within, &node[i]);
    if (!st && p->again) {
        st = sx_elastic_loop(arena, runs, p->any, inner, p->times, node, *n, &node[0]);
        *n = 1;
    }
    if (!st && p->sometimes) {
        st = sx_elastic_loop(arena, runs, p->any, outer, p->present, node, *n, &node[0]);
        *n = 1;
    }
    return st;
}

static bool keep_values(beats *b)
{
    const sx_stretch *of = b->of;
    bool fine = true;
    for (size_t c = 0; c < of->ncalls && fine; c++)
        fine = sx_stretch_made_create(of, c, &b->made[c]);
    for (int64_t r = 0; r < of->runs->total && fine; r++) {
        if (!of->within[r])
            continue;
        fine = sx_stage_stream_read(of, r, 1, b->stream);
        for (size_t c = 0; c < of->ncalls && fine; c++)
            fine = sx_stretch_keep(of, c, r, b->stream->value[c], b->stream->elements[c],
                                   (uint64_t)b->stream->made[c], &b->made[c]);
    }
    return fine;
}

static sx_status build(beats *b, sx_node **ret_loop)
{
    const sx_stretch *of = b->of;
    int64_t *total = SX_NEW_ARRAY(of->scratch, int64_t, (size_t)of->runs->total);
    if (!total || !keep_values(b))
        return SX_NOMEM;
    for (int64_t r = 0; r < of->runs->total; r++)
        total[r] = trips_of(b, r);
    sx_status st =
        sx_stretch_loop(of, total, b->active, of->within, of->ncalls, ret_loop);
    size_t at = 0;
    for (size_t k = 0; !st && k < b->nparts; k++) {
        size_t n;
        st = make_part(b, &b->part[k], &(*ret_loop)->body.node[at], &n);
        at += n;
    }
    if (!st)
        (*ret_loop)->body.n = at;
    return st;
}

/* ---- the tree ---- */

static bool reserve(beats *b, sx_stretch *of)
{
    const size_t ranks = (size_t)of->runs->total;
    *b = (beats) { .of = of,
                   .stream = sx_stage_stream_create(of),
                   .trip = SX_NEW_ARRAY(of->scratch, int64_t, SX_STAGE_CALLS),
                   .count = SX_NEW_ARRAY(of->scratch, int64_t, ranks * CALLS),
                   .active = SX_NEW_ARRAY(of->scratch, bool, ranks) };
    return b->stream && b->trip && b->count && b->active;
}

/* The parts of trips by the first of n groups that gives some. */
static bool find_by(beats *b, const group *g, size_t n)
{
    bool found = false;
    for (size_t k = 0; k < 2 * n && !found; k++) {
        b->group = &g[k / 2];
        b->begins = k % 2;
        found = find_parts(b);
    }
    return found;
}

static sx_status find_beats(void *context, const sx_block *block, size_t from,
                            sx_node **ret_loop, size_t *ret_n)
{
    sx_stretch *of = context;
    group g[GROUPS];
    bool differs;
    sx_status st = sx_stretch_open(of, block, from, ret_n, &differs);
    if (st || !differs || !is_simpler(of))
        return st;
    beats *b = SX_NEW(of->scratch, beats);
    if (!b || !reserve(b, of))
        return SX_NOMEM;
    if (!count_calls(b))
        return SX_OK;
    const bool found = find_by(b, g, choose_collectives(b, g, list_groups(of, g))) ||
                       find_by(b, g, choose_pairs(b, g));
    return found ? build(b, ret_loop) : SX_OK;
}

sx_status sx_runs_beats(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    sx_stretch of = {
        .arena = arena, .runs = runs, .with_between = true, .with_lists = true
    };
    return sx_runs_each_stretch(
        &(sx_stretch_pass) { .stretch = &of, .find = find_beats, .context = &of }, err);
}
