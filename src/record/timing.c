#include "record/timing.h"

#include <stdlib.h>
#include <string.h>

void sx_timing_finish(sx_timing *timing)
{
    for (uint32_t i = 0; i < timing->npairs; i++)
        sx_tally_finish(&timing->pair[i].comp);
    sx_tally_finish(&timing->comm);
    free(timing->pair);
    memset(timing, 0, sizeof *timing);
}

static sx_tally *new_pair(sx_timing *timing, uint32_t after)
{
    uint32_t n = timing->npairs;
    if ((n & (n - 1)) == 0) { /* room for a power of two */
        sx_timing_pair *pair = realloc(timing->pair, (n ? 2 * n : 1) * sizeof *pair);
        if (!pair)
            return NULL;
        timing->pair = pair;
    }
    timing->pair[n] = (sx_timing_pair) { .after = after };
    timing->pair[n].comp.steps = timing->steps;
    timing->last = timing->npairs++;
    return &timing->pair[n].comp;
}

static sx_tally *known_pair(sx_timing *timing, uint32_t after)
{
    for (uint32_t i = 0; i < timing->npairs; i++) {
        if (timing->pair[i].after == after) {
            timing->last = i;
            return &timing->pair[i].comp;
        }
    }
    return NULL;
}

/* The computation after that event; NULL when out of memory. */
static inline sx_tally *comp_after(sx_timing *timing, uint32_t after)
{
    if (timing->npairs && timing->pair[timing->last].after == after)
        return &timing->pair[timing->last].comp;
    sx_tally *comp = known_pair(timing, after);
    if (!comp && timing->npairs >= SX_TIMING_PAIRS) {
        after = SX_AFTER_ANY;
        comp = known_pair(timing, after);
    }
    return comp ? comp : new_pair(timing, after);
}

bool sx_timing_add(sx_timing *timing, const sx_delay *delay)
{
    return delay->untimed ||
           sx_timing_add_all(timing, delay->after, &delay->comp_ns, &delay->comm_ns, 1);
}

bool sx_timing_add_all(sx_timing *timing, uint32_t after, const uint64_t *comp_ns,
                       const uint64_t *comm_ns, uint32_t n)
{
    uint32_t first = !timing->begun;
    if (first) {
        timing->begun = true;
        timing->first = (sx_delay) { after, false, comp_ns[0], comm_ns[0] };
        timing->comm.steps = timing->steps;
    }
    sx_tally *comp = n > first ? comp_after(timing, after) : NULL;
    return n == first || (comp && sx_tally_add(comp, comp_ns + first, n - first) &&
                          sx_tally_add(&timing->comm, comm_ns + first, n - first));
}

bool sx_timing_merge(sx_timing *timing, const sx_timing *later)
{
    if (!later->begun)
        return true;
    if (!sx_timing_add(timing, &later->first) ||
        !sx_tally_merge(&timing->comm, &later->comm))
        return false;
    for (uint32_t i = 0; i < later->npairs; i++) {
        sx_tally *comp = comp_after(timing, later->pair[i].after);
        if (!comp || !sx_tally_merge(comp, &later->pair[i].comp))
            return false;
    }
    return true;
}

static uint32_t renamed(uint32_t after, const uint32_t *site)
{
    return after == SX_AFTER_ANY ? after : site[after];
}

bool sx_timing_rename(sx_timing *timing, const uint32_t *site)
{
    uint32_t n = timing->npairs;
    timing->first.after = renamed(timing->first.after, site);
    timing->npairs = 0;
    for (uint32_t i = 0; i < n; i++) { /* those before i are free */
        sx_timing_pair pair = timing->pair[i];
        pair.after = renamed(pair.after, site);
        sx_tally *same = known_pair(timing, pair.after);
        if (!same)
            timing->pair[timing->npairs++] = pair;
        bool done = !same || sx_tally_merge(same, &pair.comp);
        if (same)
            sx_tally_finish(&pair.comp);
        if (!done)
            return false;
    }
    return true;
}

static sx_status add_entry(sx_arena *arena, const sx_tally *tally, sx_times key,
                           sx_times *times, uint32_t *n)
{
    if (!tally->n)
        return SX_OK;
    times[*n] = key;
    times[*n].all = true;
    return sx_tally_hist(tally, arena, &times[(*n)++].hist);
}

static sx_status add_first(sx_arena *arena, uint64_t ns, uint32_t steps, sx_times key,
                           sx_times *times, uint32_t *n)
{
    sx_tally tally = { .steps = steps };
    sx_status status =
        sx_tally_add(&tally, &ns, 1) ? add_entry(arena, &tally, key, times, n) : SX_NOMEM;
    sx_tally_finish(&tally);
    return status;
}

static int by_key(const void *a, const void *b)
{
    return sx_times_order(a, b);
}

sx_status sx_timing_times(const sx_timing *timing, bool comm, sx_arena *arena,
                          sx_times **ret_times, uint32_t *ret_n)
{
    sx_times key = { .kind = SX_TIMES_COMP, .first = true, .after = timing->first.after };
    sx_times *times = SX_NEW_ARRAY(arena, sx_times, (size_t)timing->npairs + 3);
    sx_status status = times ? SX_OK : SX_NOMEM;
    uint32_t n = 0;
    if (!status && timing->begun && key.after != SX_AFTER_ANY)
        status = add_first(arena, timing->first.comp_ns, timing->steps, key, times, &n);
    key.first = false;
    for (uint32_t i = 0; i < timing->npairs && !status; i++) {
        key.after = timing->pair[i].after;
        status = add_entry(arena, &timing->pair[i].comp, key, times, &n);
    }
    key = (sx_times) { .kind = SX_TIMES_COMM, .first = true, .after = SX_AFTER_ANY };
    if (!status && timing->begun && comm)
        status = add_first(arena, timing->first.comm_ns, timing->steps, key, times, &n);
    key.first = false;
    if (!status && comm)
        status = add_entry(arena, &timing->comm, key, times, &n);
    if (status)
        return status;
    qsort(times, n, sizeof *times, by_key);
    *ret_times = times;
    *ret_n = n;
    return SX_OK;
}
