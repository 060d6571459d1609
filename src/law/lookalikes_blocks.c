/* Blocks over all ranks in a row may be blocks over the axes of a grid that divide evenly in the inputs: products of these are as many points
 * to a rank. */
#include "law/lookalikes.h"

static bool is_of_all_ranks(const sx_expr *expr)
{
    bool is = expr->op == SX_EXPR_BLOCK && expr->arg[1]->op == SX_EXPR_VAR &&
              (expr->arg[1]->var == SX_VAR_P || expr->arg[1]->var == SX_VAR_COMM_SIZE);
    for (int i = 0; i < 3 && !is && expr->arg[i]; i++)
        is = is_of_all_ranks(expr->arg[i]);
    return is;
}

static bool has_axes(const sx_runs *runs, uint32_t comm)
{
    bool has = false;
    for (uint32_t g = 0; g < runs->ngrids; g++)
        has = has || (runs->grid[g].comm == comm && runs->grid[g].ndims > 1);
    return has;
}

sx_status sx_lookalikes_of_blocks(sx_arena *arena, sx_runs *runs,
                                  const sx_samples *samples, sx_law *law, sx_error *err)
{
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED || samples->n == 0 ||
        !is_of_all_ranks(law->expr) || !has_axes(runs, samples->sample[0].comm))
        return SX_OK;
    sx_samples open = *samples;
    open.beat = NULL;
    open.beaten = NULL;
    sx_law other = { 0 };
    sx_status st = sx_law_form(arena, runs, &open, &other, err);
    if (st || !other.expr)
        return st;
    law->evidence = sx_evidence_join(
        arena, law->evidence,
        (sx_evidence) { SX_LABEL_PROVED, other.evidence.reason, other.evidence.doubt });
    return sx_law_doubt_other(arena, runs, other.expr,
                              "another law fits all inputs, and differs here: add an "
                              "input",
                              law, err);
}
