/* Where some ranks alone have a value, what tells two kinds of them may be whether they are the first or the last of all, or at either end of an axis: a condition in a
 * law may be another of these. */
#include "law/column.h"
#include "law/lookalikes/parts.h"

enum { ENDS = 2 + 2 * SX_MAX_GRIDS * (SX_MAX_DIMS + 1) };

typedef struct search {
    sx_arena *arena;
    const sx_runs *runs;
    const sx_samples *samples;
    const sx_expr
        *end[ENDS]; /* each holds at one end of something, or along a diagonal */
    size_t n;
    sx_law *law;
} search;

static void add_ends(search *s, const sx_expr *place, const sx_expr *extent)
{
    const sx_expr *last =
        sx_expr_two(s->arena, SX_EXPR_SUB, extent, sx_expr_int(s->arena, 1));
    s->end[s->n++] = sx_expr_two(s->arena, SX_EXPR_EQ, place, sx_expr_int(s->arena, 0));
    s->end[s->n++] = sx_expr_two(s->arena, SX_EXPR_EQ, place, last);
}

static void find_ends(search *s)
{
    add_ends(s, sx_expr_var(s->arena, SX_VAR_COMM_RANK, 0, 0),
             sx_expr_var(s->arena, SX_VAR_COMM_SIZE, 0, 0));
    for (uint32_t g = 0; g < s->runs->ngrids; g++) {
        const uint32_t ndims = s->runs->grid[g].ndims;
        if (s->runs->grid[g].comm != s->samples->sample[0].comm)
            continue;
        for (uint32_t a = 0; a < ndims; a++)
            add_ends(s, sx_expr_var(s->arena, SX_VAR_COORD, g, a),
                     sx_expr_var(s->arena, SX_VAR_DIM, g, a));
        for (int turned = 0; turned < 2 && ndims == 2; turned++)
            s->end[s->n++] = sx_lookalikes_diagonal(s->arena, g, turned);
    }
}

/* In the place of a condition of the law, if all samples are the same so. */
static sx_status try_end(search *s, const sx_expr *condition, const sx_expr *end,
                         sx_error *err)
{
    size_t first;
    const sx_expr *not = sx_expr_two(s->arena, SX_EXPR_EQ, end, sx_expr_int(s->arena, 0));
    const sx_expr *either[] = { end, not };
    sx_status st = SX_OK;
    for (size_t i = 0; i < 2 && !st; i++) {
        const sx_expr *rival =
            either[i] ? sx_expr_replace(s->arena, s->law->expr, condition, either[i])
                      : NULL;
        if (!rival)
            return sx_fail(err, SX_NOMEM, "out of memory");
        if (sx_column_matches(s->runs, s->samples, rival, &first))
            st = sx_law_doubt_other(
                s->arena, s->runs, rival,
                "another end of all ranks, or of an axis, or a diagonal "
                "tells them in all inputs, and differs here: add an "
                "input",
                s->law, err);
    }
    return st;
}

/* One comparison of a place with a number or an extent. */
static bool is_condition(const sx_expr *expr)
{
    return sx_expr_is_truth(expr) && expr->op != SX_EXPR_AND && expr->op != SX_EXPR_OR &&
           expr->arg[0]->op == SX_EXPR_VAR &&
           (expr->arg[0]->var == SX_VAR_COORD || expr->arg[0]->var == SX_VAR_RANK ||
            expr->arg[0]->var == SX_VAR_COMM_RANK);
}

static sx_status contest(search *s, const sx_expr *expr, sx_error *err)
{
    sx_status st = SX_OK;
    if (is_condition(expr))
        for (size_t i = 0; i < s->n && !st; i++)
            st = try_end(s, expr, s->end[i], err);
    else
        for (int i = 0; i < 3 && expr->arg[i] && !st; i++)
            st = contest(s, expr->arg[i], err);
    return st;
}

sx_status sx_lookalikes_of_conditions(sx_arena *arena, const sx_runs *runs,
                                      const sx_samples *samples, sx_law *law,
                                      sx_error *err)
{
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED || samples->n == 0 ||
        samples->is_rank)
        return SX_OK;
    search s = { .arena = arena, .runs = runs, .samples = samples, .law = law };
    find_ends(&s);
    return contest(&s, law->expr, err);
}
