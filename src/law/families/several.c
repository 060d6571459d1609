/* So many ranks in a row to each of others in a row: servers at the end that have three of the others each. (m - a) div k + b, where a and b are laws of the
 * scale. */
#include "law/border.h"
#include "law/column.h"

enum { LARGEST = 16, ENOUGH_RUNS = 3 };

/* The first rank of each run that has an end point, and that one. */
typedef struct begins {
    int64_t rank[SX_RUNS], peer[SX_RUNS];
} begins;

/* The samples of all runs begin somewhere; false where an end point is no rank. */
static bool read_begins(const sx_runs *runs, const sx_samples *samples, begins *of)
{
    for (size_t i = 0; i < samples->n; i++) {
        const sx_sample *s = &samples->sample[i];
        if (s->value < 0 || s->value >= runs->p[s->run])
            return false;
        if (i == 0 || s->run != s[-1].run) {
            of->rank[s->run] = s->rank - runs->offset[s->run];
            of->peer[s->run] = s->value;
        }
    }
    return sx_samples_runs(samples) == runs->n;
}

/* How many there are to each, which all runs must show; 0 where the samples are no such. */
static int64_t number_of(const sx_runs *runs, const sx_samples *samples, const begins *of)
{
    uint64_t goes_on = 0;
    int64_t k = 2;
    for (; k <= LARGEST; k++) {
        size_t i = 0;
        goes_on = 0;
        for (; i < samples->n; i++) {
            const sx_sample *s = &samples->sample[i];
            const int64_t at = s->rank - runs->offset[s->run] - of->rank[s->run];
            if (s->value != of->peer[s->run] + at / k)
                break;
            goes_on |= (uint64_t)(at >= k) << s->run;
        }
        if (i == samples->n)
            break;
    }
    return k <= LARGEST && goes_on == (UINT64_C(1) << runs->n) - 1 ? k : 0;
}

sx_status sx_law_several(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                         sx_law *ret_law, sx_error *err)
{
    begins of;
    sx_law rank = { 0 }, peer = { 0 };
    size_t first;
    if (!samples->is_rank || samples->varying || samples->lists ||
        runs->n < ENOUGH_RUNS || !sx_samples_in_world(samples) ||
        !read_begins(runs, samples, &of))
        return SX_OK;
    const int64_t k = number_of(runs, samples, &of);
    sx_status st = k ? sx_border_find(arena, runs, of.rank, &rank, err) : SX_OK;
    if (!st && rank.expr)
        st = sx_border_find(arena, runs, of.peer, &peer, err);
    if (st || !peer.expr)
        return st;
    const sx_expr *at =
        sx_expr_two(arena, SX_EXPR_SUB, sx_expr_var(arena, SX_VAR_RANK, 0, 0), rank.expr);
    const sx_expr *expr =
        sx_expr_two(arena, SX_EXPR_ADD, peer.expr,
                    sx_expr_two(arena, SX_EXPR_DIV, at, sx_expr_int(arena, k)));
    if (!expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (sx_column_matches(runs, samples, expr, &first))
        *ret_law =
            (sx_law) { expr, sx_evidence_join(arena, rank.evidence, peer.evidence) };
    return SX_OK;
}
