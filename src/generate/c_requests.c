/* Completion and start of requests. */
#include "generate/c_call.h"
#include "generate/c_posted.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_KEPT = 1024, SHORT = 8 };

/* ---- requests that are kept: as many as the oldest that is named ---- */

static bool is_kept(const sx_c_writer *w)
{
    return w->kept > 0 && w->kept <= MOST_KEPT;
}

const char *sx_c_post(sx_c_writer *w)
{
    w->oldest = w->oldest > 1 ? w->oldest : 1;
    sx_c_need(w, w->completes_all ? SX_C_POST_ALL
                 : w->keeps_one   ? SX_C_POST_ONE
                 : is_kept(w)     ? SX_C_POST_KEPT
                                  : SX_C_POST);
    return w->keeps_one && !w->completes_all ? "&request" : "post()";
}

/* latest(n), of which at most so many are named. */
static const char *latest(sx_c_writer *w, const char *n, int64_t most)
{
    w->oldest = most > w->oldest ? most : w->oldest;
    if (w->keeps_one) {
        sx_c_need(w, SX_C_POST_ONE);
        return "&request";
    }
    sx_c_need(w, is_kept(w) ? SX_C_LATEST_KEPT : SX_C_LATEST);
    return sx_c_text(w->arena, "latest(%s)", n);
}

static int64_t most_elements(sx_c_call *call)
{
    const sx_param *n = sx_node_param(call->node, SX_PARAM_NREQS);
    return n ? sx_c_value_bounds(call->w, &n->value, 1).high : 1;
}

/* ---- lists in the order in which requests were posted ---- */

static bool has_element(const sx_expr *expr)
{
    uint64_t counters, grids;
    return sx_expr_uses(expr, &counters, &grids) >> SX_VAR_ELEMENT & 1;
}

/* The rest of a sum that the element is taken from; NULL where it is not. */
static const sx_expr *less_element(sx_arena *arena, const sx_expr *expr)
{
    const sx_expr *a = expr->arg[0], *b = expr->arg[1];
    if (expr->op == SX_EXPR_MUL && sx_expr_is_int(a, -1) && b->op == SX_EXPR_VAR &&
        b->var == SX_VAR_ELEMENT)
        return sx_expr_int(arena, 0);
    if (expr->op != SX_EXPR_ADD && expr->op != SX_EXPR_SUB)
        return NULL;
    if (expr->op == SX_EXPR_SUB && b->op == SX_EXPR_VAR && b->var == SX_VAR_ELEMENT &&
        !has_element(a))
        return a;
    if (has_element(a) && !has_element(b))
        return sx_expr_two(arena, expr->op, less_element(arena, a), b);
    if (expr->op == SX_EXPR_ADD && has_element(b) && !has_element(a))
        return sx_expr_two(arena, SX_EXPR_ADD, less_element(arena, b), a);
    return NULL;
}

/* Age of the first where a list names requests in the order in which they were posted: R - e for element e; else NULL. */
static const sx_expr *in_order(sx_arena *arena, const sx_expr *expr)
{
    const sx_expr *rest = less_element(arena, expr);
    return rest && !(rest->op == SX_EXPR_INT && rest->value < 0) ? rest : NULL;
}

static const char *one_more(sx_c_writer *w, const sx_expr *age)
{
    const sx_expr *one = sx_expr_int(w->arena, 1), *last = age->arg[1];
    bool less = (age->op == SX_EXPR_SUB && sx_expr_is_int(last, 1)) ||
                (age->op == SX_EXPR_ADD && sx_expr_is_int(last, -1));
    const sx_expr *n = less ? age->arg[0] : sx_expr_two(w->arena, SX_EXPR_ADD, age, one);
    if (!n)
        return "0";
    return sx_c_name_value(w, n, "nreqs", sx_c_expr(w, n, &sx_c_numbers));
}

/* ---- a request ---- */

static const sx_c_special no_request = { .null = "INT64_MIN" };

/* One more than a value, of which the text is known. */
static const char *itself_too(sx_c_writer *w, const sx_value *value, const char *text)
{
    const sx_expr *more =
        value->kind == SX_VALUE_EXPR
            ? sx_expr_two(w->arena, SX_EXPR_ADD, value->expr, sx_expr_int(w->arena, 1))
            : NULL;
    return more ? sx_c_expr(w, more, &sx_c_numbers) : sx_c_text(w->arena, "%s + 1", text);
}

/* A request by its name in the trace: how many were posted since, or -1 less its number. */
static const char *request(sx_c_call *call)
{
    const sx_param *param = sx_node_param(call->node, SX_PARAM_REQS);
    int64_t name;
    sx_c_writer *w = call->w;
    if (!param)
        return latest(w, "1", 1);
    if (sx_c_value_is_int(&param->value, &name) && name < 0 && !sx_is_special(name)) {
        sx_c_need(w, SX_C_PERSISTENT);
        return sx_c_text(w->arena, "persistent(%" PRId64 ")", -1 - name);
    }
    if (sx_c_value_is_int(&param->value, &name) && !sx_is_special(name))
        return latest(w, sx_c_text(w->arena, "%" PRId64, name + 1), name + 1);
    const char *execution = sx_c_text(w->arena, "begin%" PRIu32 "_reqs%s", call->node->id,
                                      sx_c_has(call->node, SX_PARAM_NREQS) ? " + e" : "");
    const char *text = sx_c_value(w, &param->value, call->around, execution, &no_request);
    sx_c_bounds of = sx_c_value_bounds(w, &param->value, most_elements(call));
    if (!of.has_special && of.low >= 0 && is_kept(w))
        return latest(w, itself_too(w, &param->value, text), of.high + 1);
    latest(w, "1", of.high + 1);
    sx_c_need(w, SX_C_PERSISTENT);
    sx_c_need(w, is_kept(w) ? SX_C_NAMED_KEPT : SX_C_NAMED);
    return sx_c_text(w->arena, "named(%s)", text);
}

