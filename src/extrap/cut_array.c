#include "extrap/cut_array.h"

#include "law/law.h"

enum { DIVISIONS = 32 };

/* A number of points, and what divides it. */
typedef struct division {
    int64_t points;
    const sx_expr *parts;
} division;

typedef struct divisions {
    sx_arena *arena;
    const sx_runs *runs;
    size_t n;
    division of[DIVISIONS];
    sx_error *err;
} divisions;

typedef sx_status count_visitor(divisions *all, sx_value *count);

/* Each count that has a law. */
static sx_status visit_counts(divisions *all, const sx_block *block, count_visitor *visit)
{
    sx_status st = SX_OK;
    for (size_t i = 0; i < block->n && !st; i++) {
        const sx_node *node = block->node[i];
        if (node->kind == SX_NODE_LOOP) {
            st = visit_counts(all, &node->body, visit);
            continue;
        }
        for (uint32_t k = 0; k < node->nparams && !st; k++)
            if (sx_param_is_count(node->param[k].id) && node->param[k].value.expr)
                st = visit(all, &node->param[k].value);
    }
    return st;
}

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

static void keep(divisions *all, const division *of)
{
    for (size_t i = 0; i < all->n; i++)
        if (all->of[i].points == of->points && sx_expr_equal(all->of[i].parts, of->parts))
            return;
    if (all->n < DIVISIONS && divides_all(all->runs, of))
        all->of[all->n++] = *of;
}

static void find_in_law(divisions *all, const sx_expr *expr)
{
    if (expr->op == SX_EXPR_DIV && expr->arg[0]->op == SX_EXPR_INT &&
        expr->arg[0]->value > 1 && is_extent(expr->arg[1]))
        keep(all, &(division) { expr->arg[0]->value, expr->arg[1] });
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        find_in_law(all, expr->arg[i]);
}

static sx_status find(divisions *all, sx_value *count)
{
    find_in_law(all, count->expr);
    return SX_OK;
}

/* Is it the number of points, once or several times, or that for some ranks? */
static bool is_all(const sx_expr *law, int64_t points)
{
    if (law->op == SX_EXPR_IF)
        return is_all(law->arg[1], points) || is_all(law->arg[2], points);
    if (law->op == SX_EXPR_MUL && sx_expr_is_truth(law->arg[1]))
        return is_all(law->arg[0], points);
    return law->op == SX_EXPR_INT && law->value > 0 && law->value % points == 0;
}

static sx_status doubt(divisions *all, sx_value *count)
{
    static const char reason[] =
        "another count has a part of it for each, which leaves nothing over in any "
        "input: add one where it does";
    for (size_t i = 0; i < all->n; i++) {
        const division *of = &all->of[i];
        if (count->evidence.label != SX_LABEL_PROVED || !is_all(count->expr, of->points))
            continue;
        const sx_expr *rest = sx_expr_two(all->arena, SX_EXPR_MOD,
                                          sx_expr_int(all->arena, of->points), of->parts);
        const sx_expr *is_over =
            sx_expr_two(all->arena, SX_EXPR_NE, rest, sx_expr_int(all->arena, 0));
        if (!is_over)
            return sx_fail(all->err, SX_NOMEM, "out of memory");
        count->evidence =
            sx_evidence_join(all->arena, count->evidence,
                             (sx_evidence) { SX_LABEL_PROVED, reason, is_over });
    }
    return SX_OK;
}

sx_status sx_cut_array_doubt(sx_arena *arena, const sx_runs *runs, sx_trace *formula,
                             sx_error *err)
{
    divisions all = { .arena = arena, .runs = runs, .err = err };
    sx_status st = visit_counts(&all, &formula->program, find);
    return st || all.n == 0 ? st : visit_counts(&all, &formula->program, doubt);
}
