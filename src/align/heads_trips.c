#include "align/heads_trips.h"

/* ---- messages ---- */

/* The i-th execution of rank r as an end, nothing where it is of none. False where it is not known whose. */
static bool add_end(const sx_heads *s, int64_t r, size_t i, sx_heads_made *made,
                    sx_heads_ends *ends)
{
    sx_end *end = &ends->end[ends->n];
    const sx_end_answer answer = sx_end_read(s->runs, sx_heads_node(s, r, i), r,
                                             sx_heads_value(s, r, i, SX_PARAM_PEER),
                                             sx_heads_value(s, r, i, SX_PARAM_TAG),
                                             sx_heads_value(s, r, i, SX_PARAM_COMM), end);
    if (answer == SX_END_ONE) {
        end->order = (int64_t)i;
        end->of = made;
        ends->n++;
    }
    return answer != SX_END_UNKNOWN;
}

static bool add_ends(const sx_heads *s, int64_t r, sx_heads_ends *ends)
{
    const sx_heads_rank *rank = &s->rank[r];
    bool fine = true;
    for (size_t k = 0; fine && k < rank->n; k++) {
        sx_heads_made *made = &rank->made[k];
        const size_t n = made->kind == SX_HEADS_COMMON ? s->ncommon : 1;
        for (size_t i = 0; fine && i < n; i++)
            fine = add_end(s, r, made->at + i, made, ends);
    }
    return fine;
}

static bool find_ends(const sx_heads *s, sx_heads_ends *ends)
{
    size_t all = 0;
    for (int64_t r = 0; r < s->runs->total; r++)
        for (size_t k = 0; k < s->rank[r].n; k++)
            all += s->rank[r].made[k].kind == SX_HEADS_COMMON ? s->ncommon : 1;
    *ends = (sx_heads_ends) { .end = SX_NEW_ARRAY(s->scratch, sx_end, all + 1) };
    bool fine = ends->end && sx_runs_spend(s->runs, all);
    for (int64_t r = 0; fine && r < s->runs->total; r++)
        fine = add_ends(s, r, ends);
    if (fine)
        sx_ends_pair(ends->end, ends->n);
    return fine;
}

/* ---- trips ---- */

/* The common calls end trips, of which the last is that of all; what is before the first of them stays open where that is not the first of all. False where something is
 * behind the last. */
static bool count_trips(const sx_heads *s, int64_t r)
{
    const int64_t all = s->trips[s->runs->run_of[r]];
    const sx_heads_rank *rank = &s->rank[r];
    int64_t trip = all - rank->trips;
    bool open = rank->trips<all, fine = rank->trips> 0 || rank->n == 0;
    for (size_t i = 0; fine && i < rank->n; i++) {
        sx_heads_made *m = &rank->made[i];
        open = open && m->kind != SX_HEADS_COMMON;
        m->open = open;
        m->trip = open ? 0 : trip;
        fine = trip < all;
        trip += m->kind == SX_HEADS_COMMON;
    }
    return fine;
}

/* No earlier than that; false where it cannot be so late. */
static bool raise(sx_heads_made *m, int64_t trip, bool *changed)
{
    if (m->trip >= trip)
        return true;
    if (!m->open)
        return false;
    m->trip = trip;
    *changed = true;
    return true;
}

/* In the order of the rank, each kind once in a trip, what completes a call with it. */
static bool raise_rank(const sx_heads *s, int64_t r, bool *changed)
{
    const sx_heads_rank *rank = &s->rank[r];
    int64_t last[SX_HEADS_KINDS], trip = 0;
    for (size_t k = 0; k < s->nkinds; k++)
        last[k] = -1;
    bool fine = true;
    for (size_t i = 0; fine && i < rank->n && rank->made[i].open; i++) {
        sx_heads_made *m = &rank->made[i];
        const int64_t next = last[m->kind] + 1;
        fine = raise(m, next > trip ? next : trip, changed);
        trip = last[m->kind] = m->trip;
    }
    return fine;
}

/* In the trip of the other end. */
static bool raise_ends(const sx_heads_ends *ends, bool *changed)
{
    bool fine = true;
    for (size_t i = 0; fine && i < ends->n; i++) {
        sx_heads_made *made = ends->end[i].of;
        const sx_end *other = ends->end[i].other;
        fine = !other || !made->open ||
               raise(made, ((const sx_heads_made *)other->of)->trip, changed);
    }
    return fine;
}

/* What is open is no later than the common calls that the rank first makes. */
static bool is_in_time(const sx_heads *s, int64_t r)
{
    const sx_heads_rank *rank = &s->rank[r];
    const int64_t first = s->trips[s->runs->run_of[r]] - rank->trips;
    bool fine = true;
    for (size_t i = 0; fine && i < rank->n; i++)
        fine = !rank->made[i].open || rank->made[i].trip <= first;
    return fine;
}

bool sx_heads_find_trips(sx_heads *s, sx_heads_ends *ret_ends)
{
    bool fine = true, changed = true;
    for (int64_t r = 0; fine && r < s->runs->total; r++)
        fine = count_trips(s, r);
    fine = fine && find_ends(s, ret_ends);
    while (fine && changed) {
        changed = false;
        for (int64_t r = 0; fine && r < s->runs->total; r++)
            fine = raise_rank(s, r, &changed) && is_in_time(s, r);
        fine = fine && raise_ends(ret_ends, &changed) &&
               sx_runs_spend(s->runs, ret_ends->n + (uint64_t)s->runs->total);
    }
    return fine;
}
