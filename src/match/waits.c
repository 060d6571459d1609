#include "match/waits.h"

/* Waits of one stretch; and how long numbers are looked for: in steps. */
enum { MOST_WAITS = 256, MOST_STEPS = 1 << 26 };

/* A rank at place `at` that waits for one at `before`, or earlier. */
typedef struct wait {
    const sx_side *side;
    uint32_t at, before;
    sx_reach reach; /* how far away that one is */
} wait;

typedef struct stretches {
    const sx_waits *of;
    bool rises[SX_MOST_PLACES + 2]; /* somebody waits there for what is no earlier */
    bool joined[SX_MOST_PLACES + 2]; /* in one stretch with the next place */
    bool inside[SX_MOST_STRETCHES]; /* all trips of the loop are in one stretch */
    /* Of the stretch that is looked at: */
    sx_stretch at;
    size_t nall, n;
    wait all[MOST_WAITS], wait[MOST_WAITS];
    int64_t b[SX_MOST_PLACES];
    uint64_t steps;
} stretches;

/* ---- stretches ---- */

static bool is_posted_only(const sx_side *side)
{
    const sx_op op = side->node->op;
    return side->start || op == SX_OP_Isend || op == SX_OP_Issend || op == SX_OP_Irecv;
}

static bool has(const sx_stretch *s, uint32_t place)
{
    return s->first <= place && place <= s->last;
}

/* The first completion from there on; none: beyond all places. */
static uint32_t completion(const sx_waits *waits, uint32_t from)
{
    while (from <= waits->last && waits->call[from] != SX_CALL_COMPLETES)
        from++;
    return from;
}

/* The first place, no earlier than its own, where a rank may wait for the partner. */
static uint32_t first_wait(const sx_waits *waits, const sx_side *side)
{
    return is_posted_only(side) ? completion(waits, side->position + 1) : side->position;
}

/* The places between a wait and what it is for, if that is no earlier, with all trips of the loops there. */
static void add_stretch(stretches *s, const sx_side *side)
{
    const sx_waits *waits = s->of;
    sx_stretch own = { first_wait(waits, side), side->partner->position - 1 };
    if (own.first > own.last)
        return;
    for (bool grows = true; grows;) {
        grows = false;
        for (uint32_t i = 0; i < waits->nloops; i++) {
            const sx_stretch *loop = &waits->loop[i];
            if (has(loop, side->position) || loop->last < own.first ||
                own.last < loop->first)
                continue;
            s->inside[i] = true;
            grows = grows || loop->first < own.first || own.last < loop->last;
            own.first = loop->first < own.first ? loop->first : own.first;
            own.last = loop->last > own.last ? loop->last : own.last;
        }
    }
    s->rises[own.first] = true;
    for (uint32_t place = own.first; place < own.last; place++)
        s->joined[place] = true;
}

/* The outermost loop at that place that is in a stretch with all its trips; NULL: none. */
static const sx_stretch *around(const stretches *s, uint32_t place)
{
    const sx_stretch *widest = NULL;
    for (uint32_t i = 0; i < s->of->nloops; i++) {
        const sx_stretch *loop = &s->of->loop[i];
        if (s->inside[i] && has(loop, place) &&
            (!widest || loop->last - loop->first > widest->last - widest->first))
            widest = loop;
    }
    return widest;
}

/* ---- waits in a stretch ---- */

/* False: there is none in the stretch that is for something in it. */
static bool wait_of(const stretches *s, const sx_side *side, wait *ret)
{
    const sx_stretch *own = around(s, side->position),
                     *there = around(s, side->partner->position);
    uint32_t from = own ? own->first : side->position + 1;
    if (from < s->at.first)
        from = s->at.first;
    ret->side = side;
    ret->at = is_posted_only(side) ? completion(s->of, from) : side->position;
    ret->before = there ? there->last : side->partner->position - 1;
    return has(&s->at, ret->at) && ret->before >= s->at.first;
}

/* Collectives other than at its begin, which wait for everybody wherever they are. */
static bool has_collective(const stretches *s)
{
    for (uint32_t place = s->at.first; place <= s->at.last; place++)
        if (s->of->call[place] == SX_CALL_TOGETHER &&
            (place > s->at.first || around(s, place)))
            return true;
    return false;
}

/* ---- the number that falls ---- */

/* By how much it grows at most from who waits to whom it is for, places aside. */
static int64_t growth(const sx_reach *reach, const int64_t *times)
{
    int64_t sum = 0;
    for (uint32_t a = 0; a < reach->axes; a++) {
        int64_t end = times[a] > 0 ? reach->most[a] : -reach->least[a];
        if (times[a] != 0 && end >= SX_FAR)
            return SX_FAR;
        sum += times[a] != 0 ? (times[a] > 0 ? times[a] : -times[a]) * end : 0;
    }
    return sum;
}

