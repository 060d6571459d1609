#include "law/by_trip.h"

#include "law/column.h"

static sx_evidence evidence_of(const sx_samples *samples, uint32_t c, const char *few)
{
    enum { TRIPS = 3 };
    int32_t most = 0, last[SX_RUNS] = { 0 };
    bool differ = false;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        const int32_t trips = s->counter[c] + 1;
        last[s->run] = trips > last[s->run] ? trips : last[s->run];
        most = trips > most ? trips : most;
    }
    for (size_t run = 0; run < SX_RUNS; run++)
        differ = differ || (last[run] && last[run] != most);
    if (most >= TRIPS && differ)
        return (sx_evidence) { .label = SX_LABEL_PROVED };
    return (sx_evidence) { .label = SX_LABEL_EXACT, .reason = few };
}

sx_status sx_by_trip_take(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                          uint32_t c, const sx_by_trip *said, const sx_expr *where,
                          sx_law *law, sx_error *err)
{
    size_t first;
    if (!where)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!sx_column_matches(runs, samples, where, &first))
        return SX_OK;
    if (law->expr)
        return sx_law_doubt_rival(arena, where, said->rival, law, err);
    *law = (sx_law) { where, evidence_of(samples, c, said->few) };
    return SX_OK;
}
