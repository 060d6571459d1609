#include "align/renest.h"

#include "align/each_loop.h"
#include "align/elastic.h"
#include "base/checked.h"

#include <string.h>

/* Trips after which nothing is looked for, and values with periods of their own. */
enum { LONGEST = SX_LOOP_TRIPS, VALUES = 16 };

/* What one run says of a loop. */
typedef struct shape {
    int64_t trips; /* 0: no rank of the run enters it */
    int64_t period; /* trips after which all values come back */
    int64_t
        block; /* every change of a value comes after a multiple of it; 0: none changes */
} shape;

typedef struct renesting {
    sx_loop_trips loop;
    /* Of the loop at hand, by rank: a hash of all values of each trip; NULL where none changes. */
    uint64_t **trip;
    shape of[SX_RUNS];
    /* Of its values alone, each other one: trips after which it comes back, and those after whose multiples it changes,
     * by run. */
    size_t nspans;
    int64_t span[2 * VALUES][SX_RUNS];
} renesting;

/* Of one value. */
typedef struct spans {
    int64_t period[SX_RUNS];
    int64_t block[SX_RUNS]; /* 0: it never changes */
} spans;

/* ---- what the values say ---- */

static bool comes_back_after(const uint64_t *trip, int64_t trips, int64_t period)
{
    for (int64_t t = period; t < trips; t++)
        if (trip[t] != trip[t - period])
            return false;
    return true;
}

static int64_t period_of(const uint64_t *trip, int64_t trips)
{
    int64_t period = 1;
    while (trips % period != 0 || !comes_back_after(trip, trips, period))
        period++;
    return period;
}

/* The largest number of which all trips are multiples in which values with a period change, and `block` is. */
static int64_t block_of(const uint64_t *trip, int64_t period, int64_t block)
{
    for (int64_t t = 1; t <= period; t++)
        if (trip[t % period] != trip[t - 1])
            block = sx_gcd(sx_gcd(block, t), period);
    return block;
}

/* Trips after which the values of a sequence come back whatever they are, if every trip has as many; else all trips. */
static int64_t trips_until_again(const sx_seq *seq, const int64_t *start, int64_t trips)
{
    const int64_t each = start[trips] / trips, length = (int64_t)seq->length;
    for (int64_t t = 1; t <= trips; t++)
        if (start[t] != t * each)
            return trips;
    return length / sx_gcd(length, each);
}

/* A hash of what n values have in a trip, of all entries of the loop, which make so many executions each. */
static uint64_t hash_of_trip(const int64_t *value, uint64_t n, const int64_t *start,
                             int64_t t, uint64_t each)
{
    uint64_t hash = 0;
    for (uint64_t entry = 0; entry < n; entry += each)
        for (int64_t k = start[t]; k < start[t + 1]; k++)
            hash = sx_hash_add(hash, (uint64_t)value[(entry + (uint64_t)k) % n]);
    return hash;
}

/* All values of a sequence; NULL when out of memory. */
static const int64_t *values_of(const renesting *n, const sx_seq *seq)
{
    int64_t *value = SX_ROOM_ARRAY(n->loop.scratch, int64_t, seq->length);
    sx_seq_cursor cursor = { 0 };
    for (uint64_t k = 0; value && k < seq->length; k++)
        value[k] = sx_seq_at_cursor(seq, &cursor, k);
    return value;
}

/* Adds a sequence of a rank to the hashes of its trips; start[t] is the first execution in trip t. False when it does
 * not come back with every entry of the loop, or after some of them. */
static bool note_sequence(renesting *n, int64_t rank, const sx_seq *seq,
                          const int64_t *start, spans *of)
{
    const uint32_t run = n->loop.runs->run_of[rank];
    const int64_t trips = n->of[run].trips, all = start[trips];
    uint64_t own[LONGEST];
    if (sx_seq_is_constant(seq))
        return true;
    const uint64_t each = all > 0 ? (uint64_t)all : 0;
    if (!each || (each % seq->length != 0 && seq->length % each != 0) ||
        !sx_runs_spend(n->loop.runs, seq->length > each ? seq->length : each))
        return false;
    const int64_t again =
        seq->length > each ? trips : trips_until_again(seq, start, trips);
    if (again == 1)
        return true; /* alike in all trips */
    if (!n->trip[rank])
        n->trip[rank] = SX_NEW_ARRAY(n->loop.scratch, uint64_t, (size_t)trips);
    const int64_t *value = values_of(n, seq);
    if (!n->trip[rank] || !value)
        return false;
    for (int64_t t = 0; t < again; t++)
        own[t] = hash_of_trip(value, seq->length, start, t, each);
    for (int64_t t = 0; t < trips; t++)
        n->trip[rank][t] = sx_hash_add(n->trip[rank][t], own[t % again]);
    int64_t here = period_of(own, again), *period = &of->period[run];
    *period = *period / sx_gcd(*period, here) * here;
    of->block[run] = block_of(own, here, of->block[run]);
    return true;
}

