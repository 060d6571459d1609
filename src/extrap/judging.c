#include "extrap/judging.h"

#include "extrap/asked.h"
#include "extrap/deciding.h"
#include "extrap/gridless.h"
#include "extrap/standing.h"
#include "extrap/vacant.h"
#include "law/grids.h"
#include "trace/policy.h"

#include <string.h>

static sx_status nomem(const sx_judging *j)
{
    return sx_fail(j->err, SX_NOMEM, "out of memory");
}

/* For some rank that takes part, among those looked at; also when none of these does. */
static bool holds_somewhere(const sx_judging *j, const sx_expr *condition, uint32_t comm)
{
    bool any = false;
    for (size_t i = 0; i < j->places.n; i++) {
        if (!j->in[i])
            continue;
        int says = sx_places_ask(&j->places, i, condition, comm, j->around, j->depth);
        any = any || says != SX_PLACES_ABSENT;
        if (says == SX_PLACES_UNKNOWN || says == SX_PLACES_HOLDS)
            return true;
    }
    return !any;
}

/* Does a grid's doubt hold here, as far as it is of the box of which two axes may be one, or else of what the grid shows? */
static bool holds_of(const sx_judging *j, const sx_expr *doubt, bool of_box)
{
    if (doubt->op == SX_EXPR_OR)
        return holds_of(j, doubt->arg[0], of_box) || holds_of(j, doubt->arg[1], of_box);
    return sx_grids_is_of_box_axis(doubt) == of_box && holds_somewhere(j, doubt, 0);
}

static bool holds_beyond(const void *j, const sx_expr *doubt)
{
    return holds_of(j, doubt, false);
}

static const char *contest_of_box(const sx_judging *j, const sx_grid *grid)
{
    return grid->comm == 0 && grid->evidence.doubt &&
                   holds_of(j, grid->evidence.doubt, true)
               ? sx_grids_box_axis_reason
               : NULL;
}

/* The first rival policy of a grid that gives other dims here. */
static sx_status contests(sx_judging *j, const sx_trace *formula)
{
    for (size_t g = 0; g < j->trace->ngrids; g++) {
        const sx_grid *grid = &j->trace->grid[g];
        if (strcmp(grid->law, "given") == 0 && grid->comm == 0)
            j->contest[g] = sx_unseen_dims(formula, grid, g, j->trace->p);
        else if (grid->evidence.label != SX_LABEL_PROVED)
            j->contest[g] = grid->evidence.reason;
        for (uint32_t i = 0; i < grid->nrivals && !j->contest[g] && grid->comm == 0;
             i++) {
            const sx_policy *rival = sx_policy_named(grid->rival[i].law);
            int64_t dim[SX_MAX_DIMS];
            if (!rival || strcmp(grid->law, "given") == 0 ||
                !rival->dims(j->trace->p, grid->rival[i].law_arg, dim) ||
                memcmp(dim, grid->dim, grid->ndims * sizeof *dim) == 0)
                continue;
            j->contest[g] = sx_arena_printf(
                j->arena,
                "dims by %s fit all inputs as well as those by %s, and "
                "differ here; the smallest input that decides: P = %lld",
                rival->name, grid->law, (long long)sx_deciding_dims(grid, i));
            if (!j->contest[g])
                return nomem(j);
        }
        if (!j->contest[g])
            j->contest[g] = contest_of_box(j, grid);
    }
    return SX_OK;
}

/* An extent that was the same in all inputs, and is another here, or would be by a rival. */
static void look_beyond_extents(sx_judging *j, uint64_t asked)
{
    j->unseen.spared = SX_UNSEEN_NUMBERLESS;
    j->unseen.p = j->trace->p;
    j->unseen.constant = j->trace->constant;
    for (size_t g = 0; g < j->trace->ngrids; g++) {
        const sx_grid *grid = &j->trace->grid[g];
        const sx_policy *policy = sx_policy_named(grid->law);
        const sx_expr *doubt = grid->comm == 0 ? grid->evidence.doubt : NULL;
        bool other = doubt && holds_beyond(j, doubt);
        const bool counts = asked >> g & 1 || (policy && sx_policy_is_scope(policy));
        if (grid->comm != 0 || !counts ||
            (!other && !(policy && policy->has_arg && j->contest[g])))
            continue;
        j->beyond = j->beyond ? j->beyond : other ? grid->evidence.reason : j->contest[g];
        sx_unseen_add(&j->unseen, g, other ? doubt : NULL, holds_beyond, j);
    }
}

/* A parameter that was the same in all inputs, and is another here: nothing tells what depends on it. Nor do ranks that have others tell
 * what one does alone: programs leave out there what it would send to itself. */
