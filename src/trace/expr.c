#include "trace/expr.h"

#include "trace/expr_diagonal.h"
#include "trace/expr_op.h"
#include "trace/policy.h"

#include <string.h>

enum { MAX_TERMS = 1 << 24, FEW_TERMS = 16 };

static const uint8_t arity[SX_EXPR_OPS] = {
#define ARITY(name, text, args, prec) [SX_EXPR_##name] = args,
    SX_EXPR_OP_LIST(ARITY)
#undef ARITY
};

const sx_expr *sx_expr_int(sx_arena *arena, int64_t value)
{
    sx_expr *expr = SX_NEW(arena, sx_expr);
    if (!expr)
        return NULL;
    expr->op = SX_EXPR_INT;
    expr->value = value;
    return expr;
}

const sx_expr *sx_expr_var(sx_arena *arena, sx_var_kind var, unsigned grid, unsigned axis)
{
    sx_expr *expr = SX_NEW(arena, sx_expr);
    if (!expr)
        return NULL;
    expr->op = SX_EXPR_VAR;
    expr->var = var;
    expr->grid = (uint16_t)grid;
    expr->axis = (uint16_t)axis;
    return expr;
}

bool sx_expr_is_int(const sx_expr *expr, int64_t value)
{
    return expr->op == SX_EXPR_INT && expr->value == value;
}

bool sx_expr_is_truth(const sx_expr *expr)
{
    return expr->op >= SX_EXPR_OR && expr->op <= SX_EXPR_GE;
}

bool sx_expr_has_sum(const sx_expr *expr)
{
    bool has = expr->op == SX_EXPR_SUM;
    for (int i = 0; i < 3 && expr->arg[i] && !has; i++)
        has = sx_expr_has_sum(expr->arg[i]);
    return has;
}

bool sx_expr_contains(const sx_expr *expr, const sx_expr *part)
{
    bool found = sx_expr_equal(expr, part);
    for (int i = 0; i < 3 && expr->arg[i] && !found; i++)
        found = sx_expr_contains(expr->arg[i], part);
    return found;
}

/* The operand that `op` leaves as it is, or NULL. A special value stays with its
 * operator, whose evaluation then fails as it must. */
static const sx_expr *without_neutral(sx_expr_op op, const sx_expr *a, const sx_expr *b)
{
    const sx_expr *rest = NULL;
    if (op == SX_EXPR_ADD && sx_expr_is_int(a, 0))
        rest = b;
    else if (op == SX_EXPR_MUL && sx_expr_is_int(a, 1))
        rest = b;
    else if ((op == SX_EXPR_ADD || op == SX_EXPR_SUB) && sx_expr_is_int(b, 0))
        rest = a;
    else if ((op == SX_EXPR_MUL || op == SX_EXPR_DIV) && sx_expr_is_int(b, 1))
        rest = a;
    return rest && rest->op == SX_EXPR_INT && sx_is_special(rest->value) ? NULL : rest;
}

static bool all_numbers(const sx_expr *expr)
{
    for (unsigned i = 0; i < arity[expr->op]; i++)
        if (expr->arg[i]->op != SX_EXPR_INT)
            return false;
    return true;
}

const sx_expr *sx_expr_make(sx_arena *arena, sx_expr_op op, const sx_expr *a,
                            const sx_expr *b, const sx_expr *c)
{
    sx_expr made = { .op = op, .arg = { a, b, c } };
    if (arity[op] == 0)
        return NULL;
    for (unsigned i = 0; i < 3; i++)
        if (!made.arg[i] != (i >= arity[op]))
            return NULL;
    int64_t value;
    if (all_numbers(&made) &&
        sx_expr_eval(&made, &(sx_expr_env) { 0 }, &value, NULL) == SX_OK)
        return sx_expr_int(arena, value);
    if (op == SX_EXPR_IF && a->op == SX_EXPR_INT && !sx_is_special(a->value))
        return a->value ? b : c;
    const sx_expr *rest = without_neutral(op, a, b);
    return rest ? rest : sx_arena_copy(arena, &made, 1, sizeof made);
}

static sx_status extent(const sx_expr *expr, int64_t p, int64_t *ret_value, sx_error *err)
{
    int64_t dim[SX_MAX_DIMS];
    const sx_policy *policy =
        expr->grid < sx_policy_count ? &sx_policies[expr->grid] : NULL;
    if (!policy || policy->has_arg || expr->axis >= policy->ndims || p < 1 ||
        !policy->dims(p, 0, dim))
        return sx_fail(err, SX_NOTFOUND, "%lld ranks have no such extent", (long long)p);
    *ret_value = dim[expr->axis];
    return SX_OK;
}