/* One more value that comes back or changes after so many trips, unless there is one. */
static void note_span(renesting *n, const int64_t *span)
{
    for (size_t i = 0; i < n->nspans; i++)
        if (memcmp(n->span[i], span, sizeof n->span[i]) == 0)
            return;
    if (n->nspans < 2 * VALUES)
        memcpy(n->span[n->nspans++], span, sizeof *n->span);
}

static bool note_value(void *context, const sx_value *value, const bool *in,
                       int64_t *const *start)
{
    renesting *n = context;
    const sx_seq **seq = sx_runs_sequences(n->loop.scratch, n->loop.runs, value, in);
    spans of = { 0 };
    if (!seq)
        return false;
    for (size_t i = 0; i < n->loop.runs->n; i++)
        of.period[i] = 1;
    for (int64_t r = 0; r < n->loop.runs->total; r++)
        if (in[r] && (!seq[r] || !note_sequence(n, r, seq[r], start[r], &of)))
            return false;
    note_span(n, of.period);
    note_span(n, of.block);
    return true;
}

/* Joins what one rank says to what its run says. */
static void join_rank(shape *of, const uint64_t *trip)
{
    int64_t period = period_of(trip, of->trips);
    of->period = of->period / sx_gcd(of->period, period) * period;
    of->block = block_of(trip, period, of->block);
}

static bool look(renesting *n, const sx_node *loop, const bool *in)
{
    n->nspans = 0;
    if (!sx_loop_trips_read(&n->loop, loop, in))
        return false;
    for (size_t i = 0; i < n->loop.runs->n; i++)
        n->of[i] = (shape) { .trips = n->loop.trips[i], .period = 1 };
    n->trip = SX_NEW_ARRAY(n->loop.scratch, uint64_t *, (size_t)n->loop.runs->total);
    if (!n->trip || !sx_loop_each_value(&n->loop, loop, in, note_value, n))
        return false;
    for (int64_t r = 0; r < n->loop.runs->total; r++)
        if (n->trip[r])
            join_rank(&n->of[n->loop.runs->run_of[r]], n->trip[r]);
    return true;
}

/* ---- where to split ---- */

/* Is the number of trips after which values come back a part of that of the ranks, but for so many, or some times it, in every run? */
static bool goes_with_ranks(const shape *of, const sx_runs *runs, int64_t others)
{
    bool goes = true;
    for (size_t i = 0; i < runs->n && goes; i++) {
        const int64_t ranks = runs->p[i] - others, period = of[i].period;
        goes = !of[i].trips || period == 1 ||
               (ranks > 0 && (ranks % period == 0 || period % ranks == 0));
    }
    return goes;
}

/* How values come back that do so after as many trips as go with the ranks of the scale, among all of them or all but one or two who hand something out, a different number
 * in each run: as often in all runs (rounds, each of them an inner loop), or not (items that are dealt out in turn). That the longest of these numbers is a multiple of
 * the others is what users choose: 4, 8 and 16 ranks, 3, 5 and 9. */
typedef enum turning { NO_TURNS, ROUNDS, TURNS } turning;

static turning turns_of(const shape *of, const sx_runs *runs)
{
    enum { OTHERS = 2 };
    int64_t period = 0, times = 0;
    bool go = false, differ = false, alike = true, all = true;
    for (int64_t others = 0; others <= OTHERS && !go; others++)
        go = goes_with_ranks(of, runs, others);
    for (size_t i = 0; i < runs->n; i++) {
        all = all && (!of[i].trips || of[i].period > 1);
        if (!of[i].trips || of[i].period == 1)
            continue;
        differ = differ || (period && of[i].period != period);
        alike = alike && (!times || of[i].trips / of[i].period == times);
        period = of[i].period;
        times = of[i].trips / of[i].period;
    }
    if (!go || !differ)
        return NO_TURNS;
    if (!alike || !all)
        return TURNS;
    return times > 1 ? ROUNDS : NO_TURNS;
}

/* Trips of the inner loop by run: those after which all values come back, if that is one number for all runs that
 * divides; else what is left by the largest number of outer trips that all runs have in common, if some run shows no more of them: items
 * that are dealt out in turn come back otherwise in each run, and that all of these divide means nothing. */
