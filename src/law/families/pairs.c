/* Who has a partner where ranks stand in pairs, from the first on or from the second: phases of an odd-even transposition, in which
 * whoever has nobody beside it rests. 0 or 1. */
#include "law/column.h"
#include "law/law.h"

/* Of the ranks behind the first `from`, which are numbered anew, the other of two is there. */
static const sx_expr *has_partner(sx_arena *arena, int64_t from)
{
    const sx_expr *own = sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
                  *size = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0),
                  *one = sx_expr_int(arena, 1);
    if (from == 0)
        return sx_expr_two(arena, SX_EXPR_LT, sx_expr_two(arena, SX_EXPR_XOR, own, one),
                           size);
    const sx_expr *behind = sx_expr_two(arena, SX_EXPR_SUB, own, one),
                  *others = sx_expr_two(arena, SX_EXPR_SUB, size, one);
    const sx_expr *there = sx_expr_two(
        arena, SX_EXPR_LT, sx_expr_two(arena, SX_EXPR_XOR, behind, one), others);
    return sx_expr_two(arena, SX_EXPR_AND,
                       sx_expr_two(arena, SX_EXPR_GT, own, sx_expr_int(arena, 0)), there);
}

sx_status sx_law_pairs(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                       sx_law *ret_law, sx_error *err)
{
    if (samples->beat || !samples->is_size || samples->lists || samples->varying ||
        !sx_samples_are_truth(samples) || sx_samples_runs(samples) < 2)
        return SX_OK;
    for (int64_t from = 0; from <= 1 && !ret_law->expr; from++) {
        size_t first;
        const sx_expr *where = has_partner(arena, from);
        if (!where)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (sx_column_matches(runs, samples, where, &first))
            *ret_law = (sx_law) { where,
                                  { .label = SX_LABEL_EXACT,
                                    .reason = "that ranks stand in pairs fits by "
                                              "accident, too: add an input" } };
    }
    return SX_OK;
}
