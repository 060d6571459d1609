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

int64_t **sx_loop_starts(const sx_loop_trips *of, const bool *in)
{
    int64_t **start = SX_NEW_ARRAY(of->scratch, int64_t *, (size_t)of->runs->total);
    for (int64_t r = 0; start && r < of->runs->total; r++) {
        const int64_t trips = of->trips[of->runs->run_of[r]];
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
        const int64_t outer = of->trips[of->runs->run_of[r]];
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

/* Trips by run, for those who are in. */
static sx_status value_of_runs(const sx_loop_trips *of, const bool *in,
                               const int64_t *trips, sx_value *ret_value)
{
    const sx_seq **seq =
        SX_NEW_ARRAY(of->scratch, const sx_seq *, (size_t)of->runs->total);
    for (int64_t r = 0; seq && r < of->runs->total; r++) {
        seq[r] = in[r] ? sx_seq_constant(of->arena, trips[of->runs->run_of[r]]) : NULL;
        if (in[r] && !seq[r])
            return SX_NOMEM;
    }
    return seq ? sx_elastic_value(of->arena, of->runs, in, seq, false, ret_value)
               : SX_NOMEM;
}

sx_status sx_loop_split(const sx_loop_trips *of, sx_node *loop, const bool *in,
                        const int64_t *outer, const int64_t *inner)
{
    sx_node *new = SX_NEW(of->arena, sx_node);
    sx_node **body = SX_NEW_ARRAY(of->arena, sx_node *, 1);
    if (!new || !body)
        return SX_NOMEM;
    *new = (sx_node) { .kind = SX_NODE_LOOP, .body = loop->body };
    body[0] = new;
    loop->body = (sx_block) { 1, body };
    sx_status st = value_of_runs(of, in, outer, &loop->trips);
    return st ? st : value_of_runs(of, in, inner, &new->trips);
}
