/* What the cells of a diagonal have together, without a look at each of them: the sum over t of block(N, q, t) *
 * block(N, q, (C + t) mod q), or with C - t. */
#ifndef SX_TRACE_EXPR_DIAGONAL_H
#define SX_TRACE_EXPR_DIAGONAL_H

#include "trace/expr.h"

/* False where the sum, of so many cells, is another one, or has to be added up. O(size of the expression). */
bool sx_expr_diagonal(const sx_expr *sum, const sx_expr_env *env, int64_t cells,
                      int64_t *ret_value);

/* The same of numbers, where N, q and |C| are below 2^31 and N >= 0, q > 0. Blocks have n or n + 1 points; those below the
 * remainder r have more, and so have both factors where C + t passes through 0 .. r - 1 while t does. */
int64_t sx_diagonal_sum(int64_t points, int64_t cells, int64_t start, bool backwards);

#endif