static bool choose_inner(const shape *of, const sx_runs *all, int64_t *ret_inner)
{
    const size_t runs = all->n;
    const turning turns = turns_of(of, all);
    int64_t longest = 1, common = 0;
    bool fits = true, changes = false, shows = false;
    for (size_t i = 0; i < runs; i++)
        longest = of[i].period > longest ? of[i].period : longest;
    for (size_t i = 0; i < runs; i++) {
        if (!of[i].trips)
            continue;
        fits = fits && longest % of[i].period == 0 && of[i].trips % longest == 0;
        common = sx_gcd(common, of[i].trips / of[i].period);
        changes = changes || of[i].period > 1;
    }
    for (size_t i = 0; i < runs; i++)
        shows = shows || (of[i].trips && of[i].trips / of[i].period == common);
    for (size_t i = 0; i < runs; i++)
        ret_inner[i] = !of[i].trips      ? 0
                       : turns == TURNS  ? of[i].trips
                       : turns == ROUNDS ? of[i].period
                       : fits            ? longest
                       : shows           ? of[i].trips / common
                                         : of[i].trips;
    return changes;
}

/* How many times one value comes back, or changes, in all runs alike, where the trips after which it does follow the
 * scale: the loop was two, whatever else changes in it. The fewest times; 0 when there is none. */
static int64_t choose_times(const renesting *n, const int64_t *inner)
{
    int64_t fewest = 0;
    for (size_t k = 0; k < n->nspans; k++) {
        int64_t times = 0, first = 0;
        bool alike = true, scales = false;
        for (size_t i = 0; i < n->loop.runs->n && alike; i++) {
            const int64_t span = n->span[k][i];
            if (!inner[i])
                continue;
            alike = span && inner[i] % span == 0 && (!times || inner[i] / span == times);
            times = alike ? inner[i] / span : 0;
            scales = scales || (first && span != first);
            first = span;
        }
        if (alike && scales && times > 1 && (!fewest || times < fewest))
            fewest = times;
    }
    return fewest;
}

/* Trips for which values stay, by run: one number of such stretches in all runs, or one length. Of as many trips in all runs, for stretches of which each run
 * has another length, that is what these have in common by chance: items are dealt out in blocks. */
static bool choose_block(const shape *of, size_t runs, const int64_t *inner,
                         int64_t *ret_block)
{
    int64_t stretches = 0, common = 0, all = 0, longest = 0;
    bool alike = true, fixed = true;
    for (size_t i = 0; i < runs; i++) {
        if (!of[i].trips || !of[i].block)
            continue;
        int64_t here = inner[i] / sx_gcd(inner[i], of[i].block);
        alike = alike && (!stretches || stretches == here);
        stretches = here;
        common = sx_gcd(common, of[i].block);
        fixed = fixed && (!all || all == inner[i]);
        all = inner[i];
        longest = of[i].block > longest ? of[i].block : longest;
    }
    bool splits = false;
    for (size_t i = 0; i < runs; i++) {
        alike = alike && (!stretches || inner[i] % stretches == 0);
        ret_block[i] = 1;
    }
    if (!alike && fixed && longest > common)
        return false;
    for (size_t i = 0; stretches > 1 && i < runs; i++) {
        if (!of[i].trips)
            continue;
        ret_block[i] = alike ? inner[i] / stretches : sx_gcd(common, inner[i]);
        splits = splits || ret_block[i] > 1;
    }
    return splits;
}

/* ---- triangles ---- */

/* How one trip of the outer loop follows from the one before, whose values all come back: it has one more before or behind them, or does
 * without the first or the last of them. */
typedef enum triangle {
    ONE_MORE_BEFORE,
    ONE_MORE_BEHIND,
    WITHOUT_FIRST,
    WITHOUT_LAST,
    TRIANGLES
} triangle;

/* The d of which there are 1 + 2 + .. + d trips; 0 when of none. */
static int64_t side_of(int64_t trips)
{
    int64_t d = 0;
    while (d * (d + 1) / 2 < trips)
        d++;
    return d * (d + 1) / 2 == trips ? d : 0;
}

static bool is_triangle(const uint64_t *trip, int64_t d, triangle how)
{
    const bool grows = how == ONE_MORE_BEFORE || how == ONE_MORE_BEHIND;
    for (int64_t k = 1, start = grows ? 1 : d; k < d; k++) {
        const int64_t before = grows ? k : d - k + 1, here = grows ? k + 1 : d - k,
                      both = grows ? k : d - k;
        const uint64_t *now = &trip[start], *last = &trip[start - before];
        now += how == ONE_MORE_BEFORE;
        last += how == WITHOUT_FIRST;
        if (memcmp(now, last, (size_t)both * sizeof *now) != 0)
            return false;
        start += here;
    }
    return true;
}

