#include "extrap/left_out.h"

#include "law/law.h"

/* What is known of a number: that it is not negative, and more than 0. */
typedef struct bounds {
    bool known, positive;
} bounds;

/* Products, sums and quotients of what is not negative become 0 where few points are dealt out alone. */
static bounds bounds_of(const sx_expr *expr)
{
    const bounds a = expr->arg[0] ? bounds_of(expr->arg[0]) : (bounds) { 0 },
                 b = expr->arg[0] && expr->arg[1] ? bounds_of(expr->arg[1])
                                                  : (bounds) { 0 };
    switch (expr->op) {
    case SX_EXPR_INT:
        return (bounds) { expr->value >= 0, expr->value > 0 };
    case SX_EXPR_VAR:
        return (bounds) { true, expr->var == SX_VAR_P || expr->var == SX_VAR_COMM_SIZE ||
                                    expr->var == SX_VAR_DIM ||
                                    expr->var == SX_VAR_CONSTANT };
    case SX_EXPR_DIV:
    case SX_EXPR_MOD:
    case SX_EXPR_BLOCK:
        return (bounds) { a.known, false };
    case SX_EXPR_ADD:
        return (bounds) { a.known && b.known, a.positive || b.positive };
    case SX_EXPR_MUL:
    case SX_EXPR_MIN:
        return (bounds) { a.known && b.known, a.positive && b.positive };
    case SX_EXPR_MAX:
        return (bounds) { a.known || b.known, a.positive || b.positive };
    default:
        return (bounds) { 0 };
    }
}

/* May the law become 0, by division? */
static bool may_vanish(const sx_expr *law)
{
    const bounds of = bounds_of(law);
    return of.known && !of.positive;
}

/* Has every rank some in all runs? */
static bool is_more_in_inputs(const sx_runs *runs, const bool *in, const sx_expr *law)
{
    bool more = true;
    for (int64_t r = 0; r < runs->total && more; r++) {
        const sx_expr_env env = sx_runs_env(runs, r, 0);
        int64_t value;
        more = !in[r] || (!sx_expr_eval(law, &env, &value, NULL) && value > 0);
    }
    return more;
}

static sx_status doubt_where(sx_arena *arena, const sx_expr *law, sx_domain *domain,
                             sx_error *err)
{
    const sx_expr *none = sx_expr_two(arena, SX_EXPR_LT, law, sx_expr_int(arena, 1));
    if (none && domain->kind == SX_DOMAIN_WHERE)
        none = sx_expr_two(arena, SX_EXPR_AND, domain->where, none);
    if (!none)
        return sx_fail(err, SX_NOMEM, "out of memory");
    const sx_evidence other = {
        .label = SX_LABEL_PROVED,
        .reason = "a message has nothing in it here, and may be left out: add an input "
                  "where one has",
        .doubt = none
    };
    domain->evidence = sx_evidence_join(arena, domain->evidence, other);
    return SX_OK;
}

sx_status sx_no_points_doubt(sx_arena *arena, const sx_runs *runs, const bool *in,
                             sx_node *to, sx_error *err)
{
    static const sx_param_id size[] = { SX_PARAM_COUNT, SX_PARAM_RCOUNT };
    const sx_param *comm = sx_node_param(to, SX_PARAM_COMM);
    unsigned other = 1u << SX_VAR_COUNTER | 1u << SX_VAR_ELEMENT;
    sx_status st = SX_OK;
    if (!comm || !comm->value.expr || comm->value.expr->op != SX_EXPR_INT ||
        comm->value.expr->value != 0) /* the world */
        other |= 1u << SX_VAR_COMM_RANK | 1u << SX_VAR_COMM_SIZE;
    if (!sx_node_param(to, SX_PARAM_PEER) || to->ranks.kind == SX_DOMAIN_RANKS)
        return SX_OK;
    for (size_t i = 0; i < sizeof size / sizeof *size && !st; i++) {
        const sx_param *param = sx_node_param(to, size[i]);
        const sx_expr *law = param ? param->value.expr : NULL;
        if (law && !(sx_expr_uses(law, NULL, NULL) & other) && may_vanish(law) &&
            is_more_in_inputs(runs, in, law))
            st = doubt_where(arena, law, &to->ranks, err);
    }
    return st;
}
