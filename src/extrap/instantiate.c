#include "extrap/instantiate.h"

#include "base/checked.h"
#include "extrap/deciding.h"
#include "extrap/gridless.h"
#include "extrap/places.h"
#include "extrap/standing.h"
#include "extrap/time_law.h"
#include "extrap/together.h"
#include "extrap/type_rows.h"
#include "extrap/unseen.h"
#include "extrap/vacant.h"
#include "extrap/valid.h"
#include "law/grids.h"
#include "trace/measured.h"
#include "trace/policy.h"

#include <string.h>

/* Doubts that are told apart. */
enum { DOUBTS = 32 };

typedef struct target {
    sx_arena *arena;
    const sx_trace *formula, *trace;
    size_t ndoubts;
    struct doubt {
        const sx_expr *condition;
        int64_t scale; /* that would settle it; 0: none found */
    } doubt[DOUBTS];
    double at[SX_MODEL_PARAMETERS]; /* P and parameters, for times */
    sx_places places;
    sx_type_rows types;
    bool in[SX_PLACES]; /* takes part in the node at hand */
    uint32_t depth; /* loops around it */
    const sx_node *around[SX_MAX_DEPTH];
    sx_constant *constant; /* of the result: where something is noted of one */
    bool *uncertain; /* by constant: other laws of it give another number here */
    const char *contest
        [SX_MAX_GRIDS]; /* why a grid's dims are in doubt here; NULL: they are not */
    const char *beyond; /* why nothing is proved here; NULL: it may be */
    sx_unseen unseen; /* laws in which no extent could hide */
    sx_error *err;
} target;

static sx_status nomem(const target *t)
{
    return sx_fail(t->err, SX_NOMEM, "out of memory");
}

/* For some rank that takes part, among those looked at; also when none of these does. */
static bool holds_somewhere(const target *t, const sx_expr *condition, uint32_t comm)
{
    bool any = false;
    for (size_t i = 0; i < t->places.n; i++) {
        if (!t->in[i])
            continue;
        int says = sx_places_ask(&t->places, i, condition, comm, t->around, t->depth);
        any = any || says != SX_PLACES_ABSENT;
        if (says == SX_PLACES_UNKNOWN || says == SX_PLACES_HOLDS)
            return true;
    }
    return !any;
}

/* Does a grid's doubt hold here, as far as it is of the box of which two axes may be one, or else of what the grid shows? */
static bool holds_of(const target *t, const sx_expr *doubt, bool of_box)
{
    if (doubt->op == SX_EXPR_OR)
        return holds_of(t, doubt->arg[0], of_box) || holds_of(t, doubt->arg[1], of_box);
    return sx_grids_is_of_box_axis(doubt) == of_box && holds_somewhere(t, doubt, 0);
}

static bool holds_beyond(const void *t, const sx_expr *doubt)
{
    return holds_of(t, doubt, false);
}

static const char *contest_of_box(const target *t, const sx_grid *grid)
{
    return grid->comm == 0 && grid->evidence.doubt &&
                   holds_of(t, grid->evidence.doubt, true)
               ? sx_grids_box_axis_reason
               : NULL;
}

/* The first rival policy of a grid that gives other dims here. */
static sx_status contests(target *t, const sx_trace *formula)
{
    for (size_t g = 0; g < t->trace->ngrids; g++) {
        const sx_grid *grid = &t->trace->grid[g];
        if (strcmp(grid->law, "given") == 0 && grid->comm == 0)
            t->contest[g] = sx_unseen_dims(formula, grid, g, t->trace->p);
        else if (grid->evidence.label != SX_LABEL_PROVED)
            t->contest[g] = grid->evidence.reason;
        for (uint32_t i = 0; i < grid->nrivals && !t->contest[g] && grid->comm == 0;
             i++) {
            const sx_policy *rival = sx_policy_named(grid->rival[i].law);
            int64_t dim[SX_MAX_DIMS];
            if (!rival || strcmp(grid->law, "given") == 0 ||
                !rival->dims(t->trace->p, grid->rival[i].law_arg, dim) ||
                memcmp(dim, grid->dim, grid->ndims * sizeof *dim) == 0)
                continue;
            t->contest[g] = sx_arena_printf(
                t->arena,
                "dims by %s fit all inputs as well as those by %s, and "
                "differ here; the smallest input that decides: P = %lld",
                rival->name, grid->law, (long long)sx_deciding_dims(grid, i));
            if (!t->contest[g])
                return nomem(t);
        }
        if (!t->contest[g])
            t->contest[g] = contest_of_box(t, grid);
    }
    return SX_OK;
}

