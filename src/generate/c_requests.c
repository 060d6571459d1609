/* Completion and start of requests. */
#include "generate/c_call.h"

#include <inttypes.h>

/* Age of the first where a list names requests in the order in which they were posted: R - e for element e; else NULL. */
static const sx_expr *in_order(const sx_expr *expr)
{
    if (expr->op != SX_EXPR_ADD && expr->op != SX_EXPR_SUB)
        return NULL;
    const sx_expr *a = expr->arg[0], *b = expr->arg[1];
    uint64_t counters, grids;
    bool minus_first = expr->op == SX_EXPR_ADD && a->op == SX_EXPR_MUL &&
                       a->arg[0]->op == SX_EXPR_INT && a->arg[0]->value == -1 &&
                       a->arg[1]->op == SX_EXPR_VAR && a->arg[1]->var == SX_VAR_ELEMENT;
    bool minus_last =
        expr->op == SX_EXPR_SUB && b->op == SX_EXPR_VAR && b->var == SX_VAR_ELEMENT;
    const sx_expr *rest = minus_first ? b : minus_last ? a : NULL;
    if (rest && sx_expr_uses(rest, &counters, &grids) >> SX_VAR_ELEMENT & 1)
        return NULL;
    return rest && !(rest->op == SX_EXPR_INT && rest->value < 0) ? rest : NULL;
}

static const char *one_more(sx_c_writer *w, const sx_expr *age)
{
    const sx_expr *one = sx_expr_int(w->arena, 1);
    const sx_expr *n = sx_expr_two(w->arena, SX_EXPR_ADD, age, one);
    return n ? sx_c_expr(w, n, &sx_c_numbers) : "0";
}

static const sx_c_special no_request = { .null = "INT64_MIN" };

/* A request by its name in the trace: how many were posted since, or -1 less its number. */
static const char *request(sx_c_call *call)
{
    const sx_param *param = sx_node_param(call->node, SX_PARAM_REQS);
    int64_t name;
    if (param && sx_c_value_is_int(&param->value, &name) && !sx_is_special(name)) {
        sx_c_need(call->w, name < 0 ? SX_C_PERSISTENT : SX_C_LATEST);
        return name < 0
                   ? sx_arena_printf(call->w->arena, "persistent(%" PRId64 ")", -1 - name)
                   : sx_arena_printf(call->w->arena, "latest(%" PRId64 ")", name + 1);
    }
    if (!param) {
        sx_c_need(call->w, SX_C_LATEST);
        return "latest(1)";
    }
    sx_c_need(call->w, SX_C_NAMED);
    const char *execution =
        sx_arena_printf(call->w->arena, "begin%" PRIu32 "_reqs%s", call->node->id,
                        sx_c_has(call->node, SX_PARAM_NREQS) ? " + e" : "");
    return sx_arena_printf(
        call->w->arena, "named(%s)",
        sx_c_value(call->w, &param->value, call->around, execution, &no_request));
}

/* The list of requests, as an array; *ret_chosen where they go back from it. */
static const char *requests(sx_c_call *call, const char *n, bool *ret_chosen)
{
    sx_c_writer *w = call->w;
    const sx_param *param = sx_node_param(call->node, SX_PARAM_REQS);
    const sx_expr *age =
        param && param->value.kind == SX_VALUE_EXPR ? in_order(param->value.expr) : NULL;
    *ret_chosen = false;
    if (age || !param)
        sx_c_need(w, SX_C_LATEST);
    if (age)
        return sx_arena_printf(w->arena, "latest(%s)", one_more(w, age));
    if (!param)
        return sx_arena_printf(w->arena, "latest(%s)", n);
    *ret_chosen = true;
    sx_c_need(w, SX_C_CHOSEN);
    sx_c_line(w, "for (long e = 0; e < %s; e++)", n);
    sx_c_line(w, "    choose(%s);", request(call));
    return "chosen";
}

static void of_one(sx_c_call *call)
{
    sx_op op = call->node->op;
    const char *of = request(call);
    if (op == SX_OP_Wait)
        sx_c_line(call->w, "MPI_Wait(%s, MPI_STATUS_IGNORE);", of);
    else if (op == SX_OP_Test)
        sx_c_line(call->w,
                  "for (flag = 0; !flag; MPI_Test(%s, &flag, MPI_STATUS_IGNORE))", of);
    else
        sx_c_line(call->w, "MPI_%s(%s);", sx_op_name(op), of);
    if (op == SX_OP_Test)
        sx_c_line(call->w, "    continue;");
}

static void of_several(sx_c_call *call)
{
    sx_c_writer *w = call->w;
    bool goes_back;
    const char *n = sx_c_param(call, SX_PARAM_NREQS);
    const char *list = requests(call, n, &goes_back);
    switch (call->node->op) {
    case SX_OP_Startall:
        sx_c_line(w, "MPI_Startall(%s, %s);", n, list);
        break;
    case SX_OP_Waitall:
        sx_c_line(w, "MPI_Waitall(%s, %s, MPI_STATUSES_IGNORE);", n, list);
        break;
    case SX_OP_Waitany:
        sx_c_line(w, "MPI_Waitany(%s, %s, &index, MPI_STATUS_IGNORE);", n, list);
        break;
    case SX_OP_Waitsome:
        sx_c_line(
            w, "MPI_Waitsome(%s, %s, &ndone, room_of_list(0, %s), MPI_STATUSES_IGNORE);",
            n, list, n);
        sx_c_need(w, SX_C_LIST);
        break;
    case SX_OP_Testall:
        sx_c_line(
            w, "for (flag = 0; !flag; MPI_Testall(%s, %s, &flag, MPI_STATUSES_IGNORE))",
            n, list);
        sx_c_line(w, "    continue;");
        break;
    case SX_OP_Testany:
        sx_c_line(w,
                  "for (flag = 0; !flag; MPI_Testany(%s, %s, &index, &flag, "
                  "MPI_STATUS_IGNORE))",
                  n, list);
        sx_c_line(w, "    continue;");
        break;
    default:
        sx_c_need(w, SX_C_LIST);
        sx_c_line(w,
                  "for (ndone = 0; ndone == 0; MPI_Testsome(%s, %s, &ndone, "
                  "room_of_list(0, %s), MPI_STATUSES_IGNORE))",
                  n, list, n);
        sx_c_line(w, "    continue;");
    }
    if (goes_back)
        sx_c_line(w, "put_back();");
}

bool sx_c_completion(sx_c_call *call)
{
    switch (call->node->op) {
    case SX_OP_Wait:
    case SX_OP_Test:
    case SX_OP_Start:
    case SX_OP_Request_free:
    case SX_OP_Cancel:
        of_one(call);
        return true;
    case SX_OP_Startall:
    case SX_OP_Waitall:
    case SX_OP_Waitany:
    case SX_OP_Waitsome:
    case SX_OP_Testall:
    case SX_OP_Testany:
    case SX_OP_Testsome:
        of_several(call);
        return true;
    default:
        return false;
    }
}
