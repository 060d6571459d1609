#include "align/columns_order.h"

#include "align/columns_axes.h"

#include <string.h>

enum { WORDS = SX_COLUMNS / 64, NONE = UINT32_MAX };

/* Columns, and what has to come after each of them: a bit each. */
typedef struct graph {
    size_t n;
    sx_column_of_calls column[SX_COLUMNS];
    uint64_t after[SX_COLUMNS][WORDS];
} graph;

typedef struct ordering {
    sx_calls *calls;
    bool counted[SX_CALL_SITES]; /* everybody, in all runs, makes as many calls there */
    graph run, all; /* of the run at hand, and of all before */
    uint32_t again
        [SX_CALL_SITES]; /* how many calls a rank makes, at most, to one other end; 0: none yet */
    uint32_t to[SX_COLUMNS]; /* of each column of the run: which it is of all */
} ordering;

/* ---- what comes after what ---- */

static bool is_after(const graph *g, size_t a, size_t b)
{
    return g->after[a][b / 64] >> b % 64 & 1;
}

/* And with b what comes after it, behind a and what a comes after. */
static void put_after(graph *g, size_t a, size_t b)
{
    for (size_t u = 0; u < g->n; u++) {
        if (u != a && !is_after(g, u, a))
            continue;
        for (size_t w = 0; w < WORDS; w++)
            g->after[u][w] |= g->after[b][w];
        g->after[u][b / 64] |= UINT64_C(1) << b % 64;
    }
}

static void set_after(graph *g, size_t a, size_t b)
{
    g->after[a][b / 64] |= UINT64_C(1) << b % 64;
}

static void close_graph(graph *g)
{
    for (size_t through = 0; through < g->n; through++)
        for (size_t a = 0; a < g->n; a++)
            if (is_after(g, a, through))
                for (size_t w = 0; w < WORDS; w++)
                    g->after[a][w] |= g->after[through][w];
}

static bool goes_round(const graph *g)
{
    bool round = false;
    for (size_t a = 0; a < g->n && !round; a++)
        round = is_after(g, a, a);
    return round;
}

/* An order that all keep; of those that are free the one that was first seen first. */
static void sort_graph(const graph *g, uint32_t *ret_order)
{
    bool done[SX_COLUMNS] = { false };
    for (size_t k = 0; k < g->n; k++) {
        size_t next = g->n;
        for (size_t i = 0; i < g->n && next == g->n; i++) {
            bool is_free = !done[i];
            for (size_t j = 0; j < g->n && is_free; j++)
                is_free = done[j] || !is_after(g, j, i);
            next = is_free ? i : next;
        }
        done[next] = true;
        ret_order[k] = (uint32_t)next;
    }
}

/* A new column; NONE where there is no room. */
static uint32_t add_column(ordering *o, graph *g, const sx_column_of_calls *like)
{
    bool *in = SX_NEW_ARRAY(o->calls->arena, bool, (size_t)o->calls->runs->total);
    if (g->n == SX_COLUMNS || !in)
        return NONE;
    g->column[g->n] = *like;
    g->column[g->n].in = in;
    memset(g->after[g->n], 0, sizeof g->after[g->n]);
    return (uint32_t)g->n++;
}

/* ---- the columns of a run ---- */

/* At which call sites everybody makes as many calls, in all runs. */
static bool count_calls(ordering *o)
{
    const sx_calls *c = o->calls;
    uint32_t first[SX_CALL_SITES] = { 0 };
    bool any = false;
    memset(o->counted, 1, sizeof o->counted);
    for (int64_t rank = 0; rank < c->runs->total; rank++) {
        uint32_t n[SX_CALL_SITES] = { 0 };
        if (!c->within[rank])
            continue;
        for (uint32_t i = 0; i < c->n[rank]; i++)
            n[c->call[rank][i].site]++;
        for (size_t s = 0; s < c->nsites; s++) {
            first[s] = any ? first[s] : n[s];
            o->counted[s] = o->counted[s] && n[s] == first[s];
        }
        any = true;
    }
    return any;
}