static sx_status variable(const sx_expr *expr, const sx_expr_env *env, int64_t *ret_value,
                          sx_error *err)
{
    unsigned axis = expr->axis;
    switch (expr->var) {
    case SX_VAR_P:
        *ret_value = env->p;
        return SX_OK;
    case SX_VAR_RANK:
        *ret_value = env->rank;
        return SX_OK;
    case SX_VAR_COMM_SIZE:
        *ret_value = env->comm_size;
        return SX_OK;
    case SX_VAR_COMM_RANK:
        *ret_value = env->comm_rank;
        return SX_OK;
    case SX_VAR_ELEMENT:
        *ret_value = env->element;
        return SX_OK;
    case SX_VAR_TERM:
        *ret_value = env->term;
        return SX_OK;
    case SX_VAR_COUNTER:
        if (!env->counter || axis >= env->ncounters)
            return sx_fail(err, SX_NOTFOUND, "there is no loop counter i%u here",
                           axis + 1);
        *ret_value = env->counter[axis];
        return SX_OK;
    case SX_VAR_CONSTANT:
        if (!env->constant || axis >= env->nconstants)
            return sx_fail(err, SX_NOTFOUND, "there is no constant %u here", axis + 1);
        *ret_value = env->constant[axis];
        return SX_OK;
    case SX_VAR_EXTENT:
        return extent(expr, env->p, ret_value, err);
    case SX_VAR_DIM:
    case SX_VAR_COORD:
        break;
    }
    if (!env->grid || expr->grid >= env->ngrids || axis >= env->grid[expr->grid].ndims)
        return sx_fail(err, SX_NOTFOUND, "there is no axis %u of grid %u here", axis + 1,
                       expr->grid + 1u);
    const struct sx_place *place = &env->grid[expr->grid];
    if (expr->var == SX_VAR_COORD && place->coord[0] < 0)
        return sx_fail(err, SX_NOTFOUND, "rank %lld has no place in grid %u",
                       (long long)env->rank, expr->grid + 1u);
    *ret_value = expr->var == SX_VAR_DIM ? place->dim[axis] : place->coord[axis];
    return SX_OK;
}

static sx_status no_special(sx_error *err)
{
    return sx_fail(err, SX_INVALID, "any, null and root take no part in arithmetic");
}

static sx_status no_fit(sx_error *err)
{
    return sx_fail(err, SX_OVERFLOW, "a number of an expression does not fit in 64 bits");
}

/* Of an operand: most are numbers and variables. */
static inline sx_status operand(const sx_expr *expr, const sx_expr_env *env,
                                int64_t *ret_value, sx_error *err)
{
    if (expr->op == SX_EXPR_INT) {
        *ret_value = expr->value;
        return SX_OK;
    }
    return expr->op == SX_EXPR_VAR ? variable(expr, env, ret_value, err)
                                   : sx_expr_eval(expr, env, ret_value, err);
}

static sx_status condition(const sx_expr *expr, const sx_expr_env *env, bool *ret_holds,
                           sx_error *err)
{
    int64_t value;
    sx_status status = operand(expr, env, &value, err);
    if (status)
        return status;
    if (sx_is_special(value))
        return no_special(err);
    *ret_holds = value != 0;
    return SX_OK;
}

static sx_status ternary(const sx_expr *expr, const sx_expr_env *env, int64_t *ret_value,
                         sx_error *err)
{
    int64_t x[3];
    for (unsigned i = 0; i < 3; i++) {
        sx_status status = operand(expr->arg[i], env, &x[i], err);
        if (status)
            return status;
        if (sx_is_special(x[i]))
            return no_special(err);
    }
    if (sx_expr_apply3(expr->op, x[0], x[1], x[2], ret_value))
        return SX_OK;
    if (expr->op == SX_EXPR_SHARE)
        return sx_fail(err, SX_INVALID, "share of less than nothing, or among nobody");
    return x[1] == 0 ? sx_fail(err, SX_INVALID, "block of a division by zero")
                     : no_fit(err);
}

