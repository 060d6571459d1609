#include "extrap/instantiate.h"

#include "base/checked.h"
#include "extrap/gridless.h"
#include "extrap/judging.h"
#include "extrap/time_law.h"
#include "extrap/together.h"
#include "extrap/type_rows.h"
#include "trace/measured.h"
#include "trace/policy.h"

#include <string.h>

typedef struct target {
    sx_judging here;
    double at[SX_MODEL_PARAMETERS]; /* P and parameters, for times */
    sx_type_rows types;
} target;

static sx_status nomem(const target *t)
{
    return sx_fail(t->here.err, SX_NOMEM, "out of memory");
}

/* A refused set of ranks is that of an input: without those that are beyond the target. */
static sx_status clip(const target *t, sx_domain *domain)
{
    if (domain->kind != SX_DOMAIN_RANKS ||
        sx_ranklist_last(&domain->ranks) < t->here.trace->p)
        return SX_OK;
    sx_rank *rank = SX_NEW_ARRAY(t->here.arena, sx_rank, (size_t)domain->ranks.count);
    size_t n = 0;
    if (!rank)
        return nomem(t);
    sx_ranklist_expand(&domain->ranks, rank);
    while (n < (size_t)domain->ranks.count && rank[n] < t->here.trace->p)
        n++;
    if (n > 0)
        return sx_ranklist_from_ranks(t->here.arena, rank, n, &domain->ranks,
                                      t->here.err);
    domain->kind = SX_DOMAIN_WHERE;
    domain->where = sx_expr_int(t->here.arena, 0);
    return domain->where ? SX_OK : nomem(t);
}

/* ---- the tree ---- */

static uint32_t comm_of(const sx_node *node)
{
    const sx_param *comm = sx_node_param(node, SX_PARAM_COMM);
    bool fixed = comm && comm->value.expr && comm->value.expr->op == SX_EXPR_INT;
    return fixed && !sx_is_special(comm->value.expr->value)
               ? (uint32_t)comm->value.expr->value
               : 0;
}

/* A datatype made by laws is one of some here, for those that have it. */
static sx_status bind_chosen(target *t, uint32_t comm, const sx_expr *expr,
                             sx_evidence *evidence, const sx_expr **ret)
{
    const sx_expr *law[SX_TYPE_ROWS_ARGUMENTS];
    const char *reason;
    *ret = expr;
    if (expr->op == SX_EXPR_IF) {
        const sx_expr *arm[2];
        for (int i = 0; i < 2; i++) {
            sx_status st = bind_chosen(t, comm, expr->arg[i + 1], evidence, &arm[i]);
            if (st)
                return st;
        }
        *ret = sx_expr_make(t->here.arena, SX_EXPR_IF, expr->arg[0], arm[0], arm[1]);
        return *ret ? SX_OK : nomem(t);
    }
    if (expr->op != SX_EXPR_INT || expr->value < (int64_t)t->types.first_law)
        return SX_OK;
    uint32_t n = sx_type_rows_laws(&t->types, expr->value, law);
    for (uint32_t i = 0; i < n; i++)
        sx_judging_law(&t->here, law[i], comm, evidence, SX_NUMBER);
    sx_status st =
        sx_type_rows_choose(&t->types, expr->value, comm, ret, &reason, t->here.err);
    if (!st && !*ret) {
        *evidence = (sx_evidence) { .label = SX_LABEL_REFUSED, .reason = reason };
        *ret = sx_expr_int(t->here.arena, 0);
    }
    return st || *ret ? st : nomem(t);
}

static sx_status bind_type(target *t, uint32_t comm, sx_value *type)
{
    return type->expr ? bind_chosen(t, comm, type->expr, &type->evidence, &type->expr)
                      : SX_OK;
}

/* The nearest of the numbers from `none` to `last`; where there is no communicator, there is none. */
static const sx_expr *clamp(const target *t, const sx_expr *expr, const sx_expr *none,
                            const sx_expr *last)
{
    if (!expr || (expr->op == SX_EXPR_INT && sx_is_special(expr->value)))
        return expr;
    if (expr->op == SX_EXPR_IF)
        return sx_expr_make(t->here.arena, SX_EXPR_IF, expr->arg[0],
                            clamp(t, expr->arg[1], none, last),
                            clamp(t, expr->arg[2], none, last));
    return sx_expr_two(t->here.arena, SX_EXPR_MAX, none,
                       sx_expr_two(t->here.arena, SX_EXPR_MIN, expr, last));
}

/* A communicator of a number beyond those of the inputs, as a loop that makes more of them counts on, or as a line over places may
 * run below all of them: the nearest one there is stands in. */
