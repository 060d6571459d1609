#include "law/row.h"

/* Numbers of a table, which say only which row: types come in the order in which ranks were merged. Not so
 * communicators, which are numbered as they are made. */
bool sx_row_is(sx_param_id id)
{
    return sx_param_is_type(id) || id == SX_PARAM_REDOP;
}

/* Does the value grow with the scale or with the place, instead of being chosen by them? */
static bool grows(const sx_expr *expr)
{
    bool chosen =
        expr->op == SX_EXPR_IF || expr->op == SX_EXPR_PICK || expr->op == SX_EXPR_CASE;
    if (expr->op == SX_EXPR_VAR)
        return expr->var != SX_VAR_COUNTER && expr->var != SX_VAR_ELEMENT;
    if (sx_expr_is_truth(expr) ||
        (expr->op == SX_EXPR_MOD && expr->arg[1]->op == SX_EXPR_INT))
        return false;
    for (int i = chosen; i < 3; i++)
        if (expr->arg[i] && grows(expr->arg[i]))
            return true;
    return false;
}

/* Scales that come in equal steps number the types of each in equal steps, which means nothing. */
void sx_row_judge(sx_param_id id, sx_law *law)
{
    if (!sx_row_is(id) || !law->expr || !grows(law->expr))
        return;
    *law = (sx_law) {
        .evidence = { .label = SX_LABEL_REFUSED,
                      .reason = "which row of a table it is differs by scale or rank" }
    };
}