static sx_status sum(const sx_expr *expr, const sx_expr_env *env, int64_t *ret_value,
                     sx_error *err)
{
    int64_t n, total = 0;
    sx_status status = sx_expr_eval(expr->arg[0], env, &n, err);
    if (status)
        return status;
    if (sx_is_special(n))
        return no_special(err);
    if (n > MAX_TERMS)
        return sx_fail(err, SX_LIMIT, "a sum of %lld terms, more than %d", (long long)n,
                       MAX_TERMS);
    if (n >= FEW_TERMS && sx_expr_diagonal(expr, env, n, ret_value))
        return SX_OK;
    sx_expr_env inner = *env;
    for (inner.term = 0; inner.term < n; inner.term++) {
        int64_t value;
        status = sx_expr_eval(expr->arg[1], &inner, &value, err);
        if (status)
            return status;
        if (sx_is_special(value))
            return no_special(err);
        if (sx_add_overflows(total, value, &total) || sx_is_special(total))
            return no_fit(err);
    }
    *ret_value = total;
    return SX_OK;
}

/* Why sx_expr_apply has no result. */
static sx_status no_result(sx_expr_op op, int64_t a, int64_t b, sx_error *err)
{
    if (sx_is_special(a) || sx_is_special(b))
        return no_special(err);
    if ((op == SX_EXPR_DIV || op == SX_EXPR_MOD) && b == 0)
        return sx_fail(err, SX_INVALID, "division by zero");
    if (op == SX_EXPR_LOG || (op == SX_EXPR_POW && b < 0))
        return sx_fail(err, SX_INVALID, "a power or logarithm that is no integer");
    return no_fit(err);
}

static sx_status binary(const sx_expr *expr, const sx_expr_env *env, int64_t *ret_value,
                        sx_error *err)
{
    int64_t a, b;
    sx_status status = operand(expr->arg[0], env, &a, err);
    if (!status)
        status = operand(expr->arg[1], env, &b, err);
    if (status)
        return status;
    return sx_expr_apply(expr->op, a, b, ret_value) ? SX_OK
                                                    : no_result(expr->op, a, b, err);
}

static sx_status pick(const sx_expr *expr, const sx_expr_env *env, int64_t *ret_value,
                      sx_error *err)
{
    int64_t k, passed = 0;
    sx_status status = sx_expr_eval(expr->arg[0], env, &k, err);
    const sx_expr *at = expr->arg[1];
    for (; !status && at->op == SX_EXPR_CASE; at = at->arg[2]) {
        bool holds = false;
        status = condition(at->arg[0], env, &holds, err);
        if (!status && holds && passed++ == k)
            return sx_expr_eval(at->arg[1], env, ret_value, err);
    }
    return status ? status : sx_expr_eval(at, env, ret_value, err);
}

sx_status sx_expr_eval(const sx_expr *expr, const sx_expr_env *env, int64_t *ret_value,
                       sx_error *err)
{
    bool holds = false;
    sx_status status;
    switch (expr->op) {
    case SX_EXPR_INT:
        *ret_value = expr->value;
        return SX_OK;
    case SX_EXPR_VAR:
        return variable(expr, env, ret_value, err);
    case SX_EXPR_OR:
    case SX_EXPR_AND:
        status = condition(expr->arg[0], env, &holds, err);
        if (!status && holds == (expr->op == SX_EXPR_AND))
            status = condition(expr->arg[1], env, &holds, err);
        if (!status)
            *ret_value = holds;
        return status;
    case SX_EXPR_IF:
        status = condition(expr->arg[0], env, &holds, err);
        return status ? status
                      : sx_expr_eval(expr->arg[holds ? 1 : 2], env, ret_value, err);
    case SX_EXPR_BLOCK:
    case SX_EXPR_SHARE:
        return ternary(expr, env, ret_value, err);
    case SX_EXPR_SUM:
        return sum(expr, env, ret_value, err);
    case SX_EXPR_PICK:
        return pick(expr, env, ret_value, err);
    default:
        return binary(expr, env, ret_value, err);
    }
}

static void add_uses(const sx_expr *expr, unsigned *vars, uint64_t *counters,
                     uint64_t *grids)
{
    if (expr->op == SX_EXPR_VAR) {
        *vars |= 1u << expr->var;
        if (expr->var == SX_VAR_COUNTER)
            *counters |= UINT64_C(1) << (expr->axis % 64);
        if (expr->var == SX_VAR_DIM || expr->var == SX_VAR_COORD)
            *grids |= UINT64_C(1) << (expr->grid % 64);
    }
    for (unsigned i = 0; i < arity[expr->op]; i++)
        add_uses(expr->arg[i], vars, counters, grids);
}

