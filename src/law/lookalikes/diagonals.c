/* Of grids whose rows are one rank longer than their columns, the first column is the diagonal of the same ranks where the other axis is the
 * faster one: 6, 12 and 20 ranks are n (n + 1). */
#include "law/column.h"
#include "law/lookalikes/parts.h"

const sx_expr *sx_lookalikes_diagonal(sx_arena *arena, uint32_t grid, bool turned)
{
    const sx_expr *rank = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
                  *row = sx_expr_var(arena, SX_VAR_DIM, grid, 1);
    return turned
               ? sx_expr_two(arena, SX_EXPR_EQ,
                             sx_expr_two(arena, SX_EXPR_DIV, rank, row),
                             sx_expr_two(arena, SX_EXPR_MOD, rank, row))
               : sx_expr_two(arena, SX_EXPR_EQ, sx_expr_var(arena, SX_VAR_COORD, grid, 0),
                             sx_expr_var(arena, SX_VAR_COORD, grid, 1));
}

sx_status sx_lookalikes_of_diagonals(sx_arena *arena, const sx_runs *runs,
                                     const sx_samples *samples, sx_law *law,
                                     sx_error *err)
{
    static const char reason[] =
        "a diagonal of a grid fits all inputs as well, and is another here: add an input";
    sx_status st = SX_OK;
    for (uint32_t i = 0; i < 2 * runs->ngrids && !st; i++) {
        const sx_grid *grid = &runs->grid[i / 2];
        size_t first;
        if (grid->comm != 0 || grid->ndims != 2)
            continue;
        const sx_expr *rival = sx_lookalikes_diagonal(arena, i / 2, i % 2);
        if (!rival)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (sx_column_matches(runs, samples, rival, &first))
            st = sx_law_doubt_other(arena, runs, rival, reason, law, err);
    }
    return st;
}
