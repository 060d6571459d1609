/* Parts of expressions, and reasons, that have a name in a formula trace. To the parser of expressions a part is a constant
 * behind those that there are; what is in it takes its place afterwards. */
#include "io/text_reader.h"

#include <inttypes.h>

/* The part that the variable stands for, or NULL. */
static const sx_text_part *part_at(const sx_text_reader *r, const sx_expr *expr)
{
    return expr->op == SX_EXPR_VAR && expr->var == SX_VAR_CONSTANT &&
                   expr->axis >= r->trace->nconstants
               ? &r->part[expr->axis - r->trace->nconstants]
               : NULL;
}

/* How many operators, variables and numbers there are with all parts in place; more than SX_EXPR_NODES are not counted
 * further. */
static unsigned weight_of(const sx_text_reader *r, const sx_expr *expr)
{
    const sx_text_part *part = part_at(r, expr);
    unsigned weight = part ? part->weight : 1;
    for (int i = 0; i < 3 && expr->arg[i] && weight <= SX_EXPR_NODES; i++)
        weight += weight_of(r, expr->arg[i]);
    return weight;
}

static const sx_expr *in_place(sx_text_reader *r, const sx_expr *expr)
{
    const sx_text_part *part = part_at(r, expr);
    sx_expr copy = *expr;
    bool same = true;
    if (part)
        return part->expr;
    for (int i = 0; i < 3 && expr->arg[i]; i++) {
        copy.arg[i] = in_place(r, expr->arg[i]);
        if (!copy.arg[i])
            return NULL;
        same = same && copy.arg[i] == expr->arg[i];
    }
    return same ? expr : sx_arena_copy(r->arena, &copy, 1, sizeof copy);
}

bool sx_text_parts_in_place(sx_text_reader *r, const sx_expr **expr)
{
    if (r->nparts == 0)
        return true;
    const unsigned weight = weight_of(r, *expr);
    if (weight > SX_EXPR_NODES)
        return sx_text_fail(r, SX_LIMIT, "expression of more than %d parts",
                            SX_EXPR_NODES);
    if (r->work < weight)
        return sx_text_fail(r, SX_LIMIT, "parts too large and too often used");
    r->work -= weight;
    const sx_expr *whole = in_place(r, *expr);
    if (!whole)
        return sx_text_fail(r, SX_NOMEM, "out of memory");
    if (sx_expr_nesting(whole) > SX_EXPR_NESTING)
        return sx_text_fail(r, SX_LIMIT, "expression nested deeper than %d",
                            SX_EXPR_NESTING);
    *expr = whole;
    return true;
}

bool sx_text_part_of(sx_text_reader *r, size_t index)
{
    sx_text_part *part = &r->part[index];
    const uint32_t loops = r->loops;
    if (r->trace->p)
        return sx_text_expected(r, "a formula trace where parts have names");
    if (index == SX_TEXT_PARTS)
        return sx_text_fail(r, SX_LIMIT, "more than %d parts", SX_TEXT_PARTS);
    r->loops = SX_MAX_DEPTH;
    bool read = sx_text_any_expr(r, &part->expr);
    r->loops = loops;
    if (!read)
        return false;
    if (sx_expr_has_sum(part->expr))
        return sx_text_expected(r, "no sum in a part");
    part->weight = sx_expr_weight(part->expr);
    const char *name = sx_arena_printf(r->arena, "_%zu", index);
    if (!name)
        return sx_text_fail(r, SX_NOMEM, "out of memory");
    r->constant[r->names.nconstants++] = name;
    r->nparts++;
    return true;
}

bool sx_text_why(sx_text_reader *r, size_t index)
{
    if (r->trace->p)
        return sx_text_expected(r, "a formula trace where reasons have names");
    r->nwhys = index + 1;
    return sx_text_string(r, &r->why[index]);
}

bool sx_text_reason(sx_text_reader *r, const char **ret)
{
    uint32_t index;
    if (r->end - r->at < 2 || r->at[0] != ' ')
        return true;
    if (r->at[1] == '"') {
        r->at++;
        return sx_text_string(r, ret);
    }
    if (r->at[1] != 'w' || r->end - r->at < 3 || r->at[2] < '0' || r->at[2] > '9')
        return true;
    r->at += 2;
    if (!sx_text_index(r, "the number of a reason", r->nwhys, &index))
        return false;
    *ret = r->why[index];
    return true;
}
