/* Sizes that are made of what a place has of two axes, of numbers of points that other values have shown: a u + b v + c u v + d. Room for the halos of
 * all sides, boxes with a rim that is another along each axis. */
#include "law/basis.h"
#include "law/coefficients.h"
#include "law/law.h"

/* How points are dealt out: the first have one more; from c N div q on; all as many, rounded down or up. */
typedef enum rule { FIRST_MORE, EVENLY, DOWN, UP, RULES } rule;

enum { NUMBERS = 4 /* that are tried: those found last */ };

static const sx_expr *share(sx_arena *arena, uint32_t number, uint32_t g, uint32_t axis,
                            rule how)
{
    const sx_expr *n = sx_expr_var(arena, SX_VAR_CONSTANT, 0, number),
                  *q = sx_expr_var(arena, SX_VAR_DIM, g, axis),
                  *c = sx_expr_var(arena, SX_VAR_COORD, g, axis),
                  *one = sx_expr_int(arena, 1);
    if (how == FIRST_MORE)
        return sx_expr_make(arena, SX_EXPR_BLOCK, n, q, c);
    if (how == EVENLY) {
        const sx_expr *next = sx_expr_two(arena, SX_EXPR_ADD, c, one);
        next =
            sx_expr_two(arena, SX_EXPR_DIV, sx_expr_two(arena, SX_EXPR_MUL, next, n), q);
        return sx_expr_two(
            arena, SX_EXPR_SUB, next,
            sx_expr_two(arena, SX_EXPR_DIV, sx_expr_two(arena, SX_EXPR_MUL, c, n), q));
    }
    if (how == UP)
        n = sx_expr_two(arena, SX_EXPR_SUB, sx_expr_two(arena, SX_EXPR_ADD, n, q), one);
    return sx_expr_two(arena, SX_EXPR_DIV, n, q);
}

static sx_status try_pair(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                          const sx_expr *u, const sx_expr *v, sx_law *ret_law,
                          sx_error *err)
{
    const sx_evidence unweighed = {
        .label = SX_LABEL_EXACT,
        .reason = "shares of two axes fit together, and nothing that else would is "
                  "known: an input more would test it"
    };
    const sx_expr *both = sx_expr_two(arena, SX_EXPR_MUL, u, v);
    sx_basis b = { .n = 4, .column = { sx_expr_int(arena, 1), u, v, both } };
    if (!b.column[0] || !both)
        return sx_fail(err, SX_NOMEM, "out of memory");
    sx_status st = sx_coefficients_try(arena, runs, samples, &b, true, ret_law, err);
    if (!st && ret_law->expr)
        ret_law->evidence = sx_evidence_join(arena, ret_law->evidence, unweighed);
    return st;
}

sx_status sx_law_shares(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    const uint32_t n = runs->nconstants, first = n > NUMBERS ? n - NUMBERS : 0;
    sx_status st = SX_OK;
    if (!samples->is_size || samples->beat || sx_samples_have_special(samples))
        return SX_OK;
    for (uint32_t g = 0; g < runs->ngrids; g++)
        for (uint32_t a = 0; a < runs->grid[g].ndims; a++)
            for (uint32_t b = a + 1; b < runs->grid[g].ndims; b++)
                for (uint32_t k = first * n; k < n * n; k++)
                    for (rule how = FIRST_MORE; how < RULES; how++) {
                        if (st || ret_law->expr || k % n < first)
                            continue;
                        st =
                            try_pair(arena, runs, samples, share(arena, k / n, g, a, how),
                                     share(arena, k % n, g, b, how), ret_law, err);
                    }
    return st;
}
