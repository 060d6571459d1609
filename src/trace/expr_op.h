/* What the operators of expressions make of numbers: the one definition for evaluation at one place
 * (expr.c) and at many (extrap/column.c). */
#ifndef SX_TRACE_EXPR_OP_H
#define SX_TRACE_EXPR_OP_H

#include "base/checked.h"
#include "trace/expr.h"

/* Of an operator with two operands that takes numbers and not conditions. False where there is no
 * result: a special value in arithmetic, a division by zero, a number that does not fit. */
static inline bool sx_expr_apply(sx_expr_op op, int64_t a, int64_t b, int64_t *ret_value)
{
    int64_t value = 0;
    bool overflows = false;
    if (op == SX_EXPR_EQ || op == SX_EXPR_NE) {
        *ret_value = (a == b) == (op == SX_EXPR_EQ);
        return true;
    }
    if (sx_is_special(a) || sx_is_special(b) ||
        ((op == SX_EXPR_DIV || op == SX_EXPR_MOD) && b == 0))
        return false;
    switch (op) {
    case SX_EXPR_LT:
        value = a < b;
        break;
    case SX_EXPR_LE:
        value = a <= b;
        break;
    case SX_EXPR_GT:
        value = a > b;
        break;
    case SX_EXPR_GE:
        value = a >= b;
        break;
    case SX_EXPR_ADD:
        overflows = sx_add_overflows(a, b, &value);
        break;
    case SX_EXPR_SUB:
        overflows = sx_sub_overflows(a, b, &value);
        break;
    case SX_EXPR_MUL:
        overflows = sx_mul_overflows(a, b, &value);
        break;
    case SX_EXPR_DIV:
        value = sx_floor_div(a, b);
        break;
    case SX_EXPR_MOD:
        value = sx_floor_mod(a, b);
        break;
    case SX_EXPR_XOR:
        value = a ^ b;
        break;
    case SX_EXPR_MIN:
        value = a < b ? a : b;
        break;
    case SX_EXPR_MAX:
        value = a > b ? a : b;
        break;
    default:
        return false;
    }
    if (overflows || sx_is_special(value))
        return false;
    *ret_value = value;
    return true;
}

/* n div q + (c < n mod q): the extent of block c of n things dealt out to q. False as above. */
static inline bool sx_expr_block(int64_t n, int64_t q, int64_t c, int64_t *ret_value)
{
    if (sx_is_special(n) || sx_is_special(q) || sx_is_special(c) || q == 0)
        return false;
    int64_t value, extra = c < sx_floor_mod(n, q);
    if (sx_add_overflows(sx_floor_div(n, q), extra, &value))
        return false;
    *ret_value = value;
    return true;
}

#endif