static bool completes(const sx_call *call)
{
    return sx_op_class_of(call->event->op) == SX_OP_COMPLETION;
}

/* The column that is like this; a new one where there is none. */
static uint32_t find_column(ordering *o, const sx_column_of_calls *like)
{
    graph *g = &o->run;
    for (size_t i = 0; i < g->n; i++) {
        const sx_column_of_calls *own = &g->column[i];
        if (own->site == like->site && own->number == like->number &&
            own->counted == like->counted && own->peer == like->peer)
            return (uint32_t)i;
    }
    return add_column(o, g, like);
}

/* Calls that are counted, or have somebody at the other end; those without anybody, and waits, are left. */
static bool take_calls(ordering *o, int64_t rank)
{
    sx_calls *c = o->calls;
    for (uint32_t i = 0; i < c->n[rank]; i++) {
        sx_call *call = &c->call[rank][i];
        sx_column_of_calls like = {
            .site = call->site, .alike = call->alike, .peer = call->peer, .of = NONE
        };
        like.counted = o->counted[like.site];
        like.peer = like.counted ? 0 : like.peer;
        call->column = NONE;
        if (!like.counted && (call->peer == SX_CALL_NOBODY || completes(call)))
            continue;
        for (uint32_t k = 0; k < i; k++) {
            const sx_call *other = &c->call[rank][k];
            like.number +=
                other->site == like.site && (like.counted || other->peer == call->peer);
        }
        call->column = find_column(o, &like);
        if (call->column == NONE)
            return false;
        o->run.column[call->column].in[rank] = true;
    }
    return true;
}

/* Waits are one where they complete requests of one column: of their first such column by another's wait, or else a new one. */
static bool take_waits(ordering *o, int64_t rank,
                       uint32_t wait_of[SX_CALL_SITES][SX_COLUMNS])
{
    sx_calls *c = o->calls;
    size_t completed[SX_CALLS_OF_RANK];
    for (uint32_t i = 0; i < c->n[rank]; i++) {
        sx_call *call = &c->call[rank][i];
        const uint32_t site = call->site;
        if (call->column != NONE || !completes(call))
            continue;
        const size_t n = sx_calls_completed(c, rank, i, completed);
        uint32_t first = NONE;
        for (size_t k = 0; k < n; k++) {
            const uint32_t of = c->call[rank][completed[k]].column;
            if (of == NONE)
                continue;
            first = first == NONE ? of : first;
            if (call->column == NONE)
                call->column = wait_of[site][of];
        }
        if (first == NONE)
            continue;
        if (call->column == NONE)
            call->column = add_column(o, &o->run,
                                      &(sx_column_of_calls) { .site = site,
                                                              .alike = call->alike,
                                                              .peer = SX_CALL_ALONE,
                                                              .of = first });
        if (call->column == NONE || o->run.column[call->column].in[rank])
            return false;
        o->run.column[call->column].in[rank] = true;
        for (size_t k = 0; k < n; k++) {
            const uint32_t of = c->call[rank][completed[k]].column;
            if (of != NONE && wait_of[site][of] == NONE)
                wait_of[site][of] = call->column;
        }
    }
    return true;
}

static void follow(ordering *o, int64_t rank)
{
    const sx_calls *c = o->calls;
    uint32_t last = NONE;
    for (uint32_t i = 0; i < c->n[rank]; i++) {
        const uint32_t own = c->call[rank][i].column;
        if (own == NONE)
            continue;
        if (last != NONE)
            set_after(&o->run, last, own);
        last = own;
    }
}

/* Do ranks of this run call the same other end as often as those of the runs before? Phases of something are more on more ranks, axes are not. */
static bool calls_as_often(ordering *o)
{
    uint32_t again[SX_CALL_SITES] = { 0 };
    bool fine = true;
    for (size_t i = 0; i < o->run.n; i++) {
        const sx_column_of_calls *of = &o->run.column[i];
        if (again[of->site] <= of->number)
            again[of->site] = of->number + 1;
    }
    for (size_t s = 0; s < o->calls->nsites && fine; s++) {
        fine = again[s] == 0 || o->again[s] == 0 || again[s] == o->again[s];
        o->again[s] = again[s] ? again[s] : o->again[s];
    }
    return fine;
}

