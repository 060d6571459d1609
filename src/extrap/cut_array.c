#include "extrap/cut_array.h"

#include "law/law.h"

enum { DIVISIONS = 32 };

/* A number of points, and what divides it. */
typedef struct division {
    int64_t points;
    const sx_expr *parts;
} division;

typedef struct divisions {
    size_t n;
    division of[DIVISIONS];
} divisions;

static bool is_extent(const sx_expr *expr)
{
    return expr->op == SX_EXPR_VAR && (expr->var == SX_VAR_P || expr->var == SX_VAR_DIM);
}

/* Is nothing left over at any input? */
static bool divides_all(const sx_runs *runs, const division *of)
{
    for (size_t i = 0; i < runs->n; i++) {
        const sx_expr_env env = sx_runs_env(runs, runs->offset[i], 0);
        int64_t parts;
        if (sx_expr_eval(of->parts, &env, &parts, NULL) || parts < 1 ||
            of->points % parts != 0)
            return false;
    }
    return true;
}

static void keep(const sx_runs *runs, const division *of, divisions *all)
{
    for (size_t i = 0; i < all->n; i++)
        if (all->of[i].points == of->points && sx_expr_equal(all->of[i].parts, of->parts))
            return;
    if (all->n < DIVISIONS && divides_all(runs, of))
        all->of[all->n++] = *of;
}

static void find_in_law(const sx_runs *runs, const sx_expr *expr, divisions *all)
{
    if (expr->op == SX_EXPR_DIV && expr->arg[0]->op == SX_EXPR_INT &&
        expr->arg[0]->value > 1 && is_extent(expr->arg[1]))
        keep(runs, &(division) { expr->arg[0]->value, expr->arg[1] }, all);
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        find_in_law(runs, expr->arg[i], all);
}

/* NULL: none. */
static sx_value *count_of(const sx_node *event, uint32_t i)
{
    sx_param *param = &event->param[i];
    return sx_param_is_count(param->id) && param->value.expr ? &param->value : NULL;
}

static void find(const sx_runs *runs, const sx_block *block, divisions *all)
{
    for (size_t i = 0; i < block->n; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            find(runs, &node->body, all);
        for (uint32_t k = 0; node->kind != SX_NODE_LOOP && k < node->nparams; k++) {
            const sx_value *count = count_of(node, k);
            if (count)
                find_in_law(runs, count->expr, all);
        }
    }
}

static bool is_condition(const sx_expr *expr)
{
    return expr->op >= SX_EXPR_OR && expr->op <= SX_EXPR_GE;
}

/* Is it the number of points, once or several times, or that for some ranks? */
static bool is_all(const sx_expr *law, int64_t points)
{
    if (law->op == SX_EXPR_IF)
        return is_all(law->arg[1], points) || is_all(law->arg[2], points);
    if (law->op == SX_EXPR_MUL && is_condition(law->arg[1]))
        return is_all(law->arg[0], points);
    return law->op == SX_EXPR_INT && law->value > 0 && law->value % points == 0;
}

static sx_status doubt_count(sx_arena *arena, const divisions *all, sx_value *count,
                             sx_error *err)
{
    static const char reason[] =
        "another count has a part of it for each, which leaves nothing over in any "
        "input: add one where it does";
    for (size_t i = 0; i < all->n; i++) {
        const division *of = &all->of[i];
        if (count->evidence.label != SX_LABEL_PROVED || !is_all(count->expr, of->points))
            continue;
        const sx_expr *rest =
            sx_expr_two(arena, SX_EXPR_MOD, sx_expr_int(arena, of->points), of->parts);
        const sx_expr *doubt =
            sx_expr_two(arena, SX_EXPR_NE, rest, sx_expr_int(arena, 0));
        if (!doubt)
            return sx_fail(err, SX_NOMEM, "out of memory");
        count->evidence = sx_evidence_join(
            arena, count->evidence, (sx_evidence) { SX_LABEL_PROVED, reason, doubt });
    }
    return SX_OK;
}

static sx_status doubt_all(sx_arena *arena, const divisions *all, const sx_block *block,
                           sx_error *err)
{
    sx_status st = SX_OK;
    for (size_t i = 0; i < block->n && !st; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP)
            st = doubt_all(arena, all, &node->body, err);
        for (uint32_t k = 0; node->kind != SX_NODE_LOOP && k < node->nparams && !st;
             k++) {
            sx_value *count = count_of(node, k);
            if (count)
                st = doubt_count(arena, all, count, err);
        }
    }
    return st;
}

sx_status sx_cut_array_doubt(sx_arena *arena, const sx_runs *runs, sx_trace *formula,
                             sx_error *err)
{
    divisions all = { 0 };
    find(runs, &formula->program, &all);
    return all.n > 0 ? doubt_all(arena, &all, &formula->program, err) : SX_OK;
}
