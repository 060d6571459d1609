#include "law/column.h"
#include "law/lookalikes.h"
#include "law/through.h"

/* Has it the counter, as a term? */
static bool has_term(const sx_expr *sum, uint32_t depth)
{
    if (sum->op == SX_EXPR_ADD || sum->op == SX_EXPR_SUB)
        return has_term(sum->arg[0], depth) || has_term(sum->arg[1], depth);
    return sum->op == SX_EXPR_VAR && sum->var == SX_VAR_COUNTER && sum->axis == depth;
}

static bool is_extent(const sx_expr *x)
{
    return x->op == SX_EXPR_VAR &&
           (x->var == SX_VAR_DIM || x->var == SX_VAR_P || x->var == SX_VAR_COMM_SIZE);
}

/* The extent around which an index in the expression goes with the counter; NULL where there is none. */
static const sx_expr *extent_around(const sx_expr *expr, uint32_t depth)
{
    const sx_expr *found = NULL;
    if (expr->op == SX_EXPR_MOD && is_extent(expr->arg[1]) &&
        has_term(expr->arg[0], depth))
        return expr->arg[1];
    for (int i = 0; i < 3 && !found && expr->arg[i]; i++)
        found = extent_around(expr->arg[i], depth);
    return found;
}

static const sx_expr *extent_of_block(const sx_block *body, uint32_t depth)
{
    const sx_expr *found = NULL;
    for (size_t i = 0; i < body->n && !found; i++) {
        const sx_node *node = body->node[i];
        if (node->kind == SX_NODE_LOOP)
            found = extent_of_block(&node->body, depth);
        for (uint32_t k = 0; node->kind == SX_NODE_EVENT && k < node->nparams && !found;
             k++) {
            const sx_value *value = &node->param[k].value;
            if (value->expr && value->evidence.label == SX_LABEL_PROVED)
                found = extent_around(value->expr, depth);
        }
    }
    return found;
}

/* Three inputs of different numbers. */
static bool is_telling(const sx_samples *trips)
{
    enum { DIFFERENT = 3 };
    return !trips->trouble && sx_samples_values(trips, DIFFERENT) == DIFFERENT &&
           sx_samples_have_one_value(trips);
}

sx_status sx_law_round(sx_arena *arena, const sx_runs *runs, const sx_block *body,
                       uint32_t depth, const sx_samples *trips, sx_law *ret_law,
                       sx_error *err)
{
    const sx_expr *extent = extent_of_block(body, depth);
    if (!extent || !is_telling(trips))
        return SX_OK;
    for (int64_t less = 0; less <= 1; less++) {
        size_t first;
        sx_law law = { sx_expr_two(arena, SX_EXPR_SUB, extent, sx_expr_int(arena, less)),
                       { .label = SX_LABEL_PROVED } };
        if (!law.expr)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (!sx_column_matches(runs, trips, law.expr, &first))
            continue;
        *ret_law = law;
        return sx_lookalikes_of_extents(arena, runs, trips, ret_law, err);
    }
    return SX_OK;
}
