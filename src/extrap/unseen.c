#include "extrap/unseen.h"

#include "trace/policy.h"
#include "trace/seq.h"

#include <string.h>

const char *sx_unseen_dims(const sx_trace *formula, const sx_grid *grid, size_t g,
                           int64_t p)
{
    const sx_policy *policy = sx_policy_named(formula->grid[g].law);
    int64_t dim[SX_MAX_DIMS];
    bool same = policy && !sx_policy_is_stated(policy) &&
                policy->dims(p, formula->grid[g].law_arg, dim) &&
                memcmp(dim, grid->dim, grid->ndims * sizeof *dim) == 0;
    return same ? NULL
                : "dims were given by hand, and are not those of the law of the inputs";
}

/* The base of a power or a logarithm, and what divides digits that were joined one by one. */
static bool is_base(const sx_expr *expr, int arg)
{
    const bool power = expr->op == SX_EXPR_POW || expr->op == SX_EXPR_LOG;
    return power ? arg == 0
                 : expr->op == SX_EXPR_DIV && expr->arg[0]->op == SX_EXPR_XOR && arg == 1;
}

/* Two is none where it is the base of digits. */
static bool has_number(const sx_expr *expr, bool base)
{
    bool has = expr->op == SX_EXPR_VAR && expr->var == SX_VAR_CONSTANT;
    if (expr->op == SX_EXPR_INT)
        has = expr->value != SX_NULL && (expr->value < -1 || expr->value > 1 + base);
    for (int i = 0; i < 3 && expr->arg[i] && !has; i++)
        has = has_number(expr->arg[i], is_base(expr, i));
    return has;
}

static bool asks_for_place(const sx_expr *expr, uint64_t grids)
{
    uint64_t asked;
    sx_expr_uses(expr, NULL, &asked);
    return (asked & grids) != 0;
}

/* ---- points that are dealt out ---- */

/* May this be how many there are? So many to a place of an axis in doubt they may not be. */
static bool may_be_points(const sx_unseen *u, int64_t number)
{
    enum { RIM = 2 };
    bool may = true;
    for (size_t i = 0; i < u->nextents && may; i++)
        may = (number >= -RIM && number <= RIM) || number % u->extent[i].extent != 0;
    return may;
}

static bool is_in_doubt(const sx_unseen *u, const sx_expr *var)
{
    for (size_t i = 0; i < u->nextents; i++)
        if (u->extent[i].grid == var->grid && u->extent[i].axis == var->axis)
            return true;
    return false;
}

/* Has it the ranks, places on axes that are in no doubt, and numbers that may be points, and nothing else? *deals: and divides by one of these. */
static bool is_of_points(const sx_unseen *u, const sx_expr *expr, bool *deals)
{
    const unsigned of_ranks = 1u << SX_VAR_P | 1u << SX_VAR_RANK |
                              1u << SX_VAR_COMM_SIZE | 1u << SX_VAR_COMM_RANK;
    const bool divides = expr->op == SX_EXPR_BLOCK || expr->op == SX_EXPR_DIV;
    if (expr->op == SX_EXPR_INT)
        return may_be_points(u, expr->value);
    if (expr->op == SX_EXPR_VAR && expr->var == SX_VAR_CONSTANT)
        return !u->constant[expr->axis].law &&
               may_be_points(u, u->constant[expr->axis].value);
    if (expr->op == SX_EXPR_VAR)
        return (of_ranks >> expr->var & 1) ||
               ((expr->var == SX_VAR_DIM || expr->var == SX_VAR_COORD) &&
                !is_in_doubt(u, expr));
    if (divides && expr->arg[1]->op == SX_EXPR_INT)
        return false;
    *deals = *deals || divides;
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        if (!is_of_points(u, expr->arg[i], deals))
            return false;
    return true;
}

/* A number of times what a place has of them, and a number? More times than programs count with may be what a place has of points on an axis in doubt. */
static bool deals_out(const sx_unseen *u, const sx_expr *expr)
{
    enum { COMMON = 16 };
    bool deals = false;
    if (u->spared == SX_UNSEEN_NOTHING || u->nextents == 0 ||
        u->nextents > SX_UNSEEN_EXTENTS)
        return false;
    if ((expr->op == SX_EXPR_ADD || expr->op == SX_EXPR_SUB) &&
        expr->arg[1]->op == SX_EXPR_INT)
        expr = expr->arg[0];
    if (expr->op == SX_EXPR_MUL && expr->arg[0]->op == SX_EXPR_INT) {
        if (expr->arg[0]->value > COMMON || expr->arg[0]->value < -COMMON)
            return false;
        expr = expr->arg[1];
    }
    return is_of_points(u, expr, &deals) && deals;
}

/* ---- both ends of a row of three ---- */

enum { FIRST = 1, LAST = 2, BOTH = FIRST | LAST };

static bool is_place_of(const sx_expr *expr, const struct sx_unseen_extent *of,
                        sx_var_kind kind)
{
    return expr->op == SX_EXPR_VAR && expr->var == kind && expr->grid == of->grid &&
           expr->axis == of->axis;
}