/* Numbers b of the places, by which it falls along each wait: those that have to be are made larger until all do. */
static bool has_offsets(stretches *s, const int64_t *times)
{
    const uint32_t places = s->at.last - s->at.first + 1;
    for (uint32_t i = 0; i < places; i++)
        s->b[i] = 0;
    for (size_t pass = 0; pass <= s->n; pass++) {
        bool changes = false;
        for (size_t i = 0; i < s->n; i++) {
            const wait *w = &s->wait[i];
            uint32_t k = w->at - s->at.first;
            int64_t least = s->b[w->before - s->at.first] + growth(&w->reach, times) + 1;
            for (; k < places && s->b[k] < least; k++) {
                s->b[k] = least;
                changes = true;
            }
        }
        s->steps += s->n * places;
        if (!changes)
            return true;
    }
    return false;
}

/* May it fall along all of them? Where the place does not, it has to by the coordinates. */
static bool may_fall(stretches *s, const int64_t *times)
{
    for (size_t i = 0; i < s->n; i++) {
        const wait *w = &s->wait[i];
        int64_t most = growth(&w->reach, times);
        if (most >= SX_FAR || (w->before >= w->at && most >= 0))
            return false;
    }
    return true;
}

/* Tries multiples of so many coordinates. */
static bool falls(stretches *s, uint32_t axes)
{
    const int64_t most = axes <= 4 ? 3 : 1;
    int64_t times[SX_MAX_DIMS] = { 0 };
    for (uint32_t a = 0; a < axes; a++)
        times[a] = -most;
    while (s->steps < MOST_STEPS) {
        uint32_t a = 0;
        if (may_fall(s, times) && has_offsets(s, times))
            return true;
        while (a < axes && times[a] == most)
            times[a++] = -most;
        if (a == axes)
            return false;
        times[a]++;
    }
    return false;
}

/* Along the axes of that grid. False also where it cannot be told whom they wait for. */
static bool falls_in_grid(stretches *s, int grid)
{
    s->n = 0;
    for (size_t i = 0; i < s->nall; i++) {
        wait *w = &s->wait[s->n];
        *w = s->all[i];
        if (!sx_side_reaches(s->of->trace, s->of->scratch, w->side, grid, &w->reach))
            return false;
        s->n += w->reach.least[0] < SX_FAR; /* leads anywhere at all */
    }
    return s->n == 0 || falls(s, s->wait[0].reach.axes);
}

/* False: there are too many. */
static bool find_waits(stretches *s, const sx_side **ret_endless)
{
    s->nall = 0;
    for (int which = 0; which < 2; which++)
        for (size_t i = 0; i < s->of->n[which]; i++) {
            wait one = { .at = 0 };
            if (!wait_of(s, s->of->side[which][i], &one))
                continue;
            if (one.before >= one.at)
                *ret_endless = one.side;
            if (s->nall == MOST_WAITS || one.before > s->at.last)
                return false;
            s->all[s->nall++] = one;
        }
    return true;
}

/* In one of the grids that the sides speak of. */
static bool ends(stretches *s, const sx_side **ret_endless)
{
    uint32_t tried = 0; /* a bit for each grid, and the line */
    if (!find_waits(s, ret_endless) || has_collective(s))
        return false;
    for (size_t i = 0; i < s->nall; i++) {
        const sx_side *side = s->all[i].side;
        int grid = sx_side_grid(s->of->trace, side, side->partner);
        const uint32_t bit = UINT32_C(1) << (grid - SX_LINE);
        if (!(tried & bit) && falls_in_grid(s, grid))
            return true;
        tried |= bit;
    }
    return false;
}

sx_status sx_waits_end(const sx_waits *waits, const sx_side **ret_endless, sx_error *err)
{
    sx_arena *arena = sx_arena_create();
    stretches *s = arena ? SX_NEW(arena, stretches) : NULL;
    const sx_side *endless = NULL;
    bool fine = true;
    if (!s) {
        sx_arena_destroy(arena);
        return sx_fail(err, SX_NOMEM, "out of memory");
    }
    s->of = waits;
    for (int which = 0; which < 2; which++)
        for (size_t i = 0; i < waits->n[which]; i++)
            add_stretch(s, waits->side[which][i]);
    for (uint32_t place = 1; place <= waits->last && fine; place = s->at.last + 1) {
        bool rises = s->rises[place];
        s->at = (sx_stretch) { place, place };
        while (s->joined[s->at.last])
            rises = s->rises[++s->at.last] || rises;
        fine = !rises || ends(s, &endless);
    }
    *ret_endless = fine ? NULL : endless;
    sx_arena_destroy(arena);
    return SX_OK;
}
