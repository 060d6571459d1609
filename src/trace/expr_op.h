/* What the operators of expressions make of numbers: the one definition for evaluation at one place
 * (expr.c) and at many (extrap/column.c). */
#ifndef SX_TRACE_EXPR_OP_H
#define SX_TRACE_EXPR_OP_H

#include "base/checked.h"
#include "trace/expr.h"
#include "trace/share.h"

/* base^exponent; false when it does not fit, or the exponent is negative. O(log exponent). */
static inline bool sx_expr_power(int64_t base, int64_t exponent, int64_t *ret_value)
{
    int64_t value = 1;
    if (exponent < 0)
        return false;
    while (exponent > 0) {
        if (exponent % 2 && sx_mul_overflows(value, base, &value))
            return false;
        exponent /= 2;
        if (exponent > 0 && sx_mul_overflows(base, base, &base))
            return false;
    }
    *ret_value = value;
    return true;
}

/* The largest k such that base^k <= x; false for a base below 2 or x below 1. */
static inline bool sx_expr_logarithm(int64_t base, int64_t x, int64_t *ret_value)
{
    int64_t k = 0;
    if (base < 2 || x < 1)
        return false;
    for (; x >= base; x /= base)
        k++;
    *ret_value = k;
    return true;
}

/* Of an operator with two operands that takes numbers and not conditions. False where there is no
 * result: a special value in arithmetic, a division by zero, a logarithm or a power that is no integer, a number that does not fit. */
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
    case SX_EXPR_POW:
        overflows = !sx_expr_power(a, b, &value);
        break;
    case SX_EXPR_LOG:
        overflows = !sx_expr_logarithm(a, b, &value);
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

/* Of an operator with three operands that takes numbers: BLOCK or SHARE. False as above. */
static inline bool sx_expr_apply3(sx_expr_op op, int64_t a, int64_t b, int64_t c,
                                  int64_t *ret_value)
{
    if (op == SX_EXPR_BLOCK)
        return sx_expr_block(a, b, c, ret_value);
    bool special = sx_is_special(a) || sx_is_special(b) || sx_is_special(c);
    return !special && sx_share(a, b, c, ret_value);
}

#endif