static bool take_run(ordering *o, size_t run)
{
    const sx_runs *runs = o->calls->runs;
    const int64_t from = runs->offset[run], end = from + runs->p[run];
    uint32_t(*wait_of)[SX_COLUMNS] =
        sx_arena_room(o->calls->arena, SX_CALL_SITES, sizeof *wait_of);
    if (!wait_of)
        return false;
    memset(wait_of, 0xff, SX_CALL_SITES * sizeof *wait_of);
    o->run.n = 0;
    bool fine = true;
    for (int64_t r = from; r < end && fine; r++)
        fine = take_calls(o, r);
    for (int64_t r = from; r < end && fine; r++)
        fine = take_waits(o, r, wait_of);
    for (int64_t r = from; r < end && fine; r++)
        follow(o, r);
    if (!fine || !sx_runs_spend(runs, o->run.n * o->run.n))
        return false;
    close_graph(&o->run);
    return !goes_round(&o->run) && calls_as_often(o);
}

/* ---- of all runs ---- */

/* May column x of the run be column g of all? Not where what comes before it in the run would have to come after. */
static bool may_be(const ordering *o, size_t x, size_t g, size_t taken,
                   const uint32_t *order)
{
    const sx_column_of_calls *own = &o->run.column[x], *of = &o->all.column[g];
    bool may = own->site == of->site && own->counted == of->counted &&
               (!own->counted || own->number == of->number);
    for (size_t k = 0; k < taken && may; k++) {
        const size_t y = order[k];
        may =
            o->to[y] != g && !(is_after(&o->run, y, x) && is_after(&o->all, g, o->to[y]));
    }
    return may;
}

/* How much a column of all and one of the run have in common: whose requests they complete, what they say besides, and on which side the other end is. */
static int likeness(const ordering *o, const sx_column_of_calls *of,
                    const sx_column_of_calls *own)
{
    enum { REQUESTS = 4, BESIDES = 2, SIDE = 1 };
    return (own->of != NONE && of->of == o->to[own->of] ? REQUESTS : 0) +
           (of->alike == own->alike ? BESIDES : 0) +
           ((of->peer < 0) == (own->peer < 0) ? SIDE : 0);
}

/* The column of all that a column of the run is: the first of those that it is most like, of all that it may be; a new one where it may be none. */
static uint32_t find_in_all(ordering *o, size_t x, size_t taken, const uint32_t *order,
                            const uint32_t *all_order, size_t n)
{
    uint32_t found = NONE;
    int most = -1;
    for (size_t k = 0; k < n; k++) {
        const uint32_t g = all_order[k];
        const int like = likeness(o, &o->all.column[g], &o->run.column[x]);
        if (like <= most || !may_be(o, x, g, taken, order))
            continue;
        found = g;
        most = like;
    }
    if (found != NONE)
        return found;
    sx_column_of_calls like = o->run.column[x];
    like.of = like.of == NONE ? NONE : o->to[like.of];
    return add_column(o, &o->all, &like);
}

/* The columns of the run among those of all. */
static bool match_run(ordering *o, size_t run)
{
    sx_calls *c = o->calls;
    uint32_t order[SX_COLUMNS], all_order[SX_COLUMNS];
    const size_t n = o->all.n;
    sort_graph(&o->run, order);
    sort_graph(&o->all, all_order);
    for (size_t k = 0; k < o->run.n; k++) {
        const size_t x = order[k];
        o->to[x] = find_in_all(o, x, k, order, all_order, n);
        if (o->to[x] == NONE)
            return false;
    }
    for (size_t a = 0; a < o->run.n; a++)
        for (size_t b = 0; b < o->run.n; b++)
            if (is_after(&o->run, a, b))
                set_after(&o->all, o->to[a], o->to[b]);
    close_graph(&o->all);
    for (int64_t r = c->runs->offset[run]; r < c->runs->offset[run] + c->runs->p[run];
         r++)
        for (uint32_t i = 0; i < c->n[r]; i++) {
            uint32_t *own = &c->call[r][i].column;
            if (*own == NONE)
                continue;
            *own = o->to[*own];
            o->all.column[*own].in[r] = true;
        }
    return !goes_round(&o->all);
}