unsigned sx_expr_uses(const sx_expr *expr, uint64_t *ret_counters, uint64_t *ret_grids)
{
    unsigned vars = 0;
    uint64_t counters = 0, grids = 0;
    add_uses(expr, &vars, &counters, &grids);
    if (ret_counters)
        *ret_counters = counters;
    if (ret_grids)
        *ret_grids = grids;
    return vars;
}

const sx_expr *sx_expr_power_in(sx_arena *arena, const sx_expr *a)
{
    const sx_expr *two = sx_expr_int(arena, 2);
    return sx_expr_two(arena, SX_EXPR_POW, two, sx_expr_two(arena, SX_EXPR_LOG, two, a));
}

const sx_expr *sx_expr_stride(sx_arena *arena, unsigned grid, unsigned axis)
{
    const sx_expr *stride = sx_expr_int(arena, 1);
    for (unsigned a = 0; a < axis; a++)
        stride = sx_expr_two(arena, SX_EXPR_MUL, stride,
                             sx_expr_var(arena, SX_VAR_DIM, grid, a));
    return stride;
}

const sx_expr *sx_expr_around(sx_arena *arena, unsigned grid, unsigned axis,
                              const sx_expr *place)
{
    const sx_expr *to = sx_expr_two(arena, SX_EXPR_MOD, place,
                                    sx_expr_var(arena, SX_VAR_DIM, grid, axis));
    const sx_expr *steps =
        sx_expr_two(arena, SX_EXPR_SUB, to, sx_expr_var(arena, SX_VAR_COORD, grid, axis));
    return sx_expr_two(
        arena, SX_EXPR_ADD, sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
        sx_expr_two(arena, SX_EXPR_MUL, steps, sx_expr_stride(arena, grid, axis)));
}

const sx_expr *sx_expr_replace(sx_arena *arena, const sx_expr *expr, const sx_expr *part,
                               const sx_expr *by)
{
    const sx_expr *arg[3] = { NULL };
    bool same = true;
    if (sx_expr_equal(expr, part))
        return by;
    for (int i = 0; i < 3 && expr->arg[i]; i++) {
        arg[i] = sx_expr_replace(arena, expr->arg[i], part, by);
        if (!arg[i])
            return NULL;
        same = same && arg[i] == expr->arg[i];
    }
    return same ? expr : sx_expr_make(arena, expr->op, arg[0], arg[1], arg[2]);
}

int64_t sx_expr_last_constant(const sx_expr *expr)
{
    if (expr->op == SX_EXPR_VAR)
        return expr->var == SX_VAR_CONSTANT ? expr->axis : -1;
    int64_t last = -1;
    for (unsigned i = 0; i < arity[expr->op]; i++) {
        int64_t here = sx_expr_last_constant(expr->arg[i]);
        last = here > last ? here : last;
    }
    return last;
}

const sx_expr *sx_expr_copy(sx_arena *arena, const sx_expr *expr)
{
    const sx_expr *arg[3] = { NULL };
    if (expr->op == SX_EXPR_INT)
        return sx_expr_int(arena, expr->value);
    if (expr->op == SX_EXPR_VAR)
        return sx_expr_var(arena, expr->var, expr->grid, expr->axis);
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        if (!(arg[i] = sx_expr_copy(arena, expr->arg[i])))
            return NULL;
    return sx_expr_make(arena, expr->op, arg[0], arg[1], arg[2]);
}

bool sx_expr_equal(const sx_expr *a, const sx_expr *b)
{
    if (a == b)
        return true;
    if (a->op != b->op)
        return false;
    if (a->op == SX_EXPR_INT)
        return a->value == b->value;
    if (a->op == SX_EXPR_VAR)
        return a->var == b->var && a->grid == b->grid && a->axis == b->axis;
    for (unsigned i = 0; i < arity[a->op]; i++)
        if (!sx_expr_equal(a->arg[i], b->arg[i]))
            return false;
    return true;
}

unsigned sx_expr_weight(const sx_expr *expr)
{
    unsigned weight = 1;
    for (unsigned i = 0; i < arity[expr->op]; i++)
        weight += sx_expr_weight(expr->arg[i]);
    return weight;
}