static sx_status look_beyond(sx_judging *j)
{
    uint64_t asked;
    sx_status st = sx_asked_grids(j->arena, j->formula, &asked, j->err);
    if (st)
        return st;
    look_beyond_extents(j, asked);
    if (j->trace->p == 1) {
        j->unseen.spared = SX_UNSEEN_NOTHING;
        j->beyond = "one rank alone may leave out what it would send to itself";
    }
    for (size_t i = 0; i < j->trace->nconstants; i++) {
        const sx_constant *param = &j->trace->constant[i];
        if (!param->is_param || param->nseen != 1 || param->value == param->seen[0])
            continue;
        j->unseen.spared = SX_UNSEEN_NOTHING;
        j->beyond =
            j->beyond
                ? j->beyond
                : sx_arena_printf(j->arena, "%s is %lld in all inputs: record another %s",
                                  param->name, (long long)param->seen[0], param->name);
        if (!j->beyond)
            return nomem(j);
    }
    return SX_OK;
}

/* ---- values ---- */

void sx_judging_narrow(sx_judging *j, const sx_value *trips)
{
    static const int64_t counter[SX_MAX_DEPTH];
    for (size_t i = 0; i < j->places.n; i++) {
        int64_t n;
        if (trips->evidence.label != SX_LABEL_PROVED || !trips->expr ||
            sx_places_turns(trips->expr) > 1)
            return;
        sx_expr_env env = sx_place_env(j->places.place[i], 0, counter, SX_MAX_DEPTH);
        j->in[i] = j->in[i] && (sx_expr_eval(trips->expr, &env, &n, NULL) || n > 0);
    }
}

/* Does the expression have a block distribution whose blocks are empty somewhere, N below the extent? The
 * reason is noted once, at the constant that is N, when it is a named one. */
static bool has_empty_blocks(const sx_judging *j, const sx_expr *expr)
{
    if (!expr)
        return false;
    if (expr->op != SX_EXPR_BLOCK)
        return has_empty_blocks(j, expr->arg[0]) || has_empty_blocks(j, expr->arg[1]) ||
               has_empty_blocks(j, expr->arg[2]);
    const sx_expr *n = expr->arg[0], *dim = expr->arg[1];
    const sx_expr *less = sx_expr_make(j->arena, SX_EXPR_LT, n, dim, NULL);
    if (less && !holds_somewhere(j, less, 0))
        return false;
    bool named = n->op == SX_EXPR_VAR && n->var == SX_VAR_CONSTANT &&
                 dim->op == SX_EXPR_VAR && dim->var == SX_VAR_DIM;
    sx_evidence *e = named ? &j->constant[n->axis].evidence : NULL;
    if (named && !e->reason)
        e->reason = sx_arena_printf(j->arena, "extent 0 from P = %lld",
                                    (long long)sx_deciding_extent(
                                        &j->trace->grid[dim->grid], dim->axis,
                                        j->trace->constant[n->axis].value, j->trace->p));
    return true;
}

/* The reason of a doubt with the scale that would settle it. Doubts are few and come again and again. */
static const char *settle(sx_judging *j, const sx_expr *doubt, uint32_t comm,
                          const char *reason)
{
    size_t i = 0;
    while (i < j->ndoubts && !sx_expr_equal(j->doubt[i].condition, doubt))
        i++;
    if (i == j->ndoubts) {
        if (i == SX_JUDGING_DOUBTS)
            return reason;
        const sx_open_question question = { doubt, comm, j->depth, j->around };
        j->doubt[j->ndoubts++] =
            (struct sx_judging_doubt) { doubt, sx_deciding_scale(j->formula, &question,
                                                                 j->trace->p) };
    }
    if (!j->doubt[i].scale)
        return reason;
    const char *settled = sx_arena_printf(
        j->arena, "%s; the smallest that decides: P = %lld",
        reason ? reason : "other laws fit all inputs", (long long)j->doubt[i].scale);
    return settled ? settled : reason;
}

/* What is said of a constant in the expression that is uncertain here; NULL where none is. */
static const sx_evidence *uncertainty(const sx_judging *j, const sx_expr *expr)
{
    const sx_evidence *of = NULL;
    if (expr->op == SX_EXPR_VAR)
        return expr->var == SX_VAR_CONSTANT && j->uncertain[expr->axis]
                   ? &j->constant[expr->axis].evidence
                   : NULL;
    for (int i = 0; i < 3 && expr->arg[i] && !of; i++)
        of = uncertainty(j, expr->arg[i]);
    return of;
}

