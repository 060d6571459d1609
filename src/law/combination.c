#include "law/combination.h"

#include "base/checked.h"

const sx_expr *sx_combination(sx_arena *arena, const sx_expr *const *column, size_t n,
                              const sx_rational *coefficient, int64_t *ret_den)
{
    int64_t den = 1;
    for (size_t c = 0; c < n; c++)
        if (sx_mul_overflows(den / sx_gcd(den, coefficient[c].den), coefficient[c].den,
                             &den))
            return NULL;
    const sx_expr *sum = NULL;
    /* Places before constants reads better: r + 1, not 1 + r. */
    for (size_t c = n; c-- > 0;) {
        int64_t k;
        if (coefficient[c].num == 0)
            continue;
        if (sx_mul_overflows(coefficient[c].num, den / coefficient[c].den, &k))
            return NULL;
        bool minus = sum && k < 0;
        const sx_expr *factor = sx_expr_int(arena, minus ? -k : k);
        const sx_expr *term =
            c == 0 ? factor : sx_expr_two(arena, SX_EXPR_MUL, factor, column[c]);
        sum =
            sum ? sx_expr_two(arena, minus ? SX_EXPR_SUB : SX_EXPR_ADD, sum, term) : term;
        if (!sum)
            return NULL;
    }
    if (ret_den)
        *ret_den = den;
    if (!sum)
        return sx_expr_int(arena, 0);
    return den == 1 ? sum : sx_expr_two(arena, SX_EXPR_DIV, sum, sx_expr_int(arena, den));
}
