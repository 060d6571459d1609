#include "align/nest.h"

#include "base/checked.h"

#include <string.h>

/* Who makes no trip, here or around. NULL when out of memory. */
static const bool *idle_in(sx_arena *arena, const sx_runs *runs, const sx_nest *nest,
                           const sx_seq *const *trips)
{
    bool *idle = SX_ROOM_ARRAY(arena, bool, (size_t)runs->total);
    for (int64_t r = 0; idle && r < runs->total; r++)
        idle[r] = sx_nest_is_idle(nest, r) || !trips[r] ||
                  (sx_seq_is_constant(trips[r]) && sx_seq_at(trips[r], 0) == 0);
    return idle;
}

/* The runs in which some rank makes a second trip. */
static uint64_t runs_again(const sx_runs *runs, const sx_seq *const *trips)
{
    enum { LOOKED_AT = 1 << 10 };
    uint64_t set = 0;
    for (int64_t r = 0; r < runs->total; r++) {
        const uint64_t bit = UINT64_C(1) << runs->run_of[r];
        sx_seq_cursor cursor = { 0 };
        for (uint64_t k = 0;
             trips[r] && !(set & bit) && k < trips[r]->length && k < LOOKED_AT; k++)
            set |= sx_seq_at_cursor(trips[r], &cursor, k) > 1 ? bit : 0;
    }
    return set;
}

sx_status sx_nest_enter(sx_arena *arena, const sx_runs *runs, const sx_nest *nest,
                        const sx_node *loop, const bool *in, sx_nest *ret_nest,
                        sx_error *err)
{
    if (nest->depth == SX_MAX_DEPTH)
        return sx_fail(err, SX_LIMIT, "loops nest deeper than %d", SX_MAX_DEPTH);
    const sx_seq **trips = sx_runs_sequences(arena, runs, &loop->trips, in);
    const bool *idle = trips ? idle_in(arena, runs, nest, trips) : NULL;
    if (!idle)
        return sx_fail(err, SX_NOMEM, "out of memory");
    *ret_nest = *nest;
    ret_nest->in = ret_nest->around = in;
    ret_nest->idle = idle;
    ret_nest->law[ret_nest->depth] = NULL;
    ret_nest->again[ret_nest->depth] = runs_again(runs, trips);
    ret_nest->trips[ret_nest->depth++] = trips;
    return SX_OK;
}

bool sx_nest_is_idle(const sx_nest *nest, int64_t rank)
{
    return nest->idle && nest->idle[rank];
}

/* Trips of the first `entries` entries together; false when too many. */
static bool trips_of_entries(const sx_seq *trips, uint64_t entries, uint64_t *ret_sum)
{
    uint64_t sum = 0;
    if (sx_seq_is_constant(trips))
        return !sx_mul_overflows(entries, (uint64_t)sx_seq_at(trips, 0), ret_sum) &&
               *ret_sum <= SX_NEST_EXECUTIONS;
    sx_seq_cursor cursor = { 0 };
    for (uint64_t k = 0; k < entries && sum <= SX_NEST_EXECUTIONS; k++)
        sum += (uint64_t)sx_seq_at_cursor(trips, &cursor, k);
    *ret_sum = sum;
    return sum <= SX_NEST_EXECUTIONS;
}

bool sx_nest_pass(const sx_nest *nest, int64_t rank, uint32_t levels,
                  uint64_t *ret_executions, bool *ret_repeats)
{
    uint64_t entries = 1;
    *ret_repeats = true;
    for (uint32_t d = nest->depth - levels; d < nest->depth; d++) {
        const sx_seq *trips = nest->trips[d][rank];
        bool whole = sx_seq_is_constant(trips) || entries % trips->length == 0;
        *ret_repeats = *ret_repeats && whole;
        if (!trips_of_entries(trips, entries, &entries))
            return false;
    }
    *ret_executions = entries;
    return true;
}

void sx_nest_walk_init(sx_nest_walk *walk, const sx_nest *nest, int64_t rank,
                       uint32_t levels)
{
    walk->nest = nest;
    walk->rank = rank;
    walk->first = nest->depth - levels;
    walk->begun = false;
    memset(walk->counter, 0, nest->depth * sizeof *walk->counter);
    for (uint32_t d = walk->first; d < nest->depth; d++) {
        walk->entries[d] = 0;
        walk->cursor[d] = (sx_seq_cursor) { 0 };
    }
}

/* Goes on to the next trip of the loops outside of depth d, innermost first: the depth to enter from; false at the end. */
static bool advance(sx_nest_walk *walk, uint32_t *d)
{
    while (*d > walk->first) {
        uint32_t outer = *d - 1;
        if (++walk->counter[outer] < walk->trips[outer])
            return true;
        *d = outer;
    }
    return false;
}

bool sx_nest_walk_next(sx_nest_walk *walk)
{
    uint32_t d = walk->begun ? walk->nest->depth : walk->first;
    if (walk->begun && !advance(walk, &d))
        return false;
    walk->begun = true;
    while (d < walk->nest->depth) {
        walk->trips[d] = sx_seq_at_cursor(walk->nest->trips[d][walk->rank],
                                          &walk->cursor[d], walk->entries[d]);
        walk->entries[d]++;
        walk->counter[d] = 0;
        if (walk->trips[d] > 0)
            d++;
        else if (!advance(walk, &d))
            return false;
    }
    return true;
}