static sx_status bind_comm(target *t, sx_value *comm)
{
    const int64_t n = (int64_t)t->here.trace->ncomms;
    if (!comm->expr || (comm->expr->op == SX_EXPR_INT && comm->expr->value < n))
        return SX_OK;
    const sx_expr *last = sx_expr_int(t->here.arena, n - 1),
                  *none = sx_expr_int(t->here.arena, 0);
    const sx_expr *beyond =
        sx_expr_two(t->here.arena, SX_EXPR_OR,
                    sx_expr_two(t->here.arena, SX_EXPR_GT, comm->expr, last),
                    sx_expr_two(t->here.arena, SX_EXPR_LT, comm->expr, none));
    bool is = false;
    for (size_t i = 0; beyond && i < t->here.places.n && !is; i++)
        is = t->here.in[i] && sx_places_ask(&t->here.places, i, beyond, 0, t->here.around,
                                            t->here.depth) == SX_PLACES_HOLDS;
    if (is) {
        comm->expr = clamp(t, comm->expr, none, last);
        comm->evidence = (sx_evidence) { .label = SX_LABEL_REFUSED,
                                         .reason = "there are more communicators here "
                                                   "than in any input" };
    }
    return beyond && comm->expr ? SX_OK : nomem(t);
}

static sx_status bind_row(target *t, uint32_t comm, sx_param *param)
{
    if (sx_param_is_type(param->id))
        return bind_type(t, comm, &param->value);
    return param->id == SX_PARAM_COMM || param->id == SX_PARAM_NEWCOMM
               ? bind_comm(t, &param->value)
               : SX_OK;
}

/* Has the value one for all who take part, as far as the first trips show, in the communicator of each? */
static bool has_value(const target *t, const sx_expr *comm, const sx_expr *value)
{
    const sx_places *places = &t->here.places;
    if (comm->op == SX_EXPR_INT && comm->value == 0) /* all ranks are in the world */
        return true;
    for (size_t i = 0; i < places->n; i++) {
        int64_t counter[SX_MAX_DEPTH], row, size, rank, v;
        if (!t->here.in[i] ||
            !sx_places_first(places, i, t->here.around, t->here.depth, counter))
            continue;
        sx_expr_env env = sx_place_env(places->place[i], 0, counter, SX_MAX_DEPTH);
        if (sx_expr_eval(comm, &env, &row, NULL) || row < 0 ||
            row >= (int64_t)t->here.trace->ncomms)
            return false;
        sx_place_comm(places->place[i], (uint32_t)row, &size, &rank);
        env = sx_place_env(places->place[i], (uint32_t)row, counter, SX_MAX_DEPTH);
        if (size == 0 || sx_expr_eval(value, &env, &v, NULL))
            return false;
    }
    return true;
}

/* Ranks and sizes in a communicator that somebody who makes the call is not in have no value. */
static sx_status refuse_undefined(const target *t, sx_node *node)
{
    const unsigned in_comm = 1u << SX_VAR_COMM_SIZE | 1u << SX_VAR_COMM_RANK;
    const sx_param *comm = sx_node_param(node, SX_PARAM_COMM);
    if (!comm || !comm->value.expr || comm->value.evidence.label == SX_LABEL_PROVED)
        return SX_OK;
    for (uint32_t i = 0; i < node->nparams; i++) {
        sx_value *value = &node->param[i].value;
        if (!value->expr || &node->param[i] == comm ||
            sx_param_list_length(node->param[i].id) != SX_PARAM_NONE ||
            !(sx_expr_uses(value->expr, NULL, NULL) & in_comm) ||
            has_value(t, comm->value.expr, value->expr))
            continue;
        value->expr =
            sx_expr_int(t->here.arena, sx_param_is_rank(node->param[i].id) ? SX_NULL : 0);
        value->evidence = (sx_evidence) {
            .label = SX_LABEL_REFUSED,
            .reason = "the law has no value in the communicator that ranks have here"
        };
        if (!value->expr)
            return nomem(t);
    }
    return SX_OK;
}

static sx_status bind_event(target *t, sx_node *node)
{
    uint32_t comm = comm_of(node);
    node->param =
        sx_arena_copy(t->here.arena, node->param, node->nparams, sizeof *node->param);
    node->times =
        sx_arena_copy(t->here.arena, node->times, node->ntimes, sizeof *node->times);
    if (!node->param || !node->times)
        return nomem(t);
    for (uint32_t i = 0; i < node->nparams; i++) {
        sx_param *param = &node->param[i];
        sx_status st =
            sx_judging_value(&t->here, comm, &param->value, sx_number_kind_of(param->id));
        if (!st)
            st = bind_row(t, comm, param);
        if (st)
            return st;
    }
    for (uint32_t i = 0; i < node->ntimes; i++)
        node->times[i].hist = sx_hist_at(&node->times[i].hist, t->at);
    return refuse_undefined(t, node);
}

