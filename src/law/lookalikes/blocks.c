/* Blocks over all ranks in a row may be blocks over the axes of a grid that divide evenly in the inputs: products of these are as many points
 * to a rank. And one more, or one less, at the last place of an axis may be what is left of points there, which are as many on each place
 * of the other axes that inputs show. */
#include "law/lookalikes.h"

#include "law/column.h"
#include "law/faces.h"
#include "law/imagine.h"
#include "law/versions/rules.h"

/* A grid of one axis is all ranks as well. */
static bool counts_ranks(const sx_runs *runs, const sx_expr *extent)
{
    return extent->op == SX_EXPR_VAR &&
           (extent->var == SX_VAR_P || extent->var == SX_VAR_COMM_SIZE ||
            (extent->var == SX_VAR_DIM && runs->grid[extent->grid].ndims == 1));
}

/* Are they dealt out to all ranks but the first, or but some? What these have may be parts of what all have, of which those are not shown. */
static bool is_of_others(const sx_runs *runs, const sx_expr *expr)
{
    bool is = expr->op == SX_EXPR_BLOCK && expr->arg[1]->op == SX_EXPR_SUB &&
              counts_ranks(runs, expr->arg[1]->arg[0]);
    for (int i = 0; i < 3 && !is && expr->arg[i]; i++)
        is = is_of_others(runs, expr->arg[i]);
    return is;
}

static bool is_of_all_ranks(const sx_runs *runs, const sx_expr *expr)
{
    bool is = expr->op == SX_EXPR_BLOCK && counts_ranks(runs, expr->arg[1]);
    for (int i = 0; i < 3 && !is && expr->arg[i]; i++)
        is = is_of_all_ranks(runs, expr->arg[i]);
    return is;
}

static bool is_place(const sx_expr *expr)
{
    return (expr->op == SX_EXPR_VAR && expr->var == SX_VAR_COORD) ||
           expr->op == SX_EXPR_MOD;
}

/* Is the last place of an axis told, or of a diagonal? */
static bool tells_last(const sx_expr *expr)
{
    const sx_expr *one = expr->arg[0], *end = expr->arg[1];
    const bool compares = expr->op == SX_EXPR_EQ || expr->op == SX_EXPR_NE ||
                          expr->op == SX_EXPR_LT || expr->op == SX_EXPR_GE;
    bool tells = compares && is_place(one) && end->op == SX_EXPR_SUB &&
                 end->arg[0]->op == SX_EXPR_VAR && end->arg[0]->var == SX_VAR_DIM;
    for (int i = 0; i < 3 && !tells && expr->arg[i]; i++)
        tells = tells_last(expr->arg[i]);
    return tells;
}

static bool has_axes(const sx_runs *runs, uint32_t comm)
{
    bool has = false;
    for (uint32_t g = 0; g < runs->ngrids; g++)
        has = has || (runs->grid[g].comm == comm && runs->grid[g].ndims > 1);
    return has;
}

/* Blocks of a place along an axis may be blocks of the other axis' where that is shorter, which inputs show that have a rest there alone. In squares blocks of blocks are
 * blocks. */
static sx_status doubt_nested(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                              const sx_expr *part, sx_law *law, sx_error *err)
{
    size_t first;
    sx_status st = SX_OK;
    for (int i = 0; i < 3 && !st && part->arg[i]; i++)
        st = doubt_nested(arena, runs, samples, part->arg[i], law, err);
    const sx_expr *place = part->op == SX_EXPR_BLOCK ? part->arg[2] : NULL;
    if (st || !place || place->op != SX_EXPR_VAR || place->var != SX_VAR_COORD)
        return st;
    const sx_expr *nested = sx_versions_nested_expr(arena, runs, part);
    const sx_expr *rival =
        nested ? sx_expr_replace(arena, law->expr, part, nested) : NULL;
    if (!rival)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (nested == part || (!sx_axes_are_alike(runs, place->grid, 0, 1) &&
                           !sx_column_matches(runs, samples, rival, &first)))
        return SX_OK;
    return sx_law_doubt_other(arena, runs, rival,
                              "blocks of blocks fit all inputs, and differ here: add an "
                              "input",
                              law, err);
}