/* Why nothing says what the dims are of a grid that the expression asks for; NULL where a law says it of all. */
static const char *gridlessness(const sx_judging *j, const sx_expr *expr)
{
    uint64_t counters = 0, grids = 0;
    sx_expr_uses(expr, &counters, &grids);
    for (size_t g = 0; g < j->trace->ngrids; g++)
        if ((grids >> g & 1) && sx_gridless_is(&j->trace->grid[g]))
            return j->contest[g];
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
static bool judge_grids(const sx_judging *j, const sx_expr *expr, sx_evidence *e)
{
    uint64_t counters = 0, grids = 0;
    bool contested = false;
    sx_expr_uses(expr, &counters, &grids);
    for (size_t g = 0; g < j->trace->ngrids; g++)
        if ((grids >> g & 1) && j->contest[g]) {
            weaken(e, j->contest[g], sx_gridless_is(&j->trace->grid[g]));
            contested = true;
        }
    return contested;
}

void sx_judging_law(sx_judging *j, const sx_expr *expr, uint32_t comm, sx_evidence *e,
                    sx_number_kind kind)
{
    if (!j->judges)
        return;
    if (e->doubt) {
        const char *beyond = gridlessness(j, e->doubt);
        if (beyond)
            sx_evidence_weaken(e, beyond);
        else if (holds_somewhere(j, e->doubt, comm))
            sx_evidence_weaken(e, settle(j, e->doubt, comm, e->reason));
        else if (e->label == SX_LABEL_PROVED)
            e->reason = NULL;
        e->doubt = NULL;
    }
    if (j->beyond && e->label == SX_LABEL_PROVED &&
        !(expr && sx_unseen_spares(&j->unseen, expr, kind == SX_NUMBER_RANK)))
        sx_evidence_weaken(e, j->beyond);
    if (!expr || e->label == SX_LABEL_REFUSED)
        return;
    judge_grids(j, expr, e);
    if (has_empty_blocks(j, expr))
        sx_evidence_weaken(e, NULL);
    const sx_evidence *of = uncertainty(j, expr);
    if (of)
        weaken(e, of->reason, of->label == SX_LABEL_REFUSED);
}

/* Numbers of the program that are laws of the scale. */
static sx_status judge_constants(sx_judging *j, size_t n)
{
    j->uncertain = SX_NEW_ARRAY(j->arena, bool, n);
    if (!j->uncertain || !j->constant)
        return nomem(j);
    for (size_t i = 0; i < n; i++) {
        sx_evidence *e = &j->constant[i].evidence;
        const sx_expr *law = j->formula->constant[i].law;
        bool doubted = e->doubt != NULL;
        sx_judging_law(j, NULL, 0, e, SX_NUMBER);
        if (law && judge_grids(j, law, e))
            doubted = true;
        j->uncertain[i] = doubted && e->reason;
    }
    return SX_OK;
}

sx_status sx_judging_value(sx_judging *j, uint32_t comm, sx_value *value,
                           sx_number_kind kind)
{
    const sx_valid_event event = { &j->places, j->in, comm, j->depth, j->around };
    if (!j->judges)
        return SX_OK;
    sx_judging_law(j, value->expr, comm, &value->evidence, kind);
    return sx_valid_check(j->arena, &event, kind, value) ? nomem(j) : SX_OK;
}

/* A law that is not proved may make trips negative for some rank; they are none there. */
sx_status sx_judging_trips(sx_judging *j, sx_value *trips)
{
    sx_status st = sx_judging_value(j, 0, trips, SX_NUMBER_COUNT);
    if (st || !trips->expr || !j->judges || trips->evidence.label == SX_LABEL_PROVED ||
        trips->expr->op == SX_EXPR_MAX || sx_valid_only_adds(trips->expr))
        return st;
    trips->expr =
        sx_expr_make(j->arena, SX_EXPR_MAX, sx_expr_int(j->arena, 0), trips->expr, NULL);
    return trips->expr ? SX_OK : nomem(j);
}

void sx_judging_domain(sx_judging *j, sx_domain *domain)
{
    sx_judging_law(j, domain->where, 0, &domain->evidence, SX_NUMBER);
    for (size_t b = 0; b < domain->nboxes; b++) {
        sx_judging_law(j, domain->box[b].start, 0, &domain->evidence, SX_NUMBER);
        for (uint32_t d = 0; d < domain->box[b].ndims; d++)
            sx_judging_law(j, domain->box[b].dim[d].iters, 0, &domain->evidence,
                           SX_NUMBER);
    }
}

/* ---- all of a trace ---- */

sx_status sx_judging_open(sx_judging *j)
{
    const sx_trace *trace = j->trace;
    memset(j->in, 1, sizeof j->in);
    j->constant =
        sx_arena_copy(j->arena, trace->constant, trace->nconstants, sizeof *j->constant);
    sx_status st = sx_places_open(trace, &j->places, j->err);
    if (!st && j->judges)
        st = contests(j, j->formula);
    if (!st && j->judges)
        st = look_beyond(j);
    return st ? st : judge_constants(j, trace->nconstants);
}

void sx_judging_grid(const sx_judging *j, size_t g, sx_grid *grid)
{
    sx_evidence *e = &grid->evidence;
    if (e->label == SX_LABEL_REFUSED && !sx_gridless_is(grid))
        e->label = SX_LABEL_EXACT;
    if (j->contest[g])
        sx_evidence_weaken(e, j->contest[g]);
    if (j->beyond && e->label == SX_LABEL_PROVED)
        sx_evidence_weaken(e, j->beyond);
    e->doubt = NULL;
    grid->nrivals = 0;
}

sx_status sx_judging_together(const sx_judging *j, sx_trace *result)
{
    sx_status st = j->judges ? sx_standing_judge(result, j->err) : SX_OK;
    return st || !j->judges ? st : sx_vacant_judge(&j->places, result, j->err);
}

void sx_judging_close(sx_judging *j)
{
    sx_places_close(&j->places);
}
