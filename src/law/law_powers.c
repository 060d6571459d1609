/* End points that have one law where there are as many ranks as a power of two, and another elsewhere: exchanges in pairs by exclusive or
 * there, around the ring here. */
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

enum { CONDITIONS = 8 };

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
                              size_t n, const int64_t *holds, sx_evidence *evidence,
                              sx_error *err)
{
    int64_t *other = SX_NEW_ARRAY(arena, int64_t, samples->n);
    if (!other)
        return sx_fail(err, SX_NOMEM, "out of memory");
    for (size_t i = 1; i < n; i++)
        if (sx_column_values(runs, samples, condition[i], other) &&
            is_alike(holds, other, samples->n))
            *evidence = sx_evidence_join(
                arena, *evidence,
                (sx_evidence) {
                    .label = SX_LABEL_PROVED,
                    .doubt = sx_expr_two(arena, SX_EXPR_NE, condition[0], condition[i]),
                    .reason = "a multiple may do what a power of two does: "
                              "add an input that is one alone" });
    return SX_OK;
}

sx_status sx_law_powers(sx_arena *arena, sx_runs *runs, const sx_samples *samples,
                        sx_law *ret_law, sx_error *err)
{
    const sx_expr *condition[CONDITIONS];
    size_t n = conditions(arena, condition);
    int64_t *holds = SX_NEW_ARRAY(arena, int64_t, samples->n);
    if (!holds || !condition[0])
        return sx_fail(err, SX_NOMEM, "out of memory");
    if (!samples->is_rank || samples->n == 0 ||
        !sx_column_values(runs, samples, condition[0], holds))
        return SX_OK;
    const sx_law where = { condition[0], { .label = SX_LABEL_PROVED } };
    sx_status st = sx_sides_try(arena, runs, samples, &where, ret_law, err);
    if (st || !ret_law->expr)
        return st;
    return doubt_others(arena, runs, samples, condition, n, holds, &ret_law->evidence,
                        err);
}
