#include "align/in_trips.h"

/* In which trips the rank makes call c, and its values. False when out of memory. */
static bool keep_call(const sx_in_trips *how, size_t c, sx_stretch_made *made)
{
    const sx_stage_stream *s = how->stream;
    const int64_t trips = how->trips[s->rank];
    int64_t *present = SX_NEW_ARRAY(how->of->scratch, int64_t, (size_t)trips);
    made->sometimes = made->sometimes || (s->made[c] > 0 && s->made[c] < trips);
    if (!present || s->made[c] == 0)
        return present;
    for (int64_t i = 0; i < s->n; i++)
        if (s->call[i] == c)
            present[how->trip_of(how->context, s, i)] = 1;
    made->present[s->rank] =
        sx_seq_from_values(how->of->arena, present, (uint64_t)trips, true);
    return made->present[s->rank] && sx_stretch_keep(how->of, c, s->rank, s->value[c],
                                                     NULL, (uint64_t)s->made[c], made);
}

static bool keep_all(const sx_in_trips *how, sx_stretch_made made[SX_STRETCH_CALLS])
{
    const sx_stretch *of = how->of;
    for (size_t c = 0; c < of->ncalls; c++)
        if (!sx_stretch_made_create(of, c, &made[c]))
            return false;
    for (int64_t r = 0; r < of->runs->total; r++) {
        if (!of->within[r])
            continue;
        if (!sx_stage_stream_read(of, r, 1, how->stream))
            return false;
        for (size_t c = 0; c < of->ncalls; c++)
            if (!keep_call(how, c, &made[c]))
                return false;
    }
    return true;
}

sx_status sx_in_trips_loop(const sx_in_trips *how, sx_node **ret_loop)
{
    const sx_stretch *of = how->of;
    sx_stretch_made made[SX_STRETCH_CALLS];
    sx_status st = keep_all(how, made) ? SX_OK : SX_NOMEM;
    if (!st)
        st =
            sx_stretch_loop(of, how->trips, of->within, of->within, of->ncalls, ret_loop);
    for (size_t k = 0; !st && k < of->ncalls; k++)
        st = sx_stretch_call(of, how->order[k], &made[how->order[k]], of->within,
                             &(*ret_loop)->body.node[k]);
    return st;
}