static sx_status bind_block(target *t, sx_block *block)
{
    bool around[SX_PLACES];
    memcpy(around, t->here.in, sizeof around);
    block->node =
        sx_arena_copy(t->here.arena, block->node, block->n, sizeof *block->node);
    if (!block->node)
        return nomem(t);
    for (size_t i = 0; i < block->n; i++) {
        sx_node *node = sx_arena_copy(t->here.arena, block->node[i], 1, sizeof *node);
        if (!node)
            return nomem(t);
        block->node[i] = node;
        memcpy(t->here.in, around, sizeof around);
        sx_judging_domain(&t->here, &node->ranks);
        sx_status st = clip(t, &node->ranks);
        sx_places_narrow(&t->here.places, &node->ranks, t->here.in);
        if (!st && node->kind == SX_NODE_LOOP && t->here.depth == SX_MAX_DEPTH)
            st = sx_fail(t->here.err, SX_LIMIT, "loops are nested too deeply");
        if (!st && node->kind == SX_NODE_LOOP) {
            st = sx_judging_trips(&t->here, &node->trips);
            sx_judging_narrow(&t->here, &node->trips);
            t->here.around[t->here.depth++] = node;
            st = st ? st : bind_block(t, &node->body);
            t->here.depth--;
        } else if (!st) {
            st = bind_event(t, node);
        }
        if (st)
            return st;
    }
    memcpy(t->here.in, around, sizeof around);
    return SX_OK;
}

static sx_status bind_header(target *t, sx_trace *trace)
{
    trace->comm =
        sx_arena_copy(t->here.arena, trace->comm, trace->ncomms, sizeof *trace->comm);
    trace->grid =
        sx_arena_copy(t->here.arena, trace->grid, trace->ngrids, sizeof *trace->grid);
    if (!trace->comm || !trace->grid)
        return nomem(t);
    for (size_t c = 0; c < trace->ncomms; c++) {
        sx_comm *comm = &trace->comm[c];
        if (comm->kind == SX_COMM_WORLD || comm->kind == SX_COMM_SELF)
            continue;
        sx_judging_domain(&t->here, &comm->members);
        sx_status st = clip(t, &comm->members);
        if (st)
            return st;
        sx_places_narrow(&t->here.places, &comm->members, t->here.in);
        sx_judging_law(&t->here, comm->size.expr, comm->parent, &comm->size.evidence,
                       SX_NUMBER);
        sx_judging_law(&t->here, comm->rank.expr, comm->parent, &comm->rank.evidence,
                       SX_NUMBER);
        memset(t->here.in, 1, sizeof t->here.in);
    }
    for (size_t g = 0; g < trace->ngrids; g++)
        sx_judging_grid(&t->here, g, &trace->grid[g]);
    return SX_OK;
}

static sx_status instantiate(sx_arena *arena, const sx_trace *formula, int64_t p,
                             const int64_t *given_dims, uint32_t given_ndims, bool judges,
                             sx_trace *ret_trace, sx_error *err)
{
    sx_trace there, bound;
    sx_status st = sx_gridless_stand_in(arena, formula, p, given_ndims > 0, &there, err);
    st = st ? st : sx_trace_bind(arena, &there, p, given_dims, given_ndims, &bound, err);
    if (st && !given_ndims)
        sx_gridless_mention_rivals(formula, p, err);
    if (st)
        return st;
    target t = { .here = { .arena = arena,
                           .judges = judges,
                           .formula = formula,
                           .trace = &bound,
                           .err = err } };
    sx_time_law_place(&bound, t.at);
    st = sx_together_judge(arena, &bound, err);
    if (!st)
        st = sx_judging_open(&t.here);
    sx_trace result = bound;
    result.common_time = NULL;
    result.constant = t.here.constant;
    if (!st)
        st = sx_type_rows_open(arena, &bound, &t.types, err);
    if (!st)
        st = bind_block(&t, &result.program);
    result.type = t.types.type;
    result.ntypes = t.types.n;
    if (!st)
        st = bind_header(&t, &result);
    if (!st)
        st = sx_judging_together(&t.here, &result);
    sx_judging_close(&t.here);
    if (st)
        return st;
    sx_trace_number(&result);
    *ret_trace = result;
    return SX_OK;
}

sx_status sx_instantiate(sx_arena *arena, const sx_trace *formula, int64_t p,
                         const int64_t *given_dims, uint32_t given_ndims,
                         sx_trace *ret_trace, sx_error *err)
{
    return instantiate(arena, formula, p, given_dims, given_ndims, true, ret_trace, err);
}

sx_status sx_instantiate_input(sx_arena *arena, const sx_trace *formula, int64_t p,
                               sx_trace *ret_trace, sx_error *err)
{
    return instantiate(arena, formula, p, NULL, 0, false, ret_trace, err);
}
