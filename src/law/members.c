#include "law/members.h"

#include "law/column.h"
#include "law/division.h"

/* The others' value, which is one number, around what the root has. */
static sx_status at_root(sx_arena *arena, sx_runs *runs, const sx_samples *list,
                         sx_law *law, sx_error *err)
{
    const sx_expr *here = sx_expr_two(
        arena, SX_EXPR_EQ, sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0), list->root);
    int64_t *is_root = SX_NEW_ARRAY(arena, int64_t, list->n);
    if (!here || !is_root)
        return sx_fail(err, SX_NOMEM, "out of memory");
    const sx_expr *of_root = law->expr;
    law->expr = NULL;
    if (!sx_column_values(runs, list, here, is_root))
        return SX_OK;
    sx_samples others = sx_samples_with(arena, list, is_root, 0);
    if (!others.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    others.beat = NULL;
    sx_law other = { 0 };
    sx_status st = others.n ? sx_law_constant(arena, runs, &others, &other, err) : SX_OK;
    if (st || !other.expr)
        return st;
    law->expr = sx_expr_make(arena, SX_EXPR_IF, here, of_root, other.expr);
    law->evidence = sx_evidence_join(arena, law->evidence, other.evidence);
    law->evidence = sx_evidence_join(arena, law->evidence, *list->root_evidence);
    return law->expr ? SX_OK : sx_fail(err, SX_NOMEM, "out of memory");
}

/* A doubt is of the element, too; where it cannot be, it is everywhere. */
static sx_evidence evidence_of(sx_arena *arena, const sx_evidence *own, bool world)
{
    sx_evidence ret = *own;
    if (ret.doubt)
        ret.doubt = sx_division_seen(arena, ret.doubt, world);
    if (own->doubt && !ret.doubt && ret.label == SX_LABEL_PROVED)
        ret.label = SX_LABEL_EXACT;
    return ret;
}

sx_status sx_members_judge(sx_arena *arena, sx_runs *runs, const sx_samples *list,
                           const sx_law *own, sx_law *law, sx_error *err)
{
    const bool world = sx_samples_in_world(list);
    size_t first;
    if (!own->expr || own->evidence.label > SX_LABEL_EXACT || !list->lists || !list->n ||
        (law->expr && law->evidence.label == SX_LABEL_PROVED))
        return SX_OK;
    sx_law seen = { sx_division_seen(arena, own->expr, world),
                    evidence_of(arena, &own->evidence, world) };
    if (!seen.expr || (law->expr && sx_expr_equal(seen.expr, law->expr)))
        return SX_OK;
    if (list->of_root) {
        sx_status st = at_root(arena, runs, list, &seen, err);
        if (st || !seen.expr)
            return st;
    }
    if (sx_column_matches(runs, list, seen.expr, &first))
        *law = seen;
    return SX_OK;
}
