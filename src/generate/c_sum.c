#include "generate/c_sum.h"

#include <string.h>

enum { FAR = 1 << 20 }; /* factors are small: none goes over an int64_t */

static bool is_far(int64_t number)
{
    return number > FAR || number < -FAR;
}

bool sx_c_sum_add(sx_c_sum *sum, const char *condition, int64_t times)
{
    if (is_far(times))
        return false;
    int i = 0;
    if (!condition) {
        sum->number += times;
        return !is_far(sum->number);
    }
    while (i < sum->n && strcmp(sum->term[i].of, condition) != 0)
        i++;
    if (i == SX_C_MOST_TERMS)
        return false;
    if (i == sum->n) {
        sum->term[sum->n].of = condition;
        sum->term[sum->n++].times = 0;
    }
    sum->term[i].times += times;
    return !is_far(sum->term[i].times);
}

static bool is_number(const sx_expr *expr)
{
    return expr->op == SX_EXPR_INT && !is_far(expr->value);
}

static bool add_product(sx_c_writer *w, sx_c_sum *sum, const sx_expr *expr, int64_t times)
{
    const sx_expr *a = expr->arg[0], *b = expr->arg[1];
    if (is_number(b))
        return sx_c_sum_add_expr(w, sum, a, times * b->value);
    return is_number(a) && sx_c_sum_add_expr(w, sum, b, times * a->value);
}

bool sx_c_sum_add_expr(sx_c_writer *w, sx_c_sum *sum, const sx_expr *expr, int64_t times)
{
    if (is_far(times))
        return false;
    switch (expr->op) {
    case SX_EXPR_INT:
        return is_number(expr) && sx_c_sum_add(sum, NULL, times * expr->value);
    case SX_EXPR_ADD:
    case SX_EXPR_SUB:
        return sx_c_sum_add_expr(w, sum, expr->arg[0], times) &&
               sx_c_sum_add_expr(w, sum, expr->arg[1],
                                 expr->op == SX_EXPR_ADD ? times : -times);
    case SX_EXPR_MUL:
        return add_product(w, sum, expr, times);
    default:
        break;
    }
    if (expr->op == SX_EXPR_VAR && expr->var == SX_VAR_ELEMENT)
        return sx_c_sum_add(sum, "e", times);
    return sx_expr_is_truth(expr) &&
           sx_c_sum_add(sum, sx_c_expr(w, expr, &sx_c_numbers), times);
}

bool sx_c_sum_is(const sx_c_sum *sum, int64_t number)
{
    for (int i = 0; i < sum->n; i++)
        if (sum->term[i].times != 0)
            return false;
    return sum->number == number;
}
