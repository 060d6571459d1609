/* End points that are a neighbour in one of the grids: the laws that the grids were found by. */
#include "extrap/column.h"
#include "extrap/law.h"

/* Samples below which a neighbour may be one by accident. */
enum { TELLING = 6 };

sx_status sx_law_neighbour(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           sx_law *ret_law, sx_error *err)
{
    if (!samples->is_rank || samples->n == 0)
        return SX_OK;
    const sx_samples probe = sx_samples_probe(arena, samples);
    if (!probe.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < runs->nneighbours; i++) {
        const sx_neighbour *n = &runs->neighbour[i];
        size_t first;
        if (!sx_column_matches(runs, &probe, n->peer, &first) ||
            !sx_column_matches(runs, samples, n->peer, &first))
            continue;
        *ret_law = (sx_law) { n->peer, n->evidence };
        const char *little = sx_samples_runs(samples) < 2 ? "only one input has it"
                             : samples->n < TELLING ? "too few ranks have it to tell"
                                                    : NULL;
        if (little)
            ret_law->evidence = sx_evidence_join(
                arena, n->evidence,
                (sx_evidence) { .label = SX_LABEL_EXACT, .reason = little });
        return SX_OK;
    }
    return SX_OK;
}
