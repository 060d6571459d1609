#include "align/loop_trips.h"

#include "align/elastic.h"

bool sx_loop_trips_read(sx_loop_trips *of, const sx_node *loop, const bool *in)
{
    const sx_seq **trips = sx_runs_sequences(of->scratch, of->runs, &loop->trips, in);
    if (!trips)
        return false;
    for (size_t i = 0; i < of->runs->n; i++)
        of->trips[i] = 0;
    for (int64_t r = 0; r < of->runs->total; r++) {
        int64_t *own = &of->trips[of->runs->run_of[r]];
        if (!in[r])
            continue;
        if (!trips[r] || !sx_seq_is_constant(trips[r]))
            return false;
        int64_t here = sx_seq_at(trips[r], 0);
        if (here < 1 || here > SX_LOOP_TRIPS || (*own && *own != here))
            return false;
        *own = here;
    }
    return true;
}

static int64_t trips_of(const sx_loop_trips *of, int64_t r)
{
    return of->own ? of->own[r] : of->trips[of->runs->run_of[r]];
}

int64_t **sx_loop_starts(const sx_loop_trips *of, const bool *in)
{
    int64_t **start = SX_NEW_ARRAY(of->scratch, int64_t *, (size_t)of->runs->total);
    for (int64_t r = 0; start && r < of->runs->total; r++) {
        const int64_t trips = trips_of(of, r);
        if (!in[r])
            continue;
        start[r] = SX_NEW_ARRAY(of->scratch, int64_t, (size_t)trips + 1);
        for (int64_t t = 0; start[r] && t <= trips; t++)
            start[r][t] = t;
        if (!start[r])
            return NULL;
    }
    return start;
}

int64_t **sx_loop_starts_inside(const sx_loop_trips *of, const sx_node *loop,
                                const bool *in, int64_t *const *start)
{
    enum { LONGEST = 16 * SX_LOOP_TRIPS };
    const sx_seq **trips = sx_runs_sequences(of->scratch, of->runs, &loop->trips, in);
    int64_t **inside = SX_NEW_ARRAY(of->scratch, int64_t *, (size_t)of->runs->total);
    for (int64_t r = 0; trips && inside && r < of->runs->total; r++) {
        const int64_t outer = trips_of(of, r);
        if (!in[r])
            continue;
        inside[r] = SX_NEW_ARRAY(of->scratch, int64_t, (size_t)outer + 1);
        if (!trips[r] || !inside[r])
            return NULL;
        sx_seq_cursor cursor = { 0 };
        for (int64_t t = 0, sum = 0; t < outer; t++) {
            for (int64_t k = start[r][t]; k < start[r][t + 1] && sum <= LONGEST; k++)
                sum += sx_seq_at_cursor(trips[r], &cursor, (uint64_t)k);
            if (sum > LONGEST)
                return NULL;
            inside[r][t + 1] = sum;
        }
    }
    return trips ? inside : NULL;
}

/* By rank, the number of its run. NULL when out of memory. */
static const int64_t *of_runs(const sx_loop_trips *of, const int64_t *number)
{
    int64_t *own = SX_NEW_ARRAY(of->scratch, int64_t, (size_t)of->runs->total);
    for (int64_t r = 0; own && r < of->runs->total; r++)
        own[r] = number[of->runs->run_of[r]];
    return own;
}

sx_status sx_loop_split(const sx_loop_trips *of, sx_node *loop, const bool *in,
                        const int64_t *outer, const int64_t *inner)
{
    const int64_t *around = of_runs(of, outer), *within = of_runs(of, inner);
    return around && within
               ? sx_elastic_nest_numbers(of->arena, of->runs, in, around, within, loop)
               : SX_NOMEM;
}
