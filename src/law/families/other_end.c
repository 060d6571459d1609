/* Sizes and tags that follow the place of the other end of a message: what is received is as its sender has it. */
#include "law/column.h"
#include "law/faces.h"
#include "law/law.h"

#include <stdlib.h>

static int by_place(const void *a, const void *b)
{
    const sx_sample *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    for (size_t d = 0; d < SX_SAMPLE_LOOPS; d++)
        if (x->counter[d] != y->counter[d])
            return x->counter[d] < y->counter[d] ? -1 : 1;
    return x->value < y->value ? -1 : x->value > y->value;
}

/* The samples as the other end has them; .sample NULL where it is no rank, or the own one everywhere, or when out of memory
 * (*ret_failed). */
static sx_samples at_the_other_end(sx_arena *arena, const sx_runs *runs,
                                   const sx_samples *samples, bool *ret_failed)
{
    sx_samples ret = *samples;
    sx_sample *sample =
        sx_arena_copy(arena, samples->sample, samples->n, sizeof *samples->sample);
    bool moves = false, is = sample != NULL;
    for (size_t i = 0; is && i < samples->n; i++) {
        int64_t counter[SX_MAX_DEPTH + SX_SAMPLE_LOOPS], end;
        const sx_expr_env env = sx_sample_env(runs, samples, i, counter);
        const uint32_t run = sample[i].run;
        is = !sx_expr_eval(samples->end, &env, &end, NULL) && end >= 0 &&
             end < runs->p[run];
        moves = moves || (is && end != env.rank);
        sample[i].rank = is ? runs->offset[run] + end : 0;
    }
    *ret_failed = !sample;
    if (is && moves)
        qsort(sample, samples->n, sizeof *sample, by_place);
    ret.sample = is && moves ? sample : NULL;
    ret.end = ret.peer = ret.trips = NULL;
    ret.grids = 0;
    ret.beat = NULL;
    return ret;
}

/* The coordinate of a rank in a grid that all ranks are in. */
static const sx_expr *coordinate_of(sx_arena *arena, const sx_runs *runs,
                                    const sx_expr *coord, const sx_expr *rank)
{
    for (uint16_t a = 0; rank && a < coord->axis; a++)
        rank = sx_expr_two(arena, SX_EXPR_DIV, rank,
                           sx_expr_var(arena, SX_VAR_DIM, coord->grid, a));
    const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, coord->grid, coord->axis);
    return coord->axis + 1U < runs->grid[coord->grid].ndims
               ? sx_expr_two(arena, SX_EXPR_MOD, rank, dim)
               : rank;
}

/* The expression for the rank `end` in place of the own one; NULL where that cannot be said, or when out of memory. */
static const sx_expr *as_of(sx_arena *arena, const sx_runs *runs, const sx_expr *expr,
                            const sx_expr *end)
{
    if (expr->op == SX_EXPR_VAR &&
        (expr->var == SX_VAR_RANK || expr->var == SX_VAR_COMM_RANK))
        return end;
    if (expr->op == SX_EXPR_VAR && expr->var == SX_VAR_COORD)
        return sx_runs_is_world(runs, runs->grid[expr->grid].comm) &&
                       sx_faces_has_all(runs, expr->grid)
                   ? coordinate_of(arena, runs, expr, end)
                   : NULL;
    if (!expr->arg[0])
        return expr;
    const sx_expr *arg[3] = { NULL };
    for (int i = 0; i < 3; i++)
        if (expr->arg[i] && !(arg[i] = as_of(arena, runs, expr->arg[i], end)))
            return NULL;
    return sx_expr_make(arena, expr->op, arg[0], arg[1], arg[2]);
}

sx_status sx_law_other_end(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                           sx_law *ret_law, sx_error *err)
{
    sx_law law = { 0 };
    bool failed = false;
    size_t first;
    if (samples->beat || !samples->end || samples->is_rank || samples->lists ||
        !sx_samples_are_of_world(runs, samples))
        return SX_OK;
    const sx_samples there = at_the_other_end(arena, runs, samples, &failed);
    if (failed)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = there.sample ? sx_law_find(arena, runs, &there, &law, err) : SX_OK;
    if (st || !law.expr)
        return st;
    const sx_expr *doubt =
        law.evidence.doubt ? as_of(arena, runs, law.evidence.doubt, samples->end) : NULL;
    law.expr = as_of(arena, runs, law.expr, samples->end);
    if (!law.expr || (law.evidence.doubt && !doubt) ||
        !sx_column_matches(runs, samples, law.expr, &first))
        return SX_OK;
    law.evidence.doubt = doubt;
    law.evidence = sx_evidence_join(arena, law.evidence, *samples->end_evidence);
    *ret_law = law;
    return SX_OK;
}