/* An extent that was the same in all inputs, and is another here, or would be by a rival. */
static void look_beyond_extents(target *t)
{
    t->unseen.spared = SX_UNSEEN_NUMBERLESS;
    t->unseen.p = t->trace->p;
    t->unseen.constant = t->trace->constant;
    for (size_t g = 0; g < t->trace->ngrids; g++) {
        const sx_grid *grid = &t->trace->grid[g];
        const sx_policy *policy = sx_policy_named(grid->law);
        const sx_expr *doubt = grid->comm == 0 ? grid->evidence.doubt : NULL;
        bool other = doubt && holds_beyond(t, doubt);
        if (grid->comm != 0 || (!other && !(policy && policy->has_arg && t->contest[g])))
            continue;
        t->beyond = t->beyond ? t->beyond : other ? grid->evidence.reason : t->contest[g];
        sx_unseen_add(&t->unseen, g, other ? doubt : NULL, holds_beyond, t);
    }
}

/* A parameter that was the same in all inputs, and is another here: nothing tells what depends on it. Nor do ranks that have others tell
 * what one does alone: programs leave out there what it would send to itself. */
static sx_status look_beyond(target *t)
{
    look_beyond_extents(t);
    if (t->trace->p == 1) {
        t->unseen.spared = SX_UNSEEN_NOTHING;
        t->beyond = "one rank alone may leave out what it would send to itself";
    }
    for (size_t i = 0; i < t->trace->nconstants; i++) {
        const sx_constant *param = &t->trace->constant[i];
        if (!param->is_param || param->nseen != 1 || param->value == param->seen[0])
            continue;
        t->unseen.spared = SX_UNSEEN_NOTHING;
        t->beyond =
            t->beyond
                ? t->beyond
                : sx_arena_printf(t->arena, "%s is %lld in all inputs: record another %s",
                                  param->name, (long long)param->seen[0], param->name);
        if (!t->beyond)
            return nomem(t);
    }
    return SX_OK;
}

/* ---- labels at the target ---- */

/* Narrows t->in for a loop's body: without those who make no trip by a law that is proved. */
static void narrow_to_trips(target *t, const sx_value *trips)
{
    static const int64_t counter[SX_MAX_DEPTH];
    for (size_t i = 0; i < t->places.n; i++) {
        int64_t n;
        if (trips->evidence.label != SX_LABEL_PROVED || !trips->expr ||
            sx_places_turns(trips->expr) > 1)
            return;
        sx_expr_env env = sx_place_env(t->places.place[i], 0, counter, SX_MAX_DEPTH);
        t->in[i] = t->in[i] && (sx_expr_eval(trips->expr, &env, &n, NULL) || n > 0);
    }
}

/* Does the expression have a block distribution whose blocks are empty somewhere, N below the extent? The
 * reason is noted once, at the constant that is N, when it is a named one. */