/* ---- in order ---- */

/* The first column of the call's site, in that order, that can stand between two others (NONE: there is none), and that the rank is not in; one that says the
 * same besides, if there is. */
static uint32_t place_for(const ordering *o, const uint32_t *order, int64_t rank,
                          const sx_call *call, uint32_t before, uint32_t behind)
{
    const graph *g = &o->all;
    uint32_t found = NONE;
    for (size_t k = 0; k < g->n; k++) {
        const uint32_t own = order[k];
        const sx_column_of_calls *of = &g->column[own];
        if (of->site != call->site || of->in[rank] ||
            (before != NONE && is_after(g, own, before)) ||
            (behind != NONE && is_after(g, behind, own)))
            continue;
        if (of->alike == call->alike)
            return own;
        found = found == NONE ? own : found;
    }
    return found;
}

/* The rank's calls that have no column yet, between their neighbours; false where there is no place. */
static bool place_rest(ordering *o, const uint32_t *order, int64_t rank)
{
    sx_calls *c = o->calls;
    graph *g = &o->all;
    uint32_t before = NONE;
    for (uint32_t i = 0; i < c->n[rank]; i++) {
        sx_call *call = &c->call[rank][i];
        if (call->column == NONE) {
            uint32_t k = i + 1;
            while (k < c->n[rank] && c->call[rank][k].column == NONE)
                k++;
            const uint32_t behind =
                k < c->n[rank] ? c->call[rank][k].column : (uint32_t)NONE;
            call->column = place_for(o, order, rank, call, before, behind);
            if (call->column == NONE)
                return false;
            g->column[call->column].in[rank] = true;
            if (before != NONE)
                put_after(g, before, call->column);
            if (behind != NONE)
                put_after(g, call->column, behind);
        }
        before = call->column;
    }
    return true;
}

/* False where an order that all keep is none of some rank's. */
static bool put_in_order(ordering *o, sx_columns *ret)
{
    sx_calls *c = o->calls;
    uint32_t order[SX_COLUMNS], place[SX_COLUMNS];
    bool fine = true;
    sort_graph(&o->all, order);
    for (int64_t r = 0; r < c->runs->total && fine; r++)
        fine = place_rest(o, order, r);
    if (!fine || goes_round(&o->all))
        return false;
    sort_graph(&o->all, order);
    ret->n = o->all.n;
    for (size_t k = 0; k < ret->n; k++) {
        place[order[k]] = (uint32_t)k;
        ret->column[k] = o->all.column[order[k]];
    }
    for (int64_t r = 0; r < c->runs->total && fine; r++)
        for (uint32_t i = 0; i < c->n[r] && fine; i++) {
            uint32_t *own = &c->call[r][i].column;
            *own = place[*own];
            fine = i == 0 || own[0] > c->call[r][i - 1].column;
        }
    return fine;
}

/* The run with the most ranks first: it has the most columns. */
bool sx_columns_order(sx_calls *calls, sx_columns *ret_columns)
{
    ordering *o = SX_NEW(calls->arena, ordering);
    if (!o)
        return false;
    o->calls = calls;
    bool fine = count_calls(o);
    for (size_t run = 0; run < calls->runs->n && fine; run++)
        fine = sx_columns_are_axes(calls, o->counted, run);
    for (size_t run = calls->runs->n; run-- > 0 && fine;)
        fine = take_run(o, run) && match_run(o, run);
    return fine && put_in_order(o, ret_columns);
}