/* Of all ranks, in two runs with three outer trips or more, or three with two? */
static bool find_triangle(const renesting *n, triangle *ret_how)
{
    enum { FEWEST = 2, TELLING = 3, RUNS = 2 };
    size_t telling = 0;
    bool changes = false;
    for (size_t i = 0; i < n->loop.runs->n; i++) {
        const int64_t d = side_of(n->of[i].trips);
        if (n->of[i].trips && d < FEWEST)
            return false;
        telling += d >= TELLING;
        changes = changes || n->of[i].period > 1;
    }
    for (int how = 0; changes && telling >= RUNS && how < TRIANGLES; how++) {
        bool fits = true;
        for (int64_t r = 0; fits && r < n->loop.runs->total; r++)
            fits = !n->trip[r] ||
                   is_triangle(n->trip[r], side_of(n->of[n->loop.runs->run_of[r]].trips),
                               (triangle)how);
        *ret_how = (triangle)how;
        if (fits)
            return true;
    }
    return false;
}

/* 1, 2 .. d trips of the inner loop, or d, d - 1 .. */
static sx_status value_of_triangle(const renesting *n, const bool *in, bool grows,
                                   sx_value *ret_value)
{
    const sx_seq **seq =
        SX_NEW_ARRAY(n->loop.scratch, const sx_seq *, (size_t)n->loop.runs->total);
    int64_t *trips = SX_NEW_ARRAY(n->loop.scratch, int64_t, LONGEST);
    for (int64_t r = 0; seq && trips && r < n->loop.runs->total; r++) {
        const int64_t d = side_of(n->of[n->loop.runs->run_of[r]].trips);
        for (int64_t k = 0; k < d; k++)
            trips[k] = grows ? k + 1 : d - k;
        seq[r] =
            in[r] ? sx_seq_from_values(n->loop.arena, trips, (uint64_t)d, true) : NULL;
        if (in[r] && !seq[r])
            return SX_NOMEM;
    }
    return seq && trips
               ? sx_elastic_value(n->loop.arena, n->loop.runs, in, seq, false, ret_value)
               : SX_NOMEM;
}

/* ---- the tree ---- */

static sx_status split_triangle(const renesting *n, sx_node *loop, const bool *in,
                                triangle how)
{
    int64_t outer[SX_RUNS];
    for (size_t i = 0; i < n->loop.runs->n; i++)
        outer[i] = side_of(n->of[i].trips);
    sx_status st = sx_loop_split(&n->loop, loop, in, outer, outer);
    return st ? st
              : value_of_triangle(n, in, how == ONE_MORE_BEFORE || how == ONE_MORE_BEHIND,
                                  &loop->body.node[0]->trips);
}

/* The loop of `inner` trips makes so many as often as one of its values comes back or changes; *ret_loop is then the inner one. */
static sx_status split_times(const renesting *n, sx_node **loop, const bool *in,
                             int64_t *inner)
{
    sx_status st = SX_OK;
    for (int64_t times; !st && (times = choose_times(n, inner)) > 0;) {
        int64_t outer[SX_RUNS];
        for (size_t i = 0; i < n->loop.runs->n; i++) {
            outer[i] = inner[i] ? times : 0;
            inner[i] /= times;
        }
        st = sx_loop_split(&n->loop, *loop, in, outer, inner);
        *loop = (*loop)->body.node[0];
    }
    return st;
}

static sx_status renest_loop(void *context, sx_node *loop, const bool *in)
{
    renesting *n = context;
    int64_t inner[SX_RUNS], block[SX_RUNS], outer[SX_RUNS], stretches[SX_RUNS];
    sx_arena_clear(n->loop.scratch);
    triangle how;
    if (!look(n, loop, in))
        return SX_OK;
    if (find_triangle(n, &how))
        return split_triangle(n, loop, in, how);
    if (!choose_inner(n->of, n->loop.runs, inner))
        return SX_OK;
    bool again = false;
    for (size_t i = 0; i < n->loop.runs->n; i++) {
        outer[i] = inner[i] ? n->of[i].trips / inner[i] : 0;
        again = again || outer[i] > 1;
    }
    sx_status st = again ? sx_loop_split(&n->loop, loop, in, outer, inner) : SX_OK;
    loop = again ? loop->body.node[0] : loop;
    if (!st)
        st = split_times(n, &loop, in, inner);
    if (st || !choose_block(n->of, n->loop.runs->n, inner, block))
        return st;
    for (size_t i = 0; i < n->loop.runs->n; i++)
        stretches[i] = inner[i] / block[i];
    return sx_loop_split(&n->loop, loop, in, stretches, block);
}

sx_status sx_runs_renest(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    renesting n = { .loop = { .arena = arena, .runs = runs } };
    return sx_runs_each_loop_trips(&n.loop, renest_loop, &n, err);
}
