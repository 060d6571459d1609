#include "align/factor.h"

#include "align/each_loop.h"
#include "base/checked.h"

#include <string.h>

/* Outer trips at the most: they are bits of a word. */
enum { MOST = 63 };

/* Ranks whose sequences are kept in mind, and values that are read at once. */
enum { KNOWN = 64, AT_ONCE = 256 };

/* An odd number that spreads what it multiplies over all bits. */
static const uint64_t SPREAD = UINT64_C(0x9e3779b97f4a7c15);

/* Numbers of outer trips: bits. */
typedef struct ways {
    uint64_t all; /* each value stays, or comes back */
    uint64_t stays, returns; /* some value does the one and not the other */
} ways;

typedef struct factoring {
    sx_loop_trips of;
    ways found;
} factoring;

/* ---- what the values say ---- */

/* What a rank has in each trip of one entry, 0 in trips without; false when that does not come back with every entry of the
 * loop. */
static bool read_trips(const factoring *f, const sx_seq *seq, const int64_t *start,
                       int64_t trips, uint64_t *ret_trip)
{
    int64_t value[AT_ONCE];
    int64_t from = 0, read = 0; /* values from .. read - 1 are there */
    if ((uint64_t)start[trips] % seq->length != 0 ||
        !sx_runs_spend(f->of.runs, (uint64_t)(start[trips] + trips)))
        return false;
    for (int64_t t = 0; t < trips; t++) {
        uint64_t own = (uint64_t)(start[t + 1] - start[t]);
        for (int64_t k = start[t]; k < start[t + 1]; k++) {
            if (k == read) {
                from = read;
                read = from + AT_ONCE < start[trips] ? from + AT_ONCE : start[trips];
                sx_seq_expand(seq, (uint64_t)from, (uint64_t)(read - from), value);
            }
            own = (own ^ own >> 29 ^ (uint64_t)value[k - from]) * SPREAD;
        }
        ret_trip[t] = start[t] == start[t + 1] ? 0 : own | 1;
    }
    return true;
}

static bool stays(const uint64_t *trip, int64_t trips, int64_t inner)
{
    uint64_t last = 0;
    for (int64_t t = 0; t < trips; t++) {
        last = t % inner == 0 ? 0 : last;
        if (trip[t] && last && trip[t] != last)
            return false;
        last = trip[t] ? trip[t] : last;
    }
    return true;
}

static bool returns(const uint64_t *trip, int64_t trips, int64_t inner)
{
    for (int64_t i = 0; i < inner; i++) {
        uint64_t last = 0;
        for (int64_t t = i; t < trips; t += inner) {
            if (trip[t] && last && trip[t] != last)
                return false;
            last = trip[t] ? trip[t] : last;
        }
    }
    return true;
}

/* Is the sequence over with each trip that has some of it, and are these as many? Then trips are alike. */
static bool is_over_with_each(const sx_seq *seq, const int64_t *start, int64_t trips)
{
    int64_t each = 0;
    bool is = true;
    for (int64_t t = 0; t < trips && is; t++) {
        const int64_t here = start[t + 1] - start[t];
        is = here == 0 ||
             ((uint64_t)here % seq->length == 0 && (each == 0 || here == each));
        each = here ? here : each;
    }
    return is && each > 0;
}

/* A rank that is looked at already. */
typedef struct looked {
    const sx_seq *seq;
    const int64_t *start;
    int64_t trips;
} looked;

/* Has another rank the same sequence in as many executions of each trip? Notes this one in its place else. */
static bool is_looked_at(looked *known, const sx_seq *seq, const int64_t *start,
                         int64_t trips)
{
    looked *l = &known[(uintptr_t)seq / sizeof *seq % KNOWN];
    if (l->seq == seq && l->trips == trips &&
        memcmp(l->start, start, ((size_t)trips + 1) * sizeof *start) == 0)
        return true;
    *l = (looked) { seq, start, trips };
    return false;
}

static bool note_value(void *context, const sx_value *value, const bool *in,
                       int64_t *const *start)
{
    factoring *f = context;
    looked known[KNOWN] = { 0 };
    const sx_seq **seq = sx_runs_sequences(f->of.scratch, f->of.runs, value, in);
    uint64_t stay = ~UINT64_C(0), again = ~UINT64_C(0), trip[SX_LOOP_TRIPS];
    if (!seq)
        return false;
    for (int64_t r = 0; r < f->of.runs->total; r++) {
        const int64_t trips = f->of.trips[f->of.runs->run_of[r]];
        if (!in[r])
            continue;
        if (!seq[r])
            return false;
        if (sx_seq_is_constant(seq[r]))
            continue;
        if (start[r][trips] > 0 && (is_over_with_each(seq[r], start[r], trips) ||
                                    is_looked_at(known, seq[r], start[r], trips)))
            continue;
        if (start[r][trips] <= 0 || !read_trips(f, seq[r], start[r], trips, trip))
            return false;
        for (int64_t k = 2; k <= MOST; k++) {
            const uint64_t bit = UINT64_C(1) << k;
            if (!(f->found.all & bit) || !((stay | again) & bit))
                continue;
            if ((stay & bit) && !stays(trip, trips, trips / k))
                stay &= ~bit;
            if ((again & bit) && !returns(trip, trips, trips / k))
                again &= ~bit;
        }
    }
    f->found.all &= stay | again;
    f->found.stays |= stay & ~again;
    f->found.returns |= again & ~stay;
    return f->found.all != 0;
}

/* Outer trips that may be: those that divide the trips of all runs, and leave inner ones. */
static uint64_t divisors(const sx_loop_trips *of)
{
    uint64_t all = 0;
    for (int64_t k = 2; k <= MOST; k++) {
        bool fits = true;
        for (size_t i = 0; i < of->runs->n; i++)
            fits = fits && of->trips[i] % k == 0 && of->trips[i] != k;
        all |= (uint64_t)fits << k;
    }
    return all;
}

/* ---- the tree ---- */

/* The fewest outer trips first, then multiples of these. */
static sx_status factor_loop(void *context, sx_node *loop, const bool *in)
{
    factoring *f = context;
    sx_arena_clear(f->of.scratch);
    if (!sx_loop_trips_read(&f->of, loop, in))
        return SX_OK;
    f->found = (ways) { .all = divisors(&f->of) };
    if (!f->found.all || !sx_loop_each_value(&f->of, loop, in, note_value, f))
        return SX_OK;
    const uint64_t found = f->found.all & f->found.stays & f->found.returns;
    int64_t done = 1;
    sx_status st = SX_OK;
    for (int64_t k = 2; !st && k <= MOST; k++) {
        int64_t outer[SX_RUNS], inner[SX_RUNS];
        if (!(found >> k & 1) || k % done != 0)
            continue;
        for (size_t i = 0; i < f->of.runs->n; i++) {
            outer[i] = f->of.trips[i] ? k / done : 0;
            inner[i] = f->of.trips[i] / k;
        }
        st = sx_loop_split(&f->of, loop, in, outer, inner);
        loop = loop->body.node[0];
        done = k;
    }
    return st;
}

sx_status sx_runs_factor(sx_arena *arena, sx_runs *runs, sx_error *err)
{
    factoring f = { .of = { .arena = arena, .runs = runs } };
    return sx_runs_each_loop_trips(&f.of, factor_loop, &f, err);
}
