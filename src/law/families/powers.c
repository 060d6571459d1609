/* End points, and who takes part, by one law where there are as many ranks as a power of two, or an even number of them, and another elsewhere: exchanges in pairs by
 * exclusive or there, around the ring here; the last step of half a ring, in which a half of an even number of ranks has a partner. */
#include "law/column.h"
#include "law/sides.h"

/* What numbers of ranks may be told apart by. */
static size_t conditions(sx_arena *arena, const sx_expr *condition[])
{
    static const int64_t modulus[] = { 2, 3, 4, 8 };
    const sx_expr *size = sx_expr_var(arena, SX_VAR_COMM_SIZE, 0, 0),
                  *two = sx_expr_int(arena, 2);
    const sx_expr *power =
        sx_expr_two(arena, SX_EXPR_POW, two, sx_expr_two(arena, SX_EXPR_LOG, two, size));
    size_t n = 0;
    condition[n++] = sx_expr_two(arena, SX_EXPR_EQ, power, size);
    for (size_t i = 0; i < sizeof modulus / sizeof *modulus; i++)
        condition[n++] = sx_expr_two(
            arena, SX_EXPR_EQ,
            sx_expr_two(arena, SX_EXPR_MOD, size, sx_expr_int(arena, modulus[i])),
            sx_expr_int(arena, 0));
    return n;
}

enum { CONDITIONS = 8, TRIED = 2 /* powers of two, and even numbers */ };

/* Do both hold for the same samples? */
static bool is_alike(const int64_t *a, const int64_t *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

/* Other conditions that hold in the same inputs are a doubt wherever they differ. */
static sx_status doubt_others(sx_arena *arena, const sx_runs *runs,
                              const sx_samples *samples, const sx_expr *const *condition,
                              size_t n, size_t own, const int64_t *holds,
                              sx_evidence *evidence, sx_error *err)
{
    int64_t *other = SX_NEW_ARRAY(arena, int64_t, samples->n);
    if (!other)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 0; i < n; i++)
        if (i != own && sx_column_values(runs, samples, condition[i], other) &&
            is_alike(holds, other, samples->n))
            *evidence = sx_evidence_join(
                arena, *evidence,
                (sx_evidence) {
                    .label = SX_LABEL_PROVED,
                    .doubt = sx_expr_two(arena, SX_EXPR_NE, condition[own], condition[i]),
                    .reason = "other numbers of ranks may be those that do otherwise: "
                              "add an input that tells them apart" });
    return SX_OK;
}

/* How many runs have the condition, or have it not. */
static size_t runs_where(const sx_runs *runs, const sx_samples *samples,
                         const int64_t *holds, int64_t is)
{
    size_t n = 0;
    for (size_t run = 0; run < runs->n; run++)
        for (size_t i = 0; i < samples->n; i++)
            if (samples->sample[i].run == run && holds[i] == is) {
                n++;
                break;
            }
    return n;
}

/* Has a side that two runs alone are on a number that was chosen? */
static bool is_weak(const sx_runs *runs, const sx_samples *samples, const int64_t *holds,
                    const sx_expr *law)
{
    enum { ENOUGH = 3 };
    for (int64_t is = 0; is < 2 && law->op == SX_EXPR_IF; is++)
        if (runs_where(runs, samples, holds, is) < ENOUGH &&
            sx_law_numbers_in(law->arg[is ? 1 : 2]) > 0)
            return true;
    return false;
}

/* The law by the k-th of the conditions. */
static sx_status try_condition(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                               size_t k, sx_law *ret_law, sx_error *err)
{
    const sx_expr *condition[CONDITIONS];
    size_t n = conditions(arena, condition);
    int64_t *holds = SX_NEW_ARRAY(arena, int64_t, samples->n);
    if (!holds || !condition[k])
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (samples->n == 0 || !sx_column_values(runs, samples, condition[k], holds))
        return SX_OK;
    const sx_law where = { condition[k], { .label = SX_LABEL_PROVED } };
    sx_status st = sx_sides_try(arena, runs, samples, &where, ret_law, err);
    if (!st && ret_law->expr && is_weak(runs, samples, holds, ret_law->expr))
        ret_law->evidence =
            sx_evidence_join(arena, ret_law->evidence,
                             (sx_evidence) { SX_LABEL_EXACT,
                                             "two inputs of a kind have any number: add "
                                             "one of each",
                                             NULL });
    return st || !ret_law->expr ? st
                                : doubt_others(arena, runs, samples, condition, n, k,
                                               holds, &ret_law->evidence, err);
}

sx_status sx_law_powers(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    sx_status st = SX_OK;
    for (size_t k = 0; samples->is_rank && k < TRIED && !st && !ret_law->expr; k++)
        st = try_condition(arena, runs, samples, k, ret_law, err);
    return st;
}

sx_status sx_law_even(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                      sx_law *ret_law, sx_error *err)
{
    return sx_samples_are_truth(samples)
               ? try_condition(arena, runs, samples, TRIED - 1, ret_law, err)
               : SX_OK;
}
