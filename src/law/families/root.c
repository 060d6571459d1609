/* What only the root of a collective says: a law there, and one number everywhere else; or one number there, as where it keeps nothing, and a law
 * everywhere else. */
#include "law/column.h"
#include "law/law.h"

/* The samples of roots, or of all others. */
static sx_samples side(sx_arena *arena, const sx_samples *samples, const int64_t *is_root,
                       int64_t wanted)
{
    sx_samples ret = sx_samples_with(arena, samples, is_root, wanted);
    ret.beat = NULL;
    ret.root = NULL;
    return ret;
}

/* Of the families that laws are put together of, or a form. */
static sx_status find_part(sx_arena *arena, sx_runs *runs, const sx_samples *part,
                           sx_law *ret_law, sx_error *err)
{
    sx_status st = sx_law_find_among(arena, runs, part, SX_LAW_OF_PIECES, ret_law, err);
    if (!st && !ret_law->expr && part->varying)
        st = sx_law_switch(arena, runs, part, ret_law, err);
    if (!st && !ret_law->expr)
        st = sx_law_forms(arena, runs, part, ret_law, err);
    if (!st && !ret_law->expr)
        st = sx_law_form(arena, runs, part, ret_law, err);
    return st;
}

/* A law of the one side where the other has one number; exprs NULL where it has none. */
static sx_status find_both(sx_arena *arena, sx_runs *runs, const sx_samples *one,
                           const sx_samples *other, sx_law *ret_one, sx_law *ret_other,
                           sx_error *err)
{
    *ret_one = *ret_other = (sx_law) { 0 };
    sx_status st = sx_law_constant(arena, runs, other, ret_other, err);
    return st || !ret_other->expr ? st : find_part(arena, runs, one, ret_one, err);
}

sx_status sx_law_root(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      sx_law *ret_law, sx_error *err)
{
    sx_law own, other;
    if (!samples->root || samples->beat)
        return SX_OK;
    const sx_expr *here = sx_expr_two(
        arena, SX_EXPR_EQ, sx_expr_var(arena, SX_VAR_COMM_RANK, 0, 0), samples->root);
    int64_t *is_root = SX_NEW_ARRAY(arena, int64_t, samples->n);
    if (!here || !is_root)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!sx_column_values(runs, samples, here, is_root))
        return SX_OK;
    sx_samples roots = side(arena, samples, is_root, 1),
               others = side(arena, samples, is_root, 0);
    if (!roots.sample || !others.sample)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!roots.n || !others.n)
        return SX_OK;
    sx_status st = find_both(arena, runs, &roots, &others, &own, &other, err);
    if (!st && !own.expr && !samples->lists)
        st = find_both(arena, runs, &others, &roots, &other, &own, err);
    if (st || !own.expr || !other.expr)
        return st;
    size_t first;
    sx_law law = { sx_expr_make(arena, SX_EXPR_IF, here, own.expr, other.expr),
                   sx_evidence_join(arena, own.evidence, other.evidence) };
    law.evidence = sx_evidence_join(arena, law.evidence, *samples->root_evidence);
    if (!law.expr)
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (sx_column_matches(runs, samples, law.expr, &first))
        *ret_law = law;
    return SX_OK;
}
