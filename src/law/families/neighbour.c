/* End points that are a neighbour in one of the grids: the laws that the grids were found by. */
#include "law/column.h"
#include "law/law.h"

/* Samples below which a neighbour may be one by accident. */
enum { TELLING = 6 };

static bool shows_null(const sx_samples *samples)
{
    for (size_t i = 0; i < samples->n; i++)
        if (samples->sample[i].value == SX_NULL)
            return true;
    return false;
}

/* Have few ranks what all ranks have at another call, among so many ranks that it is no accident? */
static bool is_known(const sx_runs *runs, const sx_samples *samples,
                     const sx_neighbour *n)
{
    enum { INPUTS = 3, DIGITS = 12 }; /* binary ones: one in 4,096 */
    unsigned shown = 0;
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (!sx_is_special(s->value))
            for (int64_t rest = runs->comm_size[s->comm][s->rank]; rest > 1; rest /= 2)
                shown++;
    }
    return n->of_all && sx_samples_runs(samples) >= INPUTS && shown >= DIGITS;
}

/* Does some counter of the expression go through fewer than three numbers? As many follow any law. */
static bool shows_few_trips(const sx_samples *samples, const sx_expr *expr)
{
    enum { TRIPS = 3 };
    uint64_t counters;
    sx_expr_uses(expr, &counters, NULL);
    for (uint32_t c = 0; c < samples->ncounters; c++)
        if ((counters >> (samples->first_counter + c) & 1) &&
            sx_samples_trips(samples, c, TRIPS) < TRIPS)
            return true;
    return false;
}

static sx_status take(sx_arena *arena, const sx_runs *runs, const sx_samples *samples,
                      const sx_neighbour *n, sx_law *ret_law, sx_error *err)
{
    *ret_law = (sx_law) { n->peer, n->evidence };
    if (n->peer->op == SX_EXPR_IF && !shows_null(samples)) {
        const sx_expr *null = sx_expr_int(arena, SX_NULL);
        sx_evidence leaves = {
            .label = SX_LABEL_PROVED,
            .reason = "in no input it leaves the grid: add one where it does",
            .doubt = sx_expr_make(arena, SX_EXPR_EQ, n->peer, null, NULL)
        };
        if (!leaves.doubt)
            return sx_fail(err, SX_NOMEM, "out of memory");
        ret_law->evidence = sx_evidence_join(arena, n->evidence, leaves);
    }
    const char *little = sx_samples_runs(samples) < 2 ? "only one input has it"
                         : samples->n < TELLING && !is_known(runs, samples, n)
                             ? "too few ranks have it to tell"
                         : shows_few_trips(samples, n->peer)
                             ? "a distance that changes from trip to trip shows in three "
                               "trips: add an input with more"
                             : NULL;
    if (little)
        ret_law->evidence =
            sx_evidence_join(arena, ret_law->evidence,
                             (sx_evidence) { .label = SX_LABEL_EXACT, .reason = little });
    return SX_OK;
}

/* The best founded of those that give every sample, the first of several. */
sx_status sx_law_neighbour(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           sx_law *ret_law, sx_error *err)
{
    if (!samples->is_rank || samples->n == 0)
        return SX_OK;
    const sx_samples probe = sx_samples_probe(arena, samples);
    if (!probe.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    const sx_neighbour *n = NULL;
    for (size_t i = 0; i < runs->nneighbours; i++) {
        const sx_neighbour *other = &runs->neighbour[i];
        size_t first;
        if ((!n || sx_evidence_better(&other->evidence, &n->evidence)) &&
            sx_column_matches(runs, &probe, other->peer, &first) &&
            sx_column_matches(runs, samples, other->peer, &first))
            n = other;
    }
    return n ? take(arena, runs, samples, n, ret_law, err) : SX_OK;
}
