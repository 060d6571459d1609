/* Rational multiples of columns as an expression. */
#ifndef SX_LAW_COMBINATION_H
#define SX_LAW_COMBINATION_H

#include "base/rational.h"
#include "trace/expr.h"

/* The sum of coefficient[c] * column[c] over a common denominator, *ret_den (may be NULL); column 0 is 1. NULL when that does not
 * fit, or memory is out. */
const sx_expr *sx_combination(sx_arena *arena, const sx_expr *const *column, size_t n,
                              const sx_rational *coefficient, int64_t *ret_den);

#endif