enum { DIAGONAL = 256 };

/* The first sample of each rank, rank by rank as they come; 0 where there are more than a diagonal has. */
static size_t firsts_of(const sx_samples *samples, size_t ret_first[DIAGONAL])
{
    size_t n = 0;
    for (size_t i = 0; i < samples->n; i++) {
        if (i > 0 && samples->sample[i].rank == samples->sample[i - 1].rank)
            continue;
        if (n == DIAGONAL)
            return 0;
        ret_first[n++] = i;
    }
    return n;
}

/* Has each of those in a run a place of its own along both axes, and are they several in some? */
static bool are_apart(const sx_runs *runs, const sx_samples *samples, const size_t *first,
                      size_t n, uint32_t g, uint32_t a, uint32_t b)
{
    bool several = false;
    for (size_t i = 1; i < n; i++)
        for (size_t k = 0; k < i; k++) {
            const sx_sample *one = &samples->sample[first[i]],
                            *other = &samples->sample[first[k]];
            const int64_t *here = runs->place[one->rank * SX_MAX_GRIDS + g].coord,
                          *there = runs->place[other->rank * SX_MAX_GRIDS + g].coord;
            if (one->run != other->run)
                continue;
            if (here[a] == there[a] || here[b] == there[b])
                return false;
            several = true;
        }
    return several;
}

/* Are those who have it on a diagonal of a grid? What follows the place along one axis may follow that along the other. */
static bool are_on_diagonal(const sx_runs *runs, const sx_samples *samples)
{
    size_t first[DIAGONAL];
    const size_t n = firsts_of(samples, first);
    bool are = false;
    for (uint32_t g = 0; g < runs->ngrids && !are; g++)
        for (uint32_t a = 0; a < runs->grid[g].ndims && !are; a++)
            for (uint32_t b = 0; b < a && !are; b++)
                are = runs->grid[g].comm == samples->sample[0].comm &&
                      are_apart(runs, samples, first, n, g, a, b);
    return are;
}

static bool may_be_another(const sx_runs *runs, const sx_samples *samples,
                           const sx_expr *law)
{
    return is_of_others(runs, law) ||
           (sx_law_deals_out(law) && are_on_diagonal(runs, samples)) ||
           ((is_of_all_ranks(runs, law) || tells_last(law)) &&
            has_axes(runs, samples->sample[0].comm));
}

sx_status sx_lookalikes_of_blocks(sx_arena *arena, sx_runs *runs,
                                  const sx_samples *samples, sx_law *law, sx_error *err)
{
    if (law->expr && law->evidence.label == SX_LABEL_PROVED && !samples->is_rank) {
        sx_status st = doubt_nested(arena, runs, samples, law->expr, law, err);
        if (st)
            return st;
    }
    if (!law->expr || law->evidence.label != SX_LABEL_PROVED || samples->n == 0 ||
        samples->is_rank || !may_be_another(runs, samples, law->expr))
        return SX_OK;
    sx_samples open = *samples;
    open.beat = NULL;
    open.beaten = NULL;
    sx_law other = { 0 };
    sx_status st = sx_law_form(arena, runs, &open, &other, err);
    if (st || !other.expr)
        return st;
    law->evidence = sx_evidence_join(
        arena, law->evidence,
        (sx_evidence) { SX_LABEL_PROVED, other.evidence.reason, other.evidence.doubt });
    if (sx_imagined_signature(runs, other.expr) == sx_imagined_signature(runs, law->expr))
        return SX_OK;
    return sx_law_doubt_other(arena, runs, other.expr,
                              "another law fits all inputs, and differs here: add an "
                              "input",
                              law, err);
}
