#include "law/lookalikes/parts.h"

#include "law/atoms.h"
#include "law/grids.h"
#include "law/imagine.h"

bool sx_lookalikes_is_of_place(const sx_expr *expr)
{
    return sx_expr_uses(expr, NULL, NULL) &
           (1U << SX_VAR_RANK | 1U << SX_VAR_COMM_RANK | 1U << SX_VAR_COORD |
            1U << SX_VAR_COUNTER | 1U << SX_VAR_ELEMENT);
}

/* `here` where the doubt is none. */
static const sx_expr *without(sx_arena *arena, const sx_expr *here, const sx_expr *doubt)
{
    return doubt
               ? sx_expr_two(arena, SX_EXPR_AND, here,
                             sx_expr_two(arena, SX_EXPR_EQ, doubt, sx_expr_int(arena, 0)))
               : here;
}

/* Where nothing is proved, since the grid is in doubt: all of its doubts but those that are of nothing else; NULL: nowhere. */
static const sx_expr *everything_is_in_doubt(sx_arena *arena, const sx_expr *doubt)
{
    if (!doubt || sx_grids_is_of_box_axis(doubt))
        return NULL;
    return doubt->op != SX_EXPR_OR
               ? doubt
               : sx_doubt_either(arena, everything_is_in_doubt(arena, doubt->arg[0]),
                                 everything_is_in_doubt(arena, doubt->arg[1]));
}

/* Does it differ only where something else is in doubt already? Nothing that asks for a grid is proved where that is. Other doubts may know ranks by another
 * name, which at imaginary places is another rank. */
static bool is_covered(const sx_contest *contest, const sx_expr *here,
                       const sx_evidence *evidence)
{
    const sx_expr *doubt = evidence->doubt;
    if (doubt)
        doubt = sx_atoms_on_world(contest->scratch, contest->samples, doubt);
    if (contest->samples->given)
        here = sx_expr_two(contest->scratch, SX_EXPR_AND, contest->samples->given, here);
    const sx_expr *alone = without(contest->scratch, here, doubt);
    for (uint32_t g = 0; g < contest->runs->ngrids; g++)
        if (!(contest->unasked >> g & 1))
            alone = without(contest->scratch, alone,
                            everything_is_in_doubt(
                                contest->scratch, contest->runs->grid[g].evidence.doubt));
    return alone && sx_imagine_vanishes(contest->runs, alone);
}

void sx_lookalikes_contest(const sx_contest *contest, const sx_expr *here,
                           unsigned *rivals, sx_evidence *evidence)
{
    if (is_covered(contest, here, evidence))
        return;
    bool many = ++*rivals > contest->most;
    *evidence =
        sx_evidence_join(contest->arena, *evidence,
                         (sx_evidence) { .label = many ? SX_LABEL_EXACT : SX_LABEL_PROVED,
                                         .reason = contest->reason,
                                         .doubt = many ? NULL : here });
}

bool sx_lookalikes_has_number_above(const sx_expr *expr, int64_t most)
{
    bool has = expr->op == SX_EXPR_INT && expr->value != SX_NULL &&
               (expr->value < -most || expr->value > most);
    for (int i = 0; i < 3 && expr->arg[i] && !has; i++)
        has = sx_lookalikes_has_number_above(expr->arg[i], most);
    return has;
}

bool sx_lookalikes_has_hidden_number(const sx_expr *expr)
{
    enum { COMMON = 16 };
    bool has = expr->op == SX_EXPR_INT && (expr->value < -COMMON || expr->value > COMMON);
    for (int i = 0; i < 3 && expr->arg[i] && !has; i++)
        has = sx_lookalikes_has_hidden_number(expr->arg[i]);
    return has;
}

const sx_expr *sx_lookalikes_is_none_of(sx_arena *arena, const sx_expr *expr,
                                        const int64_t *number, size_t n)
{
    const sx_expr *none = NULL;
    for (size_t i = 0; i < n; i++) {
        const sx_expr *here =
            sx_expr_two(arena, SX_EXPR_NE, expr, sx_expr_int(arena, number[i]));
        none = none ? sx_expr_two(arena, SX_EXPR_AND, none, here) : here;
    }
    return none;
}