static bool has_empty_blocks(const target *t, const sx_expr *expr)
{
    if (!expr)
        return false;
    if (expr->op != SX_EXPR_BLOCK)
        return has_empty_blocks(t, expr->arg[0]) || has_empty_blocks(t, expr->arg[1]) ||
               has_empty_blocks(t, expr->arg[2]);
    const sx_expr *n = expr->arg[0], *dim = expr->arg[1];
    const sx_expr *less = sx_expr_make(t->arena, SX_EXPR_LT, n, dim, NULL);
    if (less && !holds_somewhere(t, less, 0))
        return false;
    bool named = n->op == SX_EXPR_VAR && n->var == SX_VAR_CONSTANT &&
                 dim->op == SX_EXPR_VAR && dim->var == SX_VAR_DIM;
    sx_evidence *e = named ? &t->constant[n->axis].evidence : NULL;
    if (named && !e->reason)
        e->reason = sx_arena_printf(t->arena, "extent 0 from P = %lld",
                                    (long long)sx_deciding_extent(
                                        &t->trace->grid[dim->grid], dim->axis,
                                        t->trace->constant[n->axis].value, t->trace->p));
    return true;
}

/* The reason of a doubt with the scale that would settle it. Doubts are few and come again and again. */
static const char *settle(target *t, const sx_expr *doubt, uint32_t comm,
                          const char *reason)
{
    size_t i = 0;
    while (i < t->ndoubts && !sx_expr_equal(t->doubt[i].condition, doubt))
        i++;
    if (i == t->ndoubts) {
        if (i == DOUBTS)
            return reason;
        const sx_open_question question = { doubt, comm, t->depth, t->around };
        t->doubt[t->ndoubts++] =
            (struct doubt) { doubt,
                             sx_deciding_scale(t->formula, &question, t->trace->p) };
    }
    if (!t->doubt[i].scale)
        return reason;
    const char *settled = sx_arena_printf(
        t->arena, "%s; the smallest that decides: P = %lld",
        reason ? reason : "other laws fit all inputs", (long long)t->doubt[i].scale);
    return settled ? settled : reason;
}

/* What is said of a constant in the expression that is uncertain here; NULL where none is. */
static const sx_evidence *uncertainty(const target *t, const sx_expr *expr)
{
    const sx_evidence *of = NULL;
    if (expr->op == SX_EXPR_VAR)
        return expr->var == SX_VAR_CONSTANT && t->uncertain[expr->axis]
                   ? &t->constant[expr->axis].evidence
                   : NULL;
    for (int i = 0; i < 3 && expr->arg[i] && !of; i++)
        of = uncertainty(t, expr->arg[i]);
    return of;
}

/* Why nothing says what the dims are of a grid that the expression asks for; NULL where a law says it of all. */
static const char *gridlessness(const target *t, const sx_expr *expr)
{
    uint64_t counters = 0, grids = 0;
    sx_expr_uses(expr, &counters, &grids);
    for (size_t g = 0; g < t->trace->ngrids; g++)
        if ((grids >> g & 1) && sx_gridless_is(&t->trace->grid[g]))
            return t->contest[g];
    return NULL;
}

/* Refuses what nothing but a stand-in is known of. */
static void weaken(sx_evidence *e, const char *reason, bool stands_in)
{
    sx_evidence_weaken(e, reason);
    if (stands_in)
        e->label = SX_LABEL_REFUSED;
}

/* Are dims that the expression asks for in doubt here? */
static bool judge_grids(const target *t, const sx_expr *expr, sx_evidence *e)
{
    uint64_t counters = 0, grids = 0;
    bool contested = false;
    sx_expr_uses(expr, &counters, &grids);
    for (size_t g = 0; g < t->trace->ngrids; g++)
        if ((grids >> g & 1) && t->contest[g]) {
            weaken(e, t->contest[g], sx_gridless_is(&t->trace->grid[g]));
            contested = true;
        }
    return contested;
}