/* Which end of the axis a comparison of its coordinate tells, 0 for none. */
static unsigned end_told(const sx_expr *expr, const struct sx_unseen_extent *of)
{
    const sx_expr *end = expr->arg[1];
    const bool compares = expr->op == SX_EXPR_EQ || expr->op == SX_EXPR_NE ||
                          expr->op == SX_EXPR_LT || expr->op == SX_EXPR_LE ||
                          expr->op == SX_EXPR_GT || expr->op == SX_EXPR_GE;
    if (!compares || !is_place_of(expr->arg[0], of, SX_VAR_COORD))
        return 0;
    if (end->op == SX_EXPR_INT)
        return FIRST;
    return end->op == SX_EXPR_SUB && is_place_of(end->arg[0], of, SX_VAR_DIM) ? LAST : 0;
}

static unsigned ends_told(const sx_expr *expr, const struct sx_unseen_extent *of)
{
    unsigned told = end_told(expr, of);
    for (int i = 0; i < 3 && expr->arg[i]; i++)
        told |= ends_told(expr->arg[i], of);
    return told;
}

/* Are both ends of an axis told that has three places in all inputs? Who is at neither is at place 1 there. */
static bool may_be_middle(const sx_unseen *u, const sx_expr *expr)
{
    enum { ENDS_AND_MIDDLE = 3 };
    bool may = false;
    for (size_t i = 0; i < u->nextents && i < SX_UNSEEN_EXTENTS && !may; i++)
        may = u->extent[i].extent == ENDS_AND_MIDDLE &&
              ends_told(expr, &u->extent[i]) == BOTH;
    return may;
}

/* ---- what is spared ---- */

bool sx_unseen_spares(const sx_unseen *u, const sx_expr *expr, bool is_end_point)
{
    const bool is_null = sx_expr_is_int(expr, SX_NULL),
               is_first = sx_expr_is_int(expr, 0),
               is_law = expr->op != SX_EXPR_INT && !has_number(expr, false) &&
                        !may_be_middle(u, expr);
    if (!is_end_point && deals_out(u, expr))
        return true;
    switch (u->spared) {
    case SX_UNSEEN_NUMBERLESS:
        return is_law || (is_end_point && (is_first || is_null));
    case SX_UNSEEN_BESIDE_GROUPS:
    case SX_UNSEEN_ALONG_RANKS:
        return is_end_point &&
               (is_first || (is_null && u->spared == SX_UNSEEN_BESIDE_GROUPS) ||
                (is_law && !asks_for_place(expr, u->grids)));
    case SX_UNSEEN_NOTHING:
        break;
    }
    return false;
}

/* May these be rows of groups of so many ranks, of which the last is shorter at the target? No policy has such, and contests them there. */
static bool may_be_groups(const sx_unseen *u, const sx_expr *dim, int64_t extent)
{
    return dim->op == SX_EXPR_VAR && dim->var == SX_VAR_DIM && dim->axis == 0 &&
           u->p % extent != 0;
}

/* What the extents that are in doubt leave, of which each is a long one in all inputs, or some are short. */
static unsigned left_by(const sx_unseen *u, const sx_expr *doubt,
                        bool (*holds)(const void *of, const sx_expr *part),
                        const void *of)
{
    enum { LONG = 3 };
    if (doubt->op == SX_EXPR_OR) {
        const unsigned one = left_by(u, doubt->arg[0], holds, of),
                       other = left_by(u, doubt->arg[1], holds, of);
        return one < other ? one : other;
    }
    const sx_expr *extent = doubt->arg[1];
    if (!holds(of, doubt))
        return SX_UNSEEN_NUMBERLESS;
    if (doubt->op != SX_EXPR_NE || extent->op != SX_EXPR_INT || extent->value < LONG)
        return SX_UNSEEN_ALONG_RANKS;
    return may_be_groups(u, doubt->arg[0], extent->value) ? SX_UNSEEN_BESIDE_GROUPS
                                                          : SX_UNSEEN_NUMBERLESS;
}

static void note_extents(sx_unseen *u, const sx_expr *doubt,
                         bool (*holds)(const void *of, const sx_expr *part),
                         const void *of)
{
    if (doubt->op == SX_EXPR_OR) {
        note_extents(u, doubt->arg[0], holds, of);
        note_extents(u, doubt->arg[1], holds, of);
        return;
    }
    if (!holds(of, doubt))
        return;
    const sx_expr *dim = doubt->arg[0], *extent = doubt->arg[1];
    if (u->nextents < SX_UNSEEN_EXTENTS && doubt->op == SX_EXPR_NE &&
        dim->op == SX_EXPR_VAR && dim->var == SX_VAR_DIM && extent->op == SX_EXPR_INT &&
        extent->value > 0)
        u->extent[u->nextents++] =
            (struct sx_unseen_extent) { dim->grid, dim->axis, extent->value };
    else
        u->nextents = SX_UNSEEN_EXTENTS + 1;
}

void sx_unseen_add(sx_unseen *u, size_t g, const sx_expr *doubt,
                   bool (*holds)(const void *of, const sx_expr *part), const void *of)
{
    u->grids |= UINT64_C(1) << g;
    if (doubt)
        note_extents(u, doubt, holds, of);
    const unsigned left = doubt ? left_by(u, doubt, holds, of) : SX_UNSEEN_NOTHING;
    u->spared = left < u->spared ? left : u->spared;
}
