/* What no more extents, or inputs, show than a law has numbers: lines through two of them, and numbers of few digits. */
#include "law/lookalikes/parts.h"

/* What is rounded or stops at a number is no other than what is: a line, or none. */
static const sx_expr *unlimited(const sx_expr *expr)
{
    while (
        (expr->op == SX_EXPR_MAX || expr->op == SX_EXPR_MIN || expr->op == SX_EXPR_DIV) &&
        expr->arg[1]->op == SX_EXPR_INT)
        expr = expr->arg[0];
    return expr;
}

/* Is there a hidden number beside other terms, and not only times one? */
static bool has_hidden_offset(const sx_expr *expr)
{
    if (expr->op != SX_EXPR_ADD && expr->op != SX_EXPR_SUB)
        return false;
    for (int i = 0; i < 2; i++)
        if (has_hidden_offset(expr->arg[i]) ||
            (expr->arg[i]->op == SX_EXPR_INT &&
             sx_lookalikes_has_hidden_number(expr->arg[i])))
            return true;
    return false;
}

/* The axes of the grid whose extents it is the product of; 0 where it is none. */
static unsigned axes_of_product(const sx_expr *expr, uint32_t g)
{
    if (expr->op == SX_EXPR_VAR)
        return expr->var == SX_VAR_DIM && expr->grid == g ? 1u << expr->axis : 0;
    if (expr->op != SX_EXPR_MUL)
        return 0;
    const unsigned one = axes_of_product(expr->arg[0], g),
                   other = axes_of_product(expr->arg[1], g);
    return one && other && !(one & other) ? one | other : 0;
}

/* Is the extent added, or times something? Not times all others where there are several, that is, in the number of ranks, of which
 * there are more than two. */
static bool is_line_over(const sx_expr *expr, uint32_t g, uint32_t a, unsigned others)
{
    if (expr->op == SX_EXPR_VAR)
        return expr->var == SX_VAR_DIM && expr->grid == g && expr->axis == a;
    if (others && axes_of_product(expr, g) == (others | 1u << a))
        return false;
    return (expr->op == SX_EXPR_ADD || expr->op == SX_EXPR_SUB ||
            expr->op == SX_EXPR_MUL) &&
           (is_line_over(expr->arg[0], g, a, others) ||
            is_line_over(expr->arg[1], g, a, others));
}

/* Does it fall with the extent? No line that stays a size does. */
static bool falls(const sx_expr *expr, uint32_t g, uint32_t a, bool down)
{
    if (expr->op == SX_EXPR_VAR)
        return down && expr->var == SX_VAR_DIM && expr->grid == g && expr->axis == a;
    if (expr->op == SX_EXPR_MUL && expr->arg[0]->op == SX_EXPR_INT)
        return falls(expr->arg[1], g, a, down != (expr->arg[0]->value < 0));
    return (expr->op == SX_EXPR_ADD || expr->op == SX_EXPR_SUB) &&
           (falls(expr->arg[0], g, a, down) ||
            falls(expr->arg[1], g, a, down != (expr->op == SX_EXPR_SUB)));
}

/* The different ones at all samples, up to `most`; 0 when there are more. */
static size_t extents_at(const sx_runs *runs, const sx_samples *samples, uint32_t g,
                         uint32_t a, size_t most, int64_t *ret_extent)
{
    size_t n = 0;
    for (size_t i = 0; i < samples->n; i++) {
        const int64_t dim =
            runs->place[samples->sample[i].rank * SX_MAX_GRIDS + g].dim[a];
        size_t k = 0;
        while (k < n && ret_extent[k] != dim)
            k++;
        if (k == most)
            return 0;
        if (k == n)
            ret_extent[n++] = dim;
    }
    return n;
}

static sx_status doubt_other_extents(sx_arena *arena, const sx_expr *dim,
                                     const int64_t *extent, size_t n, const char *reason,
                                     sx_law *law, sx_error *err)
{
    const sx_expr *apart = sx_lookalikes_is_none_of(arena, dim, extent, n);
    if (!apart)
        return sx_fail(err, SX_NOMEM, "out of memory");
    law->evidence = sx_evidence_join(
        arena, law->evidence,
        (sx_evidence) { .label = SX_LABEL_PROVED, .reason = reason, .doubt = apart });
    return SX_OK;
}

sx_status sx_lookalikes_of_lines(sx_arena *arena, const sx_runs *runs,
                                 const sx_samples *samples, sx_law *law, sx_error *err)
{
    static const char of_two[] =
        "a line over an extent of which inputs show two: add one "
        "where it is another",
                      of_falling[] = "a line that falls with an extent of which inputs "
                                     "show few: add one where it is another";
    enum { TWO = 2, FEW = 4 };
    const sx_expr *line = law->expr ? unlimited(law->expr) : NULL;
    if (!line || law->evidence.label != SX_LABEL_PROVED || samples->is_rank)
        return SX_OK;
    const bool hidden = has_hidden_offset(line);
    sx_status st = SX_OK;
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t a = 0; !st && a < runs->grid[g].ndims; a++) {
            int64_t extent[FEW];
            const sx_expr *dim = sx_expr_var(arena, SX_VAR_DIM, g, a);
            const unsigned others = sx_samples_runs(samples) > 2
                                        ? ((1u << runs->grid[g].ndims) - 1) & ~(1u << a)
                                        : 0;
            if (!is_line_over(line, g, a, others))
                continue;
            const bool down = falls(line, g, a, false);
            const size_t n =
                down || hidden ? extents_at(runs, samples, g, a, down ? FEW : TWO, extent)
                               : 0;
            if (n == TWO || (n > 1 && down))
                st = doubt_other_extents(arena, dim, extent, n,
                                         n == TWO ? of_two : of_falling, law, err);
        }
    return st;
}
