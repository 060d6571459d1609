#include "extrap/left_out.h"

#include "law/imagine.h"
#include "law/law.h"

/* What is asked of one end point. */
typedef struct partner {
    sx_arena *arena;
    const sx_runs *runs;
    const bool *in, *within;
    sx_node *to;
    sx_value *value;
    const sx_expr *own, *all; /* m, s */
} partner;

static const sx_expr *two(const partner *p, sx_expr_op op, const sx_expr *a,
                          const sx_expr *b)
{
    return sx_expr_two(p->arena, op, a, b);
}

static bool is_around_all(const sx_expr *expr)
{
    return expr->op == SX_EXPR_MOD && expr->arg[1]->op == SX_EXPR_VAR &&
           (expr->arg[1]->var == SX_VAR_P || expr->arg[1]->var == SX_VAR_COMM_SIZE);
}

static bool goes_around(const sx_expr *law)
{
    bool goes = is_around_all(law);
    for (int i = 0; i < 3 && !goes && law->arg[i]; i++)
        goes = goes_around(law->arg[i]);
    return goes;
}

/* The law with a number that no rank has in place of nobody; ends: and that does not go around all ranks. NULL when out of memory. */
static const sx_expr *opened(const partner *p, const sx_expr *expr, bool ends)
{
    if (sx_expr_is_int(expr, SX_NULL))
        return sx_expr_int(p->arena, -1);
    if (ends && is_around_all(expr))
        return opened(p, expr->arg[0], ends);
    const sx_expr *arg[3] = { 0 };
    for (int i = 0; i < 3 && expr->arg[i]; i++) {
        arg[i] = opened(p, expr->arg[i], ends);
        if (!arg[i])
            return NULL;
    }
    return arg[0] ? sx_expr_make(p->arena, expr->op, arg[0], arg[1], arg[2]) : expr;
}

/* Is it no rank, or the own one if need be? Laws of a grid go nowhere else. */
static const sx_expr *is_gone(const partner *p, const sx_expr *peer, bool others)
{
    uint64_t grids;
    sx_expr_uses(peer, NULL, &grids);
    const sx_expr *none =
        grids ? NULL
              : two(p, SX_EXPR_OR, two(p, SX_EXPR_LT, peer, sx_expr_int(p->arena, 0)),
                    two(p, SX_EXPR_GE, peer, p->all));
    const sx_expr *own = others ? two(p, SX_EXPR_EQ, peer, p->own) : NULL;
    return none && own ? two(p, SX_EXPR_OR, none, own) : none ? none : own;
}

/* Who has a partner by it, in all inputs, is who takes part with one, who is the same. *ret_null: others of them have nobody. */
static bool fits(const partner *p, const sx_expr *peer, const sx_expr *gone,
                 bool *ret_null)
{
    *ret_null = false;
    for (int64_t r = 0; r < p->runs->total; r++) {
        const sx_expr_env env = sx_runs_env(p->runs, r, 0);
        int64_t value = SX_NULL, open, none;
        if (!p->within[r])
            continue;
        if (sx_expr_eval(gone, &env, &none, NULL) ||
            (p->in[r] && sx_expr_eval(p->value->expr, &env, &value, NULL)))
            return false;
        *ret_null = *ret_null || (p->in[r] && value == SX_NULL);
        if ((none != 0) != (value == SX_NULL) ||
            (!none && (sx_expr_eval(peer, &env, &open, NULL) || open != value)))
            return false;
    }
    return true;
}

static void doubt(const partner *p, const sx_expr *here, sx_evidence *evidence)
{
    static const char reason[] =
        "who would have itself here, or nobody, may make no such call: add an input in "
        "which somebody would";
    if (evidence->label == SX_LABEL_PROVED && !sx_imagine_vanishes(p->runs, here))
        *evidence = sx_evidence_join(
            p->arena, *evidence,
            (sx_evidence) { .label = SX_LABEL_PROVED, .reason = reason, .doubt = here });
}

/* Where who takes part is not who has a partner. */
static const sx_expr *of_others(const partner *p, const sx_expr *gone)
{
    const sx_expr *none = sx_expr_int(p->arena, 0);
    return p->to->ranks.kind == SX_DOMAIN_ALL
               ? gone
               : two(p, SX_EXPR_NE, two(p, SX_EXPR_NE, p->to->ranks.where, none),
                     two(p, SX_EXPR_EQ, gone, none));
}

/* Where the end point is another one, or none. */
static const sx_expr *elsewhere(const partner *p, const sx_expr *peer,
                                const sx_expr *gone)
{
    const sx_expr *law = p->value->expr, *nobody = sx_expr_int(p->arena, SX_NULL);
    if (sx_expr_equal(peer, law))
        return gone;
    return two(p, SX_EXPR_NE, law,
               sx_expr_make(p->arena, SX_EXPR_IF, gone, nobody, peer));
}

/* One way in which partners may be missing. */
static sx_status contest(const partner *p, bool ends, bool others, sx_error *err)
{
    const sx_expr *peer = opened(p, p->value->expr, ends);
    const sx_expr *gone = peer ? is_gone(p, peer, others) : NULL;
    bool has_null;
    if (!peer)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!gone || !fits(p, peer, gone, &has_null))
        return SX_OK;
    const sx_expr *who = of_others(p, gone), *where = elsewhere(p, peer, gone);
    if (!who || !where)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!has_null)
        doubt(p, who, &p->to->ranks.evidence);
    doubt(p, where, &p->value->evidence);
    return SX_OK;
}

/* By place and scale, on the world. */
static bool is_of_place(const sx_node *to, const sx_value *value)
{
    const unsigned other =
        1u << SX_VAR_COUNTER | 1u << SX_VAR_ELEMENT | 1u << SX_VAR_TERM;
    const sx_param *comm = sx_node_param(to, SX_PARAM_COMM);
    return value->kind == SX_VALUE_EXPR && value->expr && comm && comm->value.expr &&
           sx_expr_is_int(comm->value.expr, 0) &&
           !(sx_expr_uses(value->expr, NULL, NULL) & other);
}

sx_status sx_no_partner_doubt(sx_arena *arena, const sx_runs *runs, const bool *in,
                              const bool *within, sx_node *to, sx_error *err)
{
    static const sx_param_id end[] = { SX_PARAM_PEER, SX_PARAM_SOURCE };
    partner p = { arena,
                  runs,
                  in,
                  within,
                  to,
                  NULL,
                  sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0),
                  sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0) };
    sx_status st = SX_OK;
    if (to->ranks.kind != SX_DOMAIN_ALL && to->ranks.kind != SX_DOMAIN_WHERE)
        return SX_OK;
    for (size_t i = 0; i < sizeof end / sizeof *end && !st; i++) {
        sx_param *param = sx_node_param(to, end[i]);
        if (!param || !is_of_place(to, &param->value))
            continue;
        p.value = &param->value;
        const int ways = goes_around(p.value->expr) ? 2 : 1;
        for (int way = 0; way < 2 * ways && !st; way++)
            st = contest(&p, way / 2, way & 1, err);
    }
    return st;
}