/* What the label of a law is at this target. */
static void judge(target *t, const sx_expr *expr, uint32_t comm, sx_evidence *e,
                  sx_number_kind kind)
{
    if (e->doubt) {
        const char *beyond = gridlessness(t, e->doubt);
        if (beyond)
            sx_evidence_weaken(e, beyond);
        else if (holds_somewhere(t, e->doubt, comm))
            sx_evidence_weaken(e, settle(t, e->doubt, comm, e->reason));
        else if (e->label == SX_LABEL_PROVED)
            e->reason = NULL;
        e->doubt = NULL;
    }
    if (t->beyond && e->label == SX_LABEL_PROVED &&
        !(expr && sx_unseen_spares(&t->unseen, expr, kind == SX_NUMBER_RANK)))
        sx_evidence_weaken(e, t->beyond);
    if (!expr || e->label == SX_LABEL_REFUSED)
        return;
    judge_grids(t, expr, e);
    if (has_empty_blocks(t, expr))
        sx_evidence_weaken(e, NULL);
    const sx_evidence *of = uncertainty(t, expr);
    if (of)
        weaken(e, of->reason, of->label == SX_LABEL_REFUSED);
}

/* Numbers of the program that are laws of the scale. */
static sx_status judge_constants(target *t, size_t n)
{
    t->uncertain = SX_NEW_ARRAY(t->arena, bool, n);
    if (!t->uncertain || !t->constant)
        return nomem(t);
    for (size_t i = 0; i < n; i++) {
        sx_evidence *e = &t->constant[i].evidence;
        const sx_expr *law = t->formula->constant[i].law;
        bool doubted = e->doubt != NULL;
        judge(t, NULL, 0, e, SX_NUMBER);
        if (law && judge_grids(t, law, e))
            doubted = true;
        t->uncertain[i] = doubted && e->reason;
    }
    return SX_OK;
}

static sx_status judge_value(target *t, uint32_t comm, sx_value *value,
                             sx_number_kind kind)
{
    const sx_valid_event event = { &t->places, t->in, comm, t->depth, t->around };
    judge(t, value->expr, comm, &value->evidence, kind);
    return sx_valid_check(t->arena, &event, kind, value) ? nomem(t) : SX_OK;
}

/* Does nothing in it subtract? */
static bool only_adds(const sx_expr *expr)
{
    if (expr->op == SX_EXPR_SUB || (expr->op == SX_EXPR_INT && expr->value < 0))
        return false;
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        if (!only_adds(expr->arg[i]))
            return false;
    return true;
}

/* A law that is not proved may make trips negative for some rank; they are none there. */
static sx_status judge_trips(target *t, sx_value *trips)
{
    sx_status st = judge_value(t, 0, trips, SX_NUMBER_COUNT);
    if (st || !trips->expr || trips->evidence.label == SX_LABEL_PROVED ||
        trips->expr->op == SX_EXPR_MAX || only_adds(trips->expr))
        return st;
    trips->expr =
        sx_expr_make(t->arena, SX_EXPR_MAX, sx_expr_int(t->arena, 0), trips->expr, NULL);
    return trips->expr ? SX_OK : nomem(t);
}

static void judge_domain(target *t, sx_domain *domain)
{
    judge(t, domain->where, 0, &domain->evidence, SX_NUMBER);
    for (size_t b = 0; b < domain->nboxes; b++) {
        judge(t, domain->box[b].start, 0, &domain->evidence, SX_NUMBER);
        for (uint32_t d = 0; d < domain->box[b].ndims; d++)
            judge(t, domain->box[b].dim[d].iters, 0, &domain->evidence, SX_NUMBER);
    }
}

/* A refused set of ranks is that of an input: without those that are beyond the target. */
static sx_status clip(const target *t, sx_domain *domain)
{
    if (domain->kind != SX_DOMAIN_RANKS || sx_ranklist_last(&domain->ranks) < t->trace->p)
        return SX_OK;
    sx_rank *rank = SX_NEW_ARRAY(t->arena, sx_rank, (size_t)domain->ranks.count);
    size_t n = 0;
    if (!rank)
        return nomem(t);
    sx_ranklist_expand(&domain->ranks, rank);
    while (n < (size_t)domain->ranks.count && rank[n] < t->trace->p)
        n++;
    if (n > 0)
        return sx_ranklist_from_ranks(t->arena, rank, n, &domain->ranks, t->err);
    domain->kind = SX_DOMAIN_WHERE;
    domain->where = sx_expr_int(t->arena, 0);
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
        *ret = sx_expr_make(t->arena, SX_EXPR_IF, expr->arg[0], arm[0], arm[1]);
        return *ret ? SX_OK : nomem(t);
    }
    if (expr->op != SX_EXPR_INT || expr->value < (int64_t)t->types.first_law)
        return SX_OK;
    uint32_t n = sx_type_rows_laws(&t->types, expr->value, law);
    for (uint32_t i = 0; i < n; i++)
        judge(t, law[i], comm, evidence, SX_NUMBER);
    sx_status st =
        sx_type_rows_choose(&t->types, expr->value, comm, ret, &reason, t->err);
    if (!st && !*ret) {
        *evidence = (sx_evidence) { .label = SX_LABEL_REFUSED, .reason = reason };
        *ret = sx_expr_int(t->arena, 0);
    }
    return st || *ret ? st : nomem(t);
}