/* ---- lists of requests ---- */

const char *sx_c_literal(sx_c_writer *w, const sx_expr *n, const sx_expr *element,
                         const char *type, const char *format)
{
    const sx_expr *e = sx_expr_var(w->arena, SX_VAR_ELEMENT, 0, 0);
    const char *text = NULL, *behind = strchr(format, '%');
    if (n->op != SX_EXPR_INT || n->value < 1 || n->value > SHORT || !e)
        return NULL;
    for (int64_t i = 0; i < n->value; i++) {
        const sx_expr *number = sx_expr_int(w->arena, i);
        const sx_expr *of = number ? sx_expr_replace(w->arena, element, e, number) : NULL;
        if (!of || has_element(of))
            return NULL;
        text = sx_c_text(w->arena, "%s%s%.*s%s%s", text ? text : "", text ? ", " : "",
                         (int)(behind - format), format, sx_c_expr(w, of, &sx_c_numbers),
                         behind + 1);
    }
    return sx_c_text(w->arena, "(%s[]) { %s }", type, text);
}

/* Those of a Waitall, which nobody names any more, need not go back to where they were. */
static const char *copies(sx_c_call *call)
{
    sx_c_writer *w = call->w;
    const sx_param *n = sx_node_param(call->node, SX_PARAM_NREQS);
    const sx_param *reqs = sx_node_param(call->node, SX_PARAM_REQS);
    if (call->node->op != SX_OP_Waitall || !is_kept(w) || !n ||
        n->value.kind != SX_VALUE_EXPR || reqs->value.kind != SX_VALUE_EXPR)
        return NULL;
    sx_c_bounds of = sx_c_value_bounds(w, &reqs->value, most_elements(call));
    const sx_expr *place =
        sx_expr_two(w->arena, SX_EXPR_ADD, reqs->value.expr, sx_expr_int(w->arena, 1));
    if (of.has_special || of.low < 0 || !place)
        return NULL;
    latest(w, "1", of.high + 1);
    return sx_c_literal(w, n->value.expr, place, "MPI_Request", "*latest(%)");
}

/* The list of requests, as an array; *ret_chosen where they go back from it. */
static const char *requests(sx_c_call *call, const char *n, bool *ret_chosen)
{
    sx_c_writer *w = call->w;
    const sx_param *param = sx_node_param(call->node, SX_PARAM_REQS);
    const sx_expr *age = param && param->value.kind == SX_VALUE_EXPR
                             ? in_order(w->arena, param->value.expr)
                             : NULL;
    *ret_chosen = false;
    if (age)
        return latest(w, one_more(w, age), sx_c_bounds_of(w, age, 1).high + 1);
    if (!param)
        return latest(w, n, most_elements(call));
    const char *literal = copies(call);
    if (literal)
        return literal;
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

/* The list of so many requests that are all there are. */
static const char *all_posted(sx_c_call *call, int64_t n)
{
    sx_arena *arena = call->w->arena;
    bool in_order;
    sx_c_names_all(call->w, call->node, n, &in_order);
    if (in_order)
        return "posted";
    const sx_expr *last =
        sx_expr_two(arena, SX_EXPR_SUB, sx_expr_int(arena, n - 1),
                    sx_node_param(call->node, SX_PARAM_REQS)->value.expr);
    return last ? sx_c_literal(call->w, sx_expr_int(arena, n), last, "MPI_Request",
                               "posted[%]")
                : "posted";
}

/* A Waitall for all requests that there are: a number of them, or as many as a rank has neighbours. */
static void of_all(sx_c_call *call)
{
    int64_t n = 0;
    if (sx_c_value_is_int(&sx_node_param(call->node, SX_PARAM_NREQS)->value, &n))
        sx_c_line(call->w, "MPI_Waitall(%" PRId64 ", %s, MPI_STATUSES_IGNORE);", n,
                  all_posted(call, n));
    else
        sx_c_line(call->w, "MPI_Waitall(nposted, posted, MPI_STATUSES_IGNORE);");
    sx_c_line(call->w, "nposted = 0;");
}

static void of_several(sx_c_call *call)
{
    sx_c_writer *w = call->w;
    if (w->completes_all) {
        of_all(call);
        return;
    }
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
        sx_c_line(w, "MPI_Waitany(%s, %s, &which, MPI_STATUS_IGNORE);", n, list);
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
                  "for (flag = 0; !flag; MPI_Testany(%s, %s, &which, &flag, "
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

sx_c_completed sx_c_completes(sx_op op)
{
    switch (op) {
    case SX_OP_Wait:
    case SX_OP_Test:
    case SX_OP_Start:
    case SX_OP_Request_free:
    case SX_OP_Cancel:
        return SX_C_COMPLETES_ONE;
    case SX_OP_Startall:
    case SX_OP_Waitall:
    case SX_OP_Waitany:
    case SX_OP_Waitsome:
    case SX_OP_Testall:
    case SX_OP_Testany:
    case SX_OP_Testsome:
        return SX_C_COMPLETES_LIST;
    default:
        return SX_C_COMPLETES_NONE;
    }
}

bool sx_c_completion(sx_c_call *call)
{
    const sx_c_completed which = sx_c_completes(call->node->op);
    if (which == SX_C_COMPLETES_ONE)
        of_one(call);
    else if (which == SX_C_COMPLETES_LIST)
        of_several(call);
    return which != SX_C_COMPLETES_NONE;
}
