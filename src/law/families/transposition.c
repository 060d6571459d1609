/* End points on the other side of a 2D grid's diagonal. */
#include "law/transposition.h"
#include "law/column.h"
#include "law/law.h"

/* Samples below which this may be an accident. */
enum { TELLING = 12 };

/* Inputs whose grids are square, or no multiple of one, do not tell which digit of a longer axis is exchanged. */
static bool has_longer(const sx_runs *runs, const sx_samples *samples, uint32_t g)
{
    for (size_t i = 0; i < samples->n; i++) {
        const struct sx_place *place =
            &runs->place[samples->sample[i].rank * SX_MAX_GRIDS + g];
        const int64_t x = place->dim[0], y = place->dim[1];
        if (x != y && x > 1 && y > 1 && (x % y == 0 || y % x == 0))
            return true;
    }
    return false;
}

/* Where the two ways to read a longer axis differ, and no input tells which it is. */
static const sx_expr *not_square(sx_arena *arena, uint32_t g)
{
    return sx_expr_make(arena, SX_EXPR_NE, sx_expr_var(arena, SX_VAR_DIM, g, 0),
                        sx_expr_var(arena, SX_VAR_DIM, g, 1), NULL);
}

sx_status sx_law_transposition(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                               sx_law *ret_law, sx_error *err)
{
    if (!samples->is_rank || sx_samples_runs(samples) < 2)
        return SX_OK;
    for (uint32_t k = 0; k < 2 * runs->ngrids && !ret_law->expr; k++) {
        const sx_transposition form = { .high = k % 2 == 0 };
        const uint32_t g = k / 2;
        size_t first;
        if (runs->grid[g].ndims != 2)
            continue;
        const sx_expr *expr = sx_transposition_expr(arena, &form, g);
        if (!expr)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (!sx_column_matches(runs, samples, expr, &first))
            continue;
        *ret_law = (sx_law) { expr, { .label = SX_LABEL_PROVED } };
        if (samples->n < TELLING)
            ret_law->evidence =
                (sx_evidence) { .label = SX_LABEL_EXACT,
                                .reason = "too few ranks have it to tell" };
        if (!has_longer(runs, samples, g)) {
            ret_law->evidence.doubt = not_square(arena, g);
            ret_law->evidence.reason =
                "how a grid that is not square is transposed shows in no input: add one";
        }
    }
    return SX_OK;
}