static sx_status bind_type(target *t, uint32_t comm, sx_value *type)
{
    return type->expr ? bind_chosen(t, comm, type->expr, &type->evidence, &type->expr)
                      : SX_OK;
}

/* A communicator of a number beyond those of the inputs, as a loop that makes more of them counts on, or as a line over places may
 * run below all of them: the nearest one there is stands in. */
static sx_status bind_comm(target *t, sx_value *comm)
{
    const int64_t n = (int64_t)t->trace->ncomms;
    if (!comm->expr || (comm->expr->op == SX_EXPR_INT && comm->expr->value < n))
        return SX_OK;
    const sx_expr *last = sx_expr_int(t->arena, n - 1), *none = sx_expr_int(t->arena, 0);
    const sx_expr *beyond = sx_expr_two(
        t->arena, SX_EXPR_OR, sx_expr_two(t->arena, SX_EXPR_GT, comm->expr, last),
        sx_expr_two(t->arena, SX_EXPR_LT, comm->expr, none));
    bool is = false;
    for (size_t i = 0; beyond && i < t->places.n && !is; i++)
        is = t->in[i] && sx_places_ask(&t->places, i, beyond, 0, t->around, t->depth) ==
                             SX_PLACES_HOLDS;
    if (is) {
        comm->expr = sx_expr_two(t->arena, SX_EXPR_MAX, none,
                                 sx_expr_two(t->arena, SX_EXPR_MIN, comm->expr, last));
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

static sx_status bind_event(target *t, sx_node *node)
{
    uint32_t comm = comm_of(node);
    node->param =
        sx_arena_copy(t->arena, node->param, node->nparams, sizeof *node->param);
    node->times = sx_arena_copy(t->arena, node->times, node->ntimes, sizeof *node->times);
    if (!node->param || !node->times)
        return nomem(t);
    for (uint32_t i = 0; i < node->nparams; i++) {
        sx_param *param = &node->param[i];
        sx_status st = judge_value(t, comm, &param->value, sx_number_kind_of(param->id));
        if (!st)
            st = bind_row(t, comm, param);
        if (st)
            return st;
    }
    for (uint32_t i = 0; i < node->ntimes; i++)
        node->times[i].hist = sx_hist_at(&node->times[i].hist, t->at);
    return SX_OK;
}

static sx_status bind_block(target *t, sx_block *block)
{
    bool around[SX_PLACES];
    memcpy(around, t->in, sizeof around);
    block->node = sx_arena_copy(t->arena, block->node, block->n, sizeof *block->node);
    if (!block->node)
        return nomem(t);
    for (size_t i = 0; i < block->n; i++) {
        sx_node *node = sx_arena_copy(t->arena, block->node[i], 1, sizeof *node);
        if (!node)
            return nomem(t);
        block->node[i] = node;
        memcpy(t->in, around, sizeof around);
        judge_domain(t, &node->ranks);
        sx_status st = clip(t, &node->ranks);
        sx_places_narrow(&t->places, &node->ranks, t->in);
        if (!st && node->kind == SX_NODE_LOOP && t->depth == SX_MAX_DEPTH)
            st = sx_fail(t->err, SX_LIMIT, "loops are nested too deeply");
        if (!st && node->kind == SX_NODE_LOOP) {
            st = judge_trips(t, &node->trips);
            narrow_to_trips(t, &node->trips);
            t->around[t->depth++] = node;
            st = st ? st : bind_block(t, &node->body);
            t->depth--;
        } else if (!st) {
            st = bind_event(t, node);
        }
        if (st)
            return st;
    }
    memcpy(t->in, around, sizeof around);
    return SX_OK;
}

static sx_status bind_header(target *t, sx_trace *trace)
{
    trace->comm =
        sx_arena_copy(t->arena, trace->comm, trace->ncomms, sizeof *trace->comm);
    trace->grid =
        sx_arena_copy(t->arena, trace->grid, trace->ngrids, sizeof *trace->grid);
    if (!trace->comm || !trace->grid)
        return nomem(t);
    for (size_t c = 0; c < trace->ncomms; c++) {
        sx_comm *comm = &trace->comm[c];
        if (comm->kind == SX_COMM_WORLD || comm->kind == SX_COMM_SELF)
            continue;
        judge_domain(t, &comm->members);
        sx_status st = clip(t, &comm->members);
        if (st)
            return st;
        sx_places_narrow(&t->places, &comm->members, t->in);
        judge(t, comm->size.expr, comm->parent, &comm->size.evidence, SX_NUMBER);
        judge(t, comm->rank.expr, comm->parent, &comm->rank.evidence, SX_NUMBER);
        memset(t->in, 1, sizeof t->in);
    }
    for (size_t g = 0; g < trace->ngrids; g++) {
        sx_evidence *e = &trace->grid[g].evidence;
        if (e->label == SX_LABEL_REFUSED && !sx_gridless_is(&trace->grid[g]))
            e->label = SX_LABEL_EXACT;
        if (t->contest[g])
            sx_evidence_weaken(e, t->contest[g]);
        if (t->beyond && e->label == SX_LABEL_PROVED)
            sx_evidence_weaken(e, t->beyond);
        e->doubt = NULL;
        trace->grid[g].nrivals = 0;
    }
    return SX_OK;
}

sx_status sx_instantiate(sx_arena *arena, const sx_trace *formula, int64_t p,
                         const int64_t *given_dims, uint32_t given_ndims,
                         sx_trace *ret_trace, sx_error *err)
{
    sx_trace there, bound;
    sx_status st = sx_gridless_stand_in(arena, formula, p, given_ndims > 0, &there, err);
    st = st ? st : sx_trace_bind(arena, &there, p, given_dims, given_ndims, &bound, err);
    if (st && !given_ndims)
        sx_gridless_mention_rivals(formula, p, err);
    if (st)
        return st;
    target t = { .arena = arena, .formula = formula, .trace = &bound, .err = err };
    memset(t.in, 1, sizeof t.in);
    sx_time_law_place(&bound, t.at);
    st = sx_together_judge(arena, &bound, err);
    if (!st)
        st = sx_places_open(&bound, &t.places, err);
    if (!st)
        st = contests(&t, formula);
    if (!st)
        st = look_beyond(&t);
    sx_trace result = bound;
    result.common_time = NULL;
    result.constant = t.constant =
        sx_arena_copy(arena, bound.constant, bound.nconstants, sizeof *bound.constant);
    if (!st)
        st = judge_constants(&t, bound.nconstants);
    if (!st)
        st = sx_type_rows_open(arena, &bound, &t.types, err);
    if (!st)
        st = bind_block(&t, &result.program);
    result.type = t.types.type;
    result.ntypes = t.types.n;
    if (!st)
        st = bind_header(&t, &result);
    if (!st)
        st = sx_standing_judge(&result, err);
    if (!st)
        st = sx_vacant_judge(&t.places, &result, err);
    sx_places_close(&t.places);
    if (st)
        return st;
    sx_trace_number(&result);
    *ret_trace = result;
    return SX_OK;
}
